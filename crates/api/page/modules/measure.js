// What a path is measured by, in the panels that find and judge paths: its moves in a metric, or their cost.

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
 * The same, with costs for the directions of the blank, if the letters of the solution name those of the tile.
 * A cost that cannot be read stays as it is, so that the message about it shows it.
 */
export function measureByBlank() {
  const { metric, cost } = measure();
  const isByTile = state.get("named") === "tile" && DIRECTIONS.test(cost?.replaceAll(" ", ""));
  return { metric, cost: isByTile ? cost.toUpperCase().replace(/[UDLR]/g, opposite) : cost };
}

/** Whether paths are measured by single-tile moves, like the distances of the page. */
export function isUsual() {
  return state.get("cost") === "" && !isMultiTile();
}

/** Whether the metric is the multi-tile metric. */
export function isMultiTile() {
  return state.get("metric") === "mtm";
}

/** Shows why the measure was refused. Returns false for a failure with another reason. */
export function showRefusal({ code, message }) {
  const isRefused = code === "bad-choice" && !isUsual();
  if (isRefused) {
    complain(message);
  }
  return isRefused;
}

function complain(words) {
  complaints.forEach((complaint) => (complaint.textContent = words));
  costs.forEach((field) => field.setAttribute("aria-invalid", String(words !== "" && !isMultiTile())));
}

let timer = null;
for (const field of costs) {
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => change({ cost: field.value.trim() }), 250);
  });
}
for (const field of metrics) {
  // The multi-tile metric has no costs.
  field.addEventListener("change", () => change({ metric: field.value, cost: "" }));
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
  costs.forEach((field) => (field.disabled = isMultiTile()));
});
