// The connection to the API: the WebAssembly module in workers if the page contains it, otherwise
// the server of the page.

/** A failed request: a code, a message, and advice. */
class Refusal extends Error {
  constructor({ code, message, help }) {
    super(message);
    this.code = code;
    this.help = help;
  }
}

/** Whether a request was canceled. */
export function isAborted(error) {
  return error instanceof DOMException && error.name === "AbortError";
}

/** Whether a failed request may succeed if it is made again later. */
export function isPassing({ code }) {
  return ["no-server", "busy"].includes(code);
}

function unwrap({ status, answer }) {
  if (status === 200) {
    return answer;
  }
  throw new Refusal(answer.error);
}

/** Maximum number of attempts if the server is busy, and the pause between them in milliseconds. */
const MAX_TRIES = 8;
const PAUSE = 500;

/**
 * Sends a request to the server of the page. The server ends a search when the connection is closed.
 */
async function askServer(question, given, { signal } = {}) {
  for (let tries = 1; ; tries += 1) {
    const response = await send(question, given, signal);
    if (response.answer.error?.code !== "busy" || tries === MAX_TRIES) {
      return unwrap(response);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

async function send(question, given, signal) {
  const headers = { "content-type": "application/json" };
  let status = null;
  try {
    const response = await fetch(`/api/v1/${question}`, { method: "POST", headers, body: JSON.stringify(given), signal });
    ({ status } = response);
    const answer = await response.json();
    // A proxy may answer with an error of its own, usually not even in JSON.
    if (status === 200 || answer.error.code !== undefined) {
      return { status, answer };
    }
  } catch (error) {
    if (isAborted(error)) {
      throw error;
    }
  }
  throw new Refusal(status === null
    ? { code: "no-server", message: "The server does not answer", help: "Check that it is still running." }
    : { code: "no-server", message: `The server answered with status ${status}`, help: "Try again later." });
}

/** The size in bytes from which the memory of an idle worker is freed: it never shrinks by itself. */
const MAX_IDLE = 64e6;

/**
 * A worker with its own WebAssembly module. It answers one request at a time; canceling a request
 * replaces the worker.
 */
class WorkerQueue {
  #module;
  #source;
  #worker = null;
  #isReady = false;
  #waiting = new Map();
  #last = 0;

  /** `worker`, if given, is already running, and the page sends it the module. */
  constructor(module, source, worker) {
    this.#module = module;
    this.#source = source;
    if (worker !== undefined) {
      this.#serve(worker, module);
    }
  }

  async ask(question, given, signal) {
    signal?.throwIfAborted();
    const number = (this.#last += 1);
    const message = { number, question, given };
    const answer = new Promise((resolve, reject) => this.#waiting.set(number, { message, resolve, reject }));
    signal?.addEventListener("abort", () => this.#abort(number));
    if (this.#worker === null) {
      this.#start();
    } else if (this.#isReady) {
      this.#worker.postMessage(message);
    }
    return answer;
  }

  #start() {
    const worker = new Worker(this.#source);
    this.#serve(worker, this.#module.then((module) => worker.postMessage({ module })));
  }

  /** Sends a worker all waiting requests as soon as it has its module. */
  async #serve(worker, hasModule) {
    this.#worker = worker;
    worker.onmessage = ({ data }) => {
      const waiting = this.#waiting.get(data.number);
      this.#waiting.delete(data.number);
      if (data.fault === undefined) {
        waiting?.resolve(data);
        if (this.#waiting.size === 0 && data.memory > MAX_IDLE) {
          this.#end();
        }
      } else {
        waiting?.reject(fault(data.fault));
        this.#replace();
      }
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.#fail(event);
    };
    try {
      await hasModule;
    } catch (error) {
      this.#fail(error);
    }
    // The worker may have been replaced in the meantime.
    if (this.#worker === worker) {
      this.#isReady = true;
      for (const { message } of this.#waiting.values()) {
        worker.postMessage(message);
      }
    }
  }

  /** Ends the worker and all requests. */
  #fail({ message }) {
    for (const { reject } of this.#waiting.values()) {
      reject(fault(message));
    }
    this.#waiting.clear();
    this.#end();
  }

  #abort(number) {
    const waiting = this.#waiting.get(number);
    if (waiting !== undefined) {
      this.#waiting.delete(number);
      waiting.reject(new DOMException("the request was abandoned", "AbortError"));
      this.#replace();
    }
  }

  /** Terminates the worker, and sends the remaining requests to a new one. */
  #replace() {
    this.#end();
    if (this.#waiting.size > 0) {
      this.#start();
    }
  }

  #end() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#isReady = false;
  }
}

function fault(message) {
  return new Refusal({ code: "internal", message: `The solver failed: ${message}`, help: "Load the page again." });
}

/**
 * Returns a function that sends requests to workers. Each lane has its own worker, so that a long
 * search does not delay other lanes.
 */
function askWorkers({ compiled, source, worker }) {
  const lanes = new Map();
  // The first answer. Other workers start after it, so that they do not delay it.
  let first = null;
  return async (question, given, { lane = "quick", signal } = {}) => {
    if (first !== null && !lanes.has(lane)) {
      await first.catch(() => {});
      signal?.throwIfAborted();
    }
    if (!lanes.has(lane)) {
      lanes.set(lane, new WorkerQueue(compiled, source, lanes.size === 0 ? worker : undefined));
    }
    const found = lanes.get(lane).ask(question, given, signal);
    first ??= found;
    return unwrap(await found);
  };
}

const core = document.getElementById("core");

/**
 * Sends a request to the API, and returns the answer.
 *
 * Throws a `Refusal` if the request fails. A long request should use a lane of its own, and a
 * signal to cancel it.
 */
export const ask = core === null ? askServer : askWorkers(core);
