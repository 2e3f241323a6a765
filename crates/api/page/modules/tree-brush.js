// Draws the parts of a search tree on a canvas: nodes, edges, and rings, in the colors of the page.

import { contourColors } from "./contours.js";
import { stateAt } from "./search-run.js";

/** The space around the tree, in pixels. */
const MARGIN = { x: 18, top: 20, bottom: 34 };

/** The opacity of boards that an iterative-deepening search has forgotten. */
export const FORGOTTEN = 0.6;

/** Minimum radius of a node, and of a node that shows its f, in pixels. */
const RADIUS = { least: 1.8, withNumber: 8.5 };

/** Below this width, there is no room for long texts. */
const NARROW = 260;

/** Minimum and maximum width of a column, in pixels. Trees that need narrower ones are drawn as bars. */
const LEAST_COLUMN = 2;
const WIDEST = 70;

/** Whether the page is dark. Forced colors are those of the system, whatever the page prefers. */
function isDark() {
  const isForced = matchMedia("(forced-colors: active)").matches;
  return isForced ? matchMedia("(prefers-color-scheme: dark)").matches : getComputedStyle(document.documentElement).colorScheme === "dark";
}

/** The scale and the colors of a tree, and what is drawn with them. */
export class TreeBrush {
  isOfBars = false;
  /** The left edge of texts below the drawing, in heights of a label and in pixels. */
  indent = 0.3;
  left = 0;
  radius = 0;
  /** The height of a label, in pixels. It is a property of the style sheet. */
  label = 0;
  colors = {};
  /** The width of the canvas, and whether it is too narrow for texts. */
  width = 0;
  isNarrow = false;
  #contours = new Map();
  #left = 0;
  #unit = { x: 0, y: 0 };

  /** Whether the columns of a tree would be too narrow on a canvas of a width. */
  static isTooWide({ widest }, width) {
    return (width - 2 * MARGIN.x) / widest.columns < LEAST_COLUMN;
  }

  /** Fits a search into a canvas of a size, and reads the colors of the page. */
  measure(run, canvas, { width, height }) {
    const style = getComputedStyle(canvas);
    this.label = Number(style.getPropertyValue("--label"));
    this.left = this.indent * this.label;
    [this.width, this.isNarrow] = [width, width - this.left < NARROW];
    const unitOf = ({ columns, levels }) => ({
      x: Math.min(WIDEST, (width - 2 * MARGIN.x) / Math.max(1, columns)),
      y: (height - MARGIN.top - MARGIN.bottom) / Math.max(1, levels),
    });
    this.#unit = unitOf(run.extent);
    this.#left = (width - this.#unit.x * run.extent.columns) / 2;
    const { x, y } = unitOf(run.widest);
    this.radius = Math.min(this.label * 0.55, Math.max(RADIUS.least, Math.min(x * 0.44, y * 0.4)));
    for (const name of ["ink", "faint", "gold", "card", "accent", "sheet"]) {
      this.colors[name] = style.getPropertyValue(`--${name}`).trim();
    }
    const colors = contourColors(run.shades.length, isDark() ? "dark" : "light");
    this.#contours = new Map(run.shades.map((f, index) => [f, colors[index]]));
  }

  /** The height of a level. */
  levelOf(level) {
    return MARGIN.top + level * this.#unit.y;
  }

  /** The nodes of a place are drawn as one. */
  groupOf({ place }) {
    return place;
  }

  /** The position of a node, and half the width in which it can be pointed at. */
  spot({ place }) {
    return { x: this.#left + place.column * this.#unit.x, y: this.levelOf(place.level), half: 0 };
  }

  /** The position of a node of the current branch or of the path. */
  onBranch(node) {
    return this.spot(node);
  }

  /** Each node stands for itself. */
  countsOf() {
    return null;
  }

  /** The color of a node, by its f. */
  colorOf({ f }) {
    return this.#contours.get(f) ?? this.colors.gold;
  }

  /** Draws the edge from a node to its parent. */
  edge(context, node) {
    this.way(context, [node], this.colorOf(node), Math.min(2.2, Math.max(0.8, this.radius / 3)));
  }

  /** Draws the edges from some nodes to their parents. */
  way(context, nodes, color, width) {
    context.strokeStyle = color;
    context.lineWidth = width;
    for (const node of nodes) {
      if (node.parent !== null) {
        const [from, to] = [this.onBranch(node.parent), this.onBranch(node)];
        const middle = (from.y + to.y) / 2;
        context.beginPath();
        context.moveTo(from.x, from.y);
        context.bezierCurveTo(from.x, middle, to.x, middle, to.x, to.y);
        context.stroke();
      }
    }
  }

  /**
   * Draws a node: closed ones are full, open ones are rings, and those cut off are crosses. Those
   * replaced by a shorter path to the same board are erased.
   */
  node(context, node, step) {
    const state = stateAt(node, step);
    const color = this.colorOf(node);
    const { x, y } = this.spot(node);
    context.strokeStyle = color;
    if (state === "cut") {
      this.#cross(context, { x, y });
      return;
    }
    if (state === "replaced") {
      this.way(context, [node], this.colors.sheet, 3);
      context.fillStyle = this.colors.sheet;
      context.fillRect(x - this.radius - 1.5, y - this.radius - 1.5, 2 * this.radius + 3, 2 * this.radius + 3);
      return;
    }
    const isFull = state === "closed" || state === "goal";
    context.beginPath();
    context.arc(x, y, this.radius - (isFull ? 0 : 0.6), 0, 2 * Math.PI);
    context.fillStyle = isFull ? color : this.colors.card;
    context.fill();
    context.lineWidth = Math.min(2.4, Math.max(1, this.radius / 2.6));
    context.stroke();
    this.number(context, node, isFull ? this.colors.card : this.colors.ink, this.radius);
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
  number(context, node, color, radius) {
    if (radius < RADIUS.withNumber || node.f === null) {
      return;
    }
    const { x, y } = this.spot(node);
    context.font = `600 ${Math.round(radius * 1.05)}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = color;
    context.fillText(String(node.f), x, y + 0.5);
  }

  /** Writes a text with an outline, which keeps it apart from nodes. */
  write(context, text, { x, y }, color, align = "left", size = this.label * 0.7) {
    context.font = `700 ${size}px system-ui, sans-serif`;
    context.textAlign = align;
    context.textBaseline = "middle";
    context.strokeStyle = this.colors.sheet;
    context.lineWidth = 5;
    context.lineJoin = "round";
    context.strokeText(text, x, y);
    context.fillStyle = color;
    context.fillText(text, x, y);
  }

  /** Draws a ring around a node at a position. */
  ring(context, { x, y }, color) {
    context.beginPath();
    context.arc(x, y, Math.max(4.5, this.radius) + 2.5, 0, 2 * Math.PI);
    context.strokeStyle = color;
    context.lineWidth = 2.5;
    context.stroke();
  }
}
