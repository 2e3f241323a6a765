// Code that the types accept, and code that they reject. It is compiled, not run.
import { type Answer, load, type Tilebase, TilebaseError, type Verdict } from "tilebase";

const tilebase: Tilebase = await load();
const answer: Answer = tilebase.solve({ board: "638541720", goal: "snail", seconds: 1 });
const moves: string | null | undefined = answer.moves;
const verdict: Verdict = tilebase.check({ board: "123456708", answer: "R" });
const right: boolean = verdict.right;
tilebase.sample();
tilebase.tables();
await load(new URL("https://example.invalid/tilebase.wasm"));

try {
  tilebase.solve({ board: "" });
} catch (error) {
  if (error instanceof TilebaseError && error.code === "malformed-board") {
    console.log(error.help, moves, right);
  }
}

// @ts-expect-error A board is required.
tilebase.solve({});
// @ts-expect-error A board is a string.
tilebase.solve({ board: 123456780 });
// @ts-expect-error There is no such code.
export const isUnknown = (error: TilebaseError): boolean => error.code === "no-such-code";
