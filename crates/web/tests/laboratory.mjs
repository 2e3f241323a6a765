// Opens the page in a real browser, served and as one file, at desktop and phone sizes.
//
// Environment variables: PDB_SOLVE is the path of the program, LAB that of the single file, and
// CHROMIUM optionally that of a browser. A message on a page's console, or a request to another
// host, fails the test that opened the page.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { layouts } from "./layouts.mjs";
import { startServer } from "./server.mjs";

const { PDB_SOLVE, LAB, CHROMIUM = "/usr/bin/chromium" } = process.env;

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The sizes of screens that tests run on. */
const SIZES = {
  desk: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};

/** Options that keep Chromium from making requests of its own. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** Timeout in milliseconds, generous enough for a busy machine. */
const PATIENCE = 120_000;

let browser;
let server;
const roots = {};

before(async () => {
  assert(PDB_SOLVE && LAB, "PDB_SOLVE and LAB say where the program and the single file are");
  browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS, timeout: PATIENCE });
  roots.file = pathToFileURL(resolve(LAB)).href;
  ({ server, address: roots.server } = await startServer(PDB_SOLVE));
});

after(async () => {
  await browser?.close();
  server?.kill("SIGTERM");
});

/** The address of the server, for tests that compare the page with its answers. */
export async function ask(question, given) {
  const response = await fetch(`${roots.server}api/v1/${question}`, { method: "POST", body: JSON.stringify(given) });
  return response.json();
}

/**
 * The address of most tests: a board 28 moves away, in the panel Solution. An empty address leads to
 * the opening.
 */
const ADDRESS = "board=638541720";

/** Runs a test in layouts that cover both transports and both sizes, or only the given ones. */
export function onEach(name, run, { transports = ["server", "file"], sizes = ["desk", "phone"], address = ADDRESS, complaints: allowed, ...options } = {}) {
  for (const { transport, size } of layouts(transports, sizes)) {
    test(`${name} (${transport}, ${size})`, async () => {
      const context = await browser.newContext({ ...SIZES[size], ...options });
      context.setDefaultTimeout(PATIENCE);
      const page = await context.newPage();
      const complaints = watch(page, transport);
      try {
        await page.goto(`${roots[transport]}#${address}`);
        await run(page, { transport, size, context, root: roots[transport] });
      } finally {
        // Otherwise a failed test would go on searching, and slow down the others.
        await context.close();
      }
      assert.deepEqual(complaints.filter((complaint) => !allowed?.test(complaint)), []);
    });
  }
}

/** Collects everything that a page must not do. */
function watch(page, transport) {
  const complaints = [];
  page.on("console", (message) => {
    // The browser also logs rejected requests, which the page reports itself.
    const isRefusal = transport === "server" && /the server responded with a status of (400|422)/.test(message.text());
    if (["error", "warning"].includes(message.type()) && !isRefusal) {
      complaints.push(`console: ${message.text()}`);
    }
  });
  page.on("pageerror", (error) => complaints.push(`fault: ${error.stack}`));
  page.on("request", (request) => {
    const address = request.url();
    const isOwn = address.startsWith(roots[transport]);
    if (!isOwn && !/^(data|blob):/.test(address)) {
      complaints.push(`request: ${address}`);
    }
  });
  return complaints;
}

/** Waits until an element has a text, exactly or by pattern. */
export async function waitForText(page, selector, expected, { patience = PATIENCE } = {}) {
  const [source, isPattern] = expected instanceof RegExp ? [expected.source, true] : [expected, false];
  const is = ([selector, source, isPattern]) => {
    const text = document.querySelector(selector)?.textContent.trim() ?? "";
    return isPattern ? new RegExp(source).test(text) : text === source;
  };
  try {
    await page.waitForFunction(is, [selector, source, isPattern], { timeout: patience });
  } catch {
    assert.fail(`${selector}: expected ${expected}, found "${await page.textContent(selector)}"`);
  }
}

/** Acts, and waits until a notice has a text. It is looked for meanwhile, because a notice disappears after a while. */
export async function waitForNotice(page, act, expected) {
  const isShown = (source) => {
    const notice = document.getElementById("notice");
    return new RegExp(source).test(notice.textContent.trim()) && notice.checkVisibility();
  };
  await Promise.all([page.waitForFunction(isShown, expected.source), act()]);
}

/** The displayed board: tiles by their positions on the screen, row by row. */
export function shownBoard(page) {
  return page.evaluate(() => {
    const style = (tile, name) => Number(tile.style.getPropertyValue(name));
    const tiles = [...document.querySelectorAll("#board .tile")];
    tiles.sort((one, other) => style(one, "--row") - style(other, "--row") || style(one, "--column") - style(other, "--column"));
    const numbers = tiles.map((tile) => tile.dataset.tile);
    return numbers.join(numbers.length > 10 ? "," : "");
  });
}

/** Waits until a condition holds; otherwise fails with its value. */
export async function waitUntil(page, holds, what) {
  for (const begun = Date.now(); Date.now() - begun < PATIENCE; await page.waitForTimeout(50)) {
    if (await holds()) {
      return;
    }
  }
  assert.fail(await what());
}

/** Waits until a board is displayed. */
export async function waitForBoard(page, expected) {
  const what = async () => `expected the board ${expected}, found ${await shownBoard(page)}`;
  await waitUntil(page, async () => (await shownBoard(page)) === expected, what);
}

/** Waits until a field holds the expected value. */
export async function waitForValue(page, selector, expected) {
  const value = () => page.inputValue(selector);
  const what = async () => `${selector}: expected "${expected}", found "${await value()}"`;
  await waitUntil(page, async () => (await value()) === expected, what);
}

/** A tile of the board. */
export function tile(page, number) {
  return page.locator(`#board .tile[data-tile="${number}"]`);
}

/** Opens a panel. */
export async function open(page, panel) {
  await page.click(`#tab-${panel}`);
  await page.waitForSelector(`#panel-${panel}:not([hidden])`);
}

/** The findings of axe on the current page. */
export async function findings(page, where) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  return violations.map(({ id, impact, nodes }) => `${where}: ${impact} ${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`);
}
