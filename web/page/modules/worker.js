// A worker with a core of WebAssembly: it takes questions one after the other, and sends the answers back.

let core = null;

/** Asks the core, which has a text for each question in its memory, and one for the answer. */
function askCore(question, given) {
  const text = new TextEncoder().encode(`/api/v1/${question}\n${JSON.stringify(given)}`);
  // To make room may move the memory, so its buffer is asked for afterwards.
  const place = core.reserve(text.length);
  new Uint8Array(core.memory.buffer, place, text.length).set(text);
  const length = core.ask();
  const answer = new TextDecoder().decode(new Uint8Array(core.memory.buffer, core.answer(), length));
  return { status: Number(answer.slice(0, 3)), answer: JSON.parse(answer.slice(3)) };
}

onmessage = ({ data }) => {
  if (data.module !== undefined) {
    // A module has no clock of its own; searches that have a limit of time look at that of the page.
    core = new WebAssembly.Instance(data.module, { page: { now: () => performance.now() } }).exports;
    return;
  }
  try {
    postMessage({ number: data.number, ...askCore(data.question, data.given) });
  } catch (error) {
    postMessage({ number: data.number, fault: String(error.message ?? error) });
  }
};
