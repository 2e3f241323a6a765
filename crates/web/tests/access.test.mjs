// Accessibility: no serious findings of axe, keyboard-only use, colors, reduced motion, printing.

import assert from "node:assert/strict";
import { findings, onEach, open, shownBoard, waitForBoard, waitForNotice, waitForText, waitUntil } from "./laboratory.mjs";

const PANELS = ["solution", "search", "states", "judge", "compare"];

for (const colorScheme of ["light", "dark"]) {
  onEach(`axe finds nothing, ${colorScheme}`, async (page) => {
    await waitForText(page, "#distance", "28");
    const found = [];
    for (const panel of PANELS) {
      await open(page, panel);
      if (panel === "search") {
        await page.click("#second-lane");
        await waitForText(page, "#lane-right .now", /The first bound/);
        await page.click("#search-player .on");
        await waitForText(page, "#lane-right .now", /Expansion 1/);
      }
      if (panel === "judge") {
        await page.fill("#answer", "UUL");
        await waitForText(page, "#verdict p", /^Wrong/);
      }
      found.push(...(await findings(page, panel)));
    }
    await page.fill("#board-text", "123456870");
    await waitForText(page, "#distance-words", "unsolvable");
    found.push(...(await findings(page, "unsolvable")));
    await page.fill("#board-text", "12345687");
    await waitForText(page, "#board-complaint", /expected 9 tiles/);
    found.push(...(await findings(page, "unreadable")));
    assert.deepEqual(found, []);
  }, { transports: ["file"], colorScheme });
}

onEach("the keyboard alone", async (page) => {
  await waitForText(page, "#solution-count", /^13 optimal/);
  const reached = new Set();
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press("Tab");
    const { id, name, ring } = await page.evaluate(() => {
      const it = document.activeElement;
      const face = it.classList.contains("tile") ? it.querySelector(".face") : it;
      const label = it.getAttribute("aria-label") ?? it.labels?.[0]?.textContent ?? it.textContent;
      return { id: it.id || it.dataset.tile || it.className || it.localName, name: label.trim(), ring: getComputedStyle(face).outlineStyle };
    });
    if (id === "body" || reached.size > 0 && id === "skip") {
      break;
    }
    // The focused element must have a name and a visible focus.
    assert.notEqual(name, "", id);
    assert.notEqual(ring, "none", id);
    reached.add(id);
  }
  for (const id of ["share", "theme", "shape", "goal", "1", "8", "depth", "reset", "arrows", "arrange", "board-text", "tab-solution", "walk-on", "strip"]) {
    assert(reached.has(id), `${id} among ${[...reached].join(", ")}`);
  }
  await page.focus('#board .tile[data-tile="1"]');
  await page.keyboard.press("Enter");
  await waitForBoard(page, "638540721");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.tile), "1");
  await page.focus("#tab-solution");
  await page.keyboard.press("ArrowRight");
  assert(await page.locator("#panel-search").isVisible());
  await page.keyboard.press("End");
  assert(await page.locator("#panel-compare").isVisible());
  await page.keyboard.press("ArrowRight");
  assert(await page.locator("#panel-solution").isVisible());
  assert.equal(await shownBoard(page), "638540721");
}, { sizes: ["desk"] });

onEach("a screen reader is told the distance, and what each tile can do", async (page) => {
  await waitForText(page, "#distance", "28");
  assert.equal(await page.getByRole("status").first().textContent(), "28 moves to the goal");
  const names = await page.getByRole("group", { name: /^Board/ }).getByRole("button").evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute("aria-label")));
  assert.equal(names.length, 9);
  assert.equal(names[0], "tile 6, row 1, column 1");
  assert.equal(names[5], "tile 1, row 2, column 3, slides down, a best move, then 27 moves to the goal");
  assert.equal(names[8], "blank, row 3, column 3");
}, { sizes: ["desk"] });

onEach("colors are those of the system until others are chosen, and stay chosen", async (page) => {
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await waitForText(page, "#distance", "28");
  const dark = await paper();
  await page.click("#theme");
  const light = await paper();
  assert.notEqual(light, dark);
  await page.reload();
  await waitForText(page, "#distance", "28");
  assert.equal(await paper(), light);
  await page.click("#theme");
  assert.equal(await paper(), dark);
  await page.emulateMedia({ colorScheme: "light" });
  assert.equal(await paper(), dark);
  await page.click("#theme");
  assert.equal(await paper(), light);
}, { colorScheme: "dark", sizes: ["desk"] });

onEach("who wants stillness has it", async (page) => {
  await waitForText(page, "#distance", "28");
  const seconds = await page.evaluate(() => getComputedStyle(document.querySelector("#board .tile")).transitionDuration);
  assert.match(seconds, /^0s/);
}, { reducedMotion: "reduce", sizes: ["desk"] });

onEach("arrow keys scroll the boards on the path", async (page) => {
  await waitForText(page, "#solution-count", /13 optimal/);
  await page.evaluate(() => (document.getElementById("strip").style.maxHeight = "5rem"));
  await page.focus("#strip");
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction(() => document.getElementById("strip").scrollTop > 0);
  assert.equal(await shownBoard(page), "638541720");
  // Its boards are not tab stops: after a press on one, arrow keys slide tiles.
  await page.locator("#strip button").first().click();
  await page.keyboard.press("ArrowDown");
  await waitForBoard(page, "638540721");
}, { sizes: ["desk"], transports: ["file"] });

onEach("on paper: the board, how far, and the path board by board", async (page) => {
  await waitForText(page, "#solution-count", /13 optimal/);
  await page.emulateMedia({ media: "print" });
  for (const seen of ["#board", "#distance", "#solution-count", "#moves", "#strip"]) {
    assert(await page.locator(seen).isVisible(), seen);
  }
  for (const unseen of ["header .tools", "#scramble", ".tabs", "#board-text", "#solution-player"]) {
    assert(await page.locator(unseen).first().isHidden(), unseen);
  }
}, { colorScheme: "dark", sizes: ["desk"] });

onEach("nothing is wider than the window", async (page) => {
  for (const width of [320, 390, 768, 1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    for (const panel of PANELS) {
      await open(page, panel);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert(wide <= width, `${panel} at ${width} is ${wide} wide`);
    }
  }
}, { transports: ["file"], sizes: ["desk"] });

onEach("the open tab can be told apart in forced colors", async (page) => {
  await waitForText(page, "#distance", "28");
  const line = (tab) => page.evaluate((tab) => getComputedStyle(document.getElementById(`tab-${tab}`)).borderBottomColor, tab);
  assert.notEqual(await line("solution"), await line("search"));
}, { forcedColors: "active", sizes: ["desk"], transports: ["file"] });

onEach("a copied link is confirmed to eyes and ears", async (page) => {
  await waitForText(page, "#distance", "28");
  await waitForNotice(page, () => page.click("#share"), /^Copied$/);
  assert.equal(await page.getAttribute("#notice", "role"), "status");
}, { permissions: ["clipboard-write"], transports: ["server"] });

onEach("a playback is not read aloud, and a single step is", async (page) => {
  const live = () => page.getAttribute("#lane-left .now", "aria-live");
  await waitForText(page, "#search-player .count", /^0 of [1-9]/);
  await page.click("#search-player .on");
  assert.equal(await live(), "polite");
  await page.click("#search-player .play");
  await waitUntil(page, async () => (await live()) === "off", live);
  await open(page, "solution");
  await page.click("#solution-player .play");
  await waitForText(page, "#solution-player .count", /^(?!0 |1 )\d+ of/);
  assert.equal(await page.locator(".far").getAttribute("aria-live"), "off");
}, { address: "board=638541720&show=search", sizes: ["desk"], transports: ["file"] });

onEach("keys skip to the panels, and slide tiles from a tab", async (page) => {
  await waitForText(page, "#distance", "28");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "tab-solution");
  await page.keyboard.press("ArrowDown");
  await waitForBoard(page, "638540721");
}, { sizes: ["desk"] });

onEach("on paper: the names of searches", async (page) => {
  await waitForText(page, "#search-player .count", /^0 of [1-9]/);
  await page.emulateMedia({ media: "print" });
  for (const seen of ["#lane-left .head select >> nth=0", "#lane-left .head select >> nth=1", ".legend"]) {
    assert(await page.locator(seen).isVisible(), seen);
  }
}, { address: "board=134802756&show=search", sizes: ["desk"], transports: ["file"] });

onEach("a theme chosen in one tab reaches the other", async (page, { context, root }) => {
  const other = await context.newPage();
  await other.goto(`${root}#board=638541720`);
  await page.click("#theme");
  await other.waitForFunction(() => document.documentElement.dataset.theme === "light");
  await other.close();
}, { sizes: ["desk"], transports: ["server"] });

onEach("arrows do not touch numbers of two digits", async (page) => {
  await waitForText(page, "#distance", "2");
  const apart = await page.evaluate(() => [...document.querySelectorAll("#board .tile.best")].map((tile) => {
    const range = document.createRange();
    range.selectNodeContents(tile.querySelector(".face"));
    const [number, arrow] = [range, tile.querySelector(".icon")].map((part) => part.getBoundingClientRect());
    return arrow.right <= number.left || arrow.left >= number.right || arrow.bottom <= number.top || arrow.top >= number.bottom;
  }));
  assert.deepEqual([...new Set(apart)], [true]);
}, { address: "board=1,2,3,4,5,6,7,8,9,10,11,12,13,0,14,15&shape=4x4", sizes: ["desk"], transports: ["file"] });
