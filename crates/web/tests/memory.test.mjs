// Memory over many random actions.

import assert from "node:assert/strict";
import { onEach, waitForText, waitUntil } from "./laboratory.mjs";

const ACTIONS = 2000;

/** Takes random actions; a function that runs in the page. Returns the number of actions of each kind. */
async function act({ actions, seed }) {
  let state = seed;
  const random = (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const any = (list) => list[random(list.length)];
  const visible = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility() && !element.disabled);
  const boards = ["638541720", "867254301", "134802756", "123456708", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15", "123405", "999", "213456780"];
  const answers = ["RR", "28", "unsolvable", "tile", "5", ""];
  // What opens another window, and a sample of hundreds of searches, are left out.
  /** Does something with a random element, if there is one. */
  const on = (selector, change) => {
    const element = any(visible(selector));
    if (element !== undefined) {
      change(element);
    }
    return element !== undefined;
  };
  const set = (field, value, event) => {
    field.value = value;
    field.dispatchEvent(new Event(event, { bubbles: true }));
  };
  const keys = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "p", " ", "Escape"];
  const kinds = {
    tile: () => on("#board .tile", (tile) => tile.click()),
    button: () => on("button:not(#print, #share, #compare-sample, #copy-board, #copy-moves)", (button) => button.click()),
    tab: () => on(".tabs [role=tab]", (tab) => tab.click()),
    key: () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: any(keys), bubbles: true, cancelable: false })),
    text: () => on("#board-text, #answer, #cost, #depth", (field) => set(field, any(field.id === "board-text" ? boards : answers), "input")),
    choice: () => on("select:not(#shape)", (field) => set(field, any([...field.options]).value, "change")),
    slider: () => on("input[type=range]", (field) => set(field, Number(field.min) + random(Number(field.max) - Number(field.min) + 1), "input")),
  };
  const taken = {};
  for (let action = 0; action < actions; action += 1) {
    const kind = any(Object.keys(kinds));
    if (kinds[kind]()) {
      taken[kind] = (taken[kind] ?? 0) + 1;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return taken;
}

onEach(`memory stays flat over ${ACTIONS} random actions`, async (page, { context, root }) => {
  await waitForText(page, "#distance", "28");
  const client = await context.newCDPSession(page);
  /** Memory at a fixed place, after garbage collection. */
  const measure = async () => {
    // The page keeps its last searches, so they are the same each time.
    const isSearched = async () => {
      await page.evaluate((address) => (location.hash = address), "board=134802756&show=search&right=ida.manhattan&goal=blank-last");
      await page.waitForTimeout(500);
      return (await page.locator("#lanes [aria-busy=true]").count()) === 0 && (await page.textContent("#search-player .count")).includes("of 192");
    };
    await waitUntil(page, isSearched, () => page.textContent("#search-player .count"));
    // Again until it is shown: the last action may still be changing the board.
    const isShown = async () => {
      await page.evaluate((address) => (location.hash = address), "board=638541720&show=solution&goal=blank-last");
      await page.waitForTimeout(500);
      return (await page.textContent("#solution-count")).includes("optimal paths");
    };
    await waitUntil(page, isShown, () => page.textContent("#solution-count"));
    await page.waitForTimeout(1000);
    await client.send("HeapProfiler.collectGarbage");
    const { usedSize } = await client.send("Runtime.getHeapUsage");
    const { nodes, jsEventListeners } = await client.send("Memory.getDOMCounters");
    return { heap: usedSize, nodes, listeners: jsEventListeners };
  };
  const measured = [];
  for (let part = 1; part <= 4; part += 1) {
    // The same actions in each part, because the page keeps its last searches.
    const taken = await page.evaluate(act, { actions: ACTIONS / 4, seed: 7 });
    assert.equal(Object.keys(taken).length, 7, JSON.stringify(taken));
    measured.push(await measure());
  }
  // The first part opens everything once.
  const [first, last] = [measured[0], measured.at(-1)];
  for (const kind of ["heap", "nodes", "listeners"]) {
    assert(last[kind] <= 1.3 * first[kind], `${kind}: ${JSON.stringify(measured)}`);
  }
}, { sizes: ["desk"], transports: ["file"] });
