// Counts the moves that a user makes by hand, and says how good they were at the goal.

import { counted } from "./dom.js";

/** The moves since the board was set, and its optimal length if it is known. */
let count = { moves: 0, best: null };

/** Adds moves that were made by hand. */
export function addMoves(moves) {
  count.moves += moves;
}

/** Begins at another board. */
export function resetMoves() {
  count = { moves: 0, best: null };
}

/** Notes the optimal length of the board where the moves begin. */
export function noteDistance(distance) {
  if (count.moves === 0) {
    count.best = distance;
  }
}

/** The number of moves, and how many were needed; null if the board was not solved by hand. */
export function praise() {
  const { moves, best } = count;
  if (moves === 0) {
    return null;
  }
  if (best === null) {
    return `Solved in ${counted(moves, "move")}.`;
  }
  return moves === best ? `Solved in ${counted(moves, "move")}: the fewest possible.` : `Solved in ${counted(moves, "move")}; ${best} would be enough.`;
}
