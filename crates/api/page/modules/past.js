// The boards before and after the present one: undo, redo, and the start with the moves made since.

import { byId } from "./dom.js";
import { onPosition } from "./position.js";
import { puzzleOf } from "./puzzle.js";
import { change, isAimed, isPlayed, onChange, state } from "./state.js";

/** The boards, oldest first, and the index of the present one. */
const boards = [];
let place = -1;

/** The number of moves by hand since the board was last at the start; null if a path led here. */
export function movesByHand() {
  return boards[place].moves;
}

/** The board that was set last, with its goal, its shape, and its optimal length if it is known. */
export function startOfPlay() {
  return boards[place].start;
}

/** Returns to the board that was set last. */
export function restart() {
  change({ board: startOfPlay().board }, "restart");
}

/** Goes to an earlier board, or to a later one. */
function step(by) {
  const found = boards[place + by];
  if (found !== undefined) {
    place += by;
    const { board, goal, shape } = found;
    change({ board, goal, shape }, "undo");
    showButtons();
  }
}

/**
 * Adds the present board. The boards of a playback count as one, and as none if it returns to where
 * it began.
 */
function add(by) {
  const before = boards[place];
  const aim = { board: state.get("board"), goal: state.get("goal"), shape: state.get("shape") };
  const now = { ...aim, by, start: isPlayed(by) ? before.start : { ...aim, best: null } };
  const isSame = ["solution", "walk"].includes(by) && before?.by === by;
  boards.length = place + (isSame ? 0 : 1);
  const last = boards.at(-1);
  if (last === undefined || Object.keys(aim).some((key) => last[key] !== aim[key])) {
    boards.push({ ...now, moves: movesAfter(before, now) });
  }
  place = boards.length - 1;
}

function movesAfter(before, now) {
  if (!isPlayed(now.by) || now.board === now.start.board) {
    return 0;
  }
  return now.by === "slide" && before.moves !== null ? before.moves + tilesMoved(before, now) : null;
}

/** The number of tiles that a slide has moved: the blank has left one more cell. */
function tilesMoved(one, other) {
  const [before, after] = [one, other].map(({ board, shape }) => puzzleOf(board, shape).tiles);
  return before.filter((tile, cell) => tile !== after[cell]).length - 1;
}

function showButtons() {
  const isAtStart = boards[place].moves === 0;
  for (const [id, isOff] of [["undo", place === 0], ["redo", place === boards.length - 1], ["restart", isAtStart]]) {
    byId(id).setAttribute("aria-disabled", String(isOff));
  }
}

function pressKey(event) {
  const key = event.key.toLowerCase();
  const isText = event.target.closest("textarea, input:not([type=range], [type=checkbox])") !== null;
  if (isText || event.altKey || !(event.ctrlKey || event.metaKey) || !["y", "z"].includes(key)) {
    return;
  }
  event.preventDefault();
  step(key === "y" || event.shiftKey ? 1 : -1);
}

byId("undo").addEventListener("click", () => step(-1));
byId("redo").addEventListener("click", () => step(1));
byId("restart").addEventListener("click", restart);
document.addEventListener("keydown", pressKey);

onChange((keys, by) => {
  if (!isAimed(keys)) {
    return;
  }
  if (by !== "undo") {
    add(by);
  }
  showButtons();
});
onPosition(({ board, solvable, distance }) => {
  if (solvable && board === startOfPlay().board && distance !== null) {
    startOfPlay().best = distance;
  }
});
