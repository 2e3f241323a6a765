// The entry point for browsers and bundlers.
import { start } from "./core.js";

export { TilebaseError } from "./core.js";

export async function load(source = new URL("./tilebase.wasm", import.meta.url)) {
  if (source instanceof WebAssembly.Module) {
    return start(source);
  }
  // Not compileStreaming: some servers send the module with another media type.
  const bytes = source instanceof URL ? await (await fetch(source)).arrayBuffer() : source;
  return start(await WebAssembly.compile(bytes));
}
