// The controls: shape, goal, board as text, scrambling, arranging, arrows.

import { ask } from "./ask.js";
import { arrange } from "./board-view.js";
import { attempt, byId, copy, explained, grouped, setText } from "./dom.js";
import { aim, onPosition } from "./position.js";
import { puzzleOf, randomSeed, readBoard, shapeOf, textOf } from "./puzzle.js";
import { change, isAimed, onChange, state } from "./state.js";

const shapes = byId("shape");
const goals = byId("goal");
const text = byId("board-text");
const moves = byId("depth");
const NAMED_GOALS = ["blank-last", "blank-first", "snail"];

/** The shapes with a table, from which boards of any depth can be drawn. */
let tabled = [];

/** The solved board of a shape, with the blank in the last cell. */
function solvedBoard(shape) {
  const [rows, columns] = shape.split("x").map(Number);
  const tiles = Array.from({ length: rows * columns }, (_, cell) => (cell + 1) % (rows * columns));
  return textOf({ rows, columns, tiles });
}

/** Maximum number of random moves. */
const LONGEST_WALK = 10_000;

async function scramble(by) {
  const depth = moves.value.trim();
  const hasTable = tabled.includes(state.get("shape"));
  const isWalk = /^\d{1,5}$/.test(depth) && Number(depth) <= LONGEST_WALK;
  if (!hasTable && depth !== "" && !isWalk) {
    complain(`Enter a number of random moves, at most ${grouped(LONGEST_WALK)}; this shape has no distance table.`, moves);
    return;
  }
  const given = { goal: state.get("goal"), shape: state.get("shape"), seed: randomSeed() };
  try {
    const how = depth === "" ? {} : hasTable ? { depth } : { walk: Number(depth) };
    const { boards } = await ask("sample", { ...given, ...how });
    complain("", moves);
    // Ignore the answer if another shape or goal was chosen in the meantime.
    if (boards.length > 0 && isAim(given)) {
      change({ board: boards[0].board }, by);
    }
  } catch (error) {
    complain(explained(error), moves);
  }
}

/** Whether a request's goal and shape are still those of the page. */
function isAim({ goal, shape }) {
  return goal === state.get("goal") && shape === state.get("shape");
}

/** Says what is wrong with a field; empty words if nothing is. */
function complain(words, field = text) {
  setText(byId(field.getAttribute("aria-describedby")), words);
  field.setAttribute("aria-invalid", String(words !== ""));
}

/** The number of the last text that was read. The answers to earlier ones may arrive later. */
let reading = 0;

/**
 * Reads a board that was typed or pasted, in any notation: of the current shape if possible,
 * otherwise of its own.
 */
async function readText() {
  const board = text.value;
  const number = (reading += 1);
  if (board.trim() === "") {
    complain("");
    return;
  }
  const { goal, shape } = aim();
  const read = readBoard(board, shape);
  if (read !== null) {
    complain("");
    change({ ...read, goal: NAMED_GOALS.includes(goal) || read.shape === shape ? goal : "blank-last" }, "text");
    return;
  }
  try {
    const position = await firstAnswer([{ board, goal, shape }, { board, goal }, { board, goal: "blank-last" }]);
    if (number !== reading) {
      return;
    }
    complain("");
    const goalStays = NAMED_GOALS.includes(goal) || position.goal === goal;
    change({ board: position.board, shape: position.shape, goal: goalStays ? goal : "blank-last" }, "text");
  } catch (error) {
    if (number === reading) {
      complain(shortened(explained(error)));
    }
  }
}

/** Shortens an error message to its first two reasons. */
function shortened(words) {
  const [first, second, ...more] = words.split("; ");
  return more.length === 0 ? words : `${first}; ${second}; and more.`;
}

/** Returns the first position that can be read; if there is none, throws the last error. */
async function firstAnswer(ways) {
  let wrong = null;
  for (const given of ways) {
    try {
      return await ask("position", given);
    } catch (error) {
      wrong = error;
    }
  }
  throw wrong;
}

function chooseGoal() {
  if (goals.value === "here") {
    change({ goal: state.get("board") });
  } else {
    change({ goal: goals.value });
  }
  showGoal();
}

/** Selects the goal by name, or as a custom board. */
function showGoal() {
  const goal = state.get("goal");
  const own = byId("goal-own");
  own.hidden = NAMED_GOALS.includes(goal);
  own.value = goal;
  own.textContent = own.hidden ? "" : goal;
  goals.value = goal;
}

function chooseShape() {
  const goal = NAMED_GOALS.includes(state.get("goal")) ? state.get("goal") : "blank-last";
  change({ shape: shapes.value, board: solvedBoard(shapes.value), goal });
  scramble("draw");
}

async function reset() {
  const given = { ...aim(), board: solvedBoard(state.get("shape")) };
  const position = await ask("position", given);
  if (isAim(given)) {
    change({ board: position.goal });
  }
}

function showShape() {
  const shape = shapeOf(puzzleOf(state.get("board"), state.get("shape")));
  if (![...shapes.options].some((option) => option.value === shape)) {
    shapes.add(new Option(shape.replace("x", " × "), shape));
  }
  shapes.value = shape;
  const hasTable = tabled.includes(shape);
  byId("depth-label").textContent = hasTable ? "moves away" : "random moves";
}

async function copyBoard() {
  const form = byId("board-form").value;
  try {
    const { text: written } = await ask("convert", { board: state.get("board"), shape: state.get("shape"), to: form });
    complain("");
    await copy(written);
  } catch (error) {
    // For example, boards of more than ten cells can't be written as digits.
    complain(explained(error));
  }
}

function toggleArranging() {
  const button = byId("arrange");
  const isOn = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", String(isOn));
  byId("arrange-help").hidden = !isOn;
  arrange(isOn);
}

function toggleArrows() {
  change({ arrows: state.get("arrows") === "yes" ? "no" : "yes" });
}

let textTimer = null;
text.addEventListener("input", () => {
  clearTimeout(textTimer);
  textTimer = setTimeout(readText, 250);
});
byId("scramble").addEventListener("submit", (event) => {
  event.preventDefault();
  scramble();
});
byId("reset").addEventListener("click", () => attempt(reset));
byId("arrange").addEventListener("click", toggleArranging);
byId("arrows").addEventListener("click", toggleArrows);
byId("copy-board").addEventListener("click", copyBoard);
shapes.addEventListener("change", chooseShape);
goals.addEventListener("change", chooseGoal);

onChange((keys, by) => {
  if (isAimed(keys)) {
    complain("", moves);
  }
  if ((keys.has("board") || keys.has("shape")) && by !== "text") {
    reading += 1;
    clearTimeout(textTimer);
    text.value = state.get("board");
    complain("");
  }
  if (by === "address" && state.typedBoard() !== null) {
    text.value = state.typedBoard();
    readText();
  }
  showShape();
  showGoal();
  byId("arrows").setAttribute("aria-pressed", String(state.get("arrows") === "yes"));
});
let hasFailed = false;
onPosition(({ failure }) => {
  const words = failure === undefined ? "" : explained(failure);
  // The goal in a link may be invalid, or the server may not answer for a while.
  if (words !== "" || hasFailed) {
    complain(words);
  }
  hasFailed = words !== "";
});

/** Asks which shapes have tables. */
export function learnTables() {
  return attempt(async () => {
    const { built, files } = await ask("tables", {});
    tabled = [...built, ...files.map((name) => name.split("-")[0])];
    showShape();
  });
}
