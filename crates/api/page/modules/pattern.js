// Pattern databases of small boards, built in the page to be shown entry by entry.

import { grouped, make } from "./dom.js";
import { miniBoard } from "./mini-board.js";
import { afterMove, LETTERS, textOf } from "./puzzle.js";

/** The databases by goal and pattern. */
const built = new Map();

/** The digits of the tiles of a pattern, as in "678". */
const isIn = (pattern, tile) => pattern.includes(String(tile));

/** A board on which all tiles outside of the pattern look alike, as a key; the blank is optional. */
function abstractOf({ tiles }, pattern, hasBlank) {
  return tiles.map((tile) => (isIn(pattern, tile) || (hasBlank && tile === 0) ? tile : "-")).join("");
}

/**
 * The database of a pattern: the smallest number of moves of its tiles for each placement. A
 * breadth-first search from the goal, in which moves of other tiles cost nothing.
 */
export function databaseOf(goal, pattern) {
  const key = `${textOf(goal)} ${pattern}`;
  if (built.has(key)) {
    return built.get(key);
  }
  const entries = new Map();
  const seen = new Set();
  for (let cost = 0, level = [goal], next = []; level.length > 0; cost += 1, level = next, next = []) {
    // Moves that cost nothing extend the level during the loop.
    for (const puzzle of level) {
      const state = abstractOf(puzzle, pattern, true);
      if (seen.has(state)) {
        continue;
      }
      seen.add(state);
      const placement = abstractOf(puzzle, pattern, false);
      entries.has(placement) || entries.set(placement, cost);
      for (const after of LETTERS.map((letter) => afterMove(puzzle, letter))) {
        if (after !== null) {
          const moved = after.tiles[puzzle.tiles.indexOf(0)];
          (isIn(pattern, moved) ? next : level).push(after);
        }
      }
    }
  }
  built.set(key, entries);
  return entries;
}

/** The entry of a board. */
export function entryOf(puzzle, goal, pattern) {
  return databaseOf(goal, pattern).get(abstractOf(puzzle, pattern, false));
}

/** A pattern database: the abstract board, its entry, and the number of placements at each cost. */
export function drawnPattern(puzzle, goal, pattern, shape) {
  const entries = databaseOf(goal, pattern);
  const entry = entryOf(puzzle, goal, pattern);
  const counts = [];
  for (const cost of entries.values()) {
    counts[cost] = (counts[cost] ?? 0) + 1;
  }
  const mini = miniBoard(textOf(puzzle), shape);
  [...mini.children].forEach((cell, place) => {
    if (!isIn(pattern, puzzle.tiles[place])) {
      cell.className = "other";
      cell.textContent = "";
    }
  });
  mini.setAttribute("aria-label", `the tiles ${[...pattern].join(", ")} on the board`);
  const most = Math.max(...counts);
  const bars = counts.map((count, cost) => {
    const bar = make("i", { class: cost === entry ? "here" : "" });
    bar.style.height = `${(100 * count) / most}%`;
    return bar;
  });
  const label = `Placements at 0 to ${counts.length - 1} moves: ${counts.join(", ")}`;
  return make("section", {},
    make("h3", {}, `Pattern ${[...pattern].join(" ")}: `, make("small", {}, `${grouped(entries.size)} placements`)), mini,
    make("p", {}, "Entry: ", make("b", {}, String(entry))),
    make("div", { class: "bars", role: "img", "aria-label": label }, ...bars),
    make("p", { class: "detail" }, make("span", {}, "0"), make("span", {}, "moves"), make("span", {}, String(counts.length - 1))),
  );
}
