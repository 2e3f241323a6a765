// Holds the page's core against the programs: every line of the given files has a board and its distance, as
// `pdb-gen export` and `pdb-solve --input` write them, and the core must say the same.
//
//     node compare.mjs tilebase_web.wasm FILE.csv...
import { readFileSync } from "node:fs";

const [wasm, ...files] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(wasm), {});
const core = instance.exports;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Asks the core, and returns the status and the answer. */
function ask(question, given) {
  const text = encoder.encode(`/api/v1/${question}\n${JSON.stringify(given)}`);
  // To make room may move the memory, so its buffer is asked for afterwards.
  const place = core.reserve(text.length);
  new Uint8Array(core.memory.buffer, place, text.length).set(text);
  const length = core.ask();
  const answer = decoder.decode(new Uint8Array(core.memory.buffer, core.answer(), length));
  return [Number(answer.slice(0, 3)), JSON.parse(answer.slice(3))];
}

/** Fails with words unless two things are the same. */
function same(found, expected, what) {
  if (found !== expected) {
    throw new Error(`${what}: expected ${expected}, found ${found}`);
  }
}

/** The cells of a line of CSV, in which a board of more than ten cells stands in quotes. */
function cells(line) {
  return [...line.matchAll(/"([^"]*)"|([^,]+)|(?<=,)(?=,)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}

same(ask("position", { board: "12345678" })[0], 400, "the status of what is no board");
same(ask("nothing", {})[0], 404, "the status of what is no question");

let compared = 0;
for (const file of files) {
  const [head, ...lines] = readFileSync(file, "utf8").trimEnd().split("\n");
  const names = cells(head);
  const [board, length] = [names.indexOf("board"), names.findIndex((name) => name === "distance" || name === "length")];
  for (const line of lines) {
    const values = cells(line);
    const [status, answer] = ask("solve", { board: values[board] });
    same(status, 200, values[board]);
    same(answer.length, Number(values[length]), values[board]);
    same(answer.moves.length, answer.length, `the path of ${values[board]}`);
    same(answer.optimal, true, `the guarantee of ${values[board]}`);
    compared += 1;
  }
  const [, boards] = ask("histogram", {});
  same(boards.states, 181440, "the states of 3x3");
}
console.log(`${compared} boards: the page's core and the programs agree`);
