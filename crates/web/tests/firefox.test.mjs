// The main features of the page in Firefox, served and as one file. The other tests use Chromium.
//
// Environment variables: PDB_SOLVE is the path of the program, LAB that of the single file, and
// FIREFOX that of the browser. A message on the console, or a request to another host, fails a test.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";
import { layouts } from "./layouts.mjs";
import { startServer } from "./server.mjs";

const { PDB_SOLVE, LAB, FIREFOX = "/usr/bin/firefox-esr" } = process.env;
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Timeout in milliseconds, generous enough for a busy machine. */
const PATIENCE = 120_000;

const SIZES = {
  desk: { width: 1280, height: 900 },
  phone: { width: 390, height: 844, deviceScaleFactor: 2 },
};

let browser;
let server;
const roots = { file: LAB && pathToFileURL(resolve(LAB)).href };

before(async () => {
  assert(PDB_SOLVE && LAB, "PDB_SOLVE and LAB say where the program and the single file are");
  browser = await puppeteer.launch({ browser: "firefox", executablePath: FIREFOX, headless: true, timeout: 180_000 });
  ({ server, address: roots.server } = await startServer(PDB_SOLVE));
});

after(async () => {
  await browser?.close();
  server?.kill("SIGTERM");
});

/** Runs a test in layouts that cover both transports and both sizes. */
function onEach(name, address, run) {
  for (const { transport, size } of layouts(["server", "file"], Object.keys(SIZES))) {
    test(`${name} (Firefox, ${transport}, ${size})`, async () => {
      const page = await browser.newPage();
      page.setDefaultTimeout(PATIENCE);
      await page.setViewport(SIZES[size]);
      const complaints = [];
      page.on("console", (message) => ["error", "warn"].includes(message.type()) && complaints.push(message.text()));
      page.on("pageerror", (error) => complaints.push(error.stack));
      page.on("request", (request) => {
        const isOwn = request.url().startsWith(roots[transport]) || /^(data|blob):/.test(request.url());
        isOwn || complaints.push(`request: ${request.url()}`);
      });
      try {
        await page.goto(`${roots[transport]}#${address}`);
        await run(page);
        assert.deepEqual(complaints, []);
      } finally {
        // Otherwise a failed test would go on searching, and slow down the others.
        await page.close();
      }
    });
  }
}

/** Waits until the text of an element matches. */
async function waitForText(page, selector, expected) {
  const is = (selector, source) => new RegExp(source).test(document.querySelector(selector)?.textContent.trim() ?? "");
  try {
    const source = expected instanceof RegExp ? expected.source : expected.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    await page.waitForFunction(is, {}, selector, source);
  } catch {
    const found = await page.evaluate((selector) => document.querySelector(selector)?.textContent, selector);
    assert.fail(`${selector}: expected ${expected}, found "${found}"`);
  }
}

/** Replaces the text of a field, as a user who types. */
async function fill(page, selector, text) {
  await page.locator(selector).fill(text);
}

onEach("the opening plays both searches, and slides a tile", "", async (page) => {
  await waitForText(page, "#search-headline", "IDA* kept 17 boards to A*’s 162, but expanded 192 to A*’s 98.");
  // The board moves to the goal and returns. Who then slides a tile runs both searches again.
  await page.waitForSelector("#board.inviting");
  await page.evaluate(() => [...document.querySelectorAll("#board .tile")].find((tile) => tile.dataset.way).click());
  await waitForText(page, "#search-headline", /^IDA\* kept \d+ boards to A\*’s (?!162)\d+/);
});

onEach("boards are typed, slid with keys and taken back", "board=638541720", async (page) => {
  await waitForText(page, "#distance", /^28$/);
  await page.click('#board .tile[data-tile="1"]');
  await waitForText(page, "#distance", /^27$/);
  await page.click("#undo");
  await waitForText(page, "#distance", /^28$/);
  await fill(page, "#board-text", "123456078");
  await waitForText(page, "#distance", /^2$/);
  // In a text field, arrow keys belong to the field.
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("ArrowLeft");
  await waitForText(page, "#distance", /^1$/);
  await page.keyboard.press("ArrowLeft");
  await waitForText(page, "#distance-detail", /the fewest possible/);
});

onEach("every panel answers", "board=638541720", async (page) => {
  await waitForText(page, "#solution-count", /^13 optimal paths, each 28 moves long\.$/);
  await page.click("#solution-player .on");
  await waitForText(page, "#distance", /^27$/);
  await page.click("#tab-search");
  await waitForText(page, "#search-player .count", /^0 of [1-9]/);
  await page.click("#search-player .last");
  await waitForText(page, "#lane-left .result", /boards expanded/);
  await page.click("#tab-states");
  await waitForText(page, "#histogram-words", /boards are 27 moves away/);
  await page.click("#tab-judge");
  await fill(page, "#answer", "27");
  await waitForText(page, "#verdict", /^Right length/);
  await page.click("#tab-compare");
  await waitForText(page, "#compare-table tr:nth-child(6) td:nth-child(3)", /\d/);
});

onEach("a lesson is walked to its end", "lesson=parity", async (page) => {
  for (let step = 1; step <= 6; step += 1) {
    await waitForText(page, "#lesson-title", new RegExp(`step ${step} of 6$`));
    await page.focus("#lesson-title");
    await page.keyboard.press("ArrowRight");
  }
});

onEach("axe finds nothing", "board=134802756&show=search&right=ida.manhattan", async (page) => {
  await waitForText(page, "#search-player .count", /^0 of 192$/);
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { violations } = await globalThis.axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`);
  });
  assert.deepEqual(found, []);
});
