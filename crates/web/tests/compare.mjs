// Compares the page's WebAssembly module with the programs. Every line of the given files has a
// board and its distance, as written by `pdb-gen export` and `pdb-solve --input`; the module must
// return the same. Searches must have the counts of published programs when imitating their
// conventions.
//
// node compare.mjs tilebase_web.wasm published-counts.tsv FILE.csv...
import { readFileSync } from "node:fs";

const [wasm, published, ...files] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(wasm), { page: { now: () => performance.now() } });
const core = instance.exports;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Calls the module, and returns the status and the answer. */
function ask(question, given) {
  const text = encoder.encode(`/api/v1/${question}\n${JSON.stringify(given)}`);
  // Reserving may grow the memory, so get its buffer only afterwards.
  const place = core.reserve(text.length);
  new Uint8Array(core.memory.buffer, place, text.length).set(text);
  const length = core.ask();
  const answer = decoder.decode(new Uint8Array(core.memory.buffer, core.answer(), length));
  return [Number(answer.slice(0, 3)), JSON.parse(answer.slice(3))];
}

/** Fails with a message unless two values are equal. */
function same(found, expected, what) {
  if (found !== expected) {
    throw new Error(`${what}: expected ${expected}, found ${found}`);
  }
}

/** The fields of a CSV line. Boards of more than ten cells are quoted. */
function cells(line) {
  return [...line.matchAll(/"([^"]*)"|([^,]+)|(?<=,)(?=,)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}

same(ask("position", { board: "12345678" })[0], 400, "the status of what is no board");
same(ask("nothing", {})[0], 404, "the status of what is no question");

same(ask("histogram", {})[1].states, 181440, "the states of 3x3");

/** The compared boards, by number of cells. A set, so that each counts once. */
const compared = new Map();
for (const file of files) {
  const [head, ...lines] = readFileSync(file, "utf8").trimEnd().split("\n");
  const names = cells(head);
  const [board, length] = [names.indexOf("board"), names.findIndex((name) => name === "distance" || name === "length")];
  const shape = /(\d+x\d+)[^/]*$/.exec(file)[1];
  const boards = compared.get(shape) ?? new Set();
  compared.set(shape, boards);
  for (const line of lines) {
    const values = cells(line);
    const [status, answer] = ask("solve", { board: values[board], shape });
    same(status, 200, values[board]);
    same(answer.length, Number(values[length]), values[board]);
    same(answer.moves.length, answer.length, `the path of ${values[board]}`);
    same(answer.optimal, true, `the guarantee of ${values[board]}`);
    boards.add(values[board]);
  }
}

/** The search counted in a column: a program, and its algorithm or the heuristic of its A*. */
function search(column) {
  const [convention, ...rest] = column.split("-");
  const searched = rest.join("-");
  if (searched === "misplaced" || searched === "manhattan") {
    return { convention, algorithm: "astar", heuristic: searched };
  }
  const both = convention === "akhtar" && searched !== "breadth-first";
  return { convention, algorithm: searched, ...(both && { heuristic: "manhattan-plus-misplaced" }) };
}

const others = [...compared].filter(([shape]) => shape !== "3x3").reduce((sum, [, boards]) => sum + boards.size, 0);
same(others >= 1000, true, `a thousand boards of other shapes, which are ${others}`);

let counts = 0;
const [head, ...rows] = readFileSync(published, "utf8").split("\n").filter((line) => line && !line.startsWith("#"));
const columns = head.split("\t");
for (const row of rows) {
  const values = row.split("\t");
  for (let column = 4; column < columns.length; column += 1) {
    if (values[column] === "-") continue;
    const [status, answer] = ask("search", { board: values[1], goal: values[2], ...search(columns[column]) });
    const what = `${values[0]} ${columns[column]}`;
    same(status, 200, what);
    const { expanded, generated, peak_open: queue } = answer.statistics;
    const program = columns[column].split("-")[0];
    const found = program === "akhtar" ? [expanded, generated, queue] : [expanded, program === "parnami" ? generated : queue];
    // If a published count is due to a bug, the correct one follows it; a length that differs from
    // the distance comes last.
    const [right, length] = values[column].split("~").at(-1).split(":");
    same(found.join("/"), right, what);
    same(answer.length, Number(length ?? values[3]), what);
    counts += 1;
  }
}

// Answers on 5x5 boards: these verdicts need no pattern databases, and must not read the system clock, which
// WebAssembly lacks.
const large = [...Array(24).keys()].map((tile) => tile + 1).concat(0);
const exchanged = (one, other) => large.map((tile) => (tile === one ? other : tile === other ? one : tile)).join();
for (const [board, given, kind] of [
  [exchanged(24, 0), "R", "optimal"],
  [exchanged(24, 0), "L", "other-convention"],
  [exchanged(1, 2), "unsolvable", "unsolvable"],
  [[...large].reverse().join(), "L", "illegal-move"],
]) {
  const [status, answer] = ask("check", { board, answer: given });
  same([status, answer.kind].join(" "), `200 ${kind}`, `check of ${given} on ${board}`);
}

const sizes = [...compared].map(([shape, boards]) => `${boards.size} of ${shape}`).join(", ");
console.log(`boards (${sizes}) and ${counts} published counts: the page's core and the programs agree`);
