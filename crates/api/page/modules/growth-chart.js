// A live chart of searches: the boards in memory against the expansions, a line for each search.

import { draw, grouped, setText } from "./dom.js";
import { roundUpTo, scaleOf } from "./chart.js";

/** The height of a line of text, in pixels. */
const LINE = 16;

/** Maximum number of points of a line, about one per pixel. */
const MAX_POINTS = 500;

const SIDES = { left: 52, right: 118, top: 22, bottom: 34 };

/** A chart in an element of the page. It is drawn in pixels, so that its text is never scaled. */
export class GrowthChart {
  #place;
  #searches = [];
  #marks = [];
  #step = 0;
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

  /** Draws the lines up to a step. */
  show(step) {
    this.#step = step;
    for (const { run, name, dot, label, clip } of this.#marks) {
      const { index, isSkip, memory } = run.at(Math.min(step, run.steps));
      const [x, y] = [this.#x(index), this.#y(run.memory[index])];
      clip.setAttribute("width", Math.max(0, x - SIDES.left + 1));
      dot.setAttribute("cx", x);
      dot.setAttribute("cy", y);
      label.setAttribute("x", x + 9);
      label.setAttribute("y", Math.min(y + 5, this.#y(0) - 1));
      setText(label, isSkip ? name : `${name} ${grouped(memory)}`);
    }
    this.#partLabels();
  }

  /** Separates overlapping labels; the larger value goes on top. */
  #partLabels() {
    const [one, other] = this.#marks.map(({ label }) => label);
    if (other === undefined) {
      return;
    }
    const place = (label, axis) => Number(label.getAttribute(axis));
    const isNear = Math.abs(place(one, "x") - place(other, "x")) < 90 && Math.abs(place(one, "y") - place(other, "y")) < LINE;
    if (isNear) {
      const isFirstAbove = this.#memoryOf(0) >= this.#memoryOf(1);
      const [above, below] = isFirstAbove ? [one, other] : [other, one];
      above.setAttribute("y", place(below, "y") - LINE);
    }
  }

  #memoryOf(index) {
    const { run } = this.#marks[index];
    return run.memory[Math.min(this.#step, run.answer.trace.length)];
  }

  #rebuild() {
    const { clientWidth: width, clientHeight: height } = this.#place;
    this.#marks = [];
    if (this.#searches.length === 0 || width === 0) {
      this.#place.replaceChildren();
      return;
    }
    const most = Math.max(...this.#searches.flatMap(({ run }) => Math.max(...run.memory)));
    const last = Math.max(1, ...this.#searches.map(({ run }) => run.answer.trace.length));
    const floor = height - SIDES.bottom;
    this.#x = scaleOf([0, last], [SIDES.left, width - SIDES.right]);
    this.#y = scaleOf([0, Math.max(4, most) * 1.04], [floor, SIDES.top]);
    const chart = draw("svg", { class: "growth", width, height, role: "img", "aria-label": "Boards in memory against expansions" });
    for (const tick of roundUpTo(most).filter((tick, index) => tick <= most && index % 2 === 0)) {
      chart.append(draw("line", { class: "grid", x1: SIDES.left, x2: width - SIDES.right, y1: this.#y(tick), y2: this.#y(tick) }));
      chart.append(draw("text", { class: "tick end", x: SIDES.left - 7, y: this.#y(tick) + 4 }, grouped(tick)));
    }
    for (const tick of roundUpTo(last).filter((tick) => tick > 0 && tick <= last)) {
      chart.append(draw("text", { class: "tick middle", x: this.#x(tick), y: floor + 15 }, grouped(tick)));
    }
    const part = this.#searches.every(({ run }) => run.isWhole) ? "" : `, first ${grouped(last)} expansions`;
    chart.append(draw("text", { class: "name", x: 0, y: 13 }, `boards kept in memory${part}`));
    chart.append(draw("text", { class: "tick end", x: width - SIDES.right, y: height - 3 }, "expansions"));
    this.#marks = this.#searches.map(({ name, side, run }) => this.#mark(chart, { name, side, run, height }));
    this.#place.replaceChildren(chart);
    this.show(this.#step);
  }

  #mark(chart, { name, side, run, height }) {
    const id = `growth-${side}`;
    const clip = draw("rect", { x: SIDES.left, y: 0, width: 0, height });
    const line = draw("polyline", { class: `line ${side}`, "clip-path": `url(#${id})` });
    const dot = draw("circle", { class: `tip ${side}`, r: 4.5 });
    const label = draw("text", { class: `tip ${side}` });
    chart.append(draw("clipPath", { id }, clip), line, dot, label);
    const every = Math.ceil(run.memory.length / MAX_POINTS);
    const steps = run.memory.map((_, step) => step).filter((step) => step % every === 0 || step === run.memory.length - 1);
    line.setAttribute("points", steps.map((step) => `${this.#x(step).toFixed(1)},${this.#y(run.memory[step]).toFixed(1)}`).join(" "));
    return { run, name, dot, label, clip };
  }
}
