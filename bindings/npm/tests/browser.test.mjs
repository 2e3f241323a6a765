// The installed package in Chromium, without a bundler.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import test from "node:test";

const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm" };

const PAGE = `<!doctype html>
<script type="importmap">{ "imports": { "tilebase": "/node_modules/tilebase/browser.js" } }</script>
<script type="module">
  import { load } from "tilebase";
  const tilebase = await load();
  const { length, moves } = tilebase.solve({ board: "638541720" });
  await fetch("/answer", { method: "POST", body: length + " " + moves });
</script>`;

/** The path of Chromium, or undefined. */
function chromium() {
  const names = ["chromium", "chromium-browser", "google-chrome"];
  for (const name of process.env.CHROMIUM ? [process.env.CHROMIUM] : names) {
    try {
      execFileSync(name, ["--version"], { stdio: "ignore" });
      return name;
    } catch {
      // Not installed under this name.
    }
  }
  return undefined;
}

const program = chromium();

test("a page solves a board", { skip: program === undefined && "Chromium is not installed", timeout: 120_000 }, async () => {
  let answered;
  const answer = new Promise((resolve) => (answered = resolve));
  const server = createServer(async (request, response) => {
    if (request.method === "POST") {
      let body = "";
      for await (const piece of request) {
        body += piece;
      }
      response.end();
      answered(body);
    } else if (request.url.startsWith("/node_modules/tilebase/")) {
      response.setHeader("Content-Type", TYPES[extname(request.url)] ?? "text/plain");
      response.end(readFileSync(`.${request.url}`));
    } else {
      response.setHeader("Content-Type", "text/html");
      response.end(PAGE);
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const profile = mkdtempSync(join(tmpdir(), "tilebase-npm-"));
  const options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", `--user-data-dir=${profile}`];
  const browser = spawn(program, [...options, `http://127.0.0.1:${server.address().port}/`], { stdio: "ignore" });
  const ended = new Promise((resolve) => browser.on("exit", resolve));
  try {
    const hasEnded = ended.then(() => "the browser has ended");
    const isLate = new Promise((resolve) => setTimeout(resolve, 100_000, "no answer").unref());
    assert.equal(await Promise.race([answer, hasEnded, isLate]), "28 UULDDLUURDLDRURDLURULDLURRDD");
  } finally {
    browser.kill();
    await ended;
    server.closeAllConnections();
    server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});
