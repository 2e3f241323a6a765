// Draws a large search on a canvas: a bar for each depth, with the boards of each f in its color.

import { grouped } from "./dom.js";
import { FORGOTTEN, TreeBrush } from "./tree-brush.js";

/** The margins around the bars, in heights of a label. The left one is `indent`. */
const MARGIN = { right: 2.6, top: 1.5, bottom: 1.3 };

/** The minimum distance between two numbers, and their size, in heights of a label. */
const APART = 0.75;
const SIZE = 0.6;

/** The scale and the colors of the bars, and what is drawn with them. */
export class BarBrush extends TreeBrush {
  isOfBars = true;
  indent = 2;
  #run;
  #step = 0;
  #pitch = 0;
  #perBoard = 0;

  measure(run, canvas, size) {
    super.measure(run, canvas, size);
    this.#run = run;
    this.#pitch = (size.height - (MARGIN.top + MARGIN.bottom) * this.label) / Math.max(1, run.widest.levels);
    this.#perBoard = (size.width - this.left - MARGIN.right * this.label) / run.widest.boards;
    this.radius = Math.min(6, this.#pitch * 0.42);
  }

  levelOf(level) {
    return MARGIN.top * this.label + level * this.#pitch;
  }

  /** Nodes of the same depth and f share a part of a bar. */
  groupOf({ place, f }) {
    return `${place.level} ${f}`;
  }

  /** The center of a node's part of a bar, and half its width. A node without a part is at the left. */
  spot({ place: { level }, f }) {
    const { left, right } = this.#partsOf(level).find((part) => part.f === f) ?? { left: this.left, right: this.left };
    return { x: (left + right) / 2, y: this.levelOf(level), half: (right - left) / 2 };
  }

  /** The branch and the path have one board at each depth: they follow the axis. */
  onBranch({ place: { level } }) {
    return { x: this.left, y: this.levelOf(level) };
  }

  /** The numbers of expanded and open boards with the depth and f of a node. */
  countsOf({ place, f }) {
    return this.#run.depths.at(this.#step)[place.level]?.get(f) ?? null;
  }

  /** The parts of a bar: expanded boards from the smallest f, and then open ones. */
  #partsOf(level) {
    const row = this.#run.depths.at(this.#step)[level] ?? new Map();
    let right = this.left;
    const parts = [];
    for (const kind of ["expanded", "open"]) {
      for (const f of this.#run.shades) {
        const count = row.get(f)?.[kind] ?? 0;
        if (count > 0) {
          const left = right;
          right += count * this.#perBoard;
          parts.push({ f, kind, left, right });
        }
      }
    }
    return parts;
  }

  /** Draws all bars after a step: full parts are expanded boards, and hollow parts are open boards. */
  paint(context, step) {
    this.#step = step;
    const high = Math.max(1, Math.min(16, this.#pitch * 0.8));
    const rows = this.#run.depths.at(step);
    const every = [1, 2, 5, 10, 20, 50].find((every) => every * this.#pitch >= APART * this.label) ?? 100;
    const write = (text, x, y, color, align) => this.write(context, text, { x, y }, color, align, SIZE * this.label);
    rows.forEach((row, level) => {
      const y = this.levelOf(level);
      for (const { f, kind, left, right } of this.#partsOf(level)) {
        const isHollow = kind === "open" && high > 3;
        // Too thin to be hollow, a part is pale.
        context.globalAlpha = kind === "open" && !isHollow ? 0.45 : this.#run.isDeepening ? FORGOTTEN : 1;
        context.fillStyle = this.colorOf({ f });
        context.fillRect(left, y - high / 2, right - left, high);
        context.globalAlpha = 1;
        if (isHollow && right - left > 2) {
          context.fillStyle = this.colors.card;
          context.fillRect(left + 1, y - high / 2 + 1, right - left - 2, high - 2);
        }
      }
      if (level % every === 0) {
        const count = [...row.values()].reduce((sum, { expanded, open }) => sum + expanded + open, 0);
        write(grouped(count), this.width - 6, y, this.colors.ink, "right");
      }
    });
    for (let level = 0; level <= this.#run.widest.levels; level += every) {
      write(String(level), this.left - 12, this.levelOf(level), this.colors.faint, "right");
    }
    const unit = this.#run.isDeepening ? "expansions" : "boards kept";
    const first = this.#run.isWhole ? "" : ` (first ${grouped(this.#run.answer.trace.length)})`;
    write(this.isNarrow ? unit : `${unit} per depth${first}`, this.left, SIZE * this.label, this.colors.faint, "left");
  }
}
