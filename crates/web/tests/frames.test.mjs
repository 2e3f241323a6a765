// The panel Search frame by frame: numbers that agree, rests, links, small screens, the projector.

import assert from "node:assert/strict";
import { test } from "node:test";
import { SearchRun } from "../../api/page/modules/search-run.js";
import { ask, onEach, open, shownBoard, waitForText, waitUntil } from "./laboratory.mjs";

const COUNT = "#search-player .count";
const SIXTEEN = "board=134802756&show=search&right=ida.manhattan";
const LARGE = "board=638541720&show=search&right=ida.manhattan";

/** All numbers on the page about the current step; a function that runs in the page. */
function numbers() {
  const text = (selector) => document.querySelector(selector)?.textContent ?? "";
  const number = (words) => Number(/[\d,]+/.exec(words)?.[0].replaceAll(",", ""));
  const lane = (side) => ({
    figures: [...document.querySelectorAll(`#lane-${side} .figures dd`)].map(({ textContent }) => number(textContent)),
    lists: [...document.querySelectorAll(`#lane-${side} .lists h4 b`)].map(({ textContent }) => number(textContent)),
    charted: number(text(`#growth .tip.${side}`).replace(/^\S+ /, "")),
    result: text(`#lane-${side} .result`),
    now: text(`#lane-${side} .now`),
  });
  return { count: number(text("#search-player .count")), left: lane("left"), right: lane("right"), headline: text("#search-headline") };
}

/** Compares the numbers of a frame with each other; `ends` are the expansions of both searches. */
function assertAgreement({ count, left, right, headline }, ends) {
  const where = JSON.stringify({ count, left, right, headline });
  assert.equal(count, Math.max(left.figures[0], right.figures[0]), where);
  for (const [{ figures: [expanded, kept], charted }, end] of [[left, ends[0]], [right, ends[1]]]) {
    assert.equal(expanded, Math.min(count, end), where);
    assert.equal(charted, kept, where);
  }
  // A* keeps the open and the closed boards; IDA* keeps the current path.
  assert.equal(left.lists[0] + left.lists[1], left.figures[1], where);
  assert.equal(right.lists[0], right.figures[1], where);
  // At the end, the reason has the sum of the iterations.
  const iterations = /[Ii]teration \d+: (?:([\d +…]+) = )?([\d,]+) expansion/.exec(right.result + right.now);
  assert.equal(Number(iterations[2]), right.figures[0], where);
  if (iterations[1] !== undefined) {
    assert.equal(iterations[1].split(" + ").reduce((sum, part) => sum + Number(part), 0), right.figures[0], where);
  }
  for (const { now, figures } of [left, right]) {
    const named = /Expansion (\d+)/.exec(now);
    assert(named === null || Number(named[1]) === figures[0], where);
  }
  assert.equal(/^IDA\* kept 17/.test(headline), count === ends[1], where);
}

onEach("all numbers of a step agree, at every step", async (page) => {
  await waitForText(page, COUNT, "0 of 192");
  const frames = await page.evaluate(async (source) => {
    const read = new Function(`return ${source}`)();
    const scrubber = document.querySelector("#search-player .scrubber");
    const frames = [];
    for (let step = 0; step <= Number(scrubber.max); step += 1) {
      scrubber.value = step;
      scrubber.dispatchEvent(new Event("input"));
      frames.push(read());
    }
    return frames;
  }, numbers.toString());
  assert.equal(frames.length, 193);
  frames.forEach((frame) => assertAgreement(frame, [98, 192]));
  assert.deepEqual(frames.map(({ count }) => count), [...Array(193).keys()]);
}, { address: SIXTEEN, sizes: ["desk"], transports: ["file"] });

onEach("all numbers of a frame agree during playback", async (page) => {
  await waitForText(page, COUNT, "0 of 192");
  for (const speed of [4, 6, 8]) {
    await page.locator("#search-player .speed input").fill(String(speed));
    await page.locator("#search-player .scrubber").fill("0");
    await page.click("#search-player .play");
    for (let frame = 0; frame < 15; frame += 1) {
      assertAgreement(await page.evaluate(numbers), [98, 192]);
      await page.waitForTimeout(70);
    }
  }
}, { address: SIXTEEN, sizes: ["desk"], transports: ["file"] });

onEach("both trees draw the neighbors of a board in the same order", async (page) => {
  await page.click("#search-player .last");
  await waitForText(page, COUNT, "192 of 192");
  const orders = await page.evaluate(async () => {
    const { SearchRun } = await import("/modules/search-run.js");
    const orders = [];
    for (const algorithm of ["astar", "ida"]) {
      const given = { board: "134802756", algorithm, heuristic: "manhattan", trace: 2000 };
      const answer = await (await fetch("/api/v1/search", { method: "POST", body: JSON.stringify(given) })).json();
      const places = new SearchRun(answer, "3x3").nodes.map(({ place }) => place);
      orders.push(places.map(({ board, children }) => [board, [...children].sort((one, other) => one.column - other.column).map(({ board }) => board)]));
    }
    return orders;
  });
  const first = new Map(orders[0]);
  assert.deepEqual(first.get("134802756").map((board) => board.indexOf("0")), [1, 3, 5, 7]);
  let shared = 0;
  for (const [board, children] of orders[1]) {
    const both = children.filter((child) => first.get(board)?.includes(child));
    assert.deepEqual(first.get(board)?.filter((child) => both.includes(child)) ?? [], both, board);
    shared += both.length;
  }
  assert(shared > 50, String(shared));
}, { address: SIXTEEN, sizes: ["desk"], transports: ["server"] });

onEach("a playback rests at each iteration of IDA*, and announces it", async (page) => {
  await waitForText(page, COUNT, "0 of 192");
  // 100 ms for each step, and a rest of 1.5 s at step 13, where the second iteration begins.
  await page.locator("#search-player .scrubber").fill("8");
  await page.locator("#search-player .speed input").fill("4");
  const frames = await page.evaluate(() => new Promise((resolve) => {
    const text = (selector) => document.querySelector(selector).textContent;
    const frames = [];
    const look = () => {
      const step = parseInt(text("#search-player .count"));
      frames.push({ time: performance.now(), step, now: text("#lane-right .now"), result: text("#lane-right .result") });
      step < 17 ? requestAnimationFrame(look) : resolve(frames);
    };
    document.querySelector("#search-player .play").click();
    requestAnimationFrame(look);
  }));
  // 1.6 s with a rest, and 0.2 s without.
  const before = frames.findLast(({ step }) => step <= 12).time;
  const after = frames.find(({ step }) => step >= 14).time;
  assert(after - before > 1200, JSON.stringify(frames));
  const announcement = "Iteration 2: start over with bound 12, the smallest f that iteration 1 cut off.";
  for (const { step, now, result } of frames.filter(({ step }) => step >= 13)) {
    // A step is too short to be read, so the announcement stays.
    assert.equal(now, announcement);
    assert.equal(result, `Iteration 2: 12 + ${step - 12} = ${step} expansions.`);
  }
  await page.click("#search-player .play");
  await waitForText(page, "#lane-right .now", /Expansion \d+/);
  const { trace } = await ask("search", { board: "134802756", algorithm: "ida", heuristic: "manhattan", trace: 2000 });
  assert.equal(trace[12].bound, 12);
}, { address: SIXTEEN, sizes: ["desk"], transports: ["file"] });

test("the tree of a deepening search has every expansion below its parent, and loses no node", async () => {
  for (const [board, shape] of [["134802756", "3x3"], ["867254301", "3x3"], ["5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12", "4x4"]]) {
    const answer = await ask("search", { board, algorithm: "ida", heuristic: "manhattan", trace: 2000 });
    const run = new SearchRun(answer, shape);
    for (const [index, state] of answer.trace.entries()) {
      const node = run.expanding[index + 1];
      assert.deepEqual([node.board, node.g, node.parent?.number], [state.board, state.g, state.parent], `${board}, expansion ${index + 1}`);
      assert.equal(node.number, state.expansion);
    }
    assert(run.replaced.every((nodes) => nodes.length === 0), board);
    const expanded = run.nodes.filter(({ expandedAt }) => expandedAt <= answer.trace.length);
    assert.equal(expanded.length, answer.trace.length, `${board}: each node is expanded once`);
  }
});

onEach("the reason for a step is beside the tree, without scrolling", async (page) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await waitForText(page, COUNT, "0 of 192");
  for (const step of ["0", "13", "60", "98", "192"]) {
    await page.locator("#search-player .scrubber").fill(step);
    for (const side of ["left", "right"]) {
      const [tree, reason] = await Promise.all(["canvas", ".now"].map((part) => page.locator(`#lane-${side} ${part}`).boundingBox()));
      assert(reason.y >= tree.y + tree.height && reason.y < tree.y + tree.height + 20, `${side}, step ${step}: ${JSON.stringify([tree, reason])}`);
      assert(reason.y + reason.height <= 720, `${side}, step ${step}: ${JSON.stringify(reason)}`);
    }
  }
  const chart = await page.locator("#growth").boundingBox();
  assert(chart.y + chart.height <= 720, JSON.stringify(chart));
}, { address: SIXTEEN, sizes: ["desk"], transports: ["file"] });

onEach("trees stay in place when the result is shown", async (page) => {
  await waitForText(page, COUNT, "0 of 192");
  for (const [width, height] of [[1280, 720], [1440, 900]]) {
    await page.setViewportSize({ width, height });
    const tops = [];
    for (const step of ["150", "192"]) {
      await page.locator("#search-player .scrubber").fill(step);
      await waitForText(page, COUNT, `${step} of 192`);
      tops.push((await page.locator("#lane-left canvas").boundingBox()).y);
    }
    assert.equal(tops[0], tops[1], `${width}x${height}`);
  }
}, { address: SIXTEEN, sizes: ["desk"], transports: ["file"] });

onEach("small trees are trees on a phone too, and only larger ones are bars", async (page, { root }) => {
  await waitForText(page, COUNT, "0 of 192");
  assert.equal(await page.locator(".of-bars").count(), 0);
  await page.goto(`${root}#${LARGE}`);
  await waitForText(page, COUNT, "0 of 11,439");
  assert.equal(await page.locator(".of-bars").count(), 2);
}, { address: SIXTEEN, transports: ["file"] });

onEach("a shared link opens at the step of its sender", async (page, { context, root }) => {
  await waitForText(page, COUNT, "0 of 192");
  for (let step = 1; step <= 5; step += 1) {
    await page.click("#search-player .on");
  }
  await page.waitForFunction(() => location.hash.endsWith("&at=5"));
  const receiver = await context.newPage();
  await receiver.goto(page.url());
  await waitForText(receiver, COUNT, "5 of 192");
  await waitForText(receiver, "#lane-left .now", /Expansion 5/);
  await receiver.waitForTimeout(500);
  await waitForText(receiver, COUNT, "5 of 192");
  // Another step of the same searches, and another search.
  await receiver.evaluate(() => (location.hash = location.hash.replace("at=5", "at=9")));
  await waitForText(receiver, COUNT, "9 of 192");
  await receiver.selectOption("#lane-left select >> nth=0", "greedy");
  await waitForText(receiver, COUNT, "0 of 192");
  await receiver.waitForFunction(() => !location.hash.includes("&at="));
  await receiver.goto(`${root}#${SIXTEEN}&at=99999`);
  await waitForText(receiver, COUNT, "192 of 192");
  await receiver.close();
}, { address: SIXTEEN, sizes: ["desk"] });

onEach("a phone on its side shows board, player, and trees together", async (page) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await waitForText(page, COUNT, "0 of 192");
  const seen = ["#board", "#search-player .play", "#search-player .scrubber", "#lane-left canvas", "#lane-right canvas", "#lane-left .figures"];
  for (const selector of seen) {
    const { x, y, width, height } = await page.locator(selector).boundingBox();
    assert(x >= 0 && y >= 0 && x + width <= 844 && y + height <= 390, `${selector}: ${JSON.stringify({ x, y, width, height })}`);
  }
  const [board, tree] = await Promise.all(["#board", "#lane-left canvas"].map((part) => page.locator(part).boundingBox()));
  assert(board.x + board.width < tree.x);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 844);
}, { address: SIXTEEN, sizes: ["phone"], transports: ["file"] });

/** The names of searches that are cut off, and the tabs if some are out of sight. */
function cutNames() {
  const canvas = document.createElement("canvas").getContext("2d");
  const tabs = document.querySelector(".tabs");
  const names = [...document.querySelectorAll(".lane select")].filter((select) => {
    canvas.font = getComputedStyle(select).font;
    // The arrow of a select needs about 18 pixels.
    return canvas.measureText(select.selectedOptions[0].text).width + 18 > select.clientWidth;
  });
  return [...names.map(({ value }) => value), ...(tabs.scrollWidth > tabs.clientWidth ? ["tabs"] : [])];
}

onEach("names are whole on small screens, and beside large numbers", async (page, { root }) => {
  for (const [width, height, address] of [[390, 844, SIXTEEN], [844, 390, SIXTEEN], [1280, 720, LARGE]]) {
    await page.setViewportSize({ width, height });
    await page.goto("about:blank");
    await page.goto(`${root}#${address}`);
    await waitForText(page, COUNT, /^0 of [1-9]/);
    await page.click("#search-player .last");
    assert.deepEqual(await page.evaluate(cutNames), [], `${width}x${height}`);
  }
}, { address: SIXTEEN, sizes: ["phone"], transports: ["file"] });

onEach("projector mode shows trees, numbers, and sentences", async (page) => {
  await waitForText(page, COUNT, "0 of 192");
  const isSeen = (selector) => page.locator(selector).first().isVisible();
  // A letter in a text field is only a letter.
  await page.focus("#board-text");
  await page.keyboard.press("p");
  assert(await isSeen("#board"));
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("Control+p");
  assert(await isSeen("#board"));
  await page.keyboard.press("p");
  for (const unseen of ["#board", "header h1", ".tabs", "#search-lead", "#search-player .play", "#growth", "#lane-left .code", "#lane-left .lists"]) {
    assert(!(await isSeen(unseen)), unseen);
  }
  for (const seen of ["#lane-left canvas", "#lane-right canvas", "#lane-left .figures", "#lane-right .now", "#lane-right .contours", "#search-headline", ".legend", "#projector"]) {
    const { y, height } = await page.locator(seen).boundingBox();
    assert(y >= 0 && y + height <= 900, seen);
  }
  for (const large of [".now strong", ".figures span", ".figures dt", ".head select"]) {
    assert.equal(await page.evaluate((large) => getComputedStyle(document.querySelector(`#lane-left ${large}`)).fontSize, large), "28px", large);
  }
  const board = await shownBoard(page);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await waitForText(page, "#lane-left .figures dd", "2");
  await page.keyboard.press("ArrowLeft");
  await waitForText(page, "#lane-left .figures dd", "1");
  assert.equal(await shownBoard(page), board);
  await page.keyboard.press(" ");
  await waitUntil(page, async () => Number(await page.textContent("#lane-left .figures dd")) > 3, () => page.textContent("#lane-left .figures dd"));
  await page.keyboard.press("Escape");
  assert(await isSeen("#board"));
  await page.keyboard.press("P");
  assert(!(await isSeen("#board")));
  await page.keyboard.press("p");
  await open(page, "solution");
  await page.keyboard.press("p");
  assert(await isSeen("#lane-left canvas"));
  await page.click("#projector");
  assert(await isSeen("#board"));
}, { address: SIXTEEN, sizes: ["desk"], transports: ["file"] });

for (const [address, steps, begin, speed] of [[LARGE, "11,439", 600, 7], [SIXTEEN, "192", 60, 5]]) {
  onEach(`a fast playback does not lay out the whole page: ${steps} steps`, async (page, { context }) => {
    await waitForText(page, COUNT, `0 of ${steps}`);
    await page.locator("#search-player .scrubber").fill(String(begin));
    await page.locator("#search-player .speed input").fill(String(speed));
    const client = await context.newCDPSession(page);
    const layouts = [];
    client.on("Tracing.dataCollected", ({ value }) => layouts.push(...value.filter(({ name }) => name === "Layout")));
    await page.click("#search-player .play");
    await page.waitForTimeout(300);
    await client.send("Tracing.start", { categories: "devtools.timeline" });
    await page.waitForTimeout(4000);
    const done = new Promise((resolve) => client.once("Tracing.tracingComplete", resolve));
    await client.send("Tracing.end");
    await done;
    // The document has depth 1. Only a new iteration or a new value of f resizes part of the page.
    const whole = layouts.filter(({ args }) => args.endData?.layoutRoots?.some(({ depth }) => depth === 1));
    assert(layouts.length > 16, `${layouts.length} layouts`);
    assert(whole.length <= Math.max(8, layouts.length / 5), `${whole.length} of ${layouts.length}`);
  }, { address, sizes: ["desk"], transports: ["file"] });
}
