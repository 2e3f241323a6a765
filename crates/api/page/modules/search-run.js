// A search reconstructed from its trace: the tree after each step, the open list, and the closed
// list.
//
// Each node of the tree stores the steps at which it was created, expanded, and replaced by a
// cheaper path to the same board. Any step can therefore be shown at once, forwards and backwards.

import { puzzleOf, puzzlesAlong, textOf } from "./puzzle.js";

/** A step that never comes. */
const NEVER = Infinity;

/**
 * A recorded search. After step n it has expanded n states; if the trace is complete, one more step
 * shows the path.
 */
export class SearchRun {
  /** All nodes in the order of their creation. */
  nodes = [];
  /** The iteration of each step; 0 for algorithms without iterations. */
  #iterations = [0];
  #expanding = [null];
  #bounds = [];

  constructor(answer, shape) {
    this.answer = answer;
    this.shape = shape;
    this.isDeepening = answer.trace.some((state) => state.bound !== undefined);
    const latest = new Map();
    for (const state of answer.trace) {
      this.#grow(state, latest);
    }
    this.isWhole = answer.trace.length === answer.statistics?.expanded;
    this.steps = answer.trace.length + (this.isWhole && answer.moves !== null ? 1 : 0);
    this.#markPath();
  }

  #grow(state, latest) {
    const step = this.#expanding.length;
    const begins = state.parent === undefined;
    if (begins && this.isDeepening) {
      this.#bounds.push(state.bound);
      latest.clear();
    }
    const iteration = Math.max(0, this.#bounds.length - 1);
    const key = (board) => `${state.side ?? ""}${board}`;
    const isRoot = begins && !latest.has(key(state.board));
    const node = isRoot ? this.#root(state, step, iteration) : latest.get(key(state.board));
    Object.assign(node, { expandedAt: step, number: state.expansion });
    this.#iterations.push(iteration);
    this.#expanding.push(node);
    for (const made of state.generated) {
      if (made.fate === "known") {
        continue;
      }
      const before = latest.get(key(made.board));
      if (before !== undefined && made.fate !== "cut") {
        before.replacedAt = step;
      }
      const child = this.#node({ ...made, g: state.g + 1 }, { parent: node, bornAt: step, iteration, fate: made.fate, side: state.side });
      node.children.push(child);
      if (made.fate !== "cut") {
        latest.set(key(made.board), child);
      }
    }
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
    const node = { board, g, h, f, children: [], expandedAt: NEVER, replacedAt: NEVER, isOnPath: false, number: null, ...rest };
    this.nodes.push(node);
    return node;
  }

  #markPath() {
    const { board, moves } = this.answer;
    if (!this.isWhole || moves === null) {
      return;
    }
    const along = puzzlesAlong(puzzleOf(board, this.shape), moves).map(textOf);
    const last = Math.max(0, this.#bounds.length - 1);
    for (const node of this.nodes) {
      const place = node.side === "goal" ? along.length - 1 - node.g : node.g;
      node.isOnPath = node.iteration === last && along[place] === node.board && node.replacedAt === NEVER;
    }
  }

  /** The state of the search after a step. */
  at(step) {
    const steps = Math.min(step, this.answer.trace.length);
    const iteration = this.#iterations[steps];
    const nodes = this.nodes.filter((node) => node.iteration === iteration && node.bornAt <= steps);
    const current = this.#expanding[steps];
    const isOver = step > this.answer.trace.length;
    return {
      nodes,
      current,
      expanded: steps,
      bound: this.#bounds[iteration] ?? null,
      bounds: this.#bounds.slice(0, iteration + 1),
      isOver,
      stateOf: (node) => stateAt(node, steps),
      isOnPath: (node) => isOver && node.isOnPath,
      hand: this.isDeepening ? waysTo(current) : [],
    };
  }

  /** The open list after a step, in the order of selection. */
  openAt({ nodes, stateOf }) {
    const open = nodes.filter((node) => stateOf(node) === "open");
    return open.sort((one, other) => one.f - other.f || one.h - other.h || one.bornAt - other.bornAt);
  }

  /** The closed list after a step, the most recent node first. */
  closedAt({ nodes, stateOf }) {
    const closed = nodes.filter((node) => stateOf(node) === "closed");
    return closed.sort((one, other) => other.expandedAt - one.expandedAt);
  }

  /**
   * The nodes cut off so far in the iteration, the smallest f first: it is the bound of the next
   * one.
   */
  cutAt({ nodes }) {
    return nodes.filter((node) => node.fate === "cut").sort((one, other) => one.f - other.f);
  }
}

/** Whether a node is open, closed, cut off, replaced, or the end, after a step. */
function stateAt(node, step) {
  if (node.fate === "cut" || node.fate === "goal") {
    return node.fate;
  }
  if (node.replacedAt <= step) {
    return "replaced";
  }
  return node.expandedAt <= step ? "closed" : "open";
}

/** The nodes from the root to a node. */
function waysTo(node) {
  const way = [];
  for (let each = node; each !== null; each = each.parent) {
    way.unshift(each);
  }
  return way;
}
