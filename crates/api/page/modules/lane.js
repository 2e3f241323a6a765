// A search to watch: its method, figures, tree, reasons, pseudocode, and lists.

import { ALGORITHMS, HEURISTICS, methodOf } from "./algorithms.js";
import { ask, isAborted } from "./ask.js";
import { byId, counted, explained, grouped, make, setText } from "./dom.js";
import { miniBoard } from "./mini-board.js";
import { SearchRun } from "./search-run.js";
import { SearchTree } from "./search-tree.js";
import { lineOf, reasonOf, resultOf, sumOf } from "./search-words.js";
import { change, state } from "./state.js";

/**
 * Maximum numbers of expansions to draw and to run. A larger tree would be a blur, and a larger
 * search would need too much memory.
 */
const MAX_TRACED = 2000;
const MAX_EXPANDED = 2_000_000;

/** Maximum number of displayed boards per list. */
const LISTED = 5;

/** The shortest time between two updates of texts, and of lists, during playback, in milliseconds. */
const READABLE = 250;
const LISTS_READABLE = 750;

/** A search in its own element of the page. */
export class Lane {
  run = null;
  isSearching = false;
  #key;
  /** `first` or `second`, for the names of parts. */
  #ordinal;
  #parts;
  #tree;
  #method = methodOf("");
  #search = new AbortController();
  #asked = "";
  #at = null;
  /** The time and the step of the texts, and the time of the lists. */
  #written = { time: 0, step: -1 };
  #listed = 0;
  #entries = new Map();
  /** The optimal length, if it is known. */
  #distance = null;

  constructor(key, ordinal) {
    this.#key = key;
    this.#ordinal = ordinal;
    this.#parts = build(byId(`lane-${key}`), ordinal);
    this.#tree = new SearchTree(this.#parts.canvas, this.#parts.note);
    this.#tree.describe = (node) => describe(node, this.run.shape);
    this.#tree.picked = (node) => change({ board: node.board }, "search");
    this.#tree.pointed = (node) => this.#lightEntry(node);
    for (const select of [this.#parts.algorithm, this.#parts.heuristic]) {
      select.addEventListener("change", () => change({ [key]: this.#chosen() }));
    }
  }

  get name() {
    return this.#method.name;
  }

  /** The selected method, as in the address. */
  #chosen() {
    const [algorithm, heuristic] = [this.#parts.algorithm.value, this.#parts.heuristic.value];
    return ALGORITHMS[algorithm].heuristics ? `${algorithm}.${heuristic}` : algorithm;
  }

  /**
   * Runs the selected search from a board if it is visible and has not run yet. Calls back when
   * there is a result.
   */
  async refresh(start, whenRun) {
    const choice = state.get(this.#key);
    const isOpen = state.get("show") === "search";
    this.#parts.place.hidden = choice === "";
    const isWanted = isOpen && choice !== "";
    const key = choice === "" ? "" : JSON.stringify([choice, start]);
    // A finished search stays while another panel is open, until the board changes.
    if (key === this.#asked || (!isWanted && this.#asked === "")) {
      return;
    }
    const asked = isWanted ? key : "";
    this.#search.abort();
    this.#search = new AbortController();
    this.#asked = asked;
    this.isSearching = isWanted;
    this.run = null;
    if (isWanted) {
      await this.#find(this.#choose(choice), start, this.#search.signal);
    }
    if (this.#asked === asked) {
      this.isSearching = false;
      whenRun();
    }
  }

  #choose(choice) {
    this.#method = methodOf(choice);
    const { algorithm, heuristic, code } = this.#method;
    this.#parts.algorithm.value = algorithm;
    this.#parts.heuristic.hidden = heuristic === undefined;
    this.#parts.heuristic.value = heuristic ?? this.#parts.heuristic.value;
    this.#parts.code.replaceChildren(...code.map(([name, text]) => make("li", { "data-line": name }, text)));
    return { algorithm, heuristic };
  }

  async #find(method, start, signal) {
    this.#empty("Searching…");
    const given = { ...start, ...method, trace: MAX_TRACED, expanded: MAX_EXPANDED };
    try {
      const answer = await ask("search", given, { lane: this.#key, signal });
      if (!answer.solvable) {
        const cost = ["ida", "iterative-deepening"].includes(method.algorithm)
          ? "This search would raise its bound without end."
          : "A search would have to expand half of all boards to find out.";
        this.#empty(`The goal can't be reached from here. ${cost}`);
        return;
      }
      const run = new SearchRun(answer, start.shape);
      this.run = run;
      const most = Math.max(100, answer.statistics.expanded, (run.isWhole ? 1 : 10) * Math.max(...run.memory));
      this.#parts.place.style.setProperty("--digits", grouped(most).length);
      this.#tree.load(run);
    } catch (error) {
      if (!isAborted(error)) {
        this.#empty(explained(error));
      }
    }
  }

  /** Shows words instead of a search. */
  #empty(words) {
    this.#at = null;
    this.#tree.load(null);
    this.#parts.result.textContent = words;
    this.#parts.figures.forEach((figure) => (figure.textContent = "–"));
    for (const part of ["now", "lists", "contours"]) {
      this.#parts[part].replaceChildren();
    }
  }

  /** Shows the search after a step, or at its end if it took fewer steps. */
  show(step, { isPlaying = false, distance = null } = {}) {
    if (this.run === null) {
      return;
    }
    const at = this.run.at(Math.min(step, this.run.steps));
    this.#distance = distance;
    this.#at = at;
    this.#tree.show(at);
    this.#showFigures(at);
    const isDue = this.#written.step !== at.step && performance.now() - this.#written.time > READABLE;
    if (isDue || !isPlaying) {
      this.#written = { time: performance.now(), step: at.step };
      this.#write(at, isPlaying);
    }
  }

  #showFigures(at) {
    const [expanded, memory, bound] = this.#parts.figures;
    const { isWhole, answer, mostInMemory } = this.run;
    const kept = !at.isOver ? "" : isWhole ? grouped(mostInMemory) : `≥${grouped(Math.max(...this.run.memory))}`;
    setText(expanded, grouped(at.isOver ? answer.statistics.expanded : at.expanded));
    setText(memory, at.isOver ? kept : grouped(at.memory));
    setText(bound, String(at.isOver ? answer.length : (at.bound ?? at.current?.f ?? "–")));
    setText(this.#parts.boundName, at.isOver ? "moves" : at.bound === null ? "f" : "bound");
  }

  /** Writes the texts and lists of a step. */
  #write(at, isPlaying) {
    const { result, now, code, lists, canvas } = this.#parts;
    const hasEnded = at.step === this.run.steps;
    const words = hasEnded ? resultOf(this.run, this.#distance) : this.#method.says;
    setText(result, words);
    // Sentences of single steps are read aloud; those of a playback would follow too fast.
    now.setAttribute("aria-live", isPlaying ? "off" : "polite");
    now.replaceChildren(...this.#nowOf(at));
    const running = lineOf(this.run, at);
    for (const line of code.children) {
      line.dataset.line === running ? line.setAttribute("aria-current", "step") : line.removeAttribute("aria-current");
    }
    if (!isPlaying || performance.now() - this.#listed > LISTS_READABLE) {
      this.#listed = performance.now();
      this.#entries.clear();
      lists.replaceChildren(...this.#listsOf(at));
    }
    this.#showContours(at);
    canvas.setAttribute("aria-label", `Tree of the ${this.#ordinal} search after ${counted(at.expanded, "expansion")}. Arrow keys go from board to board, and Enter shows one.`);
  }

  #nowOf(at) {
    const { current, expanded, isOver } = at;
    const reason = make("strong", {}, reasonOf(this.run, at, this.#method));
    if (current === null || isOver) {
      const board = isOver ? this.run.path.at(-1).board : this.run.answer.board;
      return [miniBoard(board, this.run.shape), make("span", {}, reason)];
    }
    const details = `Expansion ${grouped(expanded)}: ${sumOf(current)}`;
    return [miniBoard(current.board, this.run.shape), make("span", {}, reason, make("small", {}, details))];
  }

  /** The values of f met so far, each in the color of its nodes. */
  #showContours(at) {
    const most = Math.max(...this.run.expanding.slice(0, at.expanded + 1).map((node) => node?.f ?? -1), this.run.nodes[0].f);
    const met = this.run.contours.filter((f) => f <= most);
    const chips = met.slice(-9).map((f) => {
      const swatch = make("span", { class: "swatch" });
      swatch.style.background = this.#tree.colourOf(f);
      const isCurrent = !at.isOver && f === (at.bound ?? at.current?.f);
      return make("li", isCurrent ? { class: "here" } : {}, swatch, `${f}`);
    });
    this.#parts.contours.replaceChildren(make("li", { class: "name" }, "f ="), ...chips);
  }

  #listsOf(at) {
    const { run } = this;
    if (!run.isDeepening) {
      return [this.#list("Open list", run.openAt(at), "next choices"), this.#list("Closed list", run.closedAt(at), "latest first")];
    }
    const cut = run.cutAt(at);
    const next = cut.length === 0 ? "nothing yet" : `the next bound is ${cut[0].f}`;
    const hand = this.#list("Current path", run.handAt(at), `bounds so far: ${shortened(at.bounds).join(", ")}`);
    return cut.length > 0 || run.nodes.some((node) => node.fate === "cut") ? [hand, this.#list("Cut off", cut, next)] : [hand];
  }

  #list(title, nodes, hint) {
    const items = nodes.slice(0, LISTED).map((node) => make("li", {}, this.#entry(node)));
    const head = make("h4", {}, `${title} `, make("b", {}, grouped(nodes.length)), make("small", {}, hint));
    return make("section", {}, head, make("ol", {}, ...items));
  }

  /** An entry of a list: it lights its node, and a press goes to its board. */
  #entry(node) {
    // Keyboard users have the tree, so entries are not tab stops.
    const entry = make("button", { type: "button", tabindex: -1, class: "entry" }, miniBoard(node.board, this.run.shape), make("small", {}, sumOf(node)));
    entry.addEventListener("pointerenter", () => this.#tree.light(node));
    entry.addEventListener("pointerleave", () => this.#tree.light(null));
    entry.addEventListener("click", () => change({ board: node.board }, "search"));
    this.#entries.set(node, entry);
    return entry;
  }

  #lightEntry(lit) {
    for (const [node, entry] of this.#entries) {
      entry.classList.toggle("lit", node === lit);
    }
  }

  /** Marks the displayed board in the tree. */
  markBoard(board) {
    this.#tree.markBoard(board);
  }

  refreshColours() {
    this.#tree.refresh();
    if (this.#at !== null) {
      this.#showContours(this.#at);
    }
  }
}

/** Creates the parts of a lane. */
function build(place, ordinal) {
  const select = (label, options) => {
    const select = make("select", { "aria-label": `${label} of the ${ordinal} search` });
    select.replaceChildren(...options.map(([value, name]) => new Option(name, value)));
    return select;
  };
  const algorithm = select("Algorithm", Object.entries(ALGORITHMS).map(([value, { name }]) => [value, name]));
  const heuristic = select("Heuristic", Object.entries(HEURISTICS));
  const figures = [0, 1, 2].map(() => make("dd", {}, "–"));
  const names = ["expanded", "in memory", "f"].map((name) => make("dt", {}, name));
  const parts = {
    place, algorithm, heuristic, figures, boundName: names[2],
    result: make("p", { class: "result", "aria-live": "polite" }),
    canvas: make("canvas", { role: "application", tabindex: 0, "aria-label": `Tree of the ${ordinal} search` }),
    note: make("div", { class: "note", role: "status", hidden: "" }),
    contours: make("ol", { class: "contours", "aria-label": "Values of f so far" }),
    now: make("p", { class: "now" }),
    code: make("ol", { class: "code", "aria-label": `Pseudocode of the ${ordinal} search` }),
    lists: make("div", { class: "lists" }),
  };
  const list = make("dl", { class: "figures" }, ...names.map((name, index) => make("div", {}, name, figures[index])));
  place.append(
    make("div", { class: "head" }, make("div", { class: "row" }, algorithm, heuristic), list),
    make("div", { class: "tree" }, parts.canvas, parts.note),
    parts.contours, parts.result, parts.now, parts.code, parts.lists,
  );
  return parts;
}

function describe(node, shape) {
  const order = node.fate === "path" ? "on the path" : node.number === null ? "not expanded" : `expansion ${grouped(node.number)}`;
  return [miniBoard(node.board, shape), make("small", {}, sumOf(node)), make("small", {}, order)];
}

/** The last few items of a list. */
function shortened(all) {
  return all.length > 6 ? ["…", ...all.slice(-6)] : all;
}
