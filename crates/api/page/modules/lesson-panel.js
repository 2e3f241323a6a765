// Plays a lesson: its steps, its questions, and what they show of the board.

import { attempt, byId, make, setText } from "./dom.js";
import { answerOf } from "./lesson-answers.js";
import { LESSONS } from "./lessons.js";
import { miniBoard } from "./mini-board.js";
import { parityPair, swapped } from "./parity-pair.js";
import { drawnPattern } from "./pattern.js";
import { onPosition } from "./position.js";
import { puzzleOf, textOf } from "./puzzle.js";
import { change, enter, onChange, state } from "./state.js";

/** The time in which the panels get the content of a step, in milliseconds. */
const SETTLING = 2500;

const menu = byId("lessons");
const title = make("h2", { id: "lesson-title" });
const text = make("p", { class: "says", "aria-live": "polite" });
const form = make("form", { class: "question" });
const feedback = make("p", { class: "says", role: "status" });
const back = button("Back", () => go(-1));
const next = button("Next", () => go(1));
const place = make("section", { id: "lesson", class: "card lesson", tabindex: -1, "aria-labelledby": title.id, hidden: "" },
  make("div", {}, title, text, make("div", { class: "asking" }, form, feedback)),
  make("div", { class: "steps" }, back, next, button("Close", leave)));
/** Boards that a step shows instead of the panels. */
const aside = make("div", { id: "aside", hidden: "" });

const sizes = new ResizeObserver(scroll);

/** The goal, as text; null until it is known. */
let goal = null;
/** The number of the current question. The answers to earlier ones may arrive later. */
let posed = 0;
/** The time at which the step was shown. */
let pointed = 0;
/** Whether the answer is hidden. */
let isSecret = false;
/** The tiles that the reader swapped last; null for those of the step. */
let swappedLast = null;

function button(words, act, attributes = {}) {
  const made = make("button", { type: "button", ...attributes }, words);
  made.addEventListener("click", act);
  return made;
}

/** The current lesson and step; null outside of lessons. */
function current() {
  const lesson = LESSONS[state.get("lesson")];
  return lesson === undefined ? null : { lesson, step: lesson.steps[state.get("step") - 1] };
}

function go(by) {
  const names = Object.keys(LESSONS);
  const name = state.get("lesson");
  const to = Number(state.get("step")) + by;
  const isBeyond = to > LESSONS[name].steps.length;
  const following = names[names.indexOf(name) + 1];
  if (isBeyond && following === undefined) {
    leave();
  } else if (to > 0) {
    enter(isBeyond ? following : name, isBeyond ? 1 : to);
  }
}

/** Leaves the lesson. The board stays. */
function leave() {
  change({ lesson: "", step: "1" }, "lesson");
  menu.firstElementChild.focus();
}

function showStep() {
  const { lesson, step } = current();
  const [number, count] = [Number(state.get("step")), lesson.steps.length];
  title.replaceChildren(lesson.title, make("small", {}, ` step ${number} of ${count}`));
  setText(text, step.text);
  back.setAttribute("aria-disabled", String(number === 1));
  const isLast = state.get("lesson") === Object.keys(LESSONS).at(-1);
  next.textContent = number < count ? "Next" : isLast ? "Finish" : "Next lesson";
}

/** Asks the question of the step, if it has one, about the current board. */
async function pose() {
  const number = (posed += 1);
  const question = current()?.step.question;
  form.replaceChildren();
  feedback.textContent = "";
  hide(question?.isSecret ?? false);
  if (question === undefined || goal === null) {
    return;
  }
  const found = await answerOf(current().step, goal);
  if (number === posed) {
    const words = "This question is about the lesson’s own board and search. Undo your changes to answer it.";
    form.replaceChildren(...(found === null ? [make("p", {}, words)] : inputsOf(question, found)));
    hide(isSecret && found !== null);
  }
}

/** The parts of a question: buttons to choose from, or a field for a number. */
function inputsOf({ ask }, found) {
  const id = "lesson-ask";
  if (found.choices === undefined) {
    const field = make("input", { id, inputmode: "numeric", size: 4, autocomplete: "off" });
    form.onsubmit = () => judge(found, field.value.trim(), String(found.answer));
    return [make("label", { for: id }, ask), field, make("button", { class: "primary" }, "Check")];
  }
  const choices = found.choices.map(({ value, board, words }) => {
    const mini = board === undefined ? [] : [miniBoard(board, state.get("shape"))];
    const made = button("", () => {
      choices.forEach((each) => each.setAttribute("aria-pressed", String(each === made)));
      judge(found, value, found.answer);
    }, { "aria-pressed": "false" });
    made.append(...mini, words);
    return made;
  });
  return [make("p", { id }, ask), make("div", { class: "row", role: "group", "aria-labelledby": id }, ...choices)];
}

/** Gives feedback. A right answer, and any choice, shows what was hidden. */
function judge(found, given, answer) {
  const { question } = current().step;
  const isRight = given === answer;
  const words = isRight ? question.right : question.wrong;
  feedback.textContent = words.replace(/\{(\w+)\}/g, (_, key) => found[key]);
  feedback.dataset.right = isRight;
  hide(isSecret && !isRight && found.choices === undefined);
}

/** Hides or shows whatever tells the answer, and the heuristics that come later. */
function hide(isHidden) {
  isSecret = isHidden;
  const { step } = current() ?? {};
  document.body.classList.toggle("secret", isHidden);
  document.body.dataset.rows = step?.rows === undefined ? "" : step.rows - (isHidden ? 1 : 0);
}

/** Shows a step's facts about the current board: its parity, or its pattern databases. */
function showBoard() {
  const step = current()?.step;
  const shape = state.get("shape");
  const [puzzle, goalPuzzle] = [state.get("board"), goal ?? ""].map((board) => puzzleOf(board, shape));
  const isKnown = goalPuzzle.tiles.length === puzzle.tiles.length;
  // On larger boards, pattern databases take minutes to build, and parity may depend on the blank's row.
  aside.hidden = !(step?.patterns ?? step?.pairs) || !isKnown || puzzle.tiles.length !== 9;
  if (!aside.hidden) {
    aside.replaceChildren(...(step.patterns?.map((pattern) => drawnPattern(puzzle, goalPuzzle, pattern, shape)) ?? parityPair(puzzle, goalPuzzle, shape, swappedLast ?? step.pairs, swap)));
  }
}

/** Swaps two tiles of the board, and keeps the focus on the second one. */
function swap(pair) {
  swappedLast = pair;
  change({ board: textOf(swapped(puzzleOf(state.get("board"), state.get("shape")), pair)) });
  aside.querySelector(`[data-tile="${pair[1]}"]`)?.focus();
}

/** Outlines the part of the page that a step is about, and keeps it in sight. */
function point() {
  document.querySelector(".looked-at")?.classList.remove("looked-at");
  document.body.classList.toggle("in-lesson", !place.hidden);
  document.querySelector(current()?.step.look ?? "none")?.classList.add("looked-at");
  pointed = performance.now();
  // Observing an element again calls back even if its size is the same.
  sizes.disconnect();
  sizes.observe(place);
  sizes.observe(document.querySelector(".work"));
}

/**
 * Scrolls to the part that a step is about. The panels get their content later, and the lesson its
 * feedback; later changes are those of a reader, who may have scrolled elsewhere.
 */
function scroll(entries) {
  document.documentElement.style.setProperty("--lesson", `${place.offsetHeight}px`);
  if (performance.now() - pointed < SETTLING || entries.some(({ target }) => target === place)) {
    document.querySelector(".looked-at")?.scrollIntoView({ block: "nearest" });
  }
}

/** Arrow keys go from step to step. */
function pressKey(event) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by !== undefined && event.target.localName !== "input" && !event.altKey && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    event.stopPropagation();
    go(by);
  }
}

function build() {
  byId("board").closest("main").before(place);
  document.querySelector(".work").prepend(aside);
  const [page] = location.href.split("#");
  const links = Object.entries(LESSONS).map(([name, { title }]) => make("li", {}, make("a", { href: `${page}#lesson=${name}` }, title)));
  menu.append(make("ol", { class: "card" }, ...links));
  menu.addEventListener("click", ({ target }) => target.closest("a") === null || (menu.open = false));
  menu.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") {
      menu.open = false;
      menu.firstElementChild.focus();
    }
  });
  // The panel takes the focus when a lesson is opened.
  menu.addEventListener("focusout", ({ relatedTarget }) => menu.contains(relatedTarget) || (menu.open = false));
  place.addEventListener("keydown", pressKey);
  form.addEventListener("submit", (event) => event.preventDefault());
}

build();
onChange((keys, by) => {
  const isStep = keys.has("lesson") || keys.has("step");
  const isBoard = keys.has("board") || keys.has("goal") || keys.has("shape");
  const isOpen = current() !== null;
  place.hidden = !isOpen;
  if (isStep && isOpen) {
    showStep();
  }
  // The boards of a tree, and of a path, are those of the same search.
  const isAsked = (isBoard && !["search", "walk", "solution"].includes(by)) || keys.has("left") || keys.has("right");
  if (isStep || (isAsked && isOpen)) {
    attempt(pose);
  }
  if (isStep) {
    swappedLast = null;
  }
  if (isStep || (isBoard && isOpen)) {
    showBoard();
  }
  if (isStep) {
    point();
  }
  if (isStep && isOpen && by === "address") {
    place.focus({ preventScroll: true });
  }
});
onPosition((position) => {
  if (position.goal !== undefined && position.goal !== goal) {
    goal = position.goal;
    showBoard();
    attempt(pose);
  }
});
