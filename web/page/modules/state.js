// The state of the page and its address: a link shows what its sender saw.

import { isBoard } from "./puzzle.js";

/** What there is to show. What is usual is left out of the address. */
const USUAL = {
  /** The board, as the core writes it, and its rows and columns. */
  board: "638541720",
  shape: "3x3",
  /** The goal: a name, or a board. */
  goal: "blank-last",
  /** Which panel is open. */
  show: "solution",
  /** Are optimal moves shown as arrows? */
  arrows: "yes",
  /** What moves are named by: `blank` or `tile`. */
  named: "blank",
  /** The searches to watch: algorithm, and what it goes by. The second may be missing. */
  left: "astar.manhattan",
  right: "",
};

const KEYS = Object.keys(USUAL);

/** The board of an address that somebody has typed, in whatever notation; null if the page has written it itself. */
let typedBoard = null;

function readAddress() {
  const given = new URLSearchParams(location.hash.slice(1));
  const read = Object.fromEntries(KEYS.map((key) => [key, given.get(key) ?? USUAL[key]]));
  typedBoard = isBoard(read.board, read.shape) ? null : read.board;
  return typedBoard === null ? read : { ...read, board: USUAL.board, shape: USUAL.shape };
}

/** The part of the address that tells a state. Signs that need no mark stay as they are, to be read and typed. */
function addressOf(values) {
  const told = KEYS.filter((key) => values[key] !== USUAL[key]);
  return told.map((key) => `${key}=${encodeURIComponent(values[key]).replaceAll("%2C", ",")}`).join("&");
}

const values = readAddress();
const listeners = [];

/** The state as it is. It is changed by `change` alone. */
export const state = Object.freeze({
  get: (key) => values[key],
  typedBoard: () => typedBoard,
  link: () => `${location.href.split("#")[0]}#${addressOf(values)}`,
});

/** Calls back with the set of keys that have changed, after each change, and once with all of them. */
export function onChange(listener) {
  listeners.push(listener);
}

/** Changes some of the state, and the address with it. `by` tells listeners who has changed it. */
export function change(changes, by = null) {
  const keys = new Set(Object.keys(changes).filter((key) => values[key] !== changes[key]));
  if (keys.size > 0 || by === "address") {
    Object.assign(values, changes);
    showInAddress();
    tell(keys, by);
  }
}

/** Tells all listeners everything, when all are there. */
export function begin() {
  tell(new Set(KEYS), "address");
}

function tell(keys, by) {
  for (const listener of listeners) {
    listener(keys, by);
  }
}

let addressTimer = null;

/** Browsers slow down pages that change their address often, as a path that is played does: it is changed when that rests. */
function showInAddress() {
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => history.replaceState(null, "", `#${addressOf(values)}`), 200);
}

addEventListener("hashchange", () => change(readAddress(), "address"));
