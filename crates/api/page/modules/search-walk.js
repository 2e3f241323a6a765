// Solves the board along the path of a search, board by board.

import { change, onChange, state } from "./state.js";

/** The time for each move, and before the board returns to its start, in milliseconds. */
const EACH = 190;
const REST = 1800;

let timer = null;

/** Ends the walk. */
export function stopWalk() {
  clearTimeout(timer);
  timer = null;
}

/** Goes through boards, and then back to the first one, which is open for a move of the user. */
export function walk(boards, whenBack) {
  stopWalk();
  const to = (index) => {
    change({ board: boards[index] }, "walk");
    const isLast = index === boards.length - 1;
    timer = setTimeout(() => (isLast ? back() : to(index + 1)), isLast ? REST : EACH);
  };
  const back = () => {
    timer = null;
    change({ board: boards[0] }, "walk");
    whenBack();
  };
  to(0);
}

// Any other change of the page ends the walk.
onChange((_, by) => {
  if (by !== "walk" || state.get("show") !== "search") {
    stopWalk();
  }
});
