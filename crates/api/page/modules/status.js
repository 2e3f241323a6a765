// The distance to the goal, in words and as a gauge, or the reason why the board is unsolvable.

import { byId, counted, explained, grouped, make } from "./dom.js";
import { isMultiTile } from "./measure.js";
import { miniBoard } from "./mini-board.js";
import { movesByHand, restart, startOfPlay } from "./past.js";
import { look, onPosition, stopSearch } from "./position.js";
import { change, onChange } from "./state.js";

/** The largest distance to a goal with the blank in a corner, from OEIS A087725 and A151944. */
const DEEPEST = { "2x2": 6, "2x3": 21, "2x4": 36, "2x5": 55, "2x6": 80, "3x3": 31, "3x4": 53, "4x4": 80 };

const number = byId("distance");
const words = byId("distance-words");
const detail = byId("distance-detail");
const gauge = byId("gauge");
const unsolvable = byId("unsolvable");
const stop = byId("stop");

/** The last position. */
let now = null;

const winners = [];

/** Calls back with the start and the number of moves when the board is solved by hand. */
export function onWin(listener) {
  winners.push(listener);
}

function show(position) {
  now = position;
  const isWon = position.solved === true && movesByHand() > 0 && startOfPlay().best !== 0;
  byId("board").classList.toggle("solved", isWon);
  byId("again").hidden = !isWon;
  byId("status").classList.toggle("searching", position.isSearched === true);
  stop.hidden = position.isSearched !== true && position.limit === undefined;
  stop.textContent = position.isSearched ? "Stop" : "Search again";
  unsolvable.hidden = position.solvable !== false;
  if (position.failure !== undefined) {
    say("–", "", explained(position.failure));
  } else if (!position.solvable) {
    say("∞", "unsolvable", "No sequence of moves reaches the goal.");
    showUnsolvable(position);
  } else if (position.solved) {
    say("0", "moves: this is the goal", isWon ? praise() : "Slide a tile, or scramble the board.");
    isWon && winners.forEach((listener) => listener(startOfPlay(), movesByHand()));
  } else if (position.distance === null) {
    say(`≥ ${position.lower_bound}`, unitOf(null), whyUnknown(position));
  } else {
    say(String(position.distance), unitOf(position.distance), bestOf(position));
  }
  showGauge(position);
}

/** The unit of a distance: single-tile moves, whatever metric is chosen for paths. */
function unitOf(distance) {
  return `${isMultiTile() ? "single-tile " : ""}${distance === 1 ? "move" : "moves"} to the goal`;
}

function say(figure, unit, more) {
  number.textContent = figure;
  words.textContent = unit;
  detail.textContent = more;
}

/** How the moves by hand compare with an optimal path. */
function praise() {
  const [moves, { best }] = [movesByHand(), startOfPlay()];
  const you = `You: ${counted(moves, "move")}`;
  return best === null ? `${you}.` : moves === best ? `${you}, the fewest possible.` : `${you}. Best: ${best}.`;
}

function whyUnknown({ isSearched, limit, lower_bound: bound }) {
  return isSearched ? `Searching… at least ${counted(bound, "move")}.` : limit === "stopped" ? "The search was stopped." : "The search reached its time limit.";
}

function bestOf({ moves, path, heuristic }) {
  if (path !== undefined) {
    return `Found by a search with ${heuristic === "patterns" ? "pattern databases" : "linear conflicts"}.`;
  }
  const best = moves.filter((move) => move.optimal).length;
  const all = counted(moves.length, "possible move");
  return best === moves.length && best > 1 ? `${best === 2 ? "Both" : `All ${best}`} possible moves are optimal.` : `${best} of ${all} ${best === 1 ? "is" : "are"} optimal.`;
}

/** The distance as a fraction of the largest one for the shape. */
function showGauge({ distance, shape, solvable }) {
  const [rows, columns] = (shape ?? "0x0").split("x").map(Number);
  const deepest = DEEPEST[`${Math.min(rows, columns)}x${Math.max(rows, columns)}`];
  const isKnown = solvable && distance !== null && deepest !== undefined;
  gauge.style.setProperty("--part", isKnown ? Math.min(1, distance / deepest) : 0);
}

/**
 * The two parity classes, with the board in the wrong one, the two tiles whose exchange makes it
 * solvable, and the counts that prove it.
 */
function showUnsolvable(position) {
  const { board, shape, exchange } = position;
  const cells = shape.split("x").reduce((product, side) => product * side, 1);
  const half = Array.from({ length: cells }, (_, index) => BigInt(index + 1)).reduce((product, factor) => product * factor, 1n) / 2n;
  byId("half-count").textContent = grouped(half);
  byId("half-here").replaceChildren(miniBoard(board, shape, exchange.tiles));
  byId("half-mended").replaceChildren(miniBoard(exchange.board, shape, exchange.tiles));
  const [one, other] = exchange.tiles;
  const button = make("button", { type: "button", class: "primary" }, `Swap ${one} and ${other}`);
  button.addEventListener("click", () => change({ board: exchange.board }));
  byId("exchange").replaceChildren(button);
  showParity(position);
}

/** The count that has to be even, and goals for which it is. */
function showParity({ parity, solvable_goals: goals }) {
  const { columns, inversions, counted: count, blank_row: row, goal_blank_row: goalRow } = parity;
  const countsRows = parity.rule === "inversions-and-rows";
  const rule = countsRows
    ? `The number of columns (${columns}) is even, so the number of inversions plus the number of rows from the blank to its goal row must be even.`
    : `The number of columns (${columns}) is odd, so the number of inversions must be even.`;
  const byTile = parity.inversions_by_tile.filter((tile) => tile.inversions > 0).map((tile) => `${tile.inversions} for tile ${tile.tile}`);
  const pairs = byTile.length < 2 ? "" : ` Grouped by the tile that comes first: ${byTile.join(", ")}.`;
  const blank = countsRows
    ? `The blank is in row ${row}, and its goal row is ${goalRow}: ${inversions} + ${count - inversions} = ${withParity(count)}.`
    : "";
  byId("parity-rule").textContent = rule;
  byId("parity-inversions").textContent = `Inversions: ${withParity(inversions)}.${pairs}`;
  byId("parity-blank").textContent = blank;
  const buttons = goals.map(({ name, goal }) => {
    const button = make("button", { type: "button" }, name ?? goal);
    button.addEventListener("click", () => change({ goal: name ?? goal }));
    return button;
  });
  byId("parity-goals").replaceChildren(...(buttons.length === 0 ? [] : [`With ${buttons.length === 1 ? "another goal" : "other goals"}, this board is solvable: `, ...buttons]));
}

function withParity(count) {
  return `${count}, ${count % 2 === 0 ? "even" : "odd"}`;
}

onPosition(show);
byId("again").addEventListener("click", restart);
stop.addEventListener("click", () => (stop.textContent === "Stop" ? stopSearch() : look()));
onChange((keys, by) => {
  // The distances of a playback would be read aloud faster than anyone can listen.
  number.parentElement.setAttribute("aria-live", ["solution", "walk"].includes(by) ? "off" : "polite");
  if (keys.has("metric") && now?.solvable && !now.solved) {
    words.textContent = unitOf(now.distance);
  }
});
