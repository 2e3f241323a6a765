// Searches to watch, alone or side by side at the same pace.

import { ask } from "./ask.js";
import { byId, explained, setText, wantsStillness } from "./dom.js";
import { GrowthChart } from "./growth-chart.js";
import { Lane } from "./lane.js";
import { Player } from "./player.js";
import { aim, onPosition } from "./position.js";
import { headlineOf } from "./search-words.js";
import { stopWalk, walk } from "./search-walk.js";
import { change, onChange, state } from "./state.js";

/** The longest time in which searches run again after a slide, in milliseconds. */
const AGAIN = 4000;

/** The shortest time between two updates of the chart during playback, in milliseconds. */
const CHARTED = 60;

const lanes = [new Lane("left", "first"), new Lane("right", "second")];
const chart = new GrowthChart(byId("growth"));
const player = new Player(byId("search-player"), { what: "search", pace: 6, show: showStep, ended: showEnd });

/** The board from which the searches run. It stays while boards of their trees are shown. */
let start = aim();
/** The origin of the searches if they begin by themselves: the opening, or a slide. */
let origin = null;
/** The first step to show, or "play", if a lesson has chosen it. */
let cue = null;
/** The optimal length, if it is known. */
let distance = null;
let lastStep = 0;
/** The time of the last update of the chart. */
let charted = 0;

function shown() {
  return lanes.filter((lane) => lane.run !== null);
}

function showStep(step) {
  lastStep = step;
  for (const lane of lanes) {
    lane.show(step, { isPlaying: player.isPlaying, distance });
  }
  const now = performance.now();
  if (!player.isPlaying || now - charted > CHARTED) {
    charted = now;
    chart.show(step);
  }
  showHeadline(step);
}

function showHeadline(step) {
  const searches = shown();
  const isOver = searches.length > 0 && searches.every(({ run }) => run.answer.moves !== null && step >= run.steps);
  const words = isOver ? endingOf(searches) : beginningOf(searches);
  setText(byId("search-headline"), words.title);
  setText(byId("search-lead"), words.lead);
  byId("panel-search").classList.toggle("over", isOver);
}

function beginningOf(searches) {
  const names = searches.map(({ name }) => name);
  const lead = names.length === 0 ? "" : "Color shows f. Filled dots are expanded; rings are open.";
  const title = ["", `${names[0]}: one board after another.`, `${names.join(" and ")}: the same board, the same pace.`];
  return { title: title[names.length], lead };
}

function endingOf(searches) {
  const lead = `Slide a tile to run ${searches.length === 2 ? "both" : "it"} again.`;
  return { title: `${headlineOf(searches.map(({ run }) => run))}.`, lead };
}

/**
 * Loads the searches once all of them have finished. Playback starts at step 0, or at the last step
 * if the user prefers reduced motion.
 */
function loadRuns() {
  if (lanes.some((lane) => lane.isSearching)) {
    return;
  }
  const runs = shown();
  const steps = Math.max(0, ...runs.map(({ run }) => run.steps));
  chart.load(runs.map((lane) => ({ name: lane.name, side: lane === lanes[0] ? "left" : "right", run: lane.run })));
  byId("growth").hidden = runs.length === 0;
  // A nearer board would not help if this one is near already.
  byId("search-offer").hidden = runs.every(({ run }) => run.isWhole || (run.answer.moves !== null && run.answer.length <= 16));
  const begins = (origin !== null || cue === "play") && steps > 0;
  const first = typeof cue === "number" ? Math.min(cue, steps) : begins && wantsStillness() ? steps : 0;
  cue = null;
  player.load(steps, first);
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
  const given = { goal, shape, seed: crypto.getRandomValues(new Uint32Array(1))[0] };
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
  const isOfTree = by === "search" || by === "walk";
  if (!isOfTree) {
    start = aim();
    byId("board").classList.remove("inviting");
  }
  if (!isOfTree && ["board", "goal", "shape", "left", "right"].some((key) => keys.has(key))) {
    distance = null;
    origin = by === "address" && state.isOpening() ? "opening" : ["slide", "offer"].includes(by) ? "slide" : null;
  }
  for (const lane of lanes) {
    lane.markBoard(state.get("board") === start.board ? null : state.get("board"));
    lane.refresh(start, loadRuns);
  }
});
onPosition((position) => {
  if (position.board === start.board && position.distance !== undefined) {
    distance = position.distance;
    player.isPlaying || showStep(lastStep);
  }
});
byId("second-lane").addEventListener("click", () => {
  change({ right: state.get("right") === "" ? "ida.manhattan" : "" });
});
byId("search-player").addEventListener("click", stopWalk);
byId("search-offer").addEventListener("click", offerBoard);

/** Shows a step of the searches, or plays them ("play"), once they are loaded. */
export function cueSearch(step) {
  cue = step;
  if (step !== null && shown().length > 0) {
    loadRuns();
  }
}

/** Redraws the trees in the current colors of the page. */
export function repaintTrees() {
  for (const lane of lanes) {
    lane.refreshColours();
  }
}
