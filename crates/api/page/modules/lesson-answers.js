// The answers to the questions of the lessons, computed for the board on the page.

import { methodOf } from "./algorithms.js";
import { ask } from "./ask.js";
import { counted } from "./dom.js";
import { entryOf } from "./pattern.js";
import { aim } from "./position.js";
import { afterMove, puzzleOf } from "./puzzle.js";
import { state } from "./state.js";

/** The number of open boards to choose from. */
const CHOICES = 3;

/** The pairs of tiles in another order than in the goal, row by row without the blank. */
export function inversionsOf(puzzle, goal) {
  const tiles = puzzle.tiles.filter((tile) => tile !== 0);
  const rank = (tile) => goal.tiles.filter((each) => each !== 0).indexOf(tile);
  return tiles.flatMap((tile, place) => tiles.slice(place + 1).filter((later) => rank(later) < rank(tile)).map((later) => [tile, later]));
}

/** A number of inversions, and whether it is even. */
export function inversionsInWords(count) {
  return `${counted(count, "inversion")}, an ${count % 2 === 0 ? "even" : "odd"} number`;
}

/** The trace of the search on the left or on the right of the page; empty for an unsolvable board. */
async function traceOf(side) {
  const { algorithm, heuristic } = methodOf(state.get(side));
  const { trace = [] } = await ask("search", { ...aim(), algorithm, heuristic, trace: 2000, max_nodes: 2000 });
  return trace;
}

async function estimate(heuristic) {
  const { trace } = await ask("search", { ...aim(), algorithm: "astar", heuristic, trace: 1, max_nodes: 1 });
  return { answer: trace[0]?.h ?? 0 };
}

/** The board to expand after a step, and open boards that come later; null if there is no choice. */
async function nextOf({ at }) {
  const { heuristics } = methodOf(state.get("left"));
  const trace = await traceOf("left");
  const next = trace[at];
  // Deepening has no open list.
  if (next === undefined || next.bound !== undefined) {
    return null;
  }
  const open = new Map();
  for (const { board, g, generated } of trace.slice(0, at)) {
    open.delete(board);
    generated.filter(({ fate }) => fate !== "known").forEach((made) => open.set(made.board, { ...made, g: g + 1 }));
  }
  // Of equal values, the choice of the algorithm would be arbitrary. Small h are tempting.
  const others = [...open.values()].filter(({ f }) => f > next.f).sort((one, other) => one.h - other.h);
  if (others.length === 0) {
    return null;
  }
  const choices = [...others.slice(0, CHOICES - 1), next].sort((one, other) => (one.board < other.board ? -1 : 1));
  return { ...next, answer: next.board, choices: choices.map(({ board, g, h }) => ({ value: board, board, words: heuristics ? `g ${g}, h ${h}` : `g ${g}` })) };
}

/** The bound of IDA* that follows the one after a step; null if there is none. */
async function boundAfter({ at }) {
  const trace = await traceOf("right");
  const found = trace.slice(at).find(({ bound }) => bound > trace[at - 1].bound);
  return found === undefined ? null : { answer: found.bound };
}

/** The number of boards two moves away; breadth-first search expands all of them. */
async function boardsAtTwo() {
  const trace = await traceOf("left");
  return { answer: trace.filter(({ g }) => g === 2).length };
}

/** The inversions after the slide that moves the blank up; null if there is no such slide. */
function inversionsAfter({ puzzle, goal }) {
  const after = afterMove(puzzle, "U");
  return after === null ? null : { answer: inversionsOf(after, goal).length };
}

async function solvability({ puzzle, goal }) {
  const { solvable } = await ask("position", aim());
  const choices = ["Yes", "No"].map((words) => ({ value: words, words }));
  return { answer: solvable ? "Yes" : "No", choices, detail: inversionsInWords(inversionsOf(puzzle, goal).length) };
}

function sumOfEntries({ puzzle, goal, patterns }) {
  const entries = patterns.map((pattern) => entryOf(puzzle, goal, pattern));
  const answer = entries.reduce((sum, entry) => sum + entry, 0);
  return { answer, detail: `${entries.join(" + ")} = ${answer}` };
}

const KINDS = {
  slide: inversionsAfter,
  solvable: solvability,
  second: boardsAtTwo,
  next: nextOf,
  bound: boundAfter,
  misplaced: () => estimate("misplaced"),
  manhattan: () => estimate("manhattan"),
  sum: sumOfEntries,
};

/**
 * The answer to the question of a step: `answer`, other values for its feedback, and `choices` if
 * the answer is not a number to be typed; null if the board or the search on the page leaves no
 * question. `goal` is the goal board as text.
 */
export async function answerOf(step, goal) {
  const [puzzle, goalPuzzle] = [state.get("board"), goal].map((board) => puzzleOf(board, state.get("shape")));
  return KINDS[step.question.kind]({ ...step, puzzle, goal: goalPuzzle });
}
