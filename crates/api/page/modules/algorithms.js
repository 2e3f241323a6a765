// The searches to watch: their names, what they do in one line, and in pseudocode.

const BEST_FIRST = (measure) => [
  ["start", "open ← { start }"],
  ["take", `take the open board with the smallest ${measure}`],
  ["goal", "if it is the goal: done"],
  ["add", "add its new neighbors to open"],
  ["improve", "shorter path to a known board: replace it"],
];

const BIDIRECTIONAL = [
  ["start", "open ← { start }, { goal }: one list per side"],
  ["take", "take the open board of one side with the smallest g"],
  ["goal", "if the other side has reached it: done"],
  ["add", "add its new neighbors to the same list"],
];

const DEEPENING = (measure, first) => [
  ["start", `bound ← ${first}`],
  ["deeper", `go to a neighbor with ${measure} ≤ bound`],
  ["cut", `${measure} > bound: cut off`],
  ["goal", "if it is the goal: done"],
  ["back", "no neighbor left: go back"],
  ["restart", `bound ← smallest ${measure} cut off; start again`],
];

/** The available algorithms. `measure` is the value that selects the next board. */
export const ALGORITHMS = {
  "breadth-first": { name: "Breadth-first", measure: "g", heuristics: false, says: "Nearest first. Optimal path.", code: BEST_FIRST("g") },
  bidirectional: { name: "Bidirectional", measure: "g", heuristics: false, says: "From both ends. Optimal path.", code: BIDIRECTIONAL },
  "iterative-deepening": {
    name: "Iterative deepening", measure: "g", heuristics: false, code: DEEPENING("g", "1"),
    says: "Depth-first with increasing limits. Optimal path.",
  },
  greedy: { name: "Greedy", measure: "h", heuristics: true, says: "Lowest h first. The path may not be optimal.", code: BEST_FIRST("h") },
  astar: { name: "A*", measure: "f", heuristics: true, says: "Lowest f = g + h first. Remembers every board.", code: BEST_FIRST("f = g + h") },
  "weighted-astar": {
    name: "Weighted A*", measure: "f", heuristics: true, code: BEST_FIRST("f = g + 2h"),
    says: "Lowest g + 2h first. At most twice the optimal length.",
  },
  ida: { name: "IDA*", measure: "f", heuristics: true, says: "Depth-first within a bound on f. Remembers one path.", code: DEEPENING("f", "h(start)") },
};

export const HEURISTICS = {
  manhattan: "Manhattan",
  "linear-conflict": "Linear conflict",
  patterns: "Patterns",
  misplaced: "Misplaced",
  zero: "Zero",
  exact: "Exact",
};

/** The value of a choice such as `astar.manhattan`; unknown names are replaced by defaults. */
export function methodOf(choice) {
  const [algorithm, heuristic] = choice.split(".");
  const known = Object.hasOwn(ALGORITHMS, algorithm) ? algorithm : "astar";
  const { heuristics } = ALGORITHMS[known];
  const usual = Object.hasOwn(HEURISTICS, heuristic) ? heuristic : "manhattan";
  const isDeepening = known === "ida" || known === "iterative-deepening";
  return { algorithm: known, heuristic: heuristics ? usual : undefined, isDeepening, ...ALGORITHMS[known] };
}
