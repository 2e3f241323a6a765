// The position of the board: its distance, the effect of each move, and a path if there is no
// table.

import { ask, isAborted } from "./ask.js";
import { afterMove, puzzleOf, textOf } from "./puzzle.js";
import { onChange, state } from "./state.js";

/** The time until the next attempt if the server does not answer, in milliseconds. */
const RETRY = 3000;

const listeners = [];

/** The running search for a path. */
let search = new AbortController();

/** The position whose path is searched for, or was until the search ended without one. */
let unknown = null;

/** The remaining path from each board of the last path found, its goal, and the heuristic that found it. */
let rests = { goal: null, at: new Map(), heuristic: null };

/**
 * Calls back with the position of the board, each time that more is known. It is the answer of
 * `position`, plus `distance` from a search if there is no table, `path` and `heuristic` after a search, and
 * `isSearched` during a search, or `limit` after one without a path. If the request fails, it is a `failure`.
 */
export function onPosition(listener) {
  listeners.push(listener);
}

function tell(position) {
  for (const listener of listeners) {
    listener(position);
  }
}

/** The board and the goal as arguments of requests. */
export function aim() {
  return { board: state.get("board"), goal: state.get("goal"), shape: state.get("shape") };
}

/** Finds the position, and searches for a path if there is no table. */
export async function look() {
  search.abort();
  search = new AbortController();
  const { signal } = search;
  const given = aim();
  try {
    const position = await ask("position", given);
    if (signal.aborted) {
      return;
    }
    const needsSearch = position.solvable && position.distance === null;
    if (!needsSearch) {
      tell(position);
      return;
    }
    const known = rests.goal === position.goal ? rests.at.get(position.board) : undefined;
    if (known !== undefined) {
      tell(withPath(position, known));
      return;
    }
    const isAgain = unknown?.board === position.board && unknown.goal === position.goal;
    await searchFor(isAgain ? { ...position, lower_bound: Math.max(position.lower_bound, unknown.lower_bound) } : position, given, signal);
  } catch (error) {
    if (!isAborted(error) && !signal.aborted) {
      tell({ failure: error });
      if (error.code === "no-server") {
        setTimeout(() => signal.aborted || look(), RETRY);
      }
    }
  }
}

async function searchFor(position, given, signal) {
  unknown = position;
  tell({ ...position, isSearched: true });
  const solution = await ask("solve", given, { lane: "solve", signal });
  if (signal.aborted) {
    return;
  }
  if (solution.moves === null) {
    unknown = { ...position, lower_bound: Math.max(position.lower_bound, solution.lower_bound) };
    tell({ ...unknown, limit: solution.limit });
    return;
  }
  rests = { goal: position.goal, at: restsAlong(position, solution.moves), heuristic: solution.heuristic };
  tell(withPath(position, solution.moves));
}

/** Ends the search for a path. */
export function stopSearch() {
  search.abort();
  tell({ ...unknown, limit: "stopped" });
}

function restsAlong(position, moves) {
  const at = new Map();
  let puzzle = puzzleOf(position.board, position.shape);
  for (let made = 0; made <= moves.length; made += 1) {
    at.set(textOf(puzzle), moves.slice(made));
    puzzle = made < moves.length ? afterMove(puzzle, moves[made]) : puzzle;
  }
  return at;
}

/**
 * A position whose distance is known from a shortest path. The first move of the path is known to
 * be optimal.
 */
function withPath(position, path) {
  const moves = position.moves.map((move) => (move.move === path[0] ? { ...move, optimal: true, distance: path.length - 1 } : move));
  return { ...position, distance: path.length, lower_bound: path.length, path, moves, heuristic: rests.heuristic };
}

onChange((keys) => {
  if (keys.has("board") || keys.has("goal") || keys.has("shape")) {
    look();
  }
});
