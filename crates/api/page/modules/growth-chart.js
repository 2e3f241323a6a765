// A live chart of searches: the boards in memory against the expansions, a line for each search.

import { draw, grouped, make, setText } from "./dom.js";
import { roundUpTo, scaleOf } from "./chart.js";
import { memoryOf } from "./search-words.js";

/** The height of a line of text, in pixels. */
const LINE = 16;

/** The distance of a label from its point, in pixels. */
const BESIDE = 9;

/** Measures labels. */
const pen = make("canvas").getContext("2d");

/** Maximum number of points of a line, about one per pixel. */
const MAX_POINTS = 500;

const SIDES = { left: 52, right: 118, top: 22, bottom: 20 };

/** A chart of less height, in pixels, has its title on the left and no axis below the lines. */
const SLIM = { height: 70, left: 236, right: 118, top: 16, bottom: 8 };

/** A chart in an element of the page. It is drawn in pixels, so that its text is never scaled. */
export class GrowthChart {
  #place;
  #searches = [];
  #marks = [];
  #step = 0;
  /** Hides the lines after the current step. */
  #cover = make("div", { class: "cover" });
  #width = 0;
  #x = null;
  #y = null;

  constructor(place) {
    this.#place = place;
    new ResizeObserver(() => this.#rebuild()).observe(place);
  }

  /** Loads the searches to compare: the name and the run of each. */
  load(searches) {
    this.#searches = searches;
    this.#rebuild();
  }

  /**
   * Shows the lines up to a step. The lines stay as they are: a cover over the rest and the labels
   * move, which the browser does without drawing them again.
   */
  show(step) {
    this.#step = step;
    const places = this.#marks.map(({ run, name, tip, label, width }) => {
      const at = run.at(Math.min(step, run.steps));
      const { index, memory } = at;
      const place = { x: this.#x(index), y: this.#y(run.memory[index]), memory, label, width };
      // A label that is too long for the margin begins before its point.
      place.left = Math.min(BESIDE, this.#width - width - place.x);
      tip.style.transform = `translate(${place.x}px, ${place.y}px)`;
      label.style.transform = `translateX(${place.left}px)`;
      setText(label, `${name} ${memoryOf(at)}`);
      return place;
    });
    if (places.length > 0) {
      this.#cover.style.transform = `translateX(${Math.max(...places.map(({ x }) => x)) + 1}px)`;
    }
    this.#partLabels(places);
  }

  /**
   * Separates overlapping labels; the larger value goes on top. A label that begins before its point
   * is above it.
   */
  #partLabels(places) {
    const [one, other] = places;
    const room = places.some(({ left }) => left < BESIDE) ? 2 * LINE : LINE;
    const overlaps = (one, other) => one.x + one.left < other.x + other.left + other.width;
    const isNear = other !== undefined && Math.abs(one.y - other.y) < room && overlaps(one, other) && overlaps(other, one);
    const upper = one?.memory < other?.memory ? other : one;
    for (const place of places) {
      place.label.classList.toggle("raised", isNear ? place === upper : place.left < BESIDE);
    }
  }

  #rebuild() {
    const { clientWidth: width, clientHeight: height } = this.#place;
    this.#width = width;
    this.#marks = [];
    if (this.#searches.length === 0 || width === 0) {
      this.#place.replaceChildren();
      return;
    }
    const most = Math.max(...this.#searches.flatMap(({ run }) => Math.max(...run.memory)));
    const last = Math.max(1, ...this.#searches.map(({ run }) => run.answer.trace.length));
    const isSlim = height < SLIM.height;
    const { left, right, top, bottom } = isSlim ? SLIM : SIDES;
    const floor = height - bottom;
    this.#x = scaleOf([0, last], [left, width - right]);
    this.#y = scaleOf([0, Math.max(4, most) * 1.04], [floor, top]);
    const chart = draw("svg", { class: "growth", width, height, role: "img", "aria-label": "Boards in memory against expansions" });
    for (const tick of roundUpTo(most).filter((tick, index) => tick <= most && index % 2 === 0)) {
      chart.append(draw("line", { class: "grid", x1: left, x2: width - right, y1: this.#y(tick), y2: this.#y(tick) }));
      chart.append(draw("text", { class: "tick end", x: left - 7, y: this.#y(tick) + 4 }, grouped(tick)));
    }
    for (const tick of roundUpTo(last).filter((tick) => !isSlim && tick > 0 && tick <= last)) {
      chart.append(draw("text", { class: "tick middle", x: this.#x(tick), y: floor + 15 }, grouped(tick)));
    }
    const part = this.#searches.every(({ run }) => run.isWhole) ? "" : ` (first ${grouped(last)})`;
    const title = isSlim ? "boards in memory" : `boards in memory after each expansion${part}`;
    chart.append(draw("text", { class: "tick", x: 0, y: isSlim ? height / 2 + 4 : 13 }, title));
    this.#marks = this.#searches.map(({ name, side, run }) => this.#mark(chart, { name, side, run }));
    Object.assign(this.#cover.style, { top: `${top - 4}px`, height: `${floor - top + 6}px` });
    this.#place.replaceChildren(chart, this.#cover, ...this.#marks.map(({ tip }) => tip));
    this.show(this.#step);
  }

  #mark(chart, { name, side, run }) {
    const every = Math.ceil(run.memory.length / MAX_POINTS);
    const steps = run.memory.map((_, step) => step).filter((step) => step % every === 0 || step === run.memory.length - 1);
    const points = steps.map((step) => `${this.#x(step).toFixed(1)},${this.#y(run.memory[step]).toFixed(1)}`).join(" ");
    chart.append(draw("polyline", { class: `line ${side}`, points }));
    const label = make("span");
    // Its size does not depend on its content, which spares a layout in each frame.
    pen.font = "700 15px system-ui, sans-serif";
    const width = Math.ceil(pen.measureText(`${name} ${grouped(Math.max(...run.memory, run.at(run.steps).memory))}+`).width) + 2;
    label.style.width = `${width}px`;
    return { run, name, label, width, tip: make("div", { class: `tip ${side}`, "aria-hidden": "true" }, label) };
  }
}
