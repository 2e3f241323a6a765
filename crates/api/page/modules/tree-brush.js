// Draws the parts of a search tree on a canvas: nodes, edges, and rings, in the colors of the page.

import { contourColours } from "./contours.js";
import { stateAt } from "./search-run.js";

/** The space around the tree, and limits of the radius of a node, in pixels. */
const MARGIN = { x: 18, top: 20, bottom: 22 };
const RADIUS = { least: 1.8, withNumber: 8.5 };

/** Below this width, a text beside a node would hide too much of the tree. */
const NARROW = 260;

/** Maximum width of a column, in pixels. */
const WIDEST = 70;

/** Whether the page is dark. Forced colors are those of the system, whatever the page prefers. */
function isDark() {
  const isForced = matchMedia("(forced-colors: active)").matches;
  return isForced ? matchMedia("(prefers-color-scheme: dark)").matches : getComputedStyle(document.documentElement).colorScheme === "dark";
}

/** The scale and the colors of a tree, and what is drawn with them. */
export class TreeBrush {
  radius = 0;
  /** The height of a label, in pixels. It is a property of the style sheet. */
  label = 0;
  colours = {};
  #contours = new Map();
  #left = 0;
  #unit = { x: 0, y: 0 };

  /** Fits a search into a canvas of a size, and reads the colors of the page. */
  measure(run, canvas, { width, height }) {
    const unitOf = ({ columns, levels }) => ({
      x: Math.min(WIDEST, (width - 2 * MARGIN.x) / Math.max(1, columns)),
      y: (height - MARGIN.top - MARGIN.bottom) / Math.max(1, levels),
    });
    this.#unit = unitOf(run.extent);
    this.#left = (width - this.#unit.x * run.extent.columns) / 2;
    const { x, y } = unitOf(run.widest);
    const style = getComputedStyle(canvas);
    this.label = Number(style.getPropertyValue("--label"));
    this.radius = Math.min(this.label * 0.55, Math.max(RADIUS.least, Math.min(x * 0.44, y * 0.4)));
    for (const name of ["ink", "gold", "card", "accent", "sheet"]) {
      this.colours[name] = style.getPropertyValue(`--${name}`).trim();
    }
    const scheme = isDark() ? "dark" : "light";
    const colours = contourColours(run.contours.length, scheme);
    this.#contours = new Map(run.contours.map(({ f }, index) => [f, colours[index]]));
  }

  /** Whether nodes are large enough for their f. */
  get hasNumbers() {
    return this.radius >= RADIUS.withNumber;
  }

  /** The height of a level. */
  levelOf(level) {
    return MARGIN.top + level * this.#unit.y;
  }

  /** The position of a node. */
  spot({ place }) {
    return { x: this.#left + place.column * this.#unit.x, y: this.levelOf(place.level) };
  }

  /** The color of a node, by its f. */
  colourOf({ f }) {
    return this.#contours.get(f) ?? this.colours.gold;
  }

  /** Draws the edge from a node to its parent. */
  edge(context, node) {
    this.way(context, [node], this.colourOf(node), Math.min(2.2, Math.max(0.8, this.radius / 3)));
  }

  /** Draws the edges from some nodes to their parents. */
  way(context, nodes, colour, width) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    for (const node of nodes) {
      if (node.parent !== null) {
        const [from, to] = [this.spot(node.parent), this.spot(node)];
        const middle = (from.y + to.y) / 2;
        context.beginPath();
        context.moveTo(from.x, from.y);
        context.bezierCurveTo(from.x, middle, to.x, middle, to.x, to.y);
        context.stroke();
      }
    }
  }

  /** Draws a node: closed ones are full, open ones are rings, and those cut off are crosses. */
  node(context, node, step) {
    const state = stateAt(node, step);
    const colour = this.colourOf(node);
    context.strokeStyle = colour;
    if (state === "cut") {
      this.#cross(context, this.spot(node));
      return;
    }
    const { x, y } = this.spot(node);
    const isFull = state === "closed" || state === "goal";
    context.beginPath();
    context.arc(x, y, state === "replaced" ? this.radius * 0.5 : this.radius - (isFull ? 0 : 0.6), 0, 2 * Math.PI);
    context.fillStyle = isFull ? colour : this.colours.card;
    context.fill();
    context.lineWidth = Math.min(2.4, Math.max(1, this.radius / 2.6));
    context.stroke();
    if (state !== "replaced") {
      this.number(context, node, isFull ? this.colours.card : this.colours.ink, this.radius);
    }
  }

  #cross(context, { x, y }) {
    const arm = Math.max(1.8, this.radius * 0.85);
    context.beginPath();
    context.moveTo(x - arm, y - arm);
    context.lineTo(x + arm, y + arm);
    context.moveTo(x + arm, y - arm);
    context.lineTo(x - arm, y + arm);
    context.lineWidth = Math.max(1.2, arm / 2.2);
    context.stroke();
  }

  /** Writes the f of a node into it, if there is room. */
  number(context, node, colour, radius) {
    if (radius < RADIUS.withNumber || node.f === null) {
      return;
    }
    const { x, y } = this.spot(node);
    context.font = `600 ${Math.round(radius * 1.05)}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = colour;
    context.fillText(String(node.f), x, y + 0.5);
  }

  /**
   * Writes a text with an outline, which keeps it apart from nodes. It is to the right of a place,
   * or to the left.
   */
  write(context, text, { x, y }, colour, isLeft = false) {
    context.font = `700 ${this.label * 0.7}px system-ui, sans-serif`;
    context.textAlign = "left";
    context.textBaseline = "middle";
    const left = isLeft ? x - context.measureText(text).width : x;
    context.strokeStyle = this.colours.sheet;
    context.lineWidth = 5;
    context.lineJoin = "round";
    context.strokeText(text, left, y);
    context.fillStyle = colour;
    context.fillText(text, left, y);
  }

  /** Writes the f of a node beside it, on the side with more room; nothing in a narrow tree. */
  tag(context, node, width) {
    if (width < NARROW) {
      return;
    }
    const { x, y } = this.spot(node);
    const isLeft = x > width / 2;
    const away = Math.max(4.5, this.radius) + 6;
    this.write(context, `f = ${node.f}`, { x: isLeft ? x - away : x + away, y }, this.colours.ink, isLeft);
  }

  /** Draws a ring around a node. */
  ring(context, node, colour) {
    const { x, y } = this.spot(node);
    context.beginPath();
    context.arc(x, y, Math.max(4.5, this.radius) + 2.5, 0, 2 * Math.PI);
    context.strokeStyle = colour;
    context.lineWidth = 2.5;
    context.stroke();
  }
}
