// A player of steps, one after the other: first, back, play and pause, on, last, a scrubber, and a speed.

import { icon, make } from "./dom.js";

/** Milliseconds between steps, from slow to fast. */
const PACES = [1200, 700, 400, 200, 100, 50, 16];

/** The buttons, and which step they lead to from a step of so many. */
const BUTTONS = [
  ["first", "First", () => 0],
  ["back", "Back", (step) => step - 1],
  ["play", "Play", null],
  ["on", "Next", (step) => step + 1],
  ["last", "Last", (_, steps) => steps],
];

/** A player in a place on the page. It calls back with the step to show, from 0 to the last. */
export class Player {
  #steps = 0;
  #step = 0;
  #timer = null;
  #show;
  #pace;
  #buttons = new Map();
  #scrubber;
  #count;

  constructor(place, { what, pace = 2, show }) {
    this.#show = show;
    this.#pace = pace;
    const bar = make("div", { class: "buttons", role: "group", "aria-label": `Play the ${what}` });
    for (const [name, label, target] of BUTTONS) {
      const button = make("button", { type: "button", class: name, "aria-label": label, title: label }, icon(name));
      button.addEventListener("click", () => (target === null ? this.toggle() : this.#goTo(target(this.#step, this.#steps))));
      this.#buttons.set(name, button);
      bar.append(button);
    }
    this.#scrubber = make("input", { type: "range", min: 0, max: 0, value: 0, class: "scrubber", "aria-label": `Step of the ${what}` });
    this.#scrubber.addEventListener("input", () => this.#goTo(Number(this.#scrubber.value)));
    this.#count = make("output", { class: "count" });
    const speed = make("input", { type: "range", min: 0, max: PACES.length - 1, value: pace, "aria-label": "Speed" });
    speed.addEventListener("input", () => (this.#pace = Number(speed.value)));
    place.replaceChildren(bar, this.#scrubber, this.#count, make("label", { class: "speed" }, "Speed", speed));
    this.#showButtons();
  }

  /** Is it playing? */
  get isPlaying() {
    return this.#timer !== null;
  }

  /** Another thing to play, of so many steps, and where to begin. */
  load(steps, step = 0) {
    this.pause();
    this.#steps = steps;
    this.#step = step;
    this.#showButtons();
  }

  /** Another step is shown, by somebody else. */
  isAt(step) {
    this.#step = step;
    this.#showButtons();
  }

  /** Plays from where it is; from the first step if it is at the last. */
  play() {
    if (this.#steps === 0) {
      return;
    }
    if (this.#step === this.#steps) {
      this.#to(0);
    }
    this.#timer = setTimeout(() => this.#tick(), PACES[this.#pace]);
    this.#showButtons();
  }

  /** Stands still. */
  pause() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#showButtons();
  }

  /** Plays, or stands still. */
  toggle() {
    this.isPlaying ? this.pause() : this.play();
  }

  #tick() {
    this.#to(this.#step + 1);
    if (this.#step < this.#steps) {
      this.#timer = setTimeout(() => this.#tick(), PACES[this.#pace]);
    } else {
      this.pause();
    }
  }

  #goTo(step) {
    this.pause();
    this.#to(Math.min(this.#steps, Math.max(0, step)));
  }

  #to(step) {
    this.#step = step;
    this.#showButtons();
    this.#show(step);
  }

  #showButtons() {
    const [step, steps] = [this.#step, this.#steps];
    // A disabled button would lose the focus, so buttons are only marked as disabled and do nothing.
    const disabled = { first: step === 0, back: step === 0, play: steps === 0, on: step === steps, last: step === steps };
    for (const [name, button] of this.#buttons) {
      button.setAttribute("aria-disabled", String(disabled[name]));
    }
    const play = this.#buttons.get("play");
    const label = this.isPlaying ? "Pause" : "Play";
    if (play.title !== label) {
      play.title = label;
      play.setAttribute("aria-label", label);
      play.replaceChildren(icon(this.isPlaying ? "pause" : "play"));
    }
    this.#scrubber.max = steps;
    this.#scrubber.value = step;
    this.#count.textContent = `${step} of ${steps}`;
  }
}
