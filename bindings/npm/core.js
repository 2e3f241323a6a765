// The functions of the WebAssembly module, which answers one request at a time.

const ENDPOINTS = ["position", "solve", "solutions", "search", "check", "sample", "histogram", "tables", "convert"];

/** A request that was refused. */
export class TilebaseError extends Error {
  constructor({ message, code, help }) {
    super(message);
    this.name = "TilebaseError";
    this.code = code;
    this.help = help;
  }
}

/** One function for each endpoint of the API, on an instance of the module. */
export async function start(module) {
  // The module has no clock of its own; time limits need that of its host.
  const { exports } = await WebAssembly.instantiate(module, { page: { now: () => performance.now() } });
  const ask = (endpoint, given = {}) => {
    const text = new TextEncoder().encode(`/api/v1/${endpoint}\n${JSON.stringify(given)}`);
    // Reserving may grow the memory, so get its buffer only afterwards.
    const place = exports.reserve(text.length);
    new Uint8Array(exports.memory.buffer, place, text.length).set(text);
    const length = exports.ask();
    const answer = new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.answer(), length));
    const body = JSON.parse(answer.slice(3));
    if (!answer.startsWith("200")) {
      throw new TilebaseError(body.error);
    }
    return body;
  };
  return Object.fromEntries(ENDPOINTS.map((endpoint) => [endpoint, (given) => ask(endpoint, given)]));
}
