// The number of boards at each depth of a search, by f.

/** Boards by depth and f after any step. Moving forward is incremental; moving back starts over. */
export class DepthCounts {
  /** The largest number of boards at any depth after the last step. */
  most = 1;
  #run;
  /** The counts by depth and f, and the step that they describe. */
  #rows = [];
  #step = -1;

  constructor(run) {
    this.#run = run;
    for (const row of this.at(run.answer.trace.length)) {
      const boards = [...row.values()].reduce((sum, { expanded, open }) => sum + expanded + open, 0);
      this.most = Math.max(this.most, boards);
    }
  }

  /**
   * For each depth, a map from f to the number of expanded and open boards after a step. Searches
   * with iterations expand a board several times, and keep no open boards.
   */
  at(step) {
    if (step < this.#step) {
      [this.#rows, this.#step] = [[], -1];
    }
    while (this.#step < step) {
      this.#step += 1;
      this.#add(this.#step);
    }
    return this.#rows;
  }

  #add(step) {
    const { born, replaced, expanding, isDeepening } = this.#run;
    const node = expanding[step];
    if (node !== null) {
      this.#count(node, "expanded", 1);
    }
    if (isDeepening) {
      return;
    }
    born[step].forEach((node) => this.#count(node, "open", 1));
    replaced[step].forEach((node) => this.#count(node, node.expandedAt < step ? "expanded" : "open", -1));
    if (node !== null) {
      this.#count(node, "open", -1);
    }
  }

  #count({ place, f }, kind, by) {
    const row = (this.#rows[place.level] ??= new Map());
    row.has(f) || row.set(f, { expanded: 0, open: 0 });
    row.get(f)[kind] += by;
  }
}
