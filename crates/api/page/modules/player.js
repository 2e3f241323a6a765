// A step player with the buttons first, back, play or pause, next, and last; a scrubber; and a
// speed.

import { icon, make } from "./dom.js";

/** Milliseconds per step, from slow to fast. */
const PACES = [1200, 700, 400, 200, 100, 50, 30, 16, 8];

/** The buttons, and the target of each, from the current step and the number of steps. */
const BUTTONS = [
  ["first", "First", () => 0],
  ["back", "Back", (step) => step - 1],
  ["play", "Play", null],
  ["on", "Next", (step) => step + 1],
  ["last", "Last", (_, steps) => steps],
];

/**
 * A player in an element of the page. Calls back with the step to show, from 0 to the last. On a
 * slow machine it skips steps rather than falling behind.
 */
export class Player {
  #steps = 0;
  #step = 0;
  #frame = null;
  /** The beginning of the playback: its time, its step, and the milliseconds per step. */
  #begun = null;
  #show;
  #ended;
  #pace;
  #buttons = new Map();
  #scrubber;
  #count;

  constructor(place, { what, pace = 2, show, ended = () => {} }) {
    this.#show = show;
    this.#ended = ended;
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
    speed.addEventListener("input", () => {
      this.#pace = Number(speed.value);
      this.isPlaying && this.#begin(PACES[this.#pace]);
    });
    place.replaceChildren(bar, this.#scrubber, this.#count, make("label", { class: "speed" }, "Speed", speed));
    this.#showButtons();
  }

  /** Whether the player is playing. */
  get isPlaying() {
    return this.#frame !== null;
  }

  /** Loads a new sequence, with its number of steps and the first step to show. */
  load(steps, step = 0) {
    this.pause();
    this.#steps = steps;
    this.#step = step;
    this.#showButtons();
  }

  /** Updates the display after another part of the page has changed the step. */
  isAt(step) {
    this.#step = step;
    this.#showButtons();
  }

  /**
   * Plays from the current step, or from the first if the current one is the last; faster than
   * usual if that is needed to end within some milliseconds.
   */
  play(within = Infinity) {
    if (this.#steps === 0) {
      return;
    }
    if (this.#step === this.#steps) {
      this.#to(0);
    }
    this.#begin(Math.min(PACES[this.#pace], within / this.#steps));
    this.#showButtons();
  }

  /** Pauses. */
  pause() {
    cancelAnimationFrame(this.#frame);
    this.#frame = null;
    this.#showButtons();
  }

  /** Plays or pauses. */
  toggle() {
    this.isPlaying ? this.pause() : this.play();
  }

  #begin(pace) {
    cancelAnimationFrame(this.#frame);
    this.#begun = { time: performance.now(), step: this.#step, pace };
    this.#frame = requestAnimationFrame(() => this.#tick());
  }

  /** Shows the step that is due. */
  #tick() {
    const { time, step, pace } = this.#begun;
    const due = Math.min(this.#steps, step + Math.floor((performance.now() - time) / pace));
    this.#frame = requestAnimationFrame(() => this.#tick());
    if (due !== this.#step) {
      this.#to(due);
    }
    // The callback may have paused the player.
    if (this.#step === this.#steps && this.isPlaying) {
      this.pause();
      this.#show(this.#step);
      this.#ended();
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
    // A disabled button would lose the focus, so buttons are only marked as disabled and do
    // nothing.
    const disabled = { first: step === 0, back: step === 0, play: steps === 0, on: step === steps, last: step === steps };
    for (const [name, button] of this.#buttons) {
      if (button.getAttribute("aria-disabled") !== String(disabled[name])) {
        button.setAttribute("aria-disabled", String(disabled[name]));
      }
    }
    const play = this.#buttons.get("play");
    const label = this.isPlaying ? "Pause" : "Play";
    if (play.title !== label) {
      play.title = label;
      play.setAttribute("aria-label", label);
      play.replaceChildren(icon(this.isPlaying ? "pause" : "play"));
    }
    // Setting an attribute, even to its value, lays the scrubber out again.
    if (Number(this.#scrubber.max) !== steps) {
      this.#scrubber.max = steps;
    }
    this.#scrubber.value = step;
    this.#count.textContent = `${step} of ${steps}`;
    play.classList.toggle("waiting", step === 0 && steps > 0 && !this.isPlaying);
  }
}
