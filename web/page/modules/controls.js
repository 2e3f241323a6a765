// What is set by hand: the shape, the goal, the board as a text, scrambling, arranging, arrows.

import { ask } from "./ask.js";
import { arrange } from "./board-view.js";
import { byId, copy, explained } from "./dom.js";
import { aim, onPosition } from "./position.js";
import { puzzleOf, shapeOf, textOf } from "./puzzle.js";
import { change, onChange, state } from "./state.js";

const shapes = byId("shape");
const goals = byId("goal");
const text = byId("board-text");
const complaint = byId("board-complaint");
const NAMED_GOALS = ["blank-last", "blank-first", "snail"];

/** The shapes that have a table, and so boards of each depth. */
let tabled = [];

/** The solved board of a shape, with the blank in the last cell. */
function solvedBoard(shape) {
  const [rows, columns] = shape.split("x").map(Number);
  const tiles = Array.from({ length: rows * columns }, (_, cell) => (cell + 1) % (rows * columns));
  return textOf({ rows, columns, tiles });
}

async function scramble() {
  const depth = byId("depth").value.trim();
  const hasTable = tabled.includes(state.get("shape"));
  const given = { goal: state.get("goal"), shape: state.get("shape"), seed: randomSeed() };
  try {
    const how = depth === "" ? {} : hasTable ? { depth } : { walk: Number(depth) };
    const { boards } = await ask("sample", { ...given, ...how });
    complain("");
    // Another shape or goal may have been chosen meanwhile, which has a board of its own.
    if (boards.length > 0 && isAim(given)) {
      change({ board: boards[0].board });
    }
  } catch (error) {
    complain(explained(error));
  }
}

/** Are the goal and the shape of a question still those of the page? */
function isAim({ goal, shape }) {
  return goal === state.get("goal") && shape === state.get("shape");
}

function randomSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}

function complain(words) {
  complaint.textContent = words;
  text.setAttribute("aria-invalid", String(words !== ""));
}

/** A board that was typed or pasted, in any notation: of the present shape if it can be, else of its own. */
async function readText() {
  const board = text.value;
  if (board.trim() === "") {
    complain("");
    return;
  }
  const { goal, shape } = aim();
  try {
    const position = await firstAnswer([{ board, goal, shape }, { board, goal }, { board, goal: "blank-last" }]);
    complain("");
    const goalStays = NAMED_GOALS.includes(goal) || position.goal === goal;
    change({ board: position.board, shape: position.shape, goal: goalStays ? goal : "blank-last" }, "text");
  } catch (error) {
    complain(explained(error));
  }
}

/** The first position that can be read; if none can, what is wrong by the last of the ways to read it. */
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

/** The goal among the named ones, or as a board of its own. */
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
  scramble();
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
    await copy(written, byId("copy-board"));
  } catch (error) {
    // Boards of more than ten cells have no digits, say.
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
byId("reset").addEventListener("click", reset);
byId("arrange").addEventListener("click", toggleArranging);
byId("arrows").addEventListener("click", toggleArrows);
byId("copy-board").addEventListener("click", copyBoard);
shapes.addEventListener("change", chooseShape);
goals.addEventListener("change", chooseGoal);

onChange((keys, by) => {
  if ((keys.has("board") || keys.has("shape")) && by !== "text") {
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
// A link may have a goal that can't be read.
onPosition(({ failure }) => failure === undefined || complain(explained(failure)));

/** Asks which shapes have tables. */
export async function learnTables() {
  const { built, files } = await ask("tables", {});
  tabled = [...built, ...files.map((name) => name.split("-")[0])];
  showShape();
}
