// Searches in words: one sentence for each step, the running line of the pseudocode, and results.

import { capitalized, counted, grouped } from "./dom.js";

/** The values g, h and f of a node, as a sum if f is their sum. */
export function sumOf({ g, h, f }) {
  if (f === null) {
    return `g ${g}`;
  }
  return g + h === f ? `g ${g} + h ${h} = f ${f}` : `g ${g}, h ${h}, f ${f}`;
}

/** The reason for the step of a search, in one sentence. */
export function reasonOf(run, at, { measure }) {
  const { current, isOver, begins, bound, before } = at;
  if (isOver) {
    return run.answer.moves === null ? "The search was stopped." : run.isWhole && run.isDeepening ? `The goal is reached in iteration ${at.perIteration.length}: ${sumOfIterations(at)}.` : "The goal is reached.";
  }
  if (current === null) {
    return run.isDeepening ? firstBoundOf(run, bound) : "Only the start is open.";
  }
  if (current.side !== undefined) {
    return `The search from the ${current.side} expands a board ${counted(current.g, "move")} from it.`;
  }
  const value = `${measure} = ${valueOf(current, measure)}`;
  if (!run.isDeepening) {
    return before === 1 ? `${value}: the only open board is expanded.` : `${value} is the smallest ${measure} of ${counted(before, "open board")}.`;
  }
  if (begins) {
    return restartOf(at, measure);
  }
  const next = { deeper: "go deeper", cut: "expand it; every new neighbor exceeds the bound", back: "no new neighbor, so backtrack" };
  return `${value} is within bound ${bound}: ${next[lineOf(run, at)] ?? "go deeper"}.`;
}

/** A sentence that stays true while steps follow too fast to be read. */
export function steadyReasonOf(run, at, { measure, code }) {
  if (run.isDeepening) {
    return at.iteration > 0 ? restartOf(at, measure) : firstBoundOf(run, at.bound);
  }
  const [, [, take]] = code;
  const words = take.replace(/ = g \+ (2?)h/, (_, two) => ` = g + ${two}h: moves made + ${two && "2 × "}moves estimated`);
  return `${capitalized(words)}.`;
}

/** The announcement of an iteration after the first. */
function restartOf({ bound, iteration }, measure) {
  return `Iteration ${iteration + 1}: start over with bound ${bound}, the smallest ${measure} that iteration ${iteration} cut off.`;
}

/** The name of the line at the depth that equals the bound of an iteration. */
export function boundInWords({ bound, iteration }, isNarrow) {
  return isNarrow ? `bound ${bound}` : `iteration ${iteration + 1}: bound ${bound}, the maximum depth`;
}

/** The expansions of each iteration so far, and their sum. */
export function iterationsOf(at) {
  return `Iteration ${at.perIteration.length}: ${sumOfIterations(at)}.`;
}

function sumOfIterations({ perIteration, expanded }) {
  const parts = perIteration.length > 4 ? ["…", ...perIteration.slice(-2)] : perIteration;
  const sum = perIteration.length > 1 ? `${parts.join(" + ")} = ` : "";
  return `${sum}${counted(expanded, "expansion")}`;
}

/** The number of boards in memory, or a lower bound. */
export function memoryOf({ memory, isLeast }) {
  return `${grouped(memory)}${isLeast ? "+" : ""}`;
}

/** The first bound. A bound of 0 allows no expansion, so it does not count. */
function firstBoundOf({ nodes: [start] }, bound) {
  return start.h === bound ? `Go deeper while f ≤ bound. The first bound is h(start) = ${bound}.` : `The first bound is ${bound}.`;
}

function valueOf(node, measure) {
  return measure === "h" ? node.h : measure === "g" ? node.g : node.f;
}

/** The name of the line of pseudocode that a step runs. */
export function lineOf(run, { current, index, isOver, begins }) {
  if (isOver) {
    return "goal";
  }
  if (current === null) {
    return "start";
  }
  const born = run.born[index];
  if (run.isDeepening) {
    const isCut = born.length > 0 && born.every(({ fate }) => fate === "cut");
    return begins ? "restart" : isCut ? "cut" : born.length === 0 ? "back" : "deeper";
  }
  return run.replaced[index].length > 0 ? "improve" : born.some((node) => node.parent === current) ? "add" : "take";
}

/** The result of a search; `distance` is the optimal length if it is known, otherwise null. */
export function resultOf({ answer, isWhole }, distance) {
  const { expanded, generated } = answer.statistics;
  const drawn = isWhole ? "" : ` The first ${grouped(answer.trace.length)} expansions are drawn.`;
  const took = `${counted(expanded, "board")} expanded, ${grouped(generated)} generated.`;
  if (answer.moves === null) {
    return `Stopped: ${took}${drawn}`;
  }
  return `${counted(answer.length, "move")}, ${qualityOf(answer, distance)}: ${took}${drawn}`;
}

/** Whether the length of a path is optimal, and by how much it is not. */
function qualityOf({ optimal, length }, distance) {
  if (optimal) {
    return "optimal";
  }
  if (distance === null) {
    return "not guaranteed optimal";
  }
  return length === distance ? "optimal, though not guaranteed" : `${grouped(length - distance)} more than needed`;
}

/**
 * A comparison of finished searches, such as "A* expanded 98 boards and kept 162; …". Each search has
 * its name, its answer, and its last state.
 */
export function headlineOf(searches) {
  const [less, more] = [...searches].sort((one, other) => one.at.memory - other.at.memory);
  if (more && !less.at.isLeast && !more.at.isLeast && less.at.memory < more.at.memory && less.at.expanded > more.at.expanded) {
    const sideOf = (part) => [less, more].map(({ at }) => grouped(at[part]));
    const [[kept, keptBy], [expanded, expandedBy]] = ["memory", "expanded"].map(sideOf);
    return `${less.name} kept ${kept} boards to ${more.name}’s ${keptBy}, but expanded ${expanded} to ${more.name}’s ${expandedBy}.`;
  }
  const parts = searches.map(({ name, at }, index) => {
    // A lower bound is the number of expanded boards if none was expanded twice.
    const kept = !at.isLeast ? grouped(at.memory) : at.memory === at.expanded ? "all" : `at least ${grouped(at.memory)}`;
    return `${name} expanded ${index === 0 ? counted(at.expanded, "board") : grouped(at.expanded)} and kept ${kept}`;
  });
  return `${parts.join("; ")}.`;
}

/** The work that searches would do in vain from a board that can't be solved. */
export function vainOf(searches) {
  const works = searches.map(({ name, isDeepening }) => `${name} would ${isDeepening ? "raise its bound forever" : "expand every board of the same parity before giving up"}`);
  return `${[...new Set(works)].join(", and ")}.`;
}

/** The lengths of the paths that searches found. */
export function lengthsOf(searches) {
  const [one, other] = searches.map(({ answer }) => answer.length);
  if (one !== null && (searches.length === 1 || one === other)) {
    const isTwo = searches.length === 2 && searches[0].answer.moves !== searches[1].answer.moves;
    // Longer sentences do not fit beside the legend.
    return `${searches.length === 1 ? "The path has" : isTwo ? "They find different paths of" : "Both find the same path of"} ${counted(one, "move")}.`;
  }
  const found = ({ name, answer }) => `${name} ${answer.moves === null ? "stopped without a path" : `found a path of ${counted(answer.length, "move")}`}`;
  return `${searches.map(found).join(", ")}.`;
}
