// Compares heuristics on the current board and on a sample of boards.

import { ask, isAborted } from "./ask.js";
import { CHART, emptyChart, powersUpTo, scaleOf } from "./chart.js";
import { byId, counted, draw, explained, grouped, make } from "./dom.js";
import { aim, onPosition } from "./position.js";
import { onChange, state } from "./state.js";

/** The compared heuristics, the weakest first, by their names in the API. */
const HEURISTICS = [
  ["zero", "Zero"],
  ["misplaced", "Misplaced tiles"],
  ["manhattan", "Manhattan distance"],
  ["linear-conflict", "Linear conflict"],
  ["patterns", "Pattern databases"],
  ["exact", "Exact distance"],
];

const MAX_EXPANDED = 1_000_000;
/** The number of sampled boards per depth, and the distance between two depths. */
const PER_DEPTH = 4;

const table = byId("compare-table");
const heading = byId("compare-heading");
const complaint = byId("compare-complaint");
let comparing = new AbortController();
let asked = "";
let sampling = null;

/**
 * Searches with a heuristic; returns the number of expansions and the estimate of the first board.
 */
async function measure(board, heuristic, algorithm, signal) {
  const given = { ...aim(), board, algorithm, heuristic, trace: 1, expanded: MAX_EXPANDED };
  const answer = await ask("search", given, { lane: "compare", signal });
  return { estimate: answer.trace[0]?.h ?? 0, expanded: answer.statistics.expanded, length: answer.length };
}

async function compareHere(position) {
  const algorithm = byId("compare-algorithm").value;
  const key = JSON.stringify([aim(), algorithm]);
  const isShown = state.get("show") === "compare" && position?.solvable;
  if (!isShown || key === asked) {
    return;
  }
  comparing.abort();
  comparing = new AbortController();
  asked = key;
  const { signal } = comparing;
  const rows = HEURISTICS.map(([name, title]) => ({ name, title, row: rowOf(name, title) }));
  table.replaceChildren(...rows.map(({ row }) => row));
  complaint.textContent = "";
  heading.textContent = "Heuristics compared";
  const found = [];
  for (const { name, title, row } of rows) {
    try {
      found.push({ name, title, row, ...(await measure(position.board, name, algorithm, signal)) });
      fillRows(found);
    } catch (error) {
      if (isAborted(error)) {
        return;
      }
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
async function drawBoards(signal) {
  const given = { goal: state.get("goal"), shape: state.get("shape"), count: PER_DEPTH };
  try {
    const { deepest } = await ask("histogram", { goal: given.goal, shape: given.shape });
    const apart = deepest > 40 ? 3 : 1;
    const depths = Array.from({ length: Math.floor(deepest / apart) + 1 }, (_, index) => index * apart);
    return await drawEach(depths.map((depth) => ({ ...given, depth: String(depth), seed: depth + 1 })), signal);
  } catch (error) {
    if (error.code !== "no-table") {
      throw error;
    }
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
  const results = new Map(chosen().map(([name]) => [name, []]));
  try {
    const boards = await drawBoards(signal);
    const algorithm = byId("compare-algorithm").value;
    for (const [index, board] of boards.entries()) {
      for (const [name] of chosen()) {
        const { expanded, length } = await measure(board, name, algorithm, signal);
        if (length !== null) {
          results.get(name)?.push([length, expanded]);
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

/** The selected heuristics. */
function chosen() {
  return HEURISTICS.filter(([name]) => byId(`compare-${name}`).checked);
}

function paint(results) {
  const points = [...results.values()].flat();
  const { width, height, left, right, top, bottom } = CHART;
  const deepest = Math.max(10, ...points.map(([depth]) => depth));
  const yTicks = powersUpTo(Math.max(10, ...points.map(([, expanded]) => expanded)));
  const x = scaleOf([0, deepest], [left + 8, width - right - 8]);
  const y = scaleOf([1, yTicks.at(-1)], [height - bottom, top], true);
  const xTicks = Array.from({ length: Math.floor(deepest / 5) + 1 }, (_, index) => 5 * index);
  const chart = emptyChart({
    label: `Boards expanded against depth, for ${[...results.keys()].join(", ")}`,
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

byId("compare-algorithm").addEventListener("change", () => compareHere(lastPosition));
byId("compare-sample").addEventListener("click", compareOnSample);
onChange(() => compareHere(lastPosition?.board === state.get("board") ? lastPosition : null));
onPosition((position) => {
  lastPosition = position.failure === undefined ? position : null;
  compareHere(lastPosition);
});
