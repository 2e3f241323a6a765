// Playing on: undo and redo, the start, the browser's history, the distance after each move, winning,
// the daily board, flicks, large boards, and layouts that keep the board in sight.

import assert from "node:assert/strict";
import { ask, onEach, open, shownBoard, tile, waitForBoard, waitForNotice, waitForText, waitForValue, waitUntil } from "./laboratory.mjs";

const LARGE = Array.from({ length: 25 }, (_, cell) => 24 - cell);

onEach("a 5x5 board appears at once, and its search can be stopped", async (page, { transport }) => {
  await waitForText(page, "#distance", "28");
  assert.equal(await page.locator('#shape option[value="5x5"]').count(), 1);
  // The page reads the board itself, even while the server is silent.
  const held = [];
  let isHeld = true;
  await page.route("**/position", (route) => (isHeld ? held.push(route) : route.continue()));
  await page.fill("#board-text", LARGE.join(" "));
  await waitForBoard(page, LARGE.join(","));
  transport === "server" && (await waitUntil(page, () => held.length > 0, () => "nobody asks the server"));
  isHeld = false;
  await Promise.all(held.map((route) => route.continue()));
  await waitForText(page, "#distance-detail", /^Searching… at least \d+ moves\.$/);
  const bound = (await page.textContent("#distance-detail")).match(/\d+/)[0];
  await waitForText(page, "#distance", `≥ ${bound}`);
  await page.click("#stop");
  await waitForText(page, "#distance-detail", "The search was stopped.");
  await waitForText(page, "#solution-count", /ended without/);
  await page.click("text=Search again");
  await waitForText(page, "#distance-detail", /^Searching/);
  // An easy board needs no tables.
  await page.fill("#board-text", "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 0 24");
  await waitForText(page, "#distance", "1");
  assert(await page.locator("#stop").isHidden());
}, { sizes: ["desk"] });

onEach("undo, redo, and the way back to the start", async (page) => {
  await waitForText(page, "#distance", "28");
  const boards = ["638541720", "638540721", "638504721", "630548721"];
  for (const [key, board] of [["ArrowDown", boards[1]], ["ArrowRight", boards[2]]]) {
    await page.keyboard.press(key);
    await waitForBoard(page, board);
  }
  await page.click("#undo");
  await waitForBoard(page, boards[1]);
  await page.keyboard.press("Control+z");
  await waitForBoard(page, boards[0]);
  assert.equal(await page.getAttribute("#undo", "aria-disabled"), "true");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+Shift+Z");
  await waitForBoard(page, boards[1]);
  await page.keyboard.press("Control+y");
  await waitForBoard(page, boards[2]);
  assert.equal(await page.getAttribute("#redo", "aria-disabled"), "true");
  await page.click("#undo");
  await page.click("#redo");
  await waitForBoard(page, boards[2]);
  // A move after an undo replaces the undone ones.
  await page.click("#undo");
  await page.keyboard.press("ArrowDown");
  await waitForBoard(page, boards[3]);
  assert.equal(await page.getAttribute("#redo", "aria-disabled"), "true");
  await page.click("#restart");
  await waitForBoard(page, boards[0]);
  await page.keyboard.press("Control+z");
  await waitForBoard(page, boards[3]);
  // A text field keeps these keys for itself.
  await page.focus("#board-text");
  await page.keyboard.press("Control+z");
  assert.equal(await shownBoard(page), boards[3]);
  // A playback is undone as a whole, and so is another board with its shape and goal.
  await page.click("#solution-player .on");
  await page.click("#solution-player .on");
  await page.click("#undo");
  await waitForBoard(page, boards[3]);
  await page.fill("#board-text", "312/450");
  await waitForBoard(page, "312450");
  await page.click("#undo");
  await waitForBoard(page, boards[3]);
  await waitForValue(page, "#shape", "3x3");
}, { sizes: ["desk"] });

/** Whether the buttons undo, redo, and start are off. */
function buttonsOff(page) {
  return page.evaluate(() => ["undo", "redo", "restart"].map((id) => document.getElementById(id).getAttribute("aria-disabled")).join());
}

onEach("a playback that returns to its beginning leaves nothing to undo", async (page) => {
  await waitForText(page, "#solution-count", /28 moves/);
  await page.click("#solution-player .on");
  await waitForBoard(page, "638540721");
  assert.equal(await buttonsOff(page), "false,true,false");
  await page.click("#solution-player .first");
  await waitForBoard(page, "638541720");
  assert.equal(await buttonsOff(page), "true,true,true");
  await page.keyboard.press("ArrowDown");
  await waitForText(page, "#solution-player .count", /^1 of/);
  await page.click("#solution-player .on");
  await page.click("#solution-player .back");
  await waitForBoard(page, "638540721");
  await page.click("#undo");
  await waitForBoard(page, "638541720");
  assert.equal(await buttonsOff(page), "true,false,true");
}, { sizes: ["desk"], transports: ["file"] });

onEach("moves are counted from the last time at the start", async (page) => {
  await page.fill("#board-text", "123456078");
  await waitForText(page, "#distance", "2");
  for (const [number, distance] of [[4, "3"], [4, "2"]]) {
    await tile(page, number).click();
    await waitForText(page, "#distance", distance);
  }
  assert.equal(await buttonsOff(page), "false,true,true");
  await tile(page, 8).click();
  await waitForText(page, "#distance", "0");
  await waitForText(page, "#distance-detail", "You: 2 moves, the fewest possible.");
}, { sizes: ["desk"], transports: ["file"] });

onEach("a daily board that arrives after midnight is that of its date", async (page) => {
  await waitForText(page, "#distance", "28");
  const date = await page.evaluate(() => {
    const now = new Date().toISOString().slice(0, 10);
    document.getElementById("daily").click();
    Date.prototype.toISOString = () => "2000-01-01T00:00:00.000Z";
    return now;
  });
  await page.waitForFunction(() => localStorage.getItem("daily") !== null);
  assert.equal(await page.evaluate(() => localStorage.getItem("daily").split(" ")[0]), date);
}, { sizes: ["desk"], transports: ["file"] });

onEach("Back returns to the last board that was set, not to each slide", async (page) => {
  await waitForText(page, "#distance", "28");
  await page.keyboard.press("ArrowDown");
  await waitForBoard(page, "638540721");
  await page.waitForFunction(() => location.hash.includes("638540721"));
  await page.fill("#board-text", "123450786");
  await waitForBoard(page, "123450786");
  await page.fill("#board-text", "312/450");
  await waitForBoard(page, "312450");
  for (const board of ["123450786", "638541720"]) {
    await page.goBack();
    await waitForBoard(page, board);
    await page.waitForFunction((board) => location.hash.includes(board), board);
  }
  await page.goForward();
  await waitForBoard(page, "123450786");
}, { sizes: ["desk"] });

onEach("movable tiles show the distance after their move, clear of number and arrow", async (page, { size }) => {
  for (const text of ["638541720", "638504721", "1 2 3 5 0/6 7 8 4 9", "1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15"]) {
    await page.fill("#board-text", text);
    const { board, moves } = await ask("position", { board: text });
    await waitForBoard(page, board);
    await page.waitForFunction(() => [...document.querySelectorAll(".tile.best")].some((tile) => tile.dataset.after !== ""));
    for (const { tile: number, distance } of moves.filter((move) => move.distance !== null)) {
      assert.equal(await tile(page, number).getAttribute("data-after"), String(distance));
      assert.match(await tile(page, number).getAttribute("aria-label"), new RegExp(`, then ${distance} moves? to the goal$`));
    }
    const { found, overlaps, least } = await page.evaluate(() => {
      // The ink of a line of digits around its middle.
      const ink = (left, right, middle, size) => ({ left, right, top: middle - 0.38 * size, bottom: middle + 0.38 * size });
      const cross = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
      const shown = [...document.querySelectorAll("#board .tile")].filter(({ dataset }) => dataset.after);
      const sizes = shown.map((tile) => parseFloat(getComputedStyle(tile, "::after").fontSize));
      const overlaps = shown.filter((tile, place) => {
        const [box, style, size] = [tile.getBoundingClientRect(), getComputedStyle(tile, "::after"), sizes[place]];
        const left = box.left + parseFloat(style.left);
        const after = ink(left, left + parseFloat(style.width), box.top + parseFloat(style.top) + size / 2, size);
        const [face, icon] = [tile.querySelector(".face"), tile.querySelector(".icon")];
        const range = document.createRange();
        range.selectNodeContents(face);
        const number = range.getBoundingClientRect();
        const middle = (number.top + number.bottom) / 2;
        const isClear = !cross(after, ink(number.left, number.right, middle, parseFloat(getComputedStyle(face).fontSize)));
        return !isClear || (icon.checkVisibility() && cross(after, icon.getBoundingClientRect()));
      });
      return { found: shown.length, overlaps: overlaps.length, least: Math.min(...sizes) };
    });
    assert(found > 0 && least >= 11, `${text}: ${found} distances of ${least} px`);
    assert.equal(overlaps, 0, `${text} (${size})`);
  }
  await page.click("#arrows");
  assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector("#board .tile"), "::after").display), "none");
});

onEach("a win is praised and celebrated, and can be tried again", async (page) => {
  await page.fill("#board-text", "123456078");
  await waitForText(page, "#distance", "2");
  for (const [number, distance] of [[7, "1"], [5, "2"], [5, "1"], [8, "0"]]) {
    await tile(page, number).click();
    await waitForText(page, "#distance", distance);
  }
  await waitForText(page, "#distance-detail", "You: 4 moves. Best: 2.");
  assert.match(await page.getAttribute("#board", "class"), /solved/);
  const animation = () => page.evaluate(() => getComputedStyle(document.querySelector("#board .face")).animationName);
  assert.equal(await animation(), "joy");
  await page.emulateMedia({ reducedMotion: "reduce" });
  assert.equal(await animation(), "none");
  await page.click("text=Try again?");
  await waitForBoard(page, "123456078");
  await page.waitForSelector("#again", { state: "hidden" });
  // A path that the page played is no win.
  await page.click("#solution-player .last");
  await waitForText(page, "#distance", "0");
  await waitForText(page, "#distance-detail", /^Slide a tile/);
  // The way from the goal and back is none either.
  await page.fill("#board-text", "123456780");
  await waitForText(page, "#distance", "0");
  await page.focus("#reset");
  await page.keyboard.press("ArrowDown");
  await waitForText(page, "#distance", "1");
  await page.keyboard.press("ArrowUp");
  await waitForText(page, "#distance-detail", /^Slide a tile/);
}, { sizes: ["desk"] });

onEach("the daily board follows from the date, and the best result of the day is kept", async (page) => {
  await page.clock.setFixedTime(new Date("2026-11-30T12:00:00Z"));
  await page.reload();
  const { boards } = await ask("sample", { shape: "3x3", depth: "14", seed: 20261130 });
  await waitForNotice(page, () => page.click("#daily"), /^Board of 2026-11-30: 14 moves$/);
  await waitForBoard(page, boards[0].board);
  await waitForText(page, "#distance", "14");
  const { paths } = await ask("solutions", { board: boards[0].board });
  const keys = { U: "ArrowDown", D: "ArrowUp", L: "ArrowRight", R: "ArrowLeft" };
  const solve = async (moves) => {
    for (const letter of moves) {
      await page.keyboard.press(keys[letter]);
    }
    await waitForText(page, "#distance", "0");
  };
  const [path] = paths;
  const back = { U: "D", D: "U", L: "R", R: "L" }[path[1]];
  await solve(path.slice(0, 2) + back + path.slice(1));
  await waitForText(page, "#daily", "Daily: 16 moves");
  await page.reload();
  await waitForText(page, "#daily", "Daily: 16 moves");
  // The reloaded page may show the same board already.
  await waitForNotice(page, () => page.click("#daily"), /^Board of 2026-11-30: 14 moves$/);
  await waitForText(page, "#distance", "14");
  await solve(path);
  await waitForText(page, "#distance-detail", "You: 14 moves, the fewest possible.");
  await waitForText(page, "#daily", "Daily: 14 moves");
  await page.clock.setFixedTime(new Date("2026-12-06T00:00:00Z"));
  await page.reload();
  await waitForText(page, "#daily", "Daily board");
  await page.click("#daily");
  await waitForText(page, "#distance", "26");
}, { sizes: ["desk"] });

onEach("a stored color scheme applies from the first paint, and reaches other tabs", async (page, { context, root }) => {
  await waitForText(page, "#distance", "28");
  await page.evaluate(() => localStorage.setItem("theme", "dark"));
  const other = await context.newPage();
  // The theme is noted when the body begins, before the modules run. The scheme is noted at the first frame, which waits
  // for the style sheet, even a late one.
  await other.route("**/page.css", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await other.addInitScript(() => {
    const root = () => document.documentElement;
    new MutationObserver((_, observer) => {
      if (document.body !== null) {
        globalThis.themeAtBody = root().dataset.theme;
        observer.disconnect();
      }
    }).observe(document, { childList: true, subtree: true });
    const noteScheme = () => {
      if (document.body === null) {
        requestAnimationFrame(noteScheme);
      } else {
        globalThis.schemeAtFirstFrame = getComputedStyle(root()).colorScheme;
      }
    };
    requestAnimationFrame(noteScheme);
  });
  await other.goto(root);
  await other.waitForFunction(() => globalThis.schemeAtFirstFrame !== undefined);
  assert.deepEqual(await other.evaluate(() => [globalThis.themeAtBody, globalThis.schemeAtFirstFrame]), ["dark", "dark"]);
  await waitForText(other, "#distance", /\d/);
  await page.click("#theme");
  assert.equal(await page.evaluate(() => localStorage.theme), "light");
  await other.waitForFunction(() => document.documentElement.dataset.theme === "light");
  await other.close();
}, { sizes: ["desk"] });

onEach("a flick of 25 pixels slides a tile, and a slow drag of 25 pixels does not", async (page, { context }) => {
  await waitForText(page, "#distance", "28");
  const client = await context.newCDPSession(page);
  const box = await tile(page, 1).boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  /** Draws the tile down by 25 pixels in some seconds, on the clock of the events. */
  const draw = async (seconds) => {
    const begun = Date.now() / 1000;
    for (const [type, part] of [["touchStart", 0], ["touchMove", 0.6], ["touchMove", 1], ["touchEnd", 1]]) {
      const touchPoints = type === "touchEnd" ? [] : [{ x, y: y + 25 * part }];
      await client.send("Input.dispatchTouchEvent", { type, touchPoints, timestamp: begun + seconds * part });
    }
  };
  await draw(0.7);
  assert.equal(await shownBoard(page), "638541720");
  await draw(0.08);
  await waitForBoard(page, "638540721");
}, { sizes: ["phone"] });

onEach("the board stays in sight with the player, the text field, and its complaint", async (page) => {
  await waitForText(page, "#distance", "28");
  const isSeen = (...ids) => page.evaluate((ids) => {
    const places = ids.map((id) => document.getElementById(id).getBoundingClientRect());
    return Math.max(...places.map(({ bottom }) => bottom)) - Math.min(...places.map(({ top }) => top)) <= innerHeight && places.every(({ bottom }) => bottom <= innerHeight);
  }, ids);
  for (const [width, height] of [[390, 844], [844, 390], [1280, 720]]) {
    await page.setViewportSize({ width, height });
    assert(await isSeen("board", "solution-player"), `${width}x${height}`);
  }
  await page.fill("#board-text", "12345");
  await waitForText(page, "#board-complaint", /./);
  await page.evaluate(() => scrollTo(0, 0));
  assert(await isSeen("board", "board-text", "board-complaint"), "the complaint is out of sight");
  await waitUntil(page, () => isSeen("board"), () => "");
}, { sizes: ["desk"] });
