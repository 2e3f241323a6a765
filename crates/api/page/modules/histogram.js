// The number of boards at each distance, with the current board marked.

import { ask, isPassing } from "./ask.js";
import { CHART, emptyChart, powersUpTo, roundUpTo, scaleOf } from "./chart.js";
import { attempt, byId, counted, draw, explained, grouped } from "./dom.js";
import { onPosition } from "./position.js";
import { randomSeed } from "./puzzle.js";
import { change, onChange, state } from "./state.js";

const place = byId("histogram");
const words = byId("histogram-words");
const logarithmic = byId("histogram-logarithmic");

/** The displayed state: the answer, its goal and shape, and the selected distance. */
let drawn = { key: "", answer: null, at: null };
let here = null;

async function refresh() {
  const given = { goal: state.get("goal"), shape: state.get("shape") };
  const key = JSON.stringify(given);
  if (state.get("show") !== "states" || drawn.key === key) {
    return;
  }
  drawn = { key, answer: null, at: null };
  try {
    const answer = await ask("histogram", given);
    if (drawn.key === key) {
      drawn.answer = answer;
      paint();
    }
  } catch (error) {
    if (drawn.key !== key) {
      return;
    }
    drawn.key = isPassing(error) ? "" : key;
    place.replaceChildren();
    byId("histogram-controls").hidden = true;
    const why = `${given.shape.replace("x", " × ")} has too many boards to count here.`;
    const isLarge = error.code === "no-table";
    words.textContent = isLarge ? `${why} Smaller shapes, up to 3 × 3 and 2 × 5, have this chart.` : explained(error);
  }
}

function paint() {
  const { answer } = drawn;
  if (answer === null) {
    return;
  }
  byId("histogram-controls").hidden = false;
  const { boards, deepest } = answer;
  const most = Math.max(...boards);
  const isLogarithmic = logarithmic.checked;
  const yTicks = isLogarithmic ? powersUpTo(most) : roundUpTo(most);
  const { width, height, left, right, top, bottom } = CHART;
  const x = scaleOf([-0.5, deepest + 0.5], [left, width - right]);
  const y = scaleOf([yTicks[0], yTicks.at(-1)], [height - bottom, top], isLogarithmic);
  const every = deepest > 40 ? 10 : 5;
  const xTicks = boards.map((_, depth) => depth).filter((depth) => depth % every === 0);
  const chart = emptyChart({ label: "", x, y, xTicks, yTicks, xName: "moves to the goal", yName: "boards" });
  boards.forEach((count, depth) => chart.append(bar(depth, count, x, y)));
  const fullest = boards.indexOf(most);
  // Left out near the label "you are here", which would cover it.
  if (here === null || Math.abs(x(fullest) - x(here)) > 80) {
    chart.append(draw("text", { class: "most", x: x(fullest), y: y(most) - 4 }, grouped(most)));
  }
  makeSlider(chart);
  place.replaceChildren(chart);
  look(drawn.at ?? here ?? 0);
}

function bar(depth, count, x, y) {
  const [from, to] = [x(depth - 0.42), x(depth + 0.42)];
  const floor = CHART.height - CHART.bottom;
  // Even a single board gets a visible bar, on both scales.
  const top = Math.min(y(count), floor - 2);
  const all = draw("g", { class: "bar", "data-depth": depth });
  all.append(draw("rect", { class: "reach", x: x(depth - 0.5), width: x(depth + 0.5) - x(depth - 0.5), y: CHART.top, height: floor - CHART.top }));
  all.append(draw("rect", { class: "fill", x: from, width: to - from, y: top, height: floor - top, rx: 2 }));
  if (depth === here) {
    const middle = (from + to) / 2;
    // The text is above all bars that it covers.
    const covered = drawn.answer.boards.filter((_, other) => Math.abs(x(other) - middle) < 55);
    const label = Math.min(top - 14, ...covered.map((count) => y(count) - 4));
    all.append(draw("path", { class: "here", d: `M${middle} ${top - 4} l-6 -9 h5 V${label} h2 V${top - 13} h5 z` }));
    all.append(draw("text", { class: "here", x: middle, y: label - 4 }, "you are here"));
  }
  all.addEventListener("pointerenter", () => look(depth));
  all.addEventListener("click", () => attempt(() => visit(depth)));
  return all;
}

/** One tab stop for the whole chart; arrow keys change its value. */
function makeSlider(chart) {
  const attributes = { role: "slider", tabindex: 0, "aria-label": "Distance", "aria-valuemin": 0, "aria-valuemax": drawn.answer.deepest };
  for (const [name, value] of Object.entries(attributes)) {
    chart.setAttribute(name, value);
  }
  const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -5, PageUp: 5, Home: -Infinity, End: Infinity };
  chart.addEventListener("keydown", (event) => {
    if (event.key in steps) {
      event.preventDefault();
      look(Math.min(drawn.answer.deepest, Math.max(0, drawn.at + steps[event.key])));
    } else if (event.key === "Enter") {
      attempt(() => visit(drawn.at));
    }
  });
}

/** Shows the number of boards at a distance. */
function look(depth) {
  const { boards, states } = drawn.answer;
  drawn.at = depth;
  const share = ((100 * boards[depth]) / states).toPrecision(2);
  const text = `${counted(boards[depth], "board")} ${boards[depth] === 1 ? "is" : "are"} ${counted(depth, "move")} away: ${Number(share)}% of ${grouped(states)}.`;
  words.textContent = text;
  const chart = place.firstElementChild;
  chart.setAttribute("aria-valuenow", depth);
  chart.setAttribute("aria-valuetext", depth === here ? `${text} You are here.` : text);
  for (const each of chart.querySelectorAll(".bar")) {
    each.classList.toggle("looked", Number(each.dataset.depth) === depth);
  }
}

/** Goes to a random board at a distance. */
async function visit(depth) {
  const given = { goal: state.get("goal"), shape: state.get("shape") };
  const { boards } = await ask("sample", { ...given, depth: String(depth), seed: randomSeed() });
  if (JSON.stringify(given) === drawn.key) {
    drawn.at = depth;
    change({ board: boards[0].board });
  }
}

logarithmic.addEventListener("change", paint);
onChange(refresh);
onPosition((position) => {
  here = position.failure === undefined ? position.distance : null;
  drawn.at = here ?? drawn.at;
  paint();
  if (position.failure === undefined) {
    // The server may answer again.
    refresh();
  }
});
