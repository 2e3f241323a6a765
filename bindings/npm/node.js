// The entry point for Node.js, where `fetch` cannot read files.
import { readFile } from "node:fs/promises";

import { load as loadAnywhere } from "./browser.js";

export { TilebaseError } from "./core.js";

export async function load(source = new URL("./tilebase.wasm", import.meta.url)) {
  return loadAnywhere(source instanceof URL && source.protocol === "file:" ? await readFile(source) : source);
}
