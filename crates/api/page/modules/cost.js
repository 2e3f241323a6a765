// The field for the cost of a move, in the panels that find and judge paths.

import { opposite } from "./puzzle.js";
import { change, onChange, state } from "./state.js";

const fields = [...document.querySelectorAll(".cost input")];
const complaints = [...document.querySelectorAll(".cost .complaint")];

/** A cost for each direction, without spaces. */
const DIRECTIONS = /^([UDLR]=\d+,){3}[UDLR]=\d+$/i;

/** The cost of a move as an argument of requests; undefined if paths are compared by length. */
export function costOfMove() {
  return state.get("cost") || undefined;
}

/**
 * The same for the directions of the blank, if the letters of the solution name those of the tile.
 * A cost that cannot be read stays as it is, so that the message about it shows it.
 */
export function costByBlank() {
  const cost = costOfMove();
  const isByTile = state.get("named") === "tile" && DIRECTIONS.test(cost?.replaceAll(" ", ""));
  return isByTile ? cost.toUpperCase().replace(/[UDLR]/g, opposite) : cost;
}

/** Shows why the cost was refused. Returns false for a failure with another reason. */
export function showRefusedCost({ code, message }) {
  const isRefused = code === "bad-choice" && costOfMove() !== undefined;
  if (isRefused) {
    complain(message);
  }
  return isRefused;
}

function complain(words) {
  complaints.forEach((complaint) => (complaint.textContent = words));
  fields.forEach((field) => field.setAttribute("aria-invalid", String(words !== "")));
}

let timer = null;
for (const field of fields) {
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => change({ cost: field.value.trim() }), 250);
  });
}

onChange((keys) => {
  if (keys.has("cost")) {
    complain("");
    // Replacing the text of the field in use would move its cursor.
    fields.filter((field) => field.value.trim() !== state.get("cost")).forEach((field) => (field.value = state.get("cost")));
  }
});
