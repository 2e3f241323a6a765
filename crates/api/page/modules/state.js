// The state of the page and its address: a link restores what its sender saw.

import { settingsOf } from "./lessons.js";
import { isBoard } from "./puzzle.js";

/** The state. Default values are left out of the address. */
const USUAL = {
  /** The lesson, if any, and its step, which sets defaults of its own. */
  lesson: "",
  step: "1",
  /** The board as written by the API, and its rows and columns. */
  board: "638541720",
  shape: "3x3",
  /** The goal: a name or a board. */
  goal: "blank-last",
  /** The open panel. */
  show: "solution",
  /** Whether optimal moves are shown as arrows. */
  arrows: "yes",
  /** The convention of moves: `blank` or `tile`. */
  named: "blank",
  /** The cost of a move, as typed; empty if paths are compared by length. */
  cost: "",
  /** The metric of moves: `stm` or `mtm`. */
  metric: "stm",
  /** The searches to watch: algorithm and heuristic. The second search is optional. */
  left: "astar.manhattan",
  right: "",
  /** The step of the searches; empty for the first. A lesson can also play them: `play`. */
  at: "",
};

const KEYS = Object.keys(USUAL);

/** The place in a lesson, whose defaults do not depend on the step. */
const PLACE = { lesson: USUAL.lesson, step: USUAL.step };

/** The page without an address: two searches side by side, on a board 16 moves from the goal. */
const OPENING = { board: "134802756", show: "search", right: "ida.manhattan" };

/**
 * The board of an address typed by a user, in any notation; null if the page has written the
 * address.
 */
let typedBoard = null;

/** Whether the address has no parameters. */
let isOpening = false;

/** Allowed values of enumerated keys. */
const CHOICES = { named: ["blank", "tile"], arrows: ["yes", "no"], metric: ["stm", "mtm"], show: ["solution", "search", "states", "judge", "compare"] };

/** The default values, at a step of a lesson if there is one. */
function usualAt(lesson, step) {
  return { ...USUAL, ...settingsOf(lesson, step ?? 1) };
}

/** A value of the address, or the default value if it is missing or impossible. */
function valid(key, value, usual) {
  const isValid = value !== null && (CHOICES[key]?.includes(value) ?? (value !== "" || USUAL[key] === ""));
  return isValid && !(key in PLACE) ? value : usual[key];
}

function readAddress(address) {
  const given = new URLSearchParams(address.split("#")[1]);
  isOpening = KEYS.every((key) => !given.has(key));
  if (isOpening) {
    typedBoard = null;
    return { ...USUAL, ...OPENING };
  }
  const usual = usualAt(given.get("lesson"), given.get("step"));
  const read = Object.fromEntries(KEYS.map((key) => [key, valid(key, given.get(key), usual)]));
  // The multi-tile metric has no costs.
  read.cost = read.metric === "mtm" ? "" : read.cost;
  typedBoard = isBoard(read.board, read.shape) ? null : read.board;
  return typedBoard === null ? read : { ...read, board: usual.board, shape: usual.shape };
}

/**
 * The fragment of the address for a state. It always names the board or a lesson, because an empty
 * one leads to the opening. Characters that need no escaping stay readable.
 */
function addressOf(values) {
  const usual = { ...usualAt(values.lesson, values.step), ...PLACE };
  const changed = KEYS.filter((key) => (key === "board" && values.lesson === "") || values[key] !== usual[key]);
  return changed.map((key) => `${key}=${encodeURIComponent(values[key]).replaceAll("%2C", ",").replaceAll("%3D", "=")}`).join("&");
}

/** The keys of the board and its goal. */
const AIM = ["board", "goal", "shape"];

/** Origins of changes that move on from a board, or back, instead of setting another one. */
const PLAYED = ["slide", "solution", "search", "walk", "undo", "restart"];

/** Whether a change of this origin keeps the board that was set last. */
export function isPlayed(by) {
  return PLAYED.includes(by);
}

/** Whether the board, the goal, or the shape is among the changed keys. */
export function isAimed(keys) {
  return AIM.some((key) => keys.has(key));
}

function aimNow() {
  return Object.fromEntries(AIM.map((key) => [key, values[key]]));
}

const values = readAddress(location.href);
const listeners = [];

/** The board that was set last, with its goal. */
let setAim = aimNow();

/** The current state. Only `change` modifies it. */
export const state = Object.freeze({
  get: (key) => values[key],
  typedBoard: () => typedBoard,
  isOpening: () => isOpening,
  link: () => `${location.href.split("#")[0]}#${addressOf(values)}`,
});

/** Calls back with the set of changed keys after each change, and once with all keys. */
export function onChange(listener) {
  listeners.push(listener);
}

/**
 * Changes a part of the state, and the address with it. `by` tells listeners the origin of the
 * change.
 */
export function change(changes, by = null) {
  const keys = new Set(Object.keys(changes).filter((key) => values[key] !== changes[key]));
  if (keys.size > 0 || by === "address") {
    const isSet = isAimed(keys) && !isPlayed(by);
    const before = addressOf({ ...values, ...setAim });
    Object.assign(values, changes);
    if (isSet) {
      setAim = aimNow();
      ["address", "draw"].includes(by) || remember(before);
    }
    showInAddress();
    tell(keys, by);
  }
}

/** Goes to a step of a lesson, and shows what it is about. */
export function enter(lesson, step) {
  change(usualAt(lesson, step), "lesson");
}

/** Notifies all listeners of all keys, once they are registered. */
export function begin() {
  tell(new Set(KEYS), "address");
}

function tell(keys, by) {
  for (const listener of listeners) {
    listener(keys, by);
  }
}

/** Adds an entry to the browser's history: Back returns to the address before. */
function remember(before) {
  history.replaceState(null, "", `#${before}`);
  history.pushState(null, "", `#${addressOf(values)}`);
}

let addressTimer = null;

/**
 * Browsers throttle frequent changes of the address, as during playback, so it is updated after a
 * pause.
 */
function showInAddress() {
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => history.replaceState(null, "", `#${addressOf(values)}`), 200);
}

// An update of the address may have replaced a new one before this event, which still has it.
addEventListener("hashchange", ({ newURL }) => change(readAddress(newURL), "address"));
