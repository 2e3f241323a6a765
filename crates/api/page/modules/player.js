// A step player with the buttons first, back, play or pause, next, and last; a scrubber; and a
// speed.

import { icon, make, setText } from "./dom.js";

/** Milliseconds per step, from slow to fast. */
const PACES = [1200, 700, 400, 200, 100, 50, 30, 16, 8];

/** Steps that follow each other faster than this are too fast to read, in milliseconds. */
const READABLE = 180;

/** The length of a rest, in steps, and at most in milliseconds. */
const REST = { steps: 20, most: 1500 };

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
  /** Whether the user has played or gone to a step since the sequence was loaded. */
  isUsed = false;
  #steps = 0;
  #step = 0;
  /** The steps at which the playback rests, in order. */
  #rests = [];
  #frame = null;
  /** The beginning of the playback: its time, its step, and the milliseconds per step. */
  #begun = null;
  #show;
  #paused;
  #ended;
  #label;
  #pace;
  #buttons = new Map();
  #scrubber;
  #count;

  constructor(place, { what, pace = 2, show, paused = () => {}, ended = () => {}, label = (step, steps) => `${step} of ${steps}` }) {
    this.#show = show;
    this.#paused = paused;
    this.#label = label;
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
    // A size of its own spares a layout of the page in each frame.
    this.#count = make("span");
    const speed = make("input", { type: "range", min: 0, max: PACES.length - 1, value: pace, "aria-label": "Speed" });
    speed.addEventListener("input", () => {
      this.#pace = Number(speed.value);
      this.isPlaying && this.#begin(PACES[this.#pace]);
    });
    place.replaceChildren(bar, make("div", { class: "track" }, make("span", {}, this.#scrubber)), make("output", { class: "count" }, this.#count), make("label", { class: "speed" }, "Speed", speed));
    this.#showButtons();
  }

  /** Whether the player is playing. */
  get isPlaying() {
    return this.#frame !== null;
  }

  /** Whether steps follow each other too fast to read. */
  get isFast() {
    return this.isPlaying && this.#begun.pace < READABLE;
  }

  /** Loads a new sequence: its number of steps, the first to show, and those at which to rest. */
  load(steps, step = 0, rests = []) {
    this.#stop();
    this.isUsed = false;
    this.#steps = steps;
    this.#step = step;
    this.#rests = rests;
    this.#count.style.width = `${this.#label(steps, steps).length * 0.54 + 0.2}rem`;
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
    this.#begin(Math.min(PACES[this.#pace], within / (this.#steps + this.#rests.length * REST.steps)));
    this.#showButtons();
  }

  /** Pauses. */
  pause() {
    const wasPlaying = this.isPlaying;
    this.#stop();
    this.#showButtons();
    if (wasPlaying) {
      this.#paused();
    }
  }

  #stop() {
    cancelAnimationFrame(this.#frame);
    this.#frame = null;
  }

  /** Pauses, and goes some steps on or back. */
  move(steps) {
    this.#goTo(this.#step + steps);
  }

  /** Plays or pauses. */
  toggle() {
    this.isUsed = true;
    this.isPlaying ? this.pause() : this.play();
  }

  #begin(pace) {
    cancelAnimationFrame(this.#frame);
    this.#begun = { time: performance.now(), step: this.#step, pace };
    this.#frame = requestAnimationFrame(() => this.#tick());
  }

  /** Shows the step that is due. */
  #tick() {
    const due = this.#dueAt(performance.now() - this.#begun.time);
    this.#frame = requestAnimationFrame(() => this.#tick());
    if (due !== this.#step) {
      this.#to(due);
    }
    // The callback may have paused the player.
    if (this.#step === this.#steps && this.isPlaying) {
      this.pause();
      this.#ended();
    }
  }

  /** The step that is due some time after the beginning of the playback. */
  #dueAt(elapsed) {
    const { step, pace } = this.#begun;
    const length = Math.min(REST.steps * pace, REST.most);
    let rested = 0;
    for (const rest of this.#rests.filter((rest) => rest > step)) {
      const over = elapsed - (rest - step) * pace - rested;
      if (over < 0) {
        break;
      }
      rested += Math.min(over, length);
    }
    return Math.min(this.#steps, step + Math.floor((elapsed - rested) / pace + 1e-6));
  }

  #goTo(step) {
    this.isUsed = true;
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
    // Nor is it moved by less than a pixel.
    if (!this.isPlaying || Math.abs(step - this.#scrubber.value) * 150 > steps) {
      this.#scrubber.value = step;
    }
    setText(this.#count, this.#label(step, steps));
    play.classList.toggle("waiting", step === 0 && steps > 0 && !this.isPlaying);
  }
}
