// A board and its copy with two tiles swapped, one in each parity class, for the lesson on parity.

import { counted, draw, make } from "./dom.js";
import { inversionsInWords, inversionsOf } from "./lesson-answers.js";
import { miniBoard } from "./mini-board.js";
import { exchanged, textOf } from "./puzzle.js";

/** The puzzle with two tiles exchanged. */
export function swapped(puzzle, pair) {
  return exchanged(puzzle, ...pair.map((tile) => puzzle.tiles.indexOf(tile)));
}

/**
 * The sections of both boards, the one with an even number of inversions first. `swap` is called with
 * two tiles that were pressed.
 */
export function parityPair(puzzle, goal, shape, pair, swap) {
  const sections = [puzzle, swapped(puzzle, pair)].map((each, index) => {
    const mini = miniBoard(textOf(each), shape, pair);
    const isCurrent = index === 0;
    if (isCurrent) {
      pressable(mini, each, swap);
    }
    const pairs = inversionsOf(each, goal);
    const isEven = pairs.length % 2 === 0;
    const words = isCurrent ? "This board. Click two tiles to swap them." : `The same with ${pair.join(" and ")} swapped.`;
    const section = make("section", { class: isCurrent ? "here" : "copy" },
      make("h3", {}, isEven ? "Even: solvable" : "Odd: unsolvable"), mini,
      make("p", {}, make("b", {}, String(pairs.length)), ` ${counted(pairs.length, "inversion").split(" ")[1]}`),
      make("p", { class: "detail" }, words),
      make("small", {}, "Tiles in reading order"), inRow(each, pairs),
    );
    return { section, isEven };
  });
  return sections.sort((one, other) => other.isEven - one.isEven).map(({ section }) => section);
}

/** The tiles in one row, in reading order, with an arc over each inversion. */
function inRow({ tiles }, inversions) {
  const row = tiles.filter((tile) => tile !== 0);
  const x = (tile) => 24 * row.indexOf(tile) + 12;
  const arcs = inversions.map(([left, right]) => {
    const half = (x(right) - x(left)) / 2;
    return draw("path", { d: `M${x(left)} 36a${half} ${half / 3 + 4} 0 0 1 ${2 * half} 0` });
  });
  const labels = row.map((tile) => draw("text", { x: x(tile), y: 54 }, String(tile)));
  const list = inversions.map((pair) => pair.join(" before ")).join(", ");
  const words = `${inversionsInWords(inversions.length)}${list && `: ${list}`}`;
  return draw("svg", { class: "arcs", viewBox: `0 0 ${24 * row.length} 60`, role: "img", "aria-label": words }, ...arcs, ...labels);
}

/** Turns the tiles of a small board into buttons. The second press swaps. */
function pressable(mini, { tiles }, swap) {
  let chosen = null;
  mini.setAttribute("role", "group");
  [...mini.children].forEach((cell, place) => {
    const tile = tiles[place];
    if (tile === 0) {
      return;
    }
    const button = make("button", { type: "button", class: cell.className, "aria-pressed": "false", "aria-label": `tile ${tile}, swap`, "data-tile": tile }, String(tile));
    button.addEventListener("click", () => {
      if (chosen === null || chosen === tile) {
        chosen = chosen === null ? tile : null;
        button.setAttribute("aria-pressed", String(chosen === tile));
      } else {
        swap([chosen, tile]);
      }
    });
    cell.replaceWith(button);
  });
}
