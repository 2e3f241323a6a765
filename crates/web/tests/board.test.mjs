// Playing: mouse, touch, and keys; distance; arrows; scrambling; boards as text; arranging;
// unsolvable boards; goals; shapes.

import assert from "node:assert/strict";
import { ask, onEach, open, shownBoard, tile, waitForBoard, waitForText, waitForValue, waitUntil } from "./laboratory.mjs";

/** The page after its first answer. */
async function ready(page, distance = "28") {
  await waitForText(page, "#distance", distance);
}

/** Presses a tile as usual on this size of screen, whether or not it can move. */
async function press(page, number, size) {
  const place = tile(page, number);
  await place.evaluate((tile) => Promise.all(tile.getAnimations().map(({ finished }) => finished.catch(() => {}))));
  await (size === "phone" ? place.tap({ force: true }) : place.click({ force: true }));
}

/** Drags a tile by a part of its side. */
async function drag(page, number, [right, down], size, context) {
  const box = await tile(page, number).boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const [toX, toY] = [x + right * box.width, y + down * box.height];
  if (size === "desk") {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move((x + toX) / 2, (y + toY) / 2);
    await page.mouse.move(toX, toY);
    await page.mouse.up();
    return;
  }
  const client = await context.newCDPSession(page);
  const touch = (type, points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await touch("touchStart", [{ x, y }]);
  await touch("touchMove", [{ x: (x + toX) / 2, y: (y + toY) / 2 }]);
  await touch("touchMove", [{ x: toX, y: toY }]);
  await touch("touchEnd", []);
}

onEach("a tile that is pressed slides, with all between it and the blank, and the distance follows", async (page, { size }) => {
  await ready(page);
  await press(page, 1, size);
  await waitForBoard(page, "638540721");
  await ready(page, "27");
  await press(page, 8, size);
  await waitForBoard(page, "630548721");
  await press(page, 1, size);
  await waitForBoard(page, "638541720");
  await ready(page);
  await press(page, 6, size);
  assert.equal(await shownBoard(page), "638541720");
});

onEach("a tile follows the finger or the mouse, and goes back if it was not drawn far", async (page, { size, context }) => {
  await ready(page);
  await drag(page, 1, [0, 0.8], size, context);
  await waitForBoard(page, "638540721");
  await drag(page, 4, [0.2, 0], size, context);
  assert.equal(await shownBoard(page), "638540721");
  await drag(page, 4, [0.9, 0.3], size, context);
  await waitForBoard(page, "638504721");
  // Dragging in a direction in which the tile can't move does nothing.
  await drag(page, 3, [0.9, 0], size, context);
  assert.equal(await shownBoard(page), "638504721");
});

onEach("arrow keys slide the tile that can go that way", async (page) => {
  await ready(page);
  await page.keyboard.press("ArrowDown");
  await waitForBoard(page, "638540721");
  await page.keyboard.press("ArrowUp");
  await waitForBoard(page, "638541720");
  await page.keyboard.press("ArrowRight");
  await waitForBoard(page, "638541702");
  // No tile below the blank can move up.
  await page.keyboard.press("ArrowUp");
  assert.equal(await shownBoard(page), "638541702");
  // In a text field, arrow keys belong to the field.
  await page.focus("#board-text");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await shownBoard(page), "638541702");
});

onEach("the best moves have arrows, which can be hidden", async (page) => {
  await ready(page);
  const arrows = () => page.locator("#board .tile .icon:visible").count();
  const { moves } = await ask("position", { board: "638541720" });
  assert.equal(await arrows(), moves.filter((move) => move.optimal).length);
  assert.match(await tile(page, 1).getAttribute("aria-label"), /slides down, a best move/);
  await page.click("#arrows");
  assert.equal(await arrows(), 0);
  await page.waitForFunction(() => location.hash.includes("arrows=no"));
  await page.reload();
  await ready(page);
  assert.equal(await arrows(), 0);
  await page.click("#arrows");
  assert.notEqual(await arrows(), 0);
});

onEach("a board is scrambled to a depth that is chosen", async (page) => {
  await waitForText(page, "#depth-label", "moves away");
  await ready(page);
  for (const depth of ["5", "17", "31"]) {
    await page.fill("#depth", depth);
    await page.click("#scramble button");
    await waitForText(page, "#distance", depth);
    const { distance } = await ask("position", { board: await shownBoard(page) });
    assert.equal(String(distance), depth);
  }
  await page.fill("#depth", "32");
  await page.click("#scramble button");
  await waitForText(page, "#depth-complaint", /^No 3x3 board is 32 moves from the goal: .* Choose a smaller depth\.$/);
  await page.click("#reset");
  await waitForBoard(page, "123456780");
  await waitForText(page, "#depth-complaint", "");
  await waitForText(page, "#distance-words", /this is the goal/);
});

onEach("a board is read in any notation, and a fault in one is named", async (page) => {
  await ready(page);
  for (const [text, board, distance] of [
    ["8 6 7 2 5 4 3 0 1", "867254301", "31"],
    ["[[1,2,3],[4,5,6],[7,0,8]]", "123456708", "1"],
    ["1,2,3/4,5,_/7,8,6", "123450786", "1"],
    ["1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15", "1,2,3,4,5,6,7,8,9,10,11,12,13,14,0,15", "1"],
    ["312/450", "312450", "2"],
  ]) {
    await page.fill("#board-text", text);
    await waitForBoard(page, board);
    const answer = await ask("position", { board: text });
    await waitForText(page, "#distance", String(answer.distance ?? distance));
  }
  // The board has more cells than there are digits, so copying as digits must report an error.
  await page.fill("#board-text", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15");
  await waitForText(page, "#distance", "1");
  await page.selectOption("#board-form", "digits");
  await page.click("#copy-board");
  await waitForText(page, "#board-complaint", /digits/);
  await page.fill("#board-text", "123456789");
  await waitForText(page, "#board-complaint", /the blank/);
  assert.equal(await page.getAttribute("#board-text", "aria-invalid"), "true");
  await page.fill("#board-text", "123456708");
  await waitForText(page, "#board-complaint", "");
});

onEach("tiles are exchanged by hand; what can't be solved is explained, and mended", async (page, { size }) => {
  await ready(page);
  await page.fill("#board-text", "123456780");
  await ready(page, "0");
  await page.click("#arrange");
  await press(page, 7, size);
  await press(page, 8, size);
  await waitForBoard(page, "123456870");
  await waitForText(page, "#distance-words", "unsolvable");
  assert.equal(await page.textContent("#half-count"), "181,440");
  const { exchange } = await ask("position", { board: "123456870" });
  for (const number of exchange.tiles) {
    assert.match(await tile(page, number).getAttribute("class"), /pair/);
  }
  assert.equal(await page.locator("#half-here .mini").getAttribute("aria-label"), "board 123456870");
  assert.equal(await page.locator("#half-mended .mini").getAttribute("aria-label"), "board 123456780");
  const { parity } = await ask("position", { board: "123456870" });
  assert.deepEqual([parity.rule, parity.inversions, parity.blank_row], ["inversions", 1, 3]);
  assert.match(await page.textContent("#parity-rule"), /columns \(3\) is odd, so the number of inversions must be even/);
  assert.match(await page.textContent("#parity-inversions"), /^Inversions: 1, odd\.$/);
  assert.match(await page.textContent("#parity-goals"), /snail/);
  // The explanation is in the panels that would be empty.
  for (const [panel, isSeen] of [["search", true], ["states", false], ["solution", true]]) {
    await open(page, panel);
    assert.equal(await page.locator(".work #unsolvable").isVisible(), isSeen, panel);
  }
  await page.click("#exchange button");
  await waitForBoard(page, exchange.board);
  await ready(page, String(exchange.lower_bound));
  assert(await page.locator("#unsolvable").isHidden());
  // So can a board for another goal.
  await page.fill("#board-text", "123456870");
  await page.click("#parity-goals button");
  await waitForValue(page, "#goal", "snail");
  await page.waitForSelector("#unsolvable", { state: "hidden" });
  await page.selectOption("#goal", "blank-last");
  await page.fill("#board-text", exchange.board);
  await waitForBoard(page, exchange.board);
  // The blank can be exchanged as well.
  await press(page, 1, size);
  await page.locator("#board .tile.blank").click();
  await waitForBoard(page, "023456781");
  await page.click("#arrange");
  await press(page, 2, size);
  await waitForBoard(page, "203456781");
});

onEach("with an even number of columns, the rows of the blank count", async (page) => {
  await ready(page);
  await page.fill("#board-text", "1 2 3 0/5 6 7 4/9 10 11 8/13 15 14 12");
  await waitForText(page, "#distance-words", "unsolvable");
  const { parity } = await ask("position", { board: "1 2 3 0/5 6 7 4/9 10 11 8/13 15 14 12" });
  assert.equal(parity.rule, "inversions-and-rows");
  const { inversions, counted } = parity;
  const groups = parity.inversions_by_tile.filter((each) => each.inversions > 0).map((each) => `${each.inversions} for tile ${each.tile}`);
  await waitForText(page, "#parity-inversions", new RegExp(`Grouped by the tile that comes first: ${groups.join(", ")}\\.$`));
  await waitForText(page, "#parity-blank", `The blank is in row 1, and its goal row is 4: ${inversions} + 3 = ${counted}, odd.`);
});

onEach("any board can be the goal", async (page) => {
  await ready(page);
  await page.selectOption("#goal", "blank-first");
  await ready(page, "22");
  await page.selectOption("#goal", "snail");
  await waitForText(page, "#distance-words", "unsolvable");
  await page.selectOption("#goal", "here");
  await ready(page, "0");
  await page.fill("#board-text", "123456780");
  await ready(page, "28");
  await page.waitForFunction(() => location.hash === "#board=123456780&goal=638541720");
});

onEach("every shape that a browser can hold", async (page) => {
  await ready(page);
  await page.fill("#depth", "4");
  for (const shape of ["2x2", "2x3", "3x2", "2x4", "2x5", "3x3", "2x6", "3x4", "4x4"]) {
    await page.selectOption("#shape", shape);
    const [rows, columns] = shape.split("x").map(Number);
    await page.waitForFunction((cells) => document.querySelectorAll("#board .tile").length === cells, rows * columns);
    await page.fill("#depth", "4");
    await page.click("#scramble button");
    // Another request may be running: all parts of the page must agree in the end.
    const agree = async () => {
      const { length } = await ask("solve", { board: await shownBoard(page), shape });
      return length <= 4 && (await page.textContent("#distance")) === String(length);
    };
    await waitUntil(page, agree, async () => `${shape}: ${await shownBoard(page)}, ${await page.textContent("#status")}`);
  }
}, { sizes: ["desk"] });

onEach("a second finger does not disturb the drag of the first", async (page, { context }) => {
  await ready(page);
  const client = await context.newCDPSession(page);
  const touch = (type, touchPoints) => client.send("Input.dispatchTouchEvent", { type, touchPoints });
  const middle = async (number) => {
    const { x, y, width, height } = await tile(page, number).boundingBox();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const [first, second] = [await middle(1), await middle(6)];
  const at = (down) => ({ x: first.x, y: first.y + down, id: 1 });
  const other = { x: second.x, y: second.y, id: 2 };
  await touch("touchStart", [at(0)]);
  await touch("touchMove", [at(14)]);
  await touch("touchStart", [at(14), other]);
  await touch("touchMove", [at(18), { ...other, x: other.x + 5 }]);
  await touch("touchEnd", []);
  const { left, dragged } = await page.evaluate(() => ({
    left: [...document.querySelectorAll("#board .tile")].map((tile) => tile.style.getPropertyValue("--drag-y")).join(""),
    dragged: document.querySelectorAll("#board .dragged").length,
  }));
  assert.deepEqual([left, dragged], ["", 0]);
  // The board still works.
  await drag(page, 1, [0, 0.9], "phone", context);
  await waitForBoard(page, "638540721");
}, { sizes: ["phone"] });

onEach("keys during a drag do no harm", async (page) => {
  await ready(page);
  const { x, y, width, height } = await tile(page, 1).boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + height);
  await page.keyboard.press("ArrowRight");
  await page.mouse.move(x + width / 2, y + 1.4 * height);
  await page.mouse.up();
  await waitForBoard(page, "638541702");
}, { sizes: ["desk"] });

onEach("the last board that was typed is shown, even if an earlier answer is late", async (page) => {
  await ready(page);
  await page.route("**/position", async (route) => {
    if (route.request().postData().includes("123456708")) {
      await new Promise((resolve) => setTimeout(resolve, 1500));
    }
    await route.continue();
  });
  await page.fill("#board-text", "123456708");
  await page.waitForTimeout(400);
  await page.fill("#board-text", "123405786");
  await waitForBoard(page, "123405786");
  await page.waitForTimeout(1800);
  assert.equal(await shownBoard(page), "123405786");
  assert.equal(await page.inputValue("#board-text"), "123405786");
}, { sizes: ["desk"], transports: ["server"] });

onEach("a number of random moves that cannot be read is refused", async (page) => {
  await page.selectOption("#shape", "4x4");
  await waitForText(page, "#depth-label", "random moves");
  // The choice of a shape also scrambles.
  const solved = "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,0";
  await waitUntil(page, async () => (await shownBoard(page)) !== solved, () => shownBoard(page));
  for (const wrong of ["20-25", "99999999999"]) {
    const board = await shownBoard(page);
    await page.fill("#depth", wrong);
    await page.click("#scramble button");
    await waitForText(page, "#depth-complaint", /^Enter a number of random moves, at most 10,000;/);
    assert.equal(await page.getAttribute("#depth", "aria-invalid"), "true");
    assert.equal(await page.textContent("#board-complaint"), "");
    assert.equal(await shownBoard(page), board);
  }
  await page.fill("#depth", "3");
  await page.click("#scramble button");
  await waitForText(page, "#distance", /^[0-3]$/);
  await waitForText(page, "#depth-complaint", "");
}, { sizes: ["desk"] });

onEach("without hints, the labels of tiles give none either", async (page) => {
  await ready(page);
  const hinted = () => page.locator('#board .tile[aria-label*="best move"], #board .tile[aria-label*="to the goal"]').count();
  assert((await hinted()) > 0);
  await page.click("#arrows");
  assert.equal(await hinted(), 0);
  await page.keyboard.press("ArrowDown");
  await ready(page, "27");
  assert.equal(await hinted(), 0);
  await page.click("#arrows");
  assert((await hinted()) > 0);
}, { sizes: ["desk"], transports: ["file"] });

onEach("a board that is solved by hand is praised", async (page) => {
  await page.fill("#board-text", "123456078");
  await ready(page, "2");
  await tile(page, 7).click();
  await ready(page, "1");
  await tile(page, 8).click();
  await waitForText(page, "#distance-detail", "You: 2 moves, the fewest possible.");
  await page.fill("#board-text", "123456078");
  await ready(page, "2");
  for (const [number, distance] of [[7, "1"], [5, "2"], [5, "1"], [8, "0"]]) {
    await tile(page, number).click();
    await ready(page, distance);
  }
  await waitForText(page, "#distance-detail", "You: 4 moves. Best: 2.");
}, { sizes: ["desk"] });
