// A worker with the WebAssembly module: it answers requests one at a time.

let core = null;

/** Calls the module, which has a buffer for the request and one for the answer in its memory. */
function askCore(question, given) {
  const text = new TextEncoder().encode(`/api/v1/${question}\n${JSON.stringify(given)}`);
  // Reserving may grow the memory, so get its buffer only afterwards.
  const place = core.reserve(text.length);
  new Uint8Array(core.memory.buffer, place, text.length).set(text);
  const length = core.ask();
  const answer = new TextDecoder().decode(new Uint8Array(core.memory.buffer, core.answer(), length));
  return { status: Number(answer.slice(0, 3)), answer: JSON.parse(answer.slice(3)) };
}

onmessage = ({ data }) => {
  if (data.module !== undefined) {
    // The module has no clock of its own; time limits need that of the page.
    core = new WebAssembly.Instance(data.module, { page: { now: () => performance.now() } }).exports;
    return;
  }
  try {
    postMessage({ number: data.number, ...askCore(data.question, data.given), memory: core.memory.buffer.byteLength });
  } catch (error) {
    postMessage({ number: data.number, fault: String(error.message ?? error) });
  }
};
