// The entry point for browsers and bundlers.
import { start } from "./core.js";

export { TilebaseError } from "./core.js";

export async function load(source = new URL("./tilebase.wasm", import.meta.url)) {
  if (source instanceof WebAssembly.Module) {
    return start(source);
  }
  // Not compileStreaming: some servers send the module with another media type.
  return start(await WebAssembly.compile(source instanceof URL ? await download(source) : source));
}

async function download(address) {
  const response = await fetch(address);
  if (!response.ok) {
    throw new Error(`${address} was answered with status ${response.status}`);
  }
  return response.arrayBuffer();
}
