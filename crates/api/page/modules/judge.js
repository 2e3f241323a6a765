// Checks the answer of another solver. The judged board stays while others are played.

import { ask, isAborted } from "./ask.js";
import { byId, capitalized, counted, explained, grouped, make } from "./dom.js";
import { measure, showRefusal } from "./measure.js";
import { miniBoard } from "./mini-board.js";
import { aim } from "./position.js";
import { opposite } from "./puzzle.js";
import { isAimed, isPlayed, onChange, state } from "./state.js";
import { playMoves } from "./solution.js";

const text = byId("answer");
const namedBy = byId("answer-named");
const verdict = byId("verdict");

/** The time in which a new verdict replaces the one before, in milliseconds. */
const PATIENCE = 300;

/** The judged board, and its goal and shape. */
let judged = aim();

/** The current request, and what it asks. */
let judging = new AbortController();
let asked = "";

async function judge() {
  const answer = text.value;
  const isWanted = answer.trim() !== "" && state.get("show") === "judge";
  const given = { ...judged, answer, move_convention: namedBy.value, ...measure() };
  const key = isWanted ? JSON.stringify(given) : "";
  if (isWanted && key === asked) {
    // Only the displayed board has changed.
    verdict.querySelector(".pin")?.remove();
    verdict.append(...pinOf());
    return;
  }
  judging.abort();
  judging = new AbortController();
  asked = key;
  const { signal } = judging;
  if (!isWanted) {
    verdict.replaceChildren();
    return;
  }
  // A verdict that comes soon replaces the one before, without a flicker.
  const late = setTimeout(() => {
    verdict.className = "verdict";
    verdict.replaceChildren("Judging…");
  }, PATIENCE);
  try {
    const found = await ask("check", given, { lane: "judge", signal });
    show(found, given.shape);
  } catch (error) {
    // A request that failed may be made again.
    asked = asked === key ? "" : asked;
    if (showRefusal(error)) {
      verdict.replaceChildren();
    } else if (!isAborted(error)) {
      verdict.className = "verdict unread";
      const why = error.code === "too-large" ? "It is too long: paste one answer of at most 60,000 characters." : explained(error);
      verdict.replaceChildren(make("p", {}, make("strong", {}, "Cannot read this answer. "), why));
    }
  } finally {
    clearTimeout(late);
  }
}

function show(found, shape) {
  const { board, kind, moves, read_as: readAs, read_from: readFrom, distance, least_cost: leastCost, at, there, metric } = found;
  const [color, title, message] = verdictOf(found);
  verdict.className = `verdict ${color}`;
  const lines = [make("p", {}, make("strong", {}, `${title} `), message)];
  if (moves) {
    lines.push(stripOf(found));
  }
  if (there !== null) {
    const end = metric === "mtm" ? "The board at the end of the answer." : `The board after ${counted(at, "move")}.`;
    const where = kind === "illegal-move" ? `The board before the illegal move ${at}.` : end;
    lines.push(make("p", { class: "at" }, miniBoard(there, shape), make("span", {}, where)));
  }
  const from = readFrom.length === 0 ? "" : `, from the line “${readFrom[0].slice(0, 60)}”`;
  lines.push(make("p", {}, make("small", {}, `Read as: ${readAs}${from}.`)));
  if (leastCost !== undefined) {
    lines.push(make("p", {}, make("small", {}, `Least cost ${grouped(leastCost)}. A shortest path has ${counted(distance, "move")}.`)));
  } else if (distance !== null && kind !== "longer") {
    lines.push(make("p", {}, make("small", {}, `An optimal path has ${counted(distance, moveIn(found))}.`)));
  }
  // The moves up to the first illegal one.
  const made = moves?.slice(0, illegalLetter(found) - 1) ?? "";
  if (made !== "") {
    const play = make("button", { type: "button" }, "Play this answer");
    play.addEventListener("click", () => playMoves({ board, shape, goal: found.goal }, made));
    lines.push(make("p", {}, play));
  }
  verdict.replaceChildren(...lines, ...pinOf());
}

/** The color of a verdict, its title, and its message. */
function verdictOf(found) {
  const { right, kind, message, read_as: readAs, length, distance } = found;
  if (right && ["length", "cost"].includes(readAs)) {
    return ["partly", `Right ${readAs},`, "but the answer has no moves to check."];
  }
  if (kind === "longer") {
    return ["partly", "Solves it, but not optimally:", `${counted(length, moveIn(found))}; a shortest path has ${distance}.`];
  }
  if (kind === "costlier") {
    return ["partly", "Solves it, but not optimally:", `${message}.`];
  }
  return right ? ["right", "Right.", sentence(message)] : ["wrong", "Wrong.", sentence(message)];
}

/** What a move is called in the metric of a verdict. */
function moveIn({ metric }) {
  return metric === "mtm" ? "multi-tile move" : "move";
}

/** The number of the letter of the illegal move; infinite if there is none. The letters of a list of boards end before it. */
function illegalLetter({ kind, read_as: readAs, moves, at }) {
  return kind !== "illegal-move" ? Infinity : readAs === "boards" ? moves.length + 1 : at;
}

/** The moves of an answer, with the first illegal or wasted one marked. */
function stripOf(answer) {
  const { moves, wasted, distance } = answer;
  const illegal = illegalLetter(answer);
  const marked = Math.min(illegal, wasted ?? Infinity);
  // Whether the answer follows an optimal path to the goal, and then continues.
  const isSurplus = wasted - 1 === distance;
  // The letters end before a board that is not one move away.
  const letters = [...moves, ...(illegal > moves.length && illegal < Infinity ? ["?"] : [])];
  const item = (letter, place) => {
    const isMarked = place + 1 === marked;
    const marks = isMarked ? { class: "marked", "aria-current": "true" } : isSurplus && place + 1 > marked ? { class: "surplus" } : {};
    return make("li", marks, nameOf(letter));
  };
  const list = make("ol", { class: "moves", "aria-label": "Moves of the answer" }, ...letters.map(item));
  // The message already names an illegal move.
  const found = distance === 0 ? "The board is already the goal." : isSurplus ? `Move ${distance} already reaches the goal.` : `Move ${marked} is the first that leads no closer to the goal.`;
  const words = marked === wasted ? [make("p", {}, found)] : [];
  return make("div", { class: "judged" }, list, ...words);
}

/** The letter of a move in the convention of the answer. */
function nameOf(letter) {
  return namedBy.value === "tile" ? (opposite(letter) ?? letter) : letter;
}

/** A line that names the judged board if another one is displayed, with a button to judge that. */
function pinOf() {
  if (JSON.stringify(judged) === JSON.stringify(aim())) {
    return [];
  }
  const button = make("button", { type: "button" }, "Judge the answer for the current board");
  button.addEventListener("click", () => {
    judged = aim();
    judge();
  });
  return [make("p", { class: "at pin" }, "Judged for this board:", miniBoard(judged.board, judged.shape), button)];
}

/** A finding as a sentence. */
function sentence(message) {
  return `${capitalized(message)}.`.replace(/\.\.$/, ".");
}

let timer = null;
text.addEventListener("input", () => {
  if (text.value.trim() === "") {
    judged = aim();
  }
  clearTimeout(timer);
  timer = setTimeout(judge, 250);
});
namedBy.addEventListener("change", judge);
onChange((keys, by) => {
  const isPinned = isPlayed(by) && text.value.trim() !== "";
  if (!isPinned && isAimed(keys)) {
    judged = aim();
  }
  if (["board", "goal", "cost", "metric", "show"].some((key) => keys.has(key))) {
    judge();
  }
});
