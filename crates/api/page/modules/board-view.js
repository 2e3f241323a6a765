// The interactive board: mouse, touch, and keys; arrows for optimal moves.

import { byId, counted, icon, make } from "./dom.js";
import { onPosition } from "./position.js";
import { exchanged, LETTERS, movesTo, puzzleOf, puzzlesAlong, targetOf, textOf, wayOfTile } from "./puzzle.js";
import { change, isAimed, onChange, state } from "./state.js";

const board = byId("board");

/** The tile elements, by number. */
let buttons = new Map();
/** Whether the board is being arranged, and the first of the two tiles to exchange, if chosen. */
let arranging = { isOn: false, chosen: null };
/** The tile under a finger or the mouse, and the pointer that holds it. */
let drag = null;

/** The least length of a flick, in pixels, and its least speed, in pixels per millisecond. */
const FLICK = 24;
const FLICK_SPEED = 0.2;

const ways = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] };
const keys = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };

/** The displayed board. */
function currentPuzzle() {
  return puzzleOf(state.get("board"), state.get("shape"));
}

/** Makes several moves of the blank at once. */
function makeMoves(moves) {
  const after = puzzlesAlong(currentPuzzle(), moves).at(-1);
  change({ board: textOf(after) }, "slide");
}

/** Turns arranging on or off: any two tiles can be exchanged in this mode. */
export function arrange(isOn) {
  arranging = { isOn, chosen: null };
  board.classList.toggle("arranging", isOn);
  showTiles();
}

function build(puzzle) {
  board.style.setProperty("--rows", puzzle.rows);
  board.style.setProperty("--columns", puzzle.columns);
  board.classList.toggle("two-digits", puzzle.tiles.length > 10);
  buttons = new Map();
  for (let tile = 0; tile < puzzle.tiles.length; tile += 1) {
    const face = make("span", { class: "face" }, tile === 0 ? "" : String(tile));
    const button = make("button", { type: "button", class: tile === 0 ? "tile blank" : "tile" }, face, icon("arrow"));
    button.dataset.tile = tile;
    button.addEventListener("click", () => press(tile));
    button.addEventListener("pointerdown", (event) => beginDrag(event, tile));
    buttons.set(tile, button);
  }
  board.replaceChildren(...buttons.values());
}

/** Places the tiles, and updates their labels and states. */
function showTiles() {
  const puzzle = currentPuzzle();
  const goal = goalTiles();
  const movable = new Map();
  for (const letter of LETTERS) {
    const cell = targetOf(puzzle, letter);
    if (cell !== null) {
      movable.set(puzzle.tiles[cell], letter);
    }
  }
  puzzle.tiles.forEach((tile, cell) => {
    const button = buttons.get(tile);
    const [row, column] = [Math.floor(cell / puzzle.columns), cell % puzzle.columns];
    button.style.setProperty("--row", row);
    button.style.setProperty("--column", column);
    button.style.order = cell;
    const letter = movable.get(tile);
    button.dataset.way = letter === undefined ? "" : wayOfTile(letter);
    button.classList.toggle("home", goal?.[cell] === tile);
    button.classList.toggle("chosen", arranging.chosen === tile);
    const canMove = arranging.isOn || letter !== undefined || (tile !== 0 && movesTo(puzzle, cell) !== null);
    button.setAttribute("aria-disabled", String(!canMove));
    button.setAttribute("aria-label", labelOf(tile, row, column, letter));
  });
  // Keeps the elements in row order, for screen readers and the tab key.
  const inOrder = puzzle.tiles.map((tile) => buttons.get(tile));
  if (inOrder.some((button, place) => board.children[place] !== button)) {
    const focused = document.activeElement;
    inOrder.forEach((button) => board.append(button));
    if (board.contains(focused)) {
      focused.focus({ preventScroll: true });
    }
  }
}

function labelOf(tile, row, column, letter) {
  const name = tile === 0 ? "blank" : `tile ${tile}`;
  const place = `row ${row + 1}, column ${column + 1}`;
  if (arranging.isOn) {
    return `${name}, ${place}, ${arranging.chosen === tile ? "chosen to be swapped" : "swap"}`;
  }
  return letter === undefined ? `${name}, ${place}` : `${name}, ${place}, slides ${wayOfTile(letter)}`;
}

let lastGoal = null;
let lastPosition = {};

function goalTiles() {
  return lastGoal?.length === buttons.size ? lastGoal : null;
}

/** Marks the optimal moves, and the tiles at their goal positions. */
function showPosition(position) {
  lastPosition = position;
  if (position.board !== state.get("board")) {
    return;
  }
  lastGoal = puzzleOf(position.goal, position.shape).tiles;
  showTiles();
  const best = new Set(position.moves.filter((move) => move.optimal).map((move) => move.tile));
  const after = new Map(position.moves.map((move) => [move.tile, move.distance]));
  const pair = new Set(position.exchange?.tiles ?? []);
  for (const [tile, button] of buttons) {
    button.classList.toggle("best", best.has(tile));
    button.classList.toggle("pair", pair.has(tile));
    const left = after.get(tile) ?? null;
    // A question of a lesson may ask for it.
    const isTold = left !== null && !document.body.classList.contains("secret");
    button.dataset.after = left ?? "";
    if (!arranging.isOn && after.has(tile) && state.get("arrows") === "yes") {
      const more = `${best.has(tile) ? ", a best move" : ""}${isTold ? `, then ${counted(left, "move")} to the goal` : ""}`;
      button.setAttribute("aria-label", `${button.getAttribute("aria-label")}${more}`);
    }
  }
}

function press(tile) {
  // The end of a drag is also a click, and a second finger may click during the drag of the first.
  if (drag?.isHeld || (drag?.wasMoved && drag.tile === tile)) {
    drag = drag.isHeld ? drag : null;
    return;
  }
  const puzzle = currentPuzzle();
  if (arranging.isOn) {
    choose(puzzle, tile);
    return;
  }
  const moves = movesTo(puzzle, puzzle.tiles.indexOf(tile));
  if (tile !== 0 && moves !== null) {
    makeMoves(moves);
  } else if (tile !== 0) {
    refuse(buttons.get(tile));
  }
}

/** Exchanges the tile with the one chosen before, or chooses it. */
function choose(puzzle, tile) {
  const { chosen } = arranging;
  arranging.chosen = chosen === null ? tile : null;
  if (chosen === null || chosen === tile) {
    arranging.chosen = chosen === tile ? null : tile;
    showTiles();
    return;
  }
  const after = exchanged(puzzle, puzzle.tiles.indexOf(chosen), puzzle.tiles.indexOf(tile));
  change({ board: textOf(after) }, "arrange");
}

/** Animates a tile that can't move. */
function refuse(button) {
  button.classList.remove("refused");
  requestAnimationFrame(() => button.classList.add("refused"));
  button.addEventListener("animationend", () => button.classList.remove("refused"), { once: true });
}

function beginDrag(event, tile) {
  if (drag?.isHeld) {
    return;
  }
  const button = buttons.get(tile);
  const way = ways[button.dataset.way];
  drag = null;
  if (arranging.isOn || way === undefined || tile === 0 || event.button !== 0) {
    return;
  }
  const { width, height } = button.getBoundingClientRect();
  const from = [event.clientY, event.clientX];
  drag = { tile, button, way, from, time: event.timeStamp, pointer: event.pointerId, size: way[0] === 0 ? width : height, by: 0, wasMoved: false, isHeld: true };
  button.setPointerCapture(event.pointerId);
  button.addEventListener("pointermove", moveDrag);
  button.addEventListener("pointerup", endDrag);
  button.addEventListener("pointercancel", endDrag);
  button.addEventListener("lostpointercapture", endDrag);
}

function moveDrag(event) {
  if (event.pointerId !== drag.pointer) {
    return;
  }
  const { button, way, size, from } = drag;
  const [down, right] = [event.clientY - from[0], event.clientX - from[1]];
  drag.by = Math.min(size, Math.max(0, down * way[0] + right * way[1]));
  // Small movements of a finger count as a press; longer ones are a drag.
  drag.wasMoved ||= Math.hypot(down, right) > 8;
  if (drag.wasMoved) {
    button.classList.add("dragged");
    button.style.setProperty("--drag-y", `${drag.by * way[0]}px`);
    button.style.setProperty("--drag-x", `${drag.by * way[1]}px`);
  }
}

function endDrag(event) {
  if (!drag?.isHeld || event.pointerId !== drag.pointer) {
    return;
  }
  drag.isHeld = false;
  const { button, tile, size, by, time, wasMoved } = drag;
  button.removeEventListener("pointermove", moveDrag);
  button.removeEventListener("pointerup", endDrag);
  button.removeEventListener("pointercancel", endDrag);
  button.removeEventListener("lostpointercapture", endDrag);
  button.classList.remove("dragged");
  button.style.removeProperty("--drag-y");
  button.style.removeProperty("--drag-x");
  const isFlick = by >= FLICK && by / (event.timeStamp - time) > FLICK_SPEED;
  if (wasMoved && (by > size / 3 || isFlick) && event.type === "pointerup") {
    const puzzle = currentPuzzle();
    const moves = movesTo(puzzle, puzzle.tiles.indexOf(tile));
    // Keys may have moved the blank during the drag.
    if (moves !== null) {
      makeMoves(moves);
    }
  }
}

/**
 * Arrow keys slide a tile, wherever the focus is, except in elements that use these keys
 * themselves.
 */
function pressKey(event) {
  const way = keys[event.key];
  const isTab = event.target.closest("[role=tab]") !== null && ["left", "right"].includes(way);
  const isTaken = isTab || event.target.closest("input, select, textarea, canvas, [role=slider], .strip:focus") !== null;
  if (way === undefined || isTaken || event.altKey || event.ctrlKey || event.metaKey || arranging.isOn) {
    return;
  }
  event.preventDefault();
  const letter = LETTERS.find((letter) => wayOfTile(letter) === way);
  if (targetOf(currentPuzzle(), letter) !== null) {
    makeMoves(letter);
  }
}

document.addEventListener("keydown", pressKey);

onChange((keys, by) => {
  if (keys.has("shape") || buttons.size === 0) {
    build(currentPuzzle());
  }
  if (keys.has("board") || keys.has("shape")) {
    if (by !== "arrange") {
      arranging.chosen = null;
    }
    for (const button of buttons.values()) {
      button.classList.remove("best", "pair");
      button.dataset.after = "";
    }
    showTiles();
  }
  board.classList.toggle("without-arrows", state.get("arrows") !== "yes");
  if (keys.has("arrows") && !isAimed(keys)) {
    showPosition(lastPosition);
  }
});
onPosition(showPosition);
