// A search reconstructed from its trace: the tree, and the figures after each step.
//
// Each node stores the steps at which it was created, expanded, and replaced by a cheaper path to
// the same board. Any step can therefore be shown at once, forwards and backwards.

import { DepthCounts } from "./depth-counts.js";
import { puzzleOf, puzzlesAlong, textOf } from "./puzzle.js";
import { layOut, Place } from "./tree-layout.js";

/** A step that never comes. */
const NEVER = Infinity;

/**
 * A recorded search. After step n it has expanded n states; the last step shows its end. If the
 * trace ends before the search, one more step skips to the end.
 */
export class SearchRun {
  /** All nodes in the order of their creation. */
  nodes = [];
  /** The nodes on the path, from the start to the goal. */
  path = [];
  /** The nodes that each step creates. */
  born = [[]];
  /** The nodes that each step replaces by a cheaper path to the same board. */
  replaced = [[]];
  /** The node that each step expands. */
  expanding = [null];
  /** The number of boards in memory after each step, and the number of open boards. */
  memory = [1];
  open = [1];
  /** The boards cut off so far in each step's iteration: their number, and their smallest f. */
  #cut = [{ count: 0, least: Infinity }];
  /** The iteration of each step; 0 for algorithms without iterations. */
  #iterations = [0];
  #bounds = [];
  /** The first step of each iteration. */
  #begins = [];
  /** The places of the trees' roots. */
  #roots = [];

  constructor(answer, shape) {
    this.answer = answer;
    this.shape = shape;
    this.isDeepening = answer.trace.some((state) => state.bound !== undefined);
    const latest = new Map();
    for (const state of answer.trace) {
      this.#grow(state, latest);
    }
    this.isWhole = answer.trace.length === answer.statistics?.expanded;
    this.steps = answer.trace.length + (this.isWhole ? 0 : 1);
    this.#markPath();
    // The goal is the last board of the path, and is not expanded.
    if (this.isWhole && this.#endsAtGoal) {
      this.memory[this.steps] = this.path.length;
    }
    /** The different values of f, from the smallest, each with the step of its first node. */
    this.contours = contoursOf(this.nodes);
    /** The boards of each depth, by f. */
    this.depths = new DepthCounts(this);
    /** The number of columns and levels of the tree, and the most boards of a depth. */
    this.extent = { ...layOut(this.#roots), boards: this.depths.most };
    /** The largest extent, and all values of f, of the searches side by side: they share scales. */
    this.widest = this.extent;
    this.shades = this.contours.map(({ f }) => f);
  }

  #grow(state, latest) {
    const step = this.expanding.length;
    const begins = state.parent === undefined;
    if (begins && this.isDeepening) {
      this.#bounds.push(state.bound);
      this.#begins.push(step);
      latest.clear();
    }
    const iteration = Math.max(0, this.#bounds.length - 1);
    // Iterative deepening detects no duplicates: a board gets one node per expansion that generates it.
    const key = (board, parent) => (this.isDeepening ? `${parent} ${board}` : `${state.side ?? ""}${board}`);
    this.born.push([]);
    this.replaced.push([]);
    const isRoot = begins && !latest.has(key(state.board, state.parent));
    const node = isRoot ? this.#root(state, step, iteration) : latest.get(key(state.board, state.parent));
    const count = { memory: this.memory.at(-1), open: this.open.at(-1) - 1 };
    if (isRoot && step > 1) {
      count.memory += 1;
      count.open += 1;
    }
    Object.assign(node, { expandedAt: step, number: state.expansion });
    this.#iterations.push(iteration);
    this.expanding.push(node);
    for (const made of state.generated) {
      if (made.fate === "known") {
        continue;
      }
      const isKept = made.fate !== "cut";
      const before = isKept && !this.isDeepening ? latest.get(key(made.board)) : undefined;
      if (before !== undefined) {
        count.memory -= 1;
        count.open -= before.expandedAt === NEVER ? 1 : 0;
        before.replacedAt = step;
        this.replaced[step].push(before);
      }
      const child = this.#node({ ...made, g: state.g + 1 }, { parent: node, bornAt: step, iteration, fate: made.fate, side: state.side });
      if (isKept) {
        count.memory += 1;
        count.open += 1;
        latest.set(key(made.board, state.expansion), child);
      }
    }
    // Depth-first searches only remember the boards from the start to the current one.
    this.memory.push(this.isDeepening ? state.g + 1 : count.memory);
    this.open.push(count.open);
    const cut = this.born[step].filter(({ fate }) => fate === "cut").map(({ f }) => f);
    const before = begins ? { count: 0, least: Infinity } : this.#cut.at(-1);
    this.#cut.push({ count: before.count + cut.length, least: Math.min(before.least, ...cut) });
  }

  /**
   * Creates a root. The first one exists before any expansion; those of later iterations and of the
   * other side appear with their step.
   */
  #root(state, step, iteration) {
    const bornAt = this.nodes.length === 0 ? 0 : step;
    return this.#node(state, { parent: null, bornAt, iteration, fate: "opened", side: state.side });
  }

  #node({ board, g, h, f }, rest) {
    const node = { board, g, h, f, expandedAt: NEVER, replacedAt: NEVER, isOnPath: false, number: null, ...rest };
    node.place = this.#placeOf(node);
    node.place.nodes.push(node);
    this.nodes.push(node);
    (this.born[node.bornAt] ??= []).push(node);
    return node;
  }

  /** The place of a node. All iterations draw a sequence of moves at the same place. */
  #placeOf({ board, parent }) {
    const siblings = parent === null ? this.#roots : parent.place.children;
    const known = this.isDeepening ? siblings.find((place) => place.board === board) : undefined;
    if (known !== undefined) {
      return known;
    }
    const place = new Place(board, parent?.place ?? null, puzzleOf(board, this.shape).tiles.indexOf(0));
    siblings.push(place);
    return place;
  }

  #markPath() {
    const { board, moves } = this.answer;
    if (moves === null) {
      return;
    }
    const along = puzzlesAlong(puzzleOf(board, this.shape), moves).map(textOf);
    const last = Math.max(0, this.#bounds.length - 1);
    const found = new Map();
    for (const node of this.nodes) {
      const index = node.side === "goal" ? along.length - 1 - node.g : node.g;
      if (node.iteration === last && along[index] === node.board && node.replacedAt === NEVER && node.fate !== "cut") {
        found.set(index, node);
      }
    }
    // Boards that the trace has not reached are only part of the path. After the first of them, a
    // deepening search has not followed the path.
    let isFollowed = true;
    along.forEach((text, index) => {
      isFollowed &&= found.has(index) || !this.isDeepening;
      const node = (isFollowed && found.get(index)) || this.#beyond(text, index, last);
      node.isOnPath = true;
      this.path.push(node);
    });
  }

  /** A node that the trace has not reached. Only at the goal are its estimate and its f known. */
  #beyond(board, g, iteration) {
    const isGoal = g === this.answer.length && this.answer.optimal;
    const values = isGoal ? { h: 0, f: g } : { h: null, f: null };
    return this.#node({ board, g, ...values }, { parent: this.path.at(-1) ?? null, bornAt: this.steps, iteration, fate: "path" });
  }

  /**
   * The state of the search after a step, from which all parts of the page take their numbers. A
   * step that skips to the end has the number of all expansions, but the index of the last one that
   * is drawn. Memory `isLeast` is a lower bound.
   */
  at(step) {
    const index = Math.min(step, this.answer.trace.length);
    const isOver = step >= this.steps;
    const isSkip = isOver && !this.isWhole;
    const iteration = this.#iterations[index];
    return {
      step,
      index,
      isOver,
      isSkip,
      expanded: isSkip ? this.answer.statistics.expanded : index,
      iteration,
      current: this.expanding[index],
      before: this.open[Math.max(0, index - 1)],
      open: this.open[index],
      cut: this.#cut[index],
      memory: isSkip ? this.#memoryAtEnd() : this.memory[index],
      isLeast: isSkip && !this.#endsAtGoal,
      bound: this.#bounds[iteration] ?? null,
      perIteration: this.#begins.slice(0, iteration + 1).map((first, nth) => (nth < iteration ? this.#begins[nth + 1] - first : index - first + 1)),
      begins: iteration > 0 && index === this.#begins[iteration],
    };
  }

  /** Whether the memory at the end is known: that of a depth-first search is the path. */
  get #endsAtGoal() {
    return this.isDeepening && this.answer.moves !== null;
  }

  /** The boards in memory at the end of a search that is not drawn to its end, or fewer. */
  #memoryAtEnd() {
    const { length, statistics: { expanded, reopened } } = this.answer;
    return this.#endsAtGoal ? length + 1 : Math.max(this.memory.at(-1), this.isDeepening ? 0 : expanded - reopened);
  }

  /** The steps at which iterations begin, except the first. */
  get restarts() {
    return this.#begins.slice(1);
  }

  /** The step at which the iteration of a step began. */
  beginningOf(index) {
    const iteration = this.#iterations[index];
    return iteration === 0 ? 0 : this.#begins[iteration];
  }

  /** The nodes of the current iteration after a step. */
  #nodesAt({ index, iteration }) {
    return this.nodes.filter((node) => node.iteration === iteration && node.bornAt <= index);
  }

  /** The open list after a step, in the order of selection. */
  openAt(at) {
    const open = this.#nodesAt(at).filter((node) => stateAt(node, at.index) === "open");
    return open.sort((one, other) => one.f - other.f || one.h - other.h || one.bornAt - other.bornAt);
  }

  /** The closed list after a step, the most recent node first. */
  closedAt(at) {
    const closed = this.#nodesAt(at).filter((node) => stateAt(node, at.index) === "closed");
    return closed.sort((one, other) => other.expandedAt - one.expandedAt);
  }

  /**
   * The nodes cut off so far in the iteration, the smallest f first: it is the bound of the next
   * one.
   */
  cutAt(at) {
    return this.#nodesAt(at).filter((node) => node.fate === "cut").sort((one, other) => one.f - other.f);
  }

  /** The nodes from the current one, or from the goal, up to the root. */
  handAt({ current, isOver }) {
    return isOver && this.#endsAtGoal ? [...this.path].reverse() : current === null ? [] : waysTo(current).reverse();
  }
}

function contoursOf(nodes) {
  const since = new Map();
  for (const { f, bornAt } of nodes.filter(({ f }) => f !== null)) {
    since.set(f, Math.min(bornAt, since.get(f) ?? bornAt));
  }
  return [...since].map(([f, since]) => ({ f, since })).sort((one, other) => one.f - other.f);
}

/** Whether a node is open, closed, cut off, replaced, or the end, after a step. */
export function stateAt(node, step) {
  if (["cut", "goal", "path"].includes(node.fate)) {
    return node.fate;
  }
  if (node.replacedAt <= step) {
    return "replaced";
  }
  return node.expandedAt <= step ? "closed" : "open";
}

/** The nodes from the root to a node. */
export function waysTo(node) {
  const way = [];
  for (let each = node; each !== null; each = each.parent) {
    way.unshift(each);
  }
  return way;
}
