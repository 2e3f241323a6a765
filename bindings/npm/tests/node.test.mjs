// The installed package in Node.js.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import test from "node:test";

import { load, TilebaseError } from "tilebase";

const tilebase = await load();

test("a board is solved", () => {
  const answer = tilebase.solve({ board: "638541720" });
  assert.equal(answer.length, 28);
  assert.equal(answer.moves, "UULDDLUURDLDRURDLURULDLURRDD");
  assert.equal(answer.optimal, true);
});

test("a board of 4x4 is solved by a search", () => {
  const answer = tilebase.solve({ board: "5 1 3 4 2 6 7 8 9 10 15 11 13 14 12 0" });
  assert.equal(answer.length, 12);
});

test("every function answers", () => {
  const board = "123456708";
  assert.equal(tilebase.position({ board }).distance, 1);
  assert.deepEqual(tilebase.solutions({ board }).paths, ["R"]);
  assert.equal(tilebase.search({ board, algorithm: "breadth-first" }).length, 1);
  assert.equal(tilebase.check({ board, answer: "RR" }).right, false);
  assert.equal(tilebase.sample({ count: 3, seed: 1 }).boards.length, 3);
  assert.equal(tilebase.histogram().states, 181440);
  assert.ok(Array.isArray(tilebase.tables().built));
  assert.equal(tilebase.convert({ board, to: "json-rows" }).text, "[[1,2,3],[4,5,6],[7,0,8]]");
});

test("a wrong argument throws", () => {
  const isRefused = (error) => error instanceof TilebaseError && error.code === "malformed-board" && error.help !== undefined;
  assert.throws(() => tilebase.solve({ board: "12" }), isRefused);
  assert.throws(() => tilebase.solve({ board: "123456708", unknown: 1 }), TilebaseError);
});

test("the module is loaded from bytes and from a compiled module", async () => {
  const bytes = readFileSync(createRequire(import.meta.url).resolve("tilebase/tilebase.wasm"));
  for (const source of [bytes, await WebAssembly.compile(bytes)]) {
    assert.equal((await load(source)).solve({ board: "123456708" }).moves, "R");
  }
});

test("the module is loaded from a server", async () => {
  const bytes = readFileSync(createRequire(import.meta.url).resolve("tilebase/tilebase.wasm"));
  const server = createServer(({ url }, response) => response.writeHead(url === "/tilebase.wasm" ? 200 : 404).end(bytes));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const address = (path) => new URL(path, `http://127.0.0.1:${server.address().port}`);
    assert.equal((await load(address("tilebase.wasm"))).solve({ board: "123456708" }).moves, "R");
    await assert.rejects(load(address("missing")), /404/);
  } finally {
    server.close();
  }
});

test("the README's example prints what it says", () => {
  const example = /```js\n(.*?)```/s.exec(readFileSync(process.env.PACKAGE_README, "utf8"))[1];
  writeFileSync("example.mjs", example);
  const expected = [...example.matchAll(/^(?:.*; )?\/\/ (.*)$/gm)].map(([, line]) => `${line}\n`).join("");
  assert.equal(execFileSync(process.execPath, ["example.mjs"], { encoding: "utf8" }), expected);
});
