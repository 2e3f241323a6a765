// The animated drawing of a search tree, which grows with each step.

import { wantsStillness } from "./dom.js";
import { puzzleOf } from "./puzzle.js";

const MARGIN = 22;
/** The minimum size of drawn boards; smaller nodes are dots. */
const SMALLEST_BOARD = 34;
const MAX_BOARD_SIDE = 60;

/** A tree on a canvas. */
export class SearchTree {
  #canvas;
  #note;
  #shown = null;
  #places = new Map();
  #frame = null;
  #colours = {};

  constructor(canvas, note) {
    this.#canvas = canvas;
    this.#note = note;
    new ResizeObserver(() => this.#draw(true)).observe(canvas);
    canvas.addEventListener("pointermove", (event) => this.#point(event));
    canvas.addEventListener("pointerdown", (event) => this.#point(event));
    canvas.addEventListener("pointerleave", () => (note.hidden = true));
  }

  /** Shows the tree of a search after a step, or nothing if there is no search. */
  show(shown, shape) {
    this.#shown = shown === null ? null : { ...shown, shape };
    this.#note.hidden = true;
    this.#draw(wantsStillness());
  }

  /** Redraws the tree in the current colors of the page. */
  refresh() {
    this.#draw(true);
  }

  #draw(atOnce) {
    cancelAnimationFrame(this.#frame);
    const { width, height } = this.#fitCanvas();
    if (this.#shown === null || width === 0) {
      this.#places.clear();
      return;
    }
    this.#readColours();
    const layout = layOut(this.#shown.nodes, width, height);
    this.#moveOn(layout, atOnce);
  }

  /** Moves all nodes toward their positions, until they arrive. */
  #moveOn(layout, atOnce) {
    let isMoving = false;
    const places = new Map();
    for (const [node, { x, y }] of layout.places) {
      const before = this.#places.get(node) ?? this.#places.get(node.parent) ?? { x, y };
      const part = atOnce ? 1 : 0.3;
      const place = { x: before.x + (x - before.x) * part, y: before.y + (y - before.y) * part };
      isMoving ||= Math.abs(place.x - x) > 0.5 || Math.abs(place.y - y) > 0.5;
      places.set(node, place);
    }
    this.#places = places;
    this.#paint(layout);
    if (isMoving) {
      this.#frame = requestAnimationFrame(() => this.#moveOn(layout, false));
    }
  }

  #fitCanvas() {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const density = devicePixelRatio;
    const [wide, high] = [Math.round(width * density), Math.round(height * density)];
    if (this.#canvas.width !== wide || this.#canvas.height !== high) {
      this.#canvas.width = wide;
      this.#canvas.height = high;
    }
    const context = this.#canvas.getContext("2d");
    context.setTransform(density, 0, 0, density, 0, 0);
    context.clearRect(0, 0, width, height);
    return { width, height };
  }

  #readColours() {
    const style = getComputedStyle(this.#canvas);
    for (const name of ["ink", "faint", "line", "accent", "gold", "bad", "card", "near", "far", "on-accent"]) {
      this.#colours[name] = style.getPropertyValue(`--${name}`).trim();
    }
  }

  #paint({ room, side }) {
    const { width, height } = this.#fitCanvas();
    if (width * height === 0) {
      return;
    }
    const context = this.#canvas.getContext("2d");
    this.#paintEdges(context);
    const radius = Math.max(1.1, Math.min(6, room.x * 0.4, room.y * 0.3));
    const { current, isOnPath, stateOf } = this.#shown;
    // The most important parts are drawn last, on top.
    const rank = (node) => (node === current ? 2 : isOnPath(node) ? 1 : 0);
    const nodes = [...this.#places.keys()].sort((one, other) => rank(one) - rank(other));
    for (const node of nodes) {
      const mark = { ...this.#places.get(node), state: stateOf(node), isCurrent: node === current, isOnPath: isOnPath(node) };
      if (side > 0) {
        this.#paintBoard(context, node, mark, side);
      } else {
        this.#paintDot(context, node, mark, radius);
      }
    }
  }

  #paintEdges(context) {
    const { isOnPath, nodes } = this.#shown;
    const edges = [...this.#places].filter(([node]) => node.parent !== null && this.#places.has(node.parent));
    const stroke = (chosen, colour, width) => {
      context.beginPath();
      for (const [node, { x, y }] of chosen) {
        const from = this.#places.get(node.parent);
        const middle = (from.y + y) / 2;
        context.moveTo(from.x, from.y);
        context.bezierCurveTo(from.x, middle, x, middle, x, y);
      }
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.stroke();
    };
    stroke(edges, this.#colours.line, nodes.length > 600 ? 0.5 : 1);
    stroke(edges.filter(([node]) => isOnPath(node) && isOnPath(node.parent)), this.#colours.gold, 3);
  }

  #paintDot(context, node, { x, y, state, isCurrent, isOnPath }, usual) {
    const radius = isCurrent || isOnPath ? Math.max(4, usual + 1.5) : usual;
    context.beginPath();
    if (state === "cut") {
      const arm = Math.max(1.2, radius * 0.7);
      context.moveTo(x - arm, y - arm);
      context.lineTo(x + arm, y + arm);
      context.moveTo(x + arm, y - arm);
      context.lineTo(x - arm, y + arm);
      context.strokeStyle = this.#colours.bad;
      context.lineWidth = Math.min(2, arm / 1.5);
      context.stroke();
      return;
    }
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fillStyle = this.#fillOf(node, state, isCurrent, isOnPath);
    context.fill();
    if (state === "open" || isCurrent) {
      context.strokeStyle = isCurrent ? this.#colours.ink : this.#colours.accent;
      context.lineWidth = isCurrent ? 2 : Math.min(1.5, radius / 2);
      context.stroke();
    }
  }

  #fillOf(node, state, isCurrent, isOnPath) {
    if (isOnPath) {
      return this.#colours.gold;
    }
    if (isCurrent) {
      return this.#colours.accent;
    }
    return { open: this.#colours.card, closed: this.#shade(node), replaced: this.#colours.line, goal: this.#colours.gold }[state];
  }

  /** The color of a closed node, from far to near by its estimate. */
  #shade({ h }) {
    const most = this.#shown.nodes[0]?.h || 1;
    const near = Math.round(100 * (1 - Math.min(1, h / most)));
    return `color-mix(in oklab, ${this.#colours.near} ${near}%, ${this.#colours.far})`;
  }

  #paintBoard(context, node, { x, y, state, isCurrent, isOnPath }, side) {
    const { columns, rows, tiles } = puzzleOf(node.board, this.#shown.shape);
    const cell = side / Math.max(columns, rows);
    const [left, top] = [x - (cell * columns) / 2, y - (cell * rows) / 2];
    context.beginPath();
    context.roundRect(left - 3, top - 3, cell * columns + 6, cell * rows + 6, 5);
    context.fillStyle = this.#colours.card;
    context.fill();
    const frames = { open: this.#colours.accent, cut: this.#colours.bad, goal: this.#colours.gold };
    context.strokeStyle = isOnPath ? this.#colours.gold : isCurrent ? this.#colours.ink : (frames[state] ?? this.#colours.line);
    context.lineWidth = isCurrent || isOnPath ? 2.5 : 1.2;
    context.setLineDash(state === "cut" ? [3, 3] : []);
    context.stroke();
    context.setLineDash([]);
    context.font = `${Math.round(cell * 0.72)}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = state === "closed" || state === "replaced" ? this.#colours.faint : this.#colours.ink;
    tiles.forEach((tile, place) => {
      if (tile !== 0) {
        const [column, row] = [place % columns, Math.floor(place / columns)];
        context.fillText(String(tile), left + (column + 0.5) * cell, top + (row + 0.54) * cell);
      }
    });
  }

  /** Shows the description of the node under the pointer. */
  #point(event) {
    const { left, top, width } = this.#canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top];
    let nearest = { node: null, away: 18 };
    for (const [node, place] of this.#places) {
      const away = Math.hypot(place.x - x, place.y - y);
      nearest = away < nearest.away ? { node, away } : nearest;
    }
    const { node } = nearest;
    this.#note.hidden = node === null;
    if (node !== null) {
      const place = this.#places.get(node);
      this.#note.replaceChildren(...this.describe(node));
      this.#note.style.left = `${Math.min(Math.max(place.x, 70), width - 70)}px`;
      this.#note.style.top = `${place.y}px`;
      this.#note.classList.toggle("below", place.y < 110);
    }
  }

  /** Returns the description of a node; set by the owner of the tree. */
  describe = () => [];
}

/**
 * Computes the positions of the nodes: children below their parent, each leaf in its own column.
 */
function layOut(nodes, width, height) {
  const isShown = new Set(nodes);
  let leaves = 0;
  let depth = 0;
  const columns = new Map();
  const walk = (node, level) => {
    depth = Math.max(depth, level);
    const children = node.children.filter((child) => isShown.has(child));
    for (const child of children) {
      walk(child, level + 1);
    }
    const [first, last] = [children[0], children.at(-1)];
    const column = children.length === 0 ? leaves++ : (columns.get(first).column + columns.get(last).column) / 2;
    columns.set(node, { column, level });
  };
  for (const root of nodes.filter((node) => node.parent === null)) {
    walk(root, 0);
  }
  const side = sideOfBoards(width / Math.max(1, leaves), height / (depth + 1));
  const margin = Math.max(MARGIN, side / 2 + 8);
  const room = { x: (width - 2 * MARGIN) / Math.max(1, leaves), y: (height - 2 * margin) / Math.max(1, depth) };
  const places = new Map();
  for (const [node, { column, level }] of columns) {
    places.set(node, { x: MARGIN + (column + 0.5) * room.x, y: margin + level * room.y });
  }
  return { places, room, side };
}

/** The size of boards in a tree with this space per node; 0 if dots are better. */
function sideOfBoards(wide, high) {
  const side = Math.min(MAX_BOARD_SIDE, wide * 0.82, high * 0.74);
  return side >= SMALLEST_BOARD ? side : 0;
}
