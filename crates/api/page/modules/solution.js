// Lists and plays paths: all shortest ones, or one that is best by cost or in multi-tile moves.

import { ask, isAborted } from "./ask.js";
import { attempt, byId, copy, counted, explained, grouped, make } from "./dom.js";
import { isMultiTile, isSingleTileLength, measureByBlank, showRefusal } from "./measure.js";
import { miniBoard } from "./mini-board.js";
import { Player } from "./player.js";
import { aim, onPosition } from "./position.js";
import { opposite, puzzleOf, puzzlesAlong, textOf } from "./puzzle.js";
import { change, isAimed, onChange, state } from "./state.js";

/** Number of paths per request. */
const PAGE = 100;

/** Maximum number of paths that the answer lists. */
const MAX_LISTED = 10_000;

const letters = byId("moves");

/**
 * The displayed state: the board where the paths begin, the number of paths, and the current one.
 */
let shown = null;

/** The last position. */
let position = null;

/** The last search by cost or in multi-tile moves, and what it was for. */
let search = new AbortController();
let searched = "";

const player = new Player(byId("solution-player"), { what: "solution", show: (step) => showStep(step) });

/** Plays moves from a board like a solution, for example those of a checked answer. */
export function playMoves(start, moves) {
  change({ board: start.board, shape: start.shape, show: "solution" }, "solution");
  load({ ...start, wanted: wanted(), count: 1n, first: 0, paths: [moves], isOwn: true }, 0);
  player.play();
}

function load(found, index) {
  shown = { ...found, index };
  const moves = shown.paths[index - shown.first];
  shown.texts = puzzlesAlong(puzzleOf(shown.board, shown.shape), moves).map(textOf);
  player.load(moves.length);
  byId("panel-solution").classList.remove("without-path");
  showPath(moves);
}

/** The step of the current path at which a board occurs; -1 if it does not. */
function stepOf(board) {
  return shown !== null && shown.wanted === wanted() ? shown.texts.indexOf(board) : -1;
}

async function showPosition() {
  byId("panel-solution").querySelector(".measure").hidden = position.solvable === false;
  const none = whyNone(position);
  if (none !== null) {
    endSearch();
    clear(none);
    return;
  }
  const step = stepOf(position.board);
  if (step >= 0 && position.shape === shown.shape) {
    player.isPlaying || player.isAt(step);
    markLetter(step);
    return;
  }
  const base = { board: position.board, shape: position.shape, goal: position.goal, wanted: wanted() };
  await (isSingleTileLength() ? findShortest(base) : findBest(base));
}

/** The reason why there is no path to show; null if there is one. */
function whyNone({ failure, solvable, isSearched, distance }) {
  if (failure !== undefined) {
    return explained(failure);
  }
  if (!solvable) {
    return "Unsolvable: the board and the goal have different parity.";
  }
  if (!isSingleTileLength()) {
    // Paths by cost or in multi-tile moves have their own search.
    return null;
  }
  if (isSearched) {
    return "Searching for an optimal path…";
  }
  return distance === null ? "The search ended without finding a path." : null;
}

/** What paths must reach, and how they are measured. */
function wanted() {
  return JSON.stringify([state.get("goal"), state.get("shape"), measureByBlank()]);
}

/** Whether a path is still to be found when the answer arrives. */
function isWanted(base) {
  return base.board === state.get("board") && base.wanted === wanted();
}

async function findShortest(base) {
  endSearch();
  if (position.path !== undefined) {
    load({ ...base, count: null, first: 0, paths: [position.path] }, 0);
    return;
  }
  try {
    const answer = await ask("solutions", { ...aim(), board: base.board, limit: PAGE });
    if (isWanted(base)) {
      load({ ...base, count: BigInt(answer.count), first: 0, paths: answer.paths }, 0);
    }
  } catch (error) {
    if (isWanted(base)) {
      clear(explained(error));
    }
  }
}

function endSearch() {
  search.abort();
  searched = "";
}

/** Finds a cheapest path, or one with the fewest multi-tile moves. */
async function findBest(base) {
  const key = `${base.board} ${base.wanted}`;
  // A position is reported again when more is known about it.
  if (key === searched) {
    return;
  }
  endSearch();
  searched = key;
  search = new AbortController();
  clear(isMultiTile() ? "Searching for an optimal path…" : "Searching for a cheapest path…");
  try {
    const given = { ...aim(), board: base.board, ...measureByBlank() };
    const { cost, cost_lower_bound: lowerBound, moves } = await ask("solve", given, { lane: "measured", signal: search.signal });
    if (!isWanted(base)) {
      // The same search may be wanted again.
      searched = searched === key ? "" : searched;
      return;
    }
    if (moves === null) {
      clear(isMultiTile() ? "Time limit reached." : `The search reached its limit: the least cost is at least ${grouped(lowerBound)}.`);
    } else {
      load({ ...base, count: null, first: 0, paths: [moves], cost }, 0);
    }
  } catch (error) {
    if (!isAborted(error) && isWanted(base)) {
      const isRefused = showRefusal(error);
      const why = isMultiTile() ? "This metric is not available for this board." : "No path: the cost of a move is invalid.";
      clear(isRefused ? why : explained(error));
    }
  }
}

/** Shows the path at an index; requests it if necessary. */
async function walkTo(index) {
  const last = Number(shown.count < MAX_LISTED ? shown.count : MAX_LISTED) - 1;
  const target = Math.min(last, Math.max(0, index));
  if (target < shown.first || target >= shown.first + shown.paths.length) {
    const first = Math.floor(target / PAGE) * PAGE;
    const given = { ...aim(), board: shown.board, skip: first, limit: Math.min(PAGE, MAX_LISTED - first) };
    const before = shown;
    const { paths } = await ask("solutions", given);
    // Another board may have been chosen in the meantime.
    if (shown !== before) {
      return;
    }
    shown = { ...shown, first, paths };
  }
  const { board } = shown;
  load(shown, target);
  change({ board }, "solution");
}

/** Shows that there is no path, with the reason. */
function clear(why) {
  shown = null;
  player.load(0);
  byId("panel-solution").classList.add("without-path");
  byId("solution-count").textContent = why;
}

function showStep(step) {
  change({ board: shown.texts[step] }, "solution");
  markLetter(step);
}

function showPath(moves) {
  const { count, index } = shown;
  const nameOf = (letter) => (state.get("named") === "tile" ? opposite(letter) : letter);
  letters.replaceChildren(
    ...[...moves].map((letter, place) => make("li", endsMove(moves, place) ? { class: "apart" } : {}, stepButton(place + 1, {}, nameOf(letter)))),
  );
  markLetter(0);
  byId("walk").hidden = count === null || count < 2n;
  byId("walk-place").textContent = `${grouped(index + 1)} of ${grouped(count ?? 1)}`;
  byId("solution-count").textContent = titleOf(moves);
  byId("strip").replaceChildren(...shown.texts.map((text, step) => make("li", {}, stepButton(step, { class: "plain" }, miniBoard(text, shown.shape)))));
}

/** Whether a multi-tile move ends at this letter: the next letter differs. */
function endsMove(moves, place) {
  return isMultiTile() && moves[place] !== moves[place + 1];
}

/** A button that goes to a step. Keyboard users have the scrubber, so it is not a tab stop. */
function stepButton(step, attributes, content) {
  const button = make("button", { type: "button", tabindex: -1, title: step === 0 ? "Start" : `After ${isMultiTile() ? "slide" : "move"} ${step}`, ...attributes }, content);
  button.addEventListener("click", () => {
    player.pause();
    player.isAt(step);
    showStep(step);
  });
  return button;
}

function titleOf(moves) {
  const slides = [...moves].filter((_, place) => endsMove(moves, place)).length;
  const length = isMultiTile() ? counted(slides, "multi-tile move") : counted(moves.length, "move");
  if (shown.isOwn) {
    return `The pasted answer: ${length}.`;
  }
  if (moves.length === 0) {
    return "This is the goal.";
  }
  if (shown.cost !== undefined) {
    return `Least cost ${grouped(shown.cost)}, ${length}.`;
  }
  if (shown.count === null) {
    return `An optimal path: ${length}.`;
  }
  return shown.count === 1n ? `The only optimal path: ${length}.` : `${grouped(shown.count)} optimal paths, each ${length} long.`;
}

function markLetter(step) {
  [...letters.children].forEach((item, place) => {
    const isLast = place === step - 1;
    item.classList.toggle("made", place < step);
    isLast ? item.setAttribute("aria-current", "step") : item.removeAttribute("aria-current");
  });
  [...byId("strip").children].forEach((item, place) => item.classList.toggle("here", place === step));
}

async function copyMoves() {
  const moves = shown?.paths[shown.index - shown.first];
  if (moves === undefined) {
    return;
  }
  const given = { board: shown.board, shape: shown.shape, moves, to: byId("moves-form").value, to_move_convention: state.get("named") };
  const { text } = await ask("convert", given);
  await copy(text);
}

byId("walk-back").addEventListener("click", () => attempt(() => walkTo(shown.index - 1)));
byId("walk-on").addEventListener("click", () => attempt(() => walkTo(shown.index + 1)));
byId("copy-moves").addEventListener("click", () => attempt(copyMoves));
byId("named").addEventListener("change", (event) => change({ named: event.target.value }));

onChange((keys, by) => {
  byId("named").value = state.get("named");
  if (keys.has("named") && shown !== null) {
    const step = shown.texts.indexOf(state.get("board"));
    showPath(shown.paths[shown.index - shown.first]);
    markLetter(step);
  }
  if (isAimed(keys) && state.get("show") !== "solution") {
    endSearch();
  }
  // A move by hand ends the playback of a path.
  if ((keys.has("board") && by !== "solution") || state.get("show") !== "solution") {
    player.pause();
  }
  if (keys.has("show") && by !== "solution" && state.get("show") === "solution" && position?.board === state.get("board")) {
    showPosition();
  }
  // The letters of costs have the same meaning as those of moves.
  if (["cost", "metric", "named"].some((key) => keys.has(key)) && position?.board === state.get("board")) {
    showPosition();
  }
});
onPosition((now) => {
  position = now;
  if (state.get("show") === "solution") {
    showPosition();
  }
});
