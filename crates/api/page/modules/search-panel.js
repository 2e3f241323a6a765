// Searches to watch, alone or side by side: the method, the progress, and the lists.

import { ask, isAborted } from "./ask.js";
import { byId, counted, explained, grouped, make } from "./dom.js";
import { miniBoard } from "./mini-board.js";
import { Player } from "./player.js";
import { aim } from "./position.js";
import { SearchRun } from "./search-run.js";
import { SearchTree } from "./search-tree.js";
import { change, onChange, state } from "./state.js";

/** The available algorithms and heuristics. */
const ALGORITHMS = {
  "breadth-first": { name: "Breadth-first", heuristics: false, says: "Nearest first. Optimal path." },
  bidirectional: { name: "Bidirectional", heuristics: false, says: "From both ends. Optimal path." },
  "iterative-deepening": { name: "Iterative deepening", heuristics: false, says: "Depth-first with increasing limits. Optimal path." },
  greedy: { name: "Greedy", heuristics: true, says: "Least h first. Any path." },
  astar: { name: "A*", heuristics: true, says: "Least f = g + h first. Optimal path if h is admissible." },
  "weighted-astar": { name: "Weighted A*", heuristics: true, says: "Least g + 2h first. At most twice the optimal length." },
  ida: { name: "IDA*", heuristics: true, says: "Depth-first within a bound on f. Optimal path, little memory." },
};

const HEURISTICS = {
  manhattan: "Manhattan",
  "linear-conflict": "Linear conflict",
  misplaced: "Misplaced",
  zero: "Zero",
  exact: "Exact",
};

/**
 * Maximum number of drawn states, and of expanded states: more can't be told apart, and need too
 * much memory.
 */
const MAX_TRACED = 2000;
const MAX_EXPANDED = 2_000_000;

/** Maximum number of displayed boards per list. */
const LISTED = 8;

/** A search in its own element of the page. */
class Lane {
  run = null;
  #key;
  #place;
  #tree;
  #search = new AbortController();
  #asked = "";

  constructor(key) {
    this.#key = key;
    this.#place = byId(`lane-${key}`);
    this.#tree = new SearchTree(this.#part("canvas"), this.#part(".note"));
    this.#tree.describe = (node) => this.#describe(node);
    const [algorithm, heuristic] = this.#selects();
    algorithm.replaceChildren(...Object.entries(ALGORITHMS).map(([value, { name }]) => new Option(name, value)));
    heuristic.replaceChildren(...Object.entries(HEURISTICS).map(([value, name]) => new Option(name, value)));
    for (const select of [algorithm, heuristic]) {
      select.addEventListener("change", () => change({ [key]: this.#chosen() }));
    }
  }

  #part(selector) {
    return this.#place.querySelector(selector);
  }

  #selects() {
    return this.#place.querySelectorAll("select");
  }

  /** The selected method, as in the address. */
  #chosen() {
    const [algorithm, heuristic] = [...this.#selects()].map((select) => select.value);
    return ALGORITHMS[algorithm].heuristics ? `${algorithm}.${heuristic}` : algorithm;
  }

  /**
   * Runs the selected search if it is visible and has not run yet. Calls back when there is a
   * result.
   */
  async refresh(whenRun) {
    const choice = state.get(this.#key);
    const isShown = choice !== "" && state.get("show") === "search";
    this.#place.hidden = choice === "";
    const asked = isShown ? JSON.stringify([choice, aim()]) : "";
    if (asked === this.#asked) {
      return;
    }
    this.#search.abort();
    this.#asked = asked;
    this.run = null;
    if (isShown) {
      const [algorithm, heuristic] = this.#choose(choice);
      this.#search = new AbortController();
      await this.#find(algorithm, heuristic, this.#search.signal);
    }
    whenRun();
  }

  /** Selects a method; unknown names are replaced by defaults. */
  #choose(choice) {
    const [algorithm, heuristic] = choice.split(".");
    const [algorithms, heuristics] = this.#selects();
    algorithms.value = algorithm in ALGORITHMS ? algorithm : "astar";
    const informed = ALGORITHMS[algorithms.value].heuristics;
    heuristics.disabled = !informed;
    heuristics.value = heuristic in HEURISTICS ? heuristic : "manhattan";
    this.#part(".says").textContent = ALGORITHMS[algorithms.value].says;
    return [algorithms.value, informed ? heuristics.value : undefined];
  }

  async #find(algorithm, heuristic, signal) {
    this.#say("Searching…");
    this.#tree.show(null);
    this.#part(".lists").replaceChildren();
    const given = { ...aim(), algorithm, heuristic, trace: MAX_TRACED, expanded: MAX_EXPANDED };
    try {
      const answer = await ask("search", given, { lane: this.#key, signal });
      if (!answer.solvable) {
        this.#say("The goal can't be reached from here. A search would have to expand half of all boards to find out.");
        return;
      }
      this.run = new SearchRun(answer, given.shape);
    } catch (error) {
      if (!isAborted(error)) {
        this.#say(explained(error));
      }
    }
  }

  #say(words) {
    this.#part(".result").textContent = words;
  }

  /** Shows the search after a step, or at its end if it took fewer steps. */
  show(step) {
    if (this.run === null) {
      return;
    }
    const at = this.run.at(Math.min(step, this.run.steps));
    this.#tree.show(at, this.run.shape);
    this.#say(this.#resultOf());
    this.#part(".now").replaceChildren(...this.#nowOf(at));
    this.#part(".lists").replaceChildren(...this.#listsOf(at));
    this.#part("canvas").setAttribute("aria-label", `Tree of the search after ${counted(at.expanded, "expansion")}: ${counted(at.nodes.length, "board")}`);
  }

  refreshColours() {
    this.#tree.refresh();
  }

  #resultOf() {
    const { answer, isWhole } = this.run;
    const { expanded, generated } = answer.statistics;
    const drawn = isWhole ? "" : ` The first ${grouped(answer.trace.length)} expansions are drawn.`;
    const took = `${counted(expanded, "state")} expanded, ${grouped(generated)} generated.`;
    if (answer.moves === null) {
      return `Stopped: ${took}${drawn}`;
    }
    const how = answer.optimal ? "optimal" : "not guaranteed optimal";
    return `${counted(answer.length, "move")}, ${how}: ${took}${drawn}`;
  }

  #nowOf({ current, expanded, bound, isOver }) {
    if (isOver) {
      return ["Path found."];
    }
    if (current === null) {
      return ["Start of the search."];
    }
    const within = bound === null ? "" : `, bound ${bound}`;
    return [`Expansion ${grouped(expanded)}`, miniBoard(current.board, this.run.shape), `${sumOf(current)}${within}`];
  }

  #listsOf(at) {
    const { run } = this;
    if (!run.isDeepening) {
      return [this.#list("Open list", run.openAt(at), "next choices"), this.#list("Closed list", run.closedAt(at), "latest first")];
    }
    const cut = run.cutAt(at);
    const next = cut.length === 0 ? "nothing yet" : `the next bound is ${cut[0].f}`;
    const hand = this.#list("Current path", [...at.hand].reverse(), `bounds so far: ${shortened(at.bounds).join(", ")}`);
    return cut.length > 0 || run.nodes.some((node) => node.fate === "cut") ? [hand, this.#list("Cut off", cut, next)] : [hand];
  }

  #list(title, nodes, hint) {
    const items = nodes.slice(0, LISTED).map((node) => make("li", {}, miniBoard(node.board, this.run.shape), make("small", {}, sumOf(node))));
    if (nodes.length > LISTED) {
      items.push(make("li", { class: "more" }, `and ${grouped(nodes.length - LISTED)} more`));
    }
    const head = make("h4", {}, `${title} `, make("b", {}, grouped(nodes.length)), make("small", {}, hint));
    return make("section", {}, head, make("ol", {}, ...items));
  }

  #describe(node) {
    const order = node.number === null ? "not expanded" : `expansion ${grouped(node.number)}`;
    return [miniBoard(node.board, this.run.shape), make("small", {}, sumOf(node)), make("small", {}, order)];
  }
}

/** The values g, h and f of a node, as a sum if f is their sum. */
function sumOf({ g, h, f }) {
  return g + h === f ? `g ${g} + h ${h} = f ${f}` : `g ${g}, h ${h}, f ${f}`;
}

/** The last few items of a list. */
function shortened(all) {
  return all.length > 6 ? ["…", ...all.slice(-6)] : all;
}

const lanes = [new Lane("left"), new Lane("right")];
const player = new Player(byId("search-player"), { what: "search", pace: 3, show: (step) => showStep(step) });

function showStep(step) {
  for (const lane of lanes) {
    lane.show(step);
  }
}

function loadRuns() {
  const steps = Math.max(0, ...lanes.map((lane) => lane.run?.steps ?? 0));
  player.load(steps, steps);
  showStep(steps);
}

onChange(() => {
  const hasSecond = state.get("right") !== "";
  byId("second-lane").setAttribute("aria-pressed", String(hasSecond));
  byId("lanes").classList.toggle("two", hasSecond);
  for (const lane of lanes) {
    lane.refresh(loadRuns);
  }
});
byId("second-lane").addEventListener("click", () => {
  change({ right: state.get("right") === "" ? "ida.manhattan" : "" });
});

/** Redraws the trees in the current colors of the page. */
export function repaintTrees() {
  for (const lane of lanes) {
    lane.refreshColours();
  }
}
