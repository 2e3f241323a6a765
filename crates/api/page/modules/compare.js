// Compares heuristics on the current board and on a sample of boards.

import { ask, isAborted, isPassing } from "./ask.js";
import { CHART, emptyChart, powersUpTo, scaleOf } from "./chart.js";
import { byId, counted, draw, explained, grouped, make } from "./dom.js";
import { aim, onPosition } from "./position.js";
import { isAimed, onChange, state } from "./state.js";

/** The compared heuristics, the weakest first, by their names in the API. */
const HEURISTICS = [
  ["zero", "Zero"],
  ["misplaced", "Misplaced tiles"],
  ["manhattan", "Manhattan distance"],
  ["linear-conflict", "Linear conflict"],
  ["patterns", "Pattern databases"],
  ["exact", "Exact distance"],
];

const HEADING = "Heuristics compared";
const MAX_EXPANDED = 1_000_000;
/** The number of sampled boards per depth, and the distance between two depths. */
const PER_DEPTH = 4;

const algorithms = byId("compare-algorithm");
const table = byId("compare-table");
const heading = byId("compare-heading");
const complaint = byId("compare-complaint");
const legend = byId("compare-legend");
const LEGEND = legend.textContent;
let comparing = new AbortController();
let asked = "";
let sampling = null;

/**
 * Searches with a heuristic; returns the number of expansions and the estimate of the first board.
 */
async function measure(given, heuristic, signal) {
  const answer = await ask("search", { ...given, heuristic, trace: 1, max_nodes: MAX_EXPANDED }, { lane: "compare", signal });
  return { estimate: answer.trace[0]?.h ?? 0, expanded: answer.statistics.expanded, length: answer.length };
}

/** Compares on the current board, once its position is known. */
async function compareHere(position) {
  const given = { ...aim(), algorithm: algorithms.value };
  const key = JSON.stringify(given);
  if (key === asked) {
    return;
  }
  comparing.abort();
  asked = "";
  if (state.get("show") !== "compare" || position === null) {
    return;
  }
  if (!position.solvable) {
    table.replaceChildren();
    heading.textContent = position.failure === undefined ? "This board is unsolvable: there is nothing to compare." : HEADING;
    return;
  }
  comparing = new AbortController();
  asked = key;
  const { signal } = comparing;
  const rows = HEURISTICS.map(([name, title]) => ({ name, title, row: rowOf(name, title) }));
  table.replaceChildren(...rows.map(({ row }) => row));
  complaint.textContent = "";
  heading.textContent = HEADING;
  const found = [];
  for (const { name, title, row } of rows) {
    try {
      found.push({ name, title, row, ...(await measure(given, name, signal)) });
      fillRows(found);
    } catch (error) {
      if (isAborted(error)) {
        return;
      }
      asked = isPassing(error) ? "" : asked;
      row.remove();
    }
  }
  // The exact distance always wins, so it is left out.
  const [best] = found.filter(({ name }) => name !== "exact").sort((one, other) => one.expanded - other.expanded);
  const ratio = found[0]?.name === "zero" && best && ratioOf(found[0], best);
  heading.textContent = ratio ? `${best.title}: ${ratio} boards expanded than with the zero heuristic` : heading.textContent;
}

function rowOf(name, title) {
  return make("tr", { class: name }, make("th", { scope: "row" }, title), make("td"), make("td"), make("td"));
}

/**
 * Fills in the results. The lengths of the bars are proportional to the numbers. Beside each bar is
 * its ratio to the first one, that of the zero heuristic.
 */
function fillRows(found) {
  const most = Math.max(...found.map(({ expanded }) => expanded), 2);
  for (const { row, estimate, expanded, length } of found) {
    const [first, second, third] = row.querySelectorAll("td");
    first.textContent = String(estimate);
    second.textContent = length === null ? `> ${grouped(expanded)}` : grouped(expanded);
    const bar = make("span", { class: "bar" });
    bar.style.setProperty("--part", expanded / most);
    third.replaceChildren(make("span", { class: "ratio" }, ratioOf(found[0], { expanded, length })), bar);
  }
}

/** The ratio of two numbers of expansions, such as "3.4× fewer"; empty if a search was stopped or both are equal. */
function ratioOf(zero, { expanded, length }) {
  if (length === null || zero.length === null || zero.expanded === expanded) {
    return "";
  }
  const [ratio, word] = expanded < zero.expanded ? [zero.expanded / expanded, "fewer"] : [expanded / zero.expanded, "more"];
  return `${ratio < 10 ? ratio.toFixed(1) : grouped(Math.round(ratio))}× ${word}`;
}

/** Samples boards at all depths if there is a table, otherwise the ends of random walks. */
async function drawBoards(goalAndShape, signal) {
  const given = { ...goalAndShape, count: PER_DEPTH };
  try {
    const { deepest } = await ask("histogram", goalAndShape);
    const apart = deepest > 40 ? 3 : 1;
    const depths = Array.from({ length: Math.floor(deepest / apart) + 1 }, (_, index) => index * apart);
    return await drawEach(depths.map((depth) => ({ ...given, depth: String(depth), seed: depth + 1 })), signal);
  } catch (error) {
    if (error.code !== "no-table") {
      throw error;
    }
    signal.throwIfAborted();
    legend.textContent = "On the ends of random walks";
    const walks = Array.from({ length: 12 }, (_, index) => ({ ...given, walk: 3 * (index + 1), seed: index + 1 }));
    return drawEach(walks, signal);
  }
}

async function drawEach(questions, signal) {
  const boards = [];
  for (const question of questions) {
    const sample = await ask("sample", question);
    signal.throwIfAborted();
    boards.push(...sample.boards.map(({ board }) => board));
  }
  return [...new Set(boards)];
}

async function compareOnSample() {
  if (sampling !== null) {
    sampling.abort();
    return;
  }
  sampling = new AbortController();
  const { signal } = sampling;
  showRunning(true);
  complaint.textContent = "";
  const { goal, shape } = aim();
  const algorithm = algorithms.value;
  const results = new Map(HEURISTICS.filter(([name]) => byId(`compare-${name}`).checked).map(([name]) => [name, []]));
  try {
    const boards = await drawBoards({ goal, shape }, signal);
    for (const [index, board] of boards.entries()) {
      for (const [name, found] of results) {
        try {
          const { expanded, length } = await measure({ board, goal, shape, algorithm }, name, signal);
          length === null || found.push([length, expanded]);
        } catch (error) {
          // Without a table, there is no exact distance.
          if (!["no-table", "bad-choice"].includes(error.code)) {
            throw error;
          }
          results.delete(name);
        }
      }
      byId("compare-progress").textContent = `${index + 1} of ${counted(boards.length, "board")}`;
      if (index % 8 === 0 || index === boards.length - 1) {
        paint(results);
      }
    }
  } catch (error) {
    if (!isAborted(error)) {
      complaint.textContent = explained(error);
    }
  }
  sampling = null;
  showRunning(false);
}

function showRunning(isRunning) {
  byId("compare-sample").textContent = isRunning ? "Stop" : "Compare on a sample";
}

/** Ends and forgets the sample, which is for the algorithm, the goal, and the shape that were chosen. */
function clearSample() {
  sampling?.abort();
  byId("compare-chart").replaceChildren();
  byId("compare-progress").textContent = "";
  legend.textContent = LEGEND;
}

function paint(results) {
  const points = [...results.values()].flat();
  const titles = HEURISTICS.filter(([name]) => results.has(name)).map(([, title]) => title);
  const { width, height, left, right, top, bottom } = CHART;
  const deepest = Math.max(10, ...points.map(([depth]) => depth));
  const yTicks = powersUpTo(Math.max(10, ...points.map(([, expanded]) => expanded)));
  const x = scaleOf([0, deepest], [left + 8, width - right - 8]);
  const y = scaleOf([1, yTicks.at(-1)], [height - bottom, top], true);
  const xTicks = Array.from({ length: Math.floor(deepest / 5) + 1 }, (_, index) => 5 * index);
  const chart = emptyChart({
    label: `Boards expanded against depth, for ${titles.join(", ")}`,
    x, y, xTicks, yTicks, xName: "optimal length in moves", yName: "boards expanded",
  });
  for (const [name, found] of results) {
    chart.append(...marksOf(name, found, x, y));
  }
  byId("compare-chart").replaceChildren(chart);
}

/** Draws a dot for each board, and a line through the means of each depth. */
function marksOf(name, found, x, y) {
  const dots = found.map(([depth, expanded]) => draw("circle", { class: `dot ${name}`, cx: x(depth), cy: y(Math.max(1, expanded)), r: 2.5 }));
  const depths = [...new Set(found.map(([depth]) => depth))].sort((one, other) => one - other);
  const means = depths.map((depth) => {
    const there = found.filter(([other]) => other === depth).map(([, expanded]) => expanded);
    const mean = there.reduce((sum, expanded) => sum + expanded, 0) / there.length;
    return `${x(depth)} ${y(Math.max(1, mean))}`;
  });
  return means.length === 0 ? dots : [...dots, draw("path", { class: `line ${name}`, d: `M${means.join("L")}` })];
}

let lastPosition = null;

algorithms.addEventListener("change", () => {
  clearSample();
  compareHere(lastPosition);
});
byId("compare-sample").addEventListener("click", compareOnSample);
onChange((keys) => {
  if (keys.has("goal") || keys.has("shape")) {
    clearSample();
  }
  // The position of another board or goal comes later.
  lastPosition = isAimed(keys) ? null : lastPosition;
  compareHere(lastPosition);
});
onPosition((position) => {
  lastPosition = position;
  compareHere(lastPosition);
});
