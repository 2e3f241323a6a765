// Searches to watch, alone or side by side at the same pace.

import { ask } from "./ask.js";
import { byId, counted, explained, grouped, setText, wantsStillness } from "./dom.js";
import { GrowthChart } from "./growth-chart.js";
import { Lane } from "./lane.js";
import { Player } from "./player.js";
import { aim, onPosition } from "./position.js";
import { projectWith } from "./projector.js";
import { randomSeed } from "./puzzle.js";
import { headlineOf, lengthsOf, vainOf } from "./search-words.js";
import { stopWalk, walk } from "./search-walk.js";
import { change, onChange, state } from "./state.js";

/** The longest time in which searches run again after a slide, in milliseconds. */
const AGAIN = 4000;

/** Explains the drawing: a tree, or bars. */
const MEANING = { tree: "Each dot is a board; its color shows f.", bars: "Each bar is a depth; its colors show f." };

/** The number of columns from which a tree is not drawn on most screens. */
const MAX_COLUMNS = 150;

const lanes = [new Lane("left", "first"), new Lane("right", "second")];
const chart = new GrowthChart(byId("growth"));
const player = new Player(byId("search-player"), { what: "search", pace: 6, show: showStep, paused: () => showStep(lastStep), ended: showEnd, label: countAt });

/** The board from which the searches run. It stays while boards of their trees are shown. */
let start = aim();
/** The origin of the searches if they begin by themselves: the opening, or a slide. */
let origin = null;
/** The optimal length, if it is known. */
let distance = null;
let lastStep = 0;
/** The step of the address, until its searches are loaded; 0 if there is none. */
let linked = 0;

function shown() {
  return lanes.filter((lane) => lane.run !== null);
}

function isSearching() {
  return lanes.some((lane) => lane.isSearching);
}

function showStep(step) {
  lastStep = step;
  for (const lane of lanes) {
    lane.show(step, { isPlaying: player.isPlaying, isFast: player.isFast, distance });
  }
  chart.show(step);
  showHeadline(step);
  player.isPlaying || noteStep();
}

/**
 * Notes the step in the address. A playback does so when it pauses. The step that a lesson shows by
 * itself is not noted, so that a link to a lesson plays its search again.
 */
function noteStep() {
  if (shown().length > 0 && (state.get("lesson") === "" || player.isUsed)) {
    change({ at: lastStep === 0 ? "" : String(lastStep) }, "step");
  }
}

/** The expansions of the longer search after a step, of those that it needs. */
function countAt(step, steps) {
  const most = (step) => Math.max(0, ...shown().map(({ run }) => run.at(Math.min(step, run.steps)).expanded));
  return `${grouped(most(step))} of ${grouped(most(steps))}`;
}

function showHeadline(step) {
  const searches = named();
  const ends = searches.map(({ run }) => step >= run.steps);
  const isBusy = isSearching();
  const isOver = !isBusy && ends.length > 0 && !ends.includes(false);
  const emptiness = isBusy ? null : emptinessOf();
  const beginning = () => (isBusy ? { title: "Searching…" } : { ...beginningOf(searches, ends), lead: MEANING[isOfBars() ? "bars" : "tree"] });
  const { title, lead = "" } = emptiness ?? (isOver ? endingOf(searches) : beginning());
  setText(byId("search-headline"), title);
  setText(byId("search-lead"), lead);
  byId("panel-search").classList.toggle("over", isOver);
  byId("panel-search").classList.toggle("without-trees", emptiness !== null);
}

/** The words that replace the trees if there is nothing to draw; otherwise null. */
function emptinessOf() {
  const asked = lanes.filter(({ isShown }) => isShown);
  if (asked.some(({ isUnsolvable }) => isUnsolvable)) {
    return { title: "No moves lead from this board to the goal.", lead: vainOf(asked) };
  }
  const isSolved = shown().length > 0 && shown().every(({ run }) => run.steps === 0);
  return isSolved ? { title: "This board is the goal: there is nothing to search.", lead: "Slide a tile or scramble the board to see a search." } : null;
}

/** Whether a tree would be too wide, so that bars are drawn. */
function isOfBars() {
  return document.querySelector("#lanes .of-bars") !== null;
}

/** The searches that have finished, with names that tell them apart. */
function named() {
  const searches = shown();
  const isOneName = new Set(searches.map(({ name }) => name)).size < searches.length;
  return searches.map(({ name, fullName, run }) => ({ name: isOneName ? fullName : name, run }));
}

function beginningOf(searches, ends) {
  const [one, other] = searches.map(({ name }) => name);
  if (ends.includes(true)) {
    const done = searches[ends.indexOf(true)];
    return { title: `${done.name} finished after ${counted(done.run.at(done.run.steps).expanded, "expansion")}; ${ends[0] ? other : one} is still searching.` };
  }
  if (new Set(searches.map(({ run }) => run.isDeepening)).size === 2) {
    const keeps = searches.map(({ name, run }) => `${name} keeps ${run.isDeepening ? "one path and restarts" : "every board it finds"}`);
    return { title: `${keeps.join("; ")}.` };
  }
  return { title: other === undefined ? `${one ?? "A search"} expands one board per step.` : `${one} and ${other} search the same board, one expansion per step.` };
}

function endingOf(searches) {
  const ended = searches.map(({ name, run }) => ({ name, answer: run.answer, at: run.at(run.steps) }));
  // The offer of another board takes the room of this hint.
  const hint = byId("search-offer").hidden ? " Slide a tile to run again." : "";
  return { title: headlineOf(ended), lead: lengthsOf(ended) + hint };
}

/** Runs the searches that have not run yet, and shows nothing of earlier ones meanwhile. */
function runSearches() {
  lanes.forEach((lane) => lane.refresh(start, loadRuns));
  if (isSearching()) {
    player.load(0);
    chart.load([]);
    showHeadline(0);
  }
}

/**
 * Loads the searches once all of them have finished. Playback starts at the step of the address, at
 * step 0, or at the last step if the user prefers reduced motion.
 */
function loadRuns() {
  if (isSearching()) {
    return;
  }
  const runs = named();
  const steps = Math.max(0, ...runs.map(({ run }) => run.steps));
  const begins = origin !== null && steps > 0;
  const first = Math.min(steps, linked || (begins && wantsStillness() ? steps : 0));
  linked = 0;
  const rests = new Set(runs.flatMap(({ run }) => run.restarts));
  player.load(steps, first, [...rests].sort((one, other) => one - other));
  byId("growth").hidden = runs.length === 0;
  const largest = (side) => Math.max(...runs.map(({ run }) => run.extent[side]));
  const shades = [...new Set(runs.flatMap(({ run }) => run.shades))].sort((one, other) => one - other);
  const widest = Object.fromEntries(["columns", "levels", "boards"].map((side) => [side, largest(side)]));
  runs.forEach(({ run }) => Object.assign(run, { widest, shades }));
  repaintTrees();
  chart.load(runs.map(({ name, run }) => ({ name, side: run === lanes[0].run ? "left" : "right", run })));
  // A nearer board would not help if this one is near already.
  const isNear = runs.every(({ run }) => run.answer.moves !== null && run.answer.length <= 16);
  byId("search-offer").hidden = isNear || widest.columns <= MAX_COLUMNS;
  byId("panel-search").classList.toggle("is-deepening", runs.some(({ run }) => run.isDeepening));
  showStep(first);
  if (begins && first === 0) {
    player.play(origin === "opening" ? Infinity : AGAIN);
  }
}

/** After the opening, the board solves itself along the path that was found. */
function showEnd() {
  const [run] = shown().map((lane) => lane.run);
  if (origin === "opening" && run?.answer.moves) {
    walk(run.path.map(({ board }) => board), () => byId("board").classList.add("inviting"));
  }
  origin = null;
}

/** Goes to a board whose searches are small enough to be drawn as a whole. */
async function offerBoard() {
  const { goal, shape } = aim();
  const given = { goal, shape, seed: randomSeed() };
  try {
    const { boards } = await ask("sample", { ...given, depth: "12-16" }).catch(() => ask("sample", { ...given, walk: 16 }));
    change({ board: boards[0].board }, "offer");
  } catch (error) {
    byId("search-lead").textContent = explained(error);
  }
}

onChange((keys, by) => {
  const hasSecond = state.get("right") !== "";
  byId("second-lane").setAttribute("aria-pressed", String(hasSecond));
  byId("lanes").classList.toggle("two", hasSecond);
  const isShown = state.get("show") === "search";
  if (!isShown) {
    player.pause();
  }
  if (by === "step") {
    return;
  }
  // Leaving a lesson keeps its searches as they are.
  const isLinked = by === "address" || (by === "lesson" && state.get("lesson") !== "");
  if (isLinked) {
    linked = Math.max(0, Math.floor(Number(state.get("at")) || 0));
  }
  const isOfTree = by === "search" || by === "walk";
  if (!isOfTree) {
    start = aim();
    byId("board").classList.remove("inviting");
  }
  if (!isOfTree && ["board", "goal", "shape", "left", "right"].some((key) => keys.has(key))) {
    distance = null;
    if (!isLinked) {
      linked = 0;
    }
    origin = by === "address" && state.isOpening() ? "opening" : ["slide", "offer"].includes(by) ? "slide" : null;
  }
  if (isLinked && state.get("at") === "play") {
    origin = "slide";
  }
  for (const lane of lanes) {
    lane.markBoard(state.get("board") === start.board ? null : state.get("board"), by === "walk");
  }
  runSearches();
  if (isLinked && isShown && keys.has("at") && shown().length > 0) {
    loadRuns();
  }
});
onPosition((position) => {
  if (position.board === start.board && position.distance !== undefined) {
    distance = position.distance;
    player.isPlaying || isSearching() || shown().length === 0 || showStep(lastStep);
  }
  if (position.failure === undefined) {
    // The server may answer again.
    runSearches();
  }
});
byId("second-lane").addEventListener("click", () => {
  change({ right: state.get("right") === "" ? "ida.manhattan" : "" });
});
byId("search-player").addEventListener("click", stopWalk);
projectWith(player);
// Before the link is copied.
byId("share").addEventListener("click", noteStep, { capture: true });
byId("search-offer").addEventListener("click", offerBoard);

/** Redraws the trees in the current colors of the page. */
export function repaintTrees() {
  for (const lane of lanes) {
    lane.repaint();
  }
}
