// The animated drawing of a search: its tree, or bars if the tree would be too wide. Both have their
// final layout from the first step on, so a step only adds to the drawing.

import { BarBrush } from "./bar-brush.js";
import { wantsStillness } from "./dom.js";
import { stateAt, waysTo } from "./search-run.js";
import { boundInWords } from "./search-words.js";
import { FORGOTTEN, TreeBrush } from "./tree-brush.js";

/** The time in which the path is drawn from the start to the goal, in milliseconds. */
const POUR = 700;

/** Another factor of the opacity of boards that earlier iterations have forgotten. */
const EARLIER = 0.6;

/** A tree on a canvas. The owner sets the callbacks `describe`, `picked`, and `pointed`. */
export class SearchTree {
  /** Returns the description of a node, for the note beside it, and of a part of a bar. */
  describe = () => [];
  /** Is called with a node that was pressed. */
  picked = () => {};
  /** Is called with the node under the pointer, or null. */
  pointed = () => {};

  #canvas;
  #note;
  /** A canvas outside of the page, with all steps painted so far. */
  #base = document.createElement("canvas");
  #run = null;
  #at = null;
  #painted = { step: -1, iteration: -1 };
  #brush = new TreeBrush();
  #lit = null;
  /** The node that a lesson asks about, if any. */
  #asked = null;
  #board = null;
  #walks = false;
  #overSince = null;
  #frame = null;
  /** The size of the canvas. Reading it from the page would force a layout in each frame. */
  #size = { width: 0, height: 0 };

  constructor(canvas, note) {
    this.#canvas = canvas;
    this.#note = note;
    new ResizeObserver(([{ contentRect: { width, height } }]) => {
      this.#size = { width, height };
      this.refresh();
    }).observe(canvas);
    canvas.addEventListener("pointermove", (event) => this.#point(this.#nodeUnder(event)));
    canvas.addEventListener("pointerleave", () => this.#point(null));
    canvas.addEventListener("click", (event) => this.#pick(this.#nodeUnder(event)));
    canvas.addEventListener("keydown", (event) => this.#press(event));
    canvas.addEventListener("blur", () => this.#point(null));
  }

  /** Loads a search, or nothing. */
  load(run) {
    this.#run = run;
    this.#at = null;
    this.#point(null);
    this.refresh();
  }

  /** Shows the tree after a step, with a ring around the node that a lesson asks about. */
  show(at, asked = null) {
    this.#asked = asked;
    this.#overSince = at.isOver ? (this.#overSince ?? (this.#at === null ? 0 : performance.now())) : null;
    this.#at = at;
    this.#draw();
  }

  /** Redraws everything, in the current size and colors of the page. */
  refresh() {
    this.#painted = { step: -1, iteration: -1 };
    this.#draw();
  }

  /** The color of the nodes with a value of f. */
  colorOf(f) {
    return this.#brush.colorOf({ f });
  }

  /** Highlights a node, or none. */
  light(node) {
    this.#lit = node;
    this.#compose();
  }

  /**
   * Marks the node of the displayed board. While the board follows a path, perhaps that of another
   * tree, only nodes on the path of this tree are marked.
   */
  markBoard(board, walks) {
    [this.#board, this.#walks] = [board, walks];
    this.#compose();
  }

  #draw() {
    const { width, height } = this.#size;
    if (width * height === 0) {
      return;
    }
    if (this.#run !== null && this.#at !== null) {
      this.#paint(width, height);
    }
    this.#compose();
  }

  /** Paints the steps that are new; all steps of the iteration if that is not possible. */
  #paint(width, height) {
    const { index, iteration } = this.#at;
    const isFurther = this.#painted.iteration === iteration && this.#painted.step <= index;
    let from = this.#painted.step + 1;
    if (!isFurther) {
      this.#brush = TreeBrush.isTooWide(this.#run, width) ? new BarBrush() : new TreeBrush();
      this.#canvas.parentElement.classList.toggle("of-bars", this.#brush.isOfBars);
      this.#brush.measure(this.#run, this.#canvas, this.#size);
    }
    if (this.#brush.isOfBars) {
      this.#brush.paint(fit(this.#base, width, height), index);
      this.#painted = { step: index, iteration };
      return;
    }
    if (!isFurther) {
      fit(this.#base, width, height);
      from = this.#run.beginningOf(index);
      this.#paintEarlier(from);
    }
    const context = this.#base.getContext("2d");
    for (let step = from; step <= index; step += 1) {
      this.#paintStep(context, step);
    }
    this.#painted = { step: index, iteration };
  }

  /** Paints the iterations before a step, faded. */
  #paintEarlier(step) {
    const context = this.#base.getContext("2d");
    context.globalAlpha = EARLIER;
    // All nodes of a place look alike, so the first one is enough.
    const earlier = this.#run.nodes.filter((node) => node.bornAt < step && node.place.nodes[0] === node);
    earlier.forEach((node) => this.#brush.edge(context, node));
    earlier.forEach((node) => this.#brush.node(context, node, step));
    context.globalAlpha = 1;
  }

  #paintStep(context, step) {
    const born = this.#run.born[step] ?? [];
    const current = this.#run.expanding[step];
    born.forEach((node) => this.#brush.edge(context, node));
    // The edge of an erased node begins in its parent.
    const erased = this.#run.replaced[step].flatMap((node) => [node, node.parent]);
    const changed = current === null ? born : [...erased, ...born, current];
    changed.forEach((node) => this.#brush.node(context, node, step));
  }

  /** Composes the page's canvas: the painted steps, and above them all that changes. */
  #compose() {
    cancelAnimationFrame(this.#frame);
    const { width, height } = this.#size;
    if (width * height === 0) {
      return;
    }
    const context = fit(this.#canvas, width, height);
    if (this.#run === null || this.#at === null) {
      return;
    }
    context.globalAlpha = this.#run.isDeepening && !this.#brush.isOfBars ? FORGOTTEN : 1;
    context.drawImage(this.#base, 0, 0, width, height);
    context.globalAlpha = 1;
    this.#composeBound(context, width);
    if (this.#at.isOver) {
      this.#composePath(context);
    } else {
      this.#composeCurrent(context);
    }
    // A board may occur several times, but only once on the path.
    const way = this.#at.isOver ? this.#run.path : [];
    const shown = this.#board === null ? [] : [...way, ...(this.#walks ? [] : this.#visible())];
    const here = shown.find(({ board }) => board === this.#board);
    const { ink, accent, gold } = this.#brush.colors;
    for (const [node, color] of [[here, ink], [this.#asked, gold]]) {
      node && this.#brush.ring(context, this.#brush.onBranch(node), color);
    }
    this.#lit && this.#brush.ring(context, this.#brush.spot(this.#lit), accent);
  }

  /**
   * The line at the depth that no board within the bound can exceed. There is none if it is below the
   * tree, or if the search has no bound.
   */
  #composeBound(context, width) {
    const { bound, current, isOver } = this.#at;
    if (isOver || current === null || bound === null || bound > this.#run.extent.levels) {
      return;
    }
    const y = this.#brush.levelOf(bound) + this.#brush.radius + 3;
    const color = this.#brush.colorOf({ f: bound });
    context.beginPath();
    context.moveTo(this.#brush.left - 6, y);
    context.lineTo(width, y);
    context.setLineDash([6, 5]);
    context.strokeStyle = color;
    context.lineWidth = 1.5;
    context.stroke();
    context.setLineDash([]);
    // Below the line, the tree has few nodes or none.
    const away = this.#brush.label * 0.5;
    const text = boundInWords(this.#at, this.#brush.isNarrow);
    const place = { x: this.#brush.left, y: y + away * (y + 2 * away < this.#size.height ? 1 : -1) };
    this.#brush.write(context, text, place, color, "left", this.#brush.label * 0.6);
  }

  /** The current node, and the way to it. */
  #composeCurrent(context) {
    const { current, index } = this.#at;
    if (current === null) {
      return;
    }
    const way = waysTo(current);
    this.#brush.way(context, way, this.#brush.colors.ink, 3);
    if (this.#run.isDeepening && !this.#brush.isOfBars) {
      // The current path, and the siblings along it that are still untried.
      const untried = way.flatMap((node) => this.#run.born[node.expandedAt]).filter((node) => stateAt(node, index) === "open");
      // The search does not keep the siblings, so they are pale.
      context.globalAlpha = FORGOTTEN;
      untried.forEach((node) => this.#brush.edge(context, node));
      untried.forEach((node) => this.#brush.node(context, node, index));
      context.globalAlpha = 1;
      way.forEach((node) => this.#brush.node(context, node, index));
    }
    this.#brush.isOfBars || this.#brush.node(context, current, index);
    this.#brush.ring(context, this.#brush.onBranch(current), this.#brush.colors.ink);
  }

  /** The path, which is drawn from the start to the goal within a moment. */
  #composePath(context) {
    const part = wantsStillness() ? 1 : Math.min(1, (performance.now() - this.#overSince) / POUR);
    const way = this.#run.path.slice(0, Math.ceil(part * this.#run.path.length));
    const isShown = new Set(way);
    const edges = way.filter(({ parent }) => isShown.has(parent));
    const width = Math.min(5, Math.max(2, this.#brush.radius * 0.9));
    this.#brush.way(context, edges, this.#brush.colors.card, 1.7 * width);
    this.#brush.way(context, edges, this.#brush.colors.gold, width);
    const radius = Math.max(2.6, this.#brush.radius);
    // On the axis of bars, the path is a line.
    for (const node of this.#brush.isOfBars ? [] : way) {
      const { x, y } = this.#brush.onBranch(node);
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fillStyle = this.#brush.colors.gold;
      context.fill();
      if (radius > 4) {
        context.strokeStyle = this.#brush.colors.card;
        context.lineWidth = 1.5;
        context.stroke();
      }
      this.#brush.number(context, node, this.#brush.colors.card, radius);
    }
    if (part < 1) {
      this.#frame = requestAnimationFrame(() => this.#compose());
    }
  }

  /** The visible nodes: the latest one at each place, or in each part of a bar. */
  #visible() {
    const { index, isOver } = this.#at;
    const seen = new Map();
    for (const node of this.#run.nodes) {
      if (node.bornAt <= index || (isOver && node.isOnPath)) {
        seen.set(this.#brush.groupOf(node), node);
      }
    }
    return [...seen.values()];
  }

  #nodeUnder(event) {
    if (this.#run === null || this.#at === null) {
      return null;
    }
    const { left, top } = this.#canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top];
    let nearest = { node: null, away: 18 };
    for (const node of this.#visible()) {
      const spot = this.#brush.spot(node);
      const away = Math.hypot(Math.max(0, Math.abs(spot.x - x) - spot.half), spot.y - y);
      nearest = away < nearest.away ? { node, away } : nearest;
    }
    return nearest.node;
  }

  /** Describes a node in a note beside it, or removes the note. */
  #point(node) {
    if (node === this.#lit && node === null) {
      return;
    }
    this.#note.hidden = node === null;
    this.light(node);
    this.pointed(node);
    if (node !== null) {
      const { x, y } = this.#brush.spot(node);
      this.#note.replaceChildren(...this.describe(node, this.#brush.countsOf(node)));
      this.#note.style.left = `${Math.min(Math.max(x, 80), this.#size.width - 80)}px`;
      this.#note.style.top = `${y}px`;
      this.#note.classList.toggle("below", y < 130);
    }
  }

  #pick(node) {
    if (node !== null) {
      this.#point(node);
      this.picked(node);
    }
  }

  /** Arrow keys go from node to node: up to the parent, down to a child, and to siblings. */
  #press(event) {
    if (this.#run === null || this.#at === null) {
      return;
    }
    const all = this.#visible();
    const find = (node) => node && all.find((each) => this.#brush.groupOf(each) === this.#brush.groupOf(node));
    const here = find(this.#lit ?? this.#at.current) ?? all[0];
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#pick(here);
      return;
    }
    const level = (step) => all.filter(({ place }) => place.level === here.place.level + step);
    const row = level(0).sort((one, other) => this.#brush.spot(one).x - this.#brush.spot(other).x);
    const next = {
      ArrowUp: () => find(here.parent),
      ArrowDown: () => level(1).find(({ place }) => place.parent === here.place || this.#brush.isOfBars),
      ArrowLeft: () => row[row.indexOf(here) - 1],
      ArrowRight: () => row[row.indexOf(here) + 1],
    }[event.key];
    if (next !== undefined) {
      event.preventDefault();
      this.#point(next() ?? here);
    }
  }
}

/** Empties a canvas, in the resolution of the screen. */
function fit(canvas, width, height) {
  const density = devicePixelRatio;
  const [wide, high] = [Math.round(width * density), Math.round(height * density)];
  if (canvas.width !== wide || canvas.height !== high) {
    [canvas.width, canvas.height] = [wide, high];
  }
  const context = canvas.getContext("2d");
  context.setTransform(density, 0, 0, density, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}
