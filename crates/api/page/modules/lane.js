// A search to watch: its method, figures, tree, reasons, pseudocode, and lists.

import { ALGORITHMS, HEURISTICS, methodOf } from "./algorithms.js";
import { ask, isAborted, isPassing } from "./ask.js";
import { byId, counted, explained, grouped, make, setText } from "./dom.js";
import { miniBoard } from "./mini-board.js";
import { LESSONS } from "./lessons.js";
import { SearchRun } from "./search-run.js";
import { SearchTree } from "./search-tree.js";
import { lineOf, memoryOf, iterationsOf, reasonOf, resultOf, steadyReasonOf, sumOf } from "./search-words.js";
import { change, state } from "./state.js";

/** Maximum numbers of expansions to draw and to run: larger searches would need too much memory. */
const MAX_TRACED = 10_000;
const MAX_EXPANDED = 2_000_000;

/** Maximum number of displayed boards per list. */
const LISTED = 5;

/** A search in its own element of the page. */
export class Lane {
  run = null;
  /** Whether the last search could not reach the goal. */
  isUnsolvable = false;
  #key;
  /** `first` or `second`, for the names of parts. */
  #ordinal;
  #parts;
  #tree;
  #method = methodOf("");
  #search = new AbortController();
  #asked = "";
  #at = null;
  /** The reason and the values of f that are shown. */
  #written = "";
  #contoursShown = "";
  /** The lists: their titles, what they contain, and their elements. */
  #lists = [];
  #entries = new Map();
  /** The optimal length, if it is known. */
  #distance = null;

  constructor(key, ordinal) {
    this.#key = key;
    this.#ordinal = ordinal;
    this.#parts = build(byId(`lane-${key}`), ordinal);
    this.#tree = new SearchTree(this.#parts.canvas, this.#parts.note);
    this.#tree.describe = (node, counts) => describe(node, counts, this.run);
    this.#tree.picked = (node) => change({ board: node.board }, "search");
    this.#tree.pointed = (node) => this.#lightEntry(node);
    for (const select of [this.#parts.algorithm, this.#parts.heuristic]) {
      select.addEventListener("change", () => change({ [key]: this.#chosen() }));
    }
  }

  get name() {
    return this.#method.name;
  }

  /** The name with the heuristic. */
  get fullName() {
    const { name, heuristic } = this.#method;
    return heuristic === undefined ? name : `${name} (${HEURISTICS[heuristic]})`;
  }

  /** Whether a search is selected. */
  get isShown() {
    return state.get(this.#key) !== "";
  }

  get isSearching() {
    return this.#parts.place.ariaBusy === "true";
  }

  get isDeepening() {
    return this.#method.isDeepening;
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
    this.#parts.place.ariaBusy = String(isWanted);
    [this.run, this.#at] = [null, null];
    this.isUnsolvable = false;
    const isLost = isWanted && (await this.#find(this.#choose(choice), start, this.#search.signal));
    if (this.#asked === asked) {
      this.#asked = isLost ? "" : asked;
      this.#parts.place.ariaBusy = "false";
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

  /** Searches, and shows the result. Returns whether the same search may be made again. */
  async #find(method, start, signal) {
    this.#empty("Searching…");
    const given = { ...start, ...method, trace: MAX_TRACED, max_nodes: MAX_EXPANDED };
    try {
      const answer = await ask("search", given, { lane: this.#key, signal });
      if (!answer.solvable) {
        this.isUnsolvable = true;
        this.#empty("The goal can't be reached from here.");
        return false;
      }
      const run = new SearchRun(answer, start.shape);
      this.run = run;
      this.#parts.words.textContent = "";
      const most = Math.max(answer.length, answer.trace.at(-1)?.bound ?? 0, run.contours.at(-1)?.f ?? 0);
      this.#fitFigures([answer.statistics.expanded, Math.max(...run.memory, run.at(run.steps).memory), most]);
      this.#tree.load(run);
      this.#buildLists();
    } catch (error) {
      if (!isAborted(error)) {
        this.#empty(explained(error));
      }
      return isPassing(error);
    }
    return false;
  }

  /** Shows words instead of a search. */
  #empty(words) {
    this.#tree.load(null);
    this.#parts.words.textContent = words;
    this.#parts.result.textContent = "";
    this.#parts.figures.forEach((figure) => (figure.textContent = "–"));
    [this.#written, this.#contoursShown] = ["", ""];
    for (const part of ["now", "lists", "contours"]) {
      this.#parts[part].replaceChildren();
    }
  }

  /**
   * Shows the search after a step, or at its end if it took fewer steps. If steps follow faster
   * than anyone can read, only the numbers and the tree change with each of them.
   */
  show(step, { isPlaying = false, isFast = false, distance = null } = {}) {
    if (this.run === null) {
      return;
    }
    const at = this.run.at(Math.min(step, this.run.steps));
    this.#distance = distance;
    this.#at = at;
    // A lesson may ask about the best of the boards that were cut off.
    const isAsked = LESSONS[state.get("lesson")]?.steps[state.get("step") - 1].cut === this.#key;
    this.#tree.show(at, isAsked ? this.run.cutAt(at)[0] : null);
    this.#showFigures(at);
    this.#showContours(at);
    this.#showLists(at, isFast);
    const { result, live, now } = this.#parts;
    if (at.isOver) {
      setText(result, resultOf(this.run, this.#distance));
    } else {
      setText(live, this.run.isDeepening ? iterationsOf(at) : this.#method.says);
      live.parentNode === result || result.replaceChildren(live);
    }
    // Sentences of single steps are read aloud; those of a playback would follow too fast.
    now.setAttribute("aria-live", isPlaying ? "off" : "polite");
    if (isFast && !at.isOver) {
      this.#write(at, [make("strong", {}, steadyReasonOf(this.run, at, this.#method))]);
    } else {
      this.#write(at, this.#nowOf(at), lineOf(this.run, at));
    }
  }

  /** Sets the sizes of the figures for their largest values. */
  #fitFigures(most) {
    const digits = most.map((value) => grouped(value).length + (this.run.isWhole ? 0 : 1));
    this.#parts.place.style.setProperty("--digits", Math.max(3, ...digits));
    digits.forEach((count, index) => this.#parts.figures[index].style.setProperty("--wide", count));
  }

  #showFigures(at) {
    const [expanded, memory, bound] = this.#parts.figures;
    setText(expanded, grouped(at.expanded));
    setText(memory, memoryOf(at));
    setText(bound, String((at.isOver ? this.run.answer.length : (at.bound ?? at.current?.f)) ?? "–"));
    setText(this.#parts.boundName, at.isOver ? "moves" : at.bound === null ? "f" : "bound");
  }

  /** Writes the reason for a step, and highlights a line of the pseudocode, if any. */
  #write(at, words, running = null) {
    const { now, code, canvas } = this.#parts;
    const text = words.map(({ textContent }) => textContent).join();
    if (text === this.#written) {
      return;
    }
    this.#written = text;
    now.replaceChildren(...words);
    for (const line of code.children) {
      line.dataset.line === running ? line.setAttribute("aria-current", "step") : line.removeAttribute("aria-current");
    }
    canvas.setAttribute("aria-label", `Tree or bars of the ${this.#ordinal} search after ${counted(at.expanded, "expansion")}. Arrow keys go from board to board, and Enter shows one.`);
  }

  #nowOf(at) {
    const { current, expanded, isOver } = at;
    const reason = make("strong", {}, reasonOf(this.run, at, this.#method));
    if (current === null || isOver) {
      const { board } = (isOver && this.run.path.at(-1)) || this.run.answer;
      return [miniBoard(board, this.run.shape), make("span", {}, reason)];
    }
    const details = `Expansion ${grouped(expanded)}: ${sumOf(current)}`;
    return [miniBoard(current.board, this.run.shape), make("span", {}, reason, make("small", {}, details))];
  }

  /** The values of f met so far, each in the color of its nodes. */
  #showContours({ step, isOver, bound, current }) {
    const met = this.run.contours.filter(({ since }) => since <= step).map(({ f }) => f);
    const here = isOver ? null : (bound ?? current?.f);
    const key = `${met.length} ${here}`;
    if (this.#contoursShown === key) {
      return;
    }
    this.#contoursShown = key;
    const chips = met.map((f) => {
      const swatch = make("span", { class: "swatch" });
      swatch.style.background = this.#tree.colorOf(f);
      return make("li", f === here ? { class: "here" } : {}, swatch, `${f}`);
    });
    this.#parts.contours.replaceChildren(make("li", { class: "name" }, "f ="), ...chips);
  }

  /** Creates the headings of the lists, with functions for their numbers, entries, and hints. */
  #buildLists() {
    const { run } = this;
    this.#lists = run.isDeepening
      ? [
          { title: "Current path", count: ({ memory }) => memory, nodes: (at) => run.handAt(at), hint: () => "from the start" },
          { title: "Cut off", count: ({ cut }) => cut.count, nodes: (at) => run.cutAt(at), hint: ({ cut }) => (cut.count === 0 ? "nothing yet" : `the next bound is ${cut.least}`) },
        ]
      : [
          { title: "Open list", count: ({ open }) => open, nodes: (at) => run.openAt(at), hint: () => "next choices" },
          { title: "Closed list", count: ({ memory, open }) => memory - open, nodes: (at) => run.closedAt(at), hint: () => "latest first" },
        ];
    const sections = this.#lists.map((list) => {
      [list.number, list.words, list.entries] = [make("span"), make("small"), make("ol")];
      return make("section", {}, make("h4", {}, `${list.title} `, make("b", {}, list.number), list.words), list.entries);
    });
    this.#parts.lists.replaceChildren(...sections);
  }

  /** Shows the sizes of the lists, and their first boards unless steps follow too fast. */
  #showLists(at, isFast) {
    this.#parts.lists.hidden = at.isSkip;
    this.#entries.clear();
    for (const { count, nodes, hint, number, words, entries } of this.#lists) {
      setText(number, grouped(count(at)));
      setText(words, hint(at));
      entries.replaceChildren(...(isFast ? [] : nodes(at).slice(0, LISTED).map((node) => make("li", {}, this.#entry(node)))));
    }
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
  markBoard(board, walks) {
    this.#tree.markBoard(board, walks);
  }

  /** Redraws the tree, in the current colors of the page. */
  repaint() {
    this.#tree.refresh();
    if (this.#at !== null) {
      this.#contoursShown = "";
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
  // Each number has a layout of its own, which spares one of the page in each frame.
  const figures = [0, 1, 2].map(() => make("span", {}, "–"));
  const names = ["expanded", "kept", "f"].map((name) => make("dt", {}, name));
  const parts = {
    place, algorithm, heuristic, figures, boundName: names[2],
    canvas: make("canvas", { role: "application", tabindex: 0, "aria-label": `Tree of the ${ordinal} search` }),
    words: make("p", { class: "words", role: "status" }),
    note: make("div", { class: "note", role: "status", hidden: "" }),
    now: make("p", { class: "now" }),
    contours: make("ol", { class: "contours", "aria-label": "Values of f so far" }),
    live: make("span"),
    result: make("p", { class: "result", "aria-live": "polite" }),
    code: make("ol", { class: "code", "aria-label": `Pseudocode of the ${ordinal} search` }),
    lists: make("div", { class: "lists" }),
  };
  const list = make("dl", { class: "figures" }, ...names.map((name, index) => make("div", {}, name, make("dd", {}, figures[index]))));
  place.append(
    make("div", { class: "head" }, make("div", { class: "row" }, algorithm, heuristic), list),
    make("div", { class: "tree" }, parts.canvas, parts.words, parts.note),
    parts.now, parts.contours, parts.result, parts.code, parts.lists,
  );
  return parts;
}

/** A node in words, or a part of a bar, with a board of it and the counts of its boards. */
function describe(node, counts, { shape, isDeepening }) {
  const order = node.fate === "path" ? "on the path" : node.number === null ? "not expanded" : `expansion ${grouped(node.number)}`;
  const part = counts && `${grouped(counts.expanded)} expanded${isDeepening ? "" : `, ${grouped(counts.open)} open`}`;
  const words = part === null ? [sumOf(node), order] : [`g ${node.g}, f ${node.f}:`, part, "such as"];
  const mini = miniBoard(node.board, shape);
  const lines = words.map((each) => make("small", {}, each));
  return part === null ? [mini, ...lines] : [...lines, mini];
}
