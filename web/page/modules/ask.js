// Who answers: a core of WebAssembly in workers if the page brings one, else the server that the page came from.

import { unpack } from "./packed.js";

/** What a question is answered with if it has no answer: a code, a message, and what to do. */
class Refusal extends Error {
  constructor({ code, message, help }) {
    super(message);
    this.code = code;
    this.help = help;
  }
}

/** Nobody waits for the answer any more. */
export function isAborted(error) {
  return error instanceof DOMException && error.name === "AbortError";
}

function unwrap(status, answer) {
  if (status === 200) {
    return answer;
  }
  throw new Refusal(answer.error);
}

/** A server that has too much to do is asked again so many times, after so many milliseconds. */
const MOST_TRIES = 8;
const PAUSE = 500;

/** Asks the server that the page came from. It ends a search when the connection is closed. */
function serverDesk() {
  async function ask(question, given, { signal } = {}) {
    for (let tries = 1; ; tries += 1) {
      const response = await send(question, given, signal);
      if (response.status !== 503 || tries === MOST_TRIES) {
        return unwrap(response.status, await response.json());
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
  return { ask };
}

async function send(question, given, signal) {
  const headers = { "content-type": "application/json" };
  try {
    return await fetch(`/api/v1/${question}`, { method: "POST", headers, body: JSON.stringify(given), signal });
  } catch (error) {
    if (isAborted(error)) {
      throw error;
    }
    throw new Refusal({ code: "no-server", message: "The server does not answer", help: "Check that it is still running." });
  }
}

/** One worker with a core. It answers one question after the other; to end a search it is replaced. */
class Lane {
  #module;
  #source;
  #worker = null;
  #isReady = false;
  #waiting = new Map();
  #last = 0;

  constructor(module, source) {
    this.#module = module;
    this.#source = source;
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

  /** Starts a worker, and hands it all that waits. */
  async #start() {
    const worker = new Worker(this.#source);
    this.#worker = worker;
    worker.onmessage = ({ data }) => {
      const waiting = this.#waiting.get(data.number);
      this.#waiting.delete(data.number);
      if (data.fault === undefined) {
        waiting?.resolve(data);
      } else {
        waiting?.reject(fault(data.fault));
        this.#replace();
      }
    };
    worker.onerror = (event) => {
      event.preventDefault();
      for (const { reject } of this.#waiting.values()) {
        reject(fault(event.message));
      }
      this.#waiting.clear();
      this.#end();
    };
    const module = await this.#module;
    // It may have been replaced meanwhile.
    if (this.#worker === worker) {
      this.#isReady = true;
      worker.postMessage({ module });
      for (const { message } of this.#waiting.values()) {
        worker.postMessage(message);
      }
    }
  }

  #abort(number) {
    const waiting = this.#waiting.get(number);
    if (waiting !== undefined) {
      this.#waiting.delete(number);
      waiting.reject(new DOMException("the request was abandoned", "AbortError"));
      this.#replace();
    }
  }

  /** Ends the worker in the middle of what it does; what still waits is asked anew. */
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

/** Asks workers: each lane has one, so that a long search in one keeps no other waiting. */
function workerDesk(core, source) {
  // To compile it while it is unpacked took 20 ms more.
  const module = unpack(core).then((bytes) => WebAssembly.compile(bytes));
  const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const lanes = new Map();
  async function ask(question, given, { lane = "quick", signal } = {}) {
    if (!lanes.has(lane)) {
      lanes.set(lane, new Lane(module, address));
    }
    const { status, answer } = await lanes.get(lane).ask(question, given, signal);
    return unwrap(status, answer);
  }
  return { ask };
}

function findDesk() {
  const core = document.getElementById("core");
  return core === null ? serverDesk() : workerDesk(core, document.getElementById("worker").textContent);
}

const desk = findDesk();

/**
 * Asks a question of the laboratory, and returns its answer.
 *
 * Throws a `Refusal` if the request fails. A question that takes long gets a lane of its own, and a signal by which it can be
 * ended.
 */
export function ask(question, given, options) {
  return desk.ask(question, given, options);
}
