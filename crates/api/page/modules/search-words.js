// Searches in words: one sentence for each step, the running line of the pseudocode, and results.

import { counted, grouped } from "./dom.js";

/** The values g, h and f of a node, as a sum if f is their sum. */
export function sumOf({ g, h, f }) {
  if (f === null) {
    return `g ${g}`;
  }
  return g + h === f ? `g ${g} + h ${h} = f ${f}` : `g ${g}, h ${h}, f ${f}`;
}

/** The reason for the step of a search, in one sentence. */
export function reasonOf(run, at, { measure }) {
  const { current, isOver, expanded, begins, bound, bounds, before } = at;
  if (isOver) {
    return run.isWhole ? "The goal is reached." : "The search continues to the goal; the rest is not drawn.";
  }
  if (current === null) {
    return run.isDeepening ? firstBoundOf(run, bound) : "Only the start is open.";
  }
  if (current.side !== undefined) {
    return `From the ${current.side}: a board ${counted(current.g, "move")} away is expanded.`;
  }
  const value = `${measure} = ${valueOf(current, measure)}`;
  if (!run.isDeepening) {
    return before === 1 ? `${value}: the only open board is expanded.` : `${value} is the smallest value among ${counted(before, "open board")}.`;
  }
  if (begins) {
    return `Nothing is left within the bound ${bounds.at(-2)}. It rises to ${bound}, and the search starts again.`;
  }
  const next = { deeper: "go deeper", cut: "expand it; every new neighbor exceeds the bound", back: "no new neighbor, so backtrack" };
  return `${value} is within the bound ${bound}: ${next[lineOf(run, { ...at, expanded })] ?? "go deeper"}.`;
}

/** The first bound. A bound of 0 allows no expansion, so it does not count. */
function firstBoundOf({ nodes: [start] }, bound) {
  return start.h === bound ? `The first bound is h(start) = ${bound}.` : `The first bound is ${bound}.`;
}

function valueOf(node, measure) {
  return measure === "h" ? node.h : measure === "g" ? node.g : node.f;
}

/** The name of the line of pseudocode that a step runs. */
export function lineOf(run, { current, expanded, isOver, begins }) {
  if (isOver) {
    return "goal";
  }
  if (current === null) {
    return "start";
  }
  const born = run.born[expanded];
  if (run.isDeepening) {
    const isCut = born.length > 0 && born.every(({ fate }) => fate === "cut");
    return begins ? "restart" : isCut ? "cut" : born.length === 0 ? "back" : "deeper";
  }
  return run.replaced[expanded].length > 0 ? "improve" : born.some((node) => node.parent === current) ? "add" : "take";
}

/** The result of a search; `distance` is the optimal length if it is known, otherwise null. */
export function resultOf({ answer, isWhole }, distance) {
  const { expanded, generated } = answer.statistics;
  const drawn = isWhole ? "" : ` The first ${grouped(answer.trace.length)} expansions are drawn.`;
  const took = `${counted(expanded, "state")} expanded, ${grouped(generated)} generated.`;
  if (answer.moves === null) {
    return `Stopped: ${took}${drawn}`;
  }
  return `${counted(answer.length, "move")}, ${qualityOf(answer, distance)}: ${took}${drawn}`;
}

/** Whether the length of a path is optimal, and by how much it is not. */
export function qualityOf({ optimal, length }, distance) {
  if (optimal) {
    return "optimal";
  }
  if (distance === null) {
    return "not guaranteed optimal";
  }
  return length === distance ? "optimal, though not guaranteed" : `${grouped(length - distance)} more than needed`;
}

/** A comparison of finished searches in one sentence, such as "16 moves each; …". */
export function headlineOf(runs) {
  const lengths = runs.map(({ answer }) => answer.length);
  const [one, other] = lengths;
  if (lengths.every((length) => length === 0)) {
    return "The board is the goal: there is nothing to search";
  }
  const moves = runs.length === 1 ? counted(one, "move") : one === other ? `${counted(one, "move")} each` : `${one} against ${other} moves`;
  const expanded = runs.map(({ answer }) => grouped(answer.statistics.expanded)).join(" against ");
  const parts = [moves, `${expanded} expansions`];
  if (runs.every(({ mostInMemory }) => mostInMemory !== null)) {
    parts.push(`${runs.map(({ mostInMemory }) => grouped(mostInMemory)).join(" against ")} boards in memory`);
  }
  return parts.join("; ");
}
