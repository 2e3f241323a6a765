// The measure of paths in the tabs Solution and Judge: the length in a metric, or the cost.

import { capitalized, setText } from "./dom.js";
import { opposite } from "./puzzle.js";
import { change, onChange, state } from "./state.js";

const metrics = [...document.querySelectorAll(".metric")];
const costs = [...document.querySelectorAll(".cost")];
const complaints = [...document.querySelectorAll(".measure .complaint")];

/** A cost for each direction, without spaces. */
const DIRECTIONS = /^([UDLR]=\d+,){3}[UDLR]=\d+$/i;

/** The measure as arguments of requests. */
export function measure() {
  return { metric: state.get("metric"), cost: state.get("cost") || undefined };
}

/**
 * The same, but costs of directions always refer to the blank, even if the letters name moves of the tile. A cost that
 * cannot be parsed is left unchanged, so that the error message quotes it as typed.
 */
export function measureByBlank() {
  const { metric, cost } = measure();
  const isByTile = state.get("named") === "tile" && DIRECTIONS.test(cost?.replaceAll(" ", ""));
  return { metric, cost: isByTile ? cost.toUpperCase().replace(/[UDLR]/g, opposite) : cost };
}

/** Whether paths are measured by their number of single-tile moves, as distances are. */
export function isSingleTileLength() {
  return state.get("cost") === "" && !isMultiTile();
}

/** Whether the multi-tile metric is chosen. */
export function isMultiTile() {
  return state.get("metric") === "mtm";
}

/** Shows the message if the metric or the cost was refused. Returns whether it was. */
export function showRefusal({ code, message }) {
  const isRefused = code === "bad-choice" && !isSingleTileLength();
  if (isRefused) {
    complain(capitalized(message));
  }
  return isRefused;
}

function complain(words) {
  complaints.forEach((complaint) => setText(complaint, words));
  const mark = (fields, isWrong) => fields.forEach((field) => field.setAttribute("aria-invalid", String(isWrong)));
  mark(metrics, words !== "" && isMultiTile());
  mark(costs, words !== "" && !isMultiTile());
}

let timer = null;
for (const field of costs) {
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => change({ cost: field.value.trim() }), 250);
  });
}
for (const field of metrics) {
  field.addEventListener("change", () => {
    clearTimeout(timer);
    // Costs are not supported in the multi-tile metric.
    costs.forEach((cost) => (cost.value = ""));
    change({ metric: field.value, cost: "" });
  });
}

onChange((keys) => {
  if (["cost", "metric", "shape"].some((key) => keys.has(key))) {
    complain("");
  }
  if (keys.has("cost")) {
    // Replacing the text of the field in use would move its cursor.
    costs.filter((field) => field.value.trim() !== state.get("cost")).forEach((field) => (field.value = state.get("cost")));
  }
  metrics.forEach((field) => (field.value = state.get("metric")));
  costs.forEach((field) => {
    field.disabled = isMultiTile();
    field.title = isMultiTile() ? "Costs require the single-tile metric" : "";
  });
});
