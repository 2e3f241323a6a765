// The entry point for Node.js, where `fetch` cannot read files.
import { readFile } from "node:fs/promises";

import { start } from "./core.js";

export { TilebaseError } from "./core.js";

export async function load(source = new URL("./tilebase.wasm", import.meta.url)) {
  const bytes = source instanceof URL && source.protocol === "file:" ? await readFile(source) : source;
  return start(bytes instanceof WebAssembly.Module ? bytes : await WebAssembly.compile(bytes));
}
