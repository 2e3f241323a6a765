// The panel Search and the opening: trees that grow side by side, reasons, and lists.

import assert from "node:assert/strict";
import { ask, onEach, open, shownBoard, tile, waitForBoard, waitForText, waitUntil } from "./laboratory.mjs";

const COUNT = "#search-player .count";

/** The numbers that the page shows at the end of a search, and those of the API. */
async function compareSearch(page, lane, given) {
  const answer = await ask("search", { board: "867254301", trace: 10_000, ...given });
  const expanded = answer.statistics.expanded.toLocaleString("en");
  const ending = new RegExp(`^${answer.length} moves.*: ${expanded} boards? expanded`);
  const result = () => page.textContent(`#lane-${lane} .result`);
  // Once every search has finished, nothing returns the player to step 0.
  await waitUntil(page, async () => {
    await page.click("#search-player .last");
    const isOver = (await page.locator("#lanes [aria-busy=true]").count()) === 0;
    return isOver && ending.test(await result());
  }, async () => `expected ${ending}, found ${await result()}`);
  return answer;
}

onEach("searches are watched, each with its lists, and two side by side", async (page) => {
  await page.fill("#board-text", "867254301");
  await open(page, "search");
  for (const [algorithm, heuristic] of [["breadth-first"], ["greedy", "manhattan"], ["astar", "linear-conflict"], ["ida", "manhattan"], ["bidirectional"], ["weighted-astar", "misplaced"], ["iterative-deepening"]]) {
    if (algorithm === "iterative-deepening" || algorithm === "breadth-first") {
      await page.fill("#board-text", "134802756");
    } else {
      await page.fill("#board-text", "867254301");
    }
    const board = algorithm === "iterative-deepening" || algorithm === "breadth-first" ? "134802756" : "867254301";
    await waitForBoard(page, board);
    await page.selectOption("#lane-left select >> nth=0", algorithm);
    if (heuristic !== undefined) {
      await page.selectOption("#lane-left select >> nth=1", heuristic);
    }
    const { trace, statistics } = await compareSearch(page, "left", { board, algorithm, heuristic });
    await page.click("#search-player .first");
    const { bound, h } = trace[0];
    const first = algorithm === "ida" ? `Go deeper while f ≤ bound. The first bound is h(start) = ${h}.` : `The first bound is ${bound}.`;
    await waitForText(page, "#lane-left .now strong", bound === undefined ? "Only the start is open." : first);
    for (let step = 1; step <= 4 && step <= trace.length; step += 1) {
      await page.click("#search-player .on");
      await waitForText(page, COUNT, new RegExp(`^${step} of`));
      const { board, g, h } = trace[step - 1];
      assert.equal(await page.locator("#lane-left .now .mini").getAttribute("aria-label"), `board ${board}`);
      assert.match(await page.textContent("#lane-left .now"), new RegExp(`g ${g}\\b.*h ${h}\\b`));
    }
    await page.click("#search-player .last");
    const isDeepening = algorithm === "ida" && trace.length === statistics.expanded;
    const over = isDeepening ? new RegExp(`The goal is reached in iteration \\d+: .* ${statistics.expanded.toLocaleString("en")} expansions?\\.$`) : /The goal is reached\.$/;
    await waitForText(page, "#lane-left .now", over);
  }
  await page.fill("#board-text", "867254301");
  await waitForBoard(page, "867254301");
  await page.selectOption("#lane-left select >> nth=0", "greedy");
  await page.selectOption("#lane-left select >> nth=1", "manhattan");
  await page.click("#second-lane");
  await compareSearch(page, "left", { algorithm: "greedy", heuristic: "manhattan" });
  await page.click("#search-player .first");
  await compareSearch(page, "right", { algorithm: "ida", heuristic: "manhattan" });
  await page.waitForFunction(() => location.hash.includes("left=greedy.manhattan&right=ida.manhattan"));
  await page.click("#second-lane");
  assert(await page.locator("#lane-right").isHidden());
});

onEach("open list and closed list are those of the search", async (page) => {
  await page.fill("#board-text", "134802756");
  await open(page, "search");
  const { trace } = await compareSearch(page, "left", { board: "134802756", algorithm: "astar", heuristic: "manhattan" });
  await page.click("#search-player .first");
  const open_ = new Map([[trace[0].board, 0]]);
  const closed = new Set();
  for (const state of trace.slice(0, 10)) {
    await page.click("#search-player .on");
    await waitForText(page, COUNT, new RegExp(`^${state.expansion} of`));
    open_.delete(state.board);
    closed.add(state.board);
    for (const { board, fate } of state.generated.filter(({ fate }) => ["opened", "improved", "reopened"].includes(fate))) {
      open_.set(board, state.g + 1);
      closed.delete(board);
    }
    const counts = await page.locator("#lane-left .lists h4 b").allTextContents();
    assert.deepEqual(counts, [String(open_.size), String(closed.size)]);
  }
}, { sizes: ["desk"] });

onEach("a board of the tree tells of itself", async (page) => {
  await page.fill("#board-text", "134802756");
  await open(page, "search");
  await compareSearch(page, "left", { board: "134802756", algorithm: "astar", heuristic: "manhattan" });
  // The root is at the top, somewhere along the first row.
  const { width } = await page.locator("#lane-left canvas").boundingBox();
  const isRoot = async () => /expansion 1$/.test(await page.textContent("#lane-left .note"));
  for (let x = 10; x < width && !(await isRoot()); x += 8) {
    await page.locator("#lane-left canvas").hover({ position: { x, y: 20 } });
  }
  await waitForText(page, "#lane-left .note", /g 0 \+ h \d+ = f \d+.*expansion 1$/);
}, { sizes: ["desk"] });


/** The number in the display of the step. */
async function shownStep(page) {
  return Number((await page.textContent(COUNT)).split(" ")[0].replace(",", ""));
}

const HEADLINE = "IDA* kept 17 boards to A*’s 162, but expanded 192 to A*’s 98.";

onEach("the opening grows two trees, solves the board, and a slide runs both again", async (page) => {
  await waitUntil(page, async () => (await shownStep(page)) > 20, () => page.textContent(COUNT));
  assert.equal(await page.textContent("#lane-left .head select option:checked"), "A*");
  assert(await page.locator("#lane-right canvas").isVisible());
  const during = await page.evaluate((count) => [count, "#search-headline"].map((part) => document.querySelector(part).textContent), COUNT);
  assert(!during[1].includes("16") || during[0].startsWith("192 "), during.join());
  // Looked for from now on, because the board is solved for two seconds only.
  const solved = page.waitForFunction(() => document.querySelectorAll("#board .tile.home").length === 9);
  solved.catch(() => {});
  await waitForText(page, "#search-headline", HEADLINE);
  const { statistics } = await ask("search", { board: "134802756", algorithm: "ida", heuristic: "manhattan" });
  assert.equal(await page.textContent("#lane-right .figures dd"), String(statistics.expanded));
  await solved;
  await waitForBoard(page, "134802756");
  await waitForText(page, "#search-lead", "They find different paths of 16 moves. Slide a tile to run again.");
  assert(await page.locator(".legend").isVisible());
  for (const id of ["undo", "redo", "restart"]) {
    assert.equal(await page.getAttribute(`#${id}`, "aria-disabled"), "true", id);
  }
  await Promise.all([
    waitForText(page, "#search-headline", /^A\* keeps every board it finds; IDA\* keeps one path and restarts\.$/),
    page.keyboard.press("ArrowRight"),
  ]);
  await waitForBoard(page, "134082756");
  await waitUntil(page, async () => (await shownStep(page)) > 3, () => page.textContent(COUNT));
  await waitForText(page, "#search-headline", /^IDA\* kept 16 boards to A\*’s \d+, but expanded \d+ to A\*’s \d+\.$/);
}, { address: "" });

onEach("a move during the opening takes over", async (page) => {
  await waitForText(page, "#search-headline", HEADLINE);
  // At once, because the board is moving.
  await page.evaluate(() => document.querySelector('#board .tile[data-way]:not([data-way=""]):not(.blank)').click());
  await page.waitForTimeout(600);
  const board = await shownBoard(page);
  await page.waitForTimeout(600);
  assert.equal(await shownBoard(page), board);
}, { address: "", sizes: ["desk"], transports: ["file"] });

onEach("the opening stands still for users who prefer that, and can be played", async (page) => {
  await waitForText(page, "#search-headline", HEADLINE);
  await waitForText(page, COUNT, "192 of 192");
  assert.equal(await shownBoard(page), "134802756");
  await page.click("#search-player .play");
  await waitUntil(page, async () => (await shownStep(page)) < 150, () => page.textContent(COUNT));
}, { address: "", reducedMotion: "reduce", sizes: ["desk"] });

onEach("an address that names a board has no opening", async (page) => {
  await waitForText(page, "#distance", "28");
  assert(await page.locator("#panel-solution").isVisible());
  await page.waitForTimeout(500);
  assert.equal(await shownBoard(page), "638541720");
}, { sizes: ["desk"], transports: ["file"] });

const SIXTEEN = "board=134802756&show=search&right=ida.manhattan";

onEach("impossible steps in the address are replaced", async (page, { root }) => {
  for (const [at, count] of [["-1", "0 of 192"], ["1.5", "1 of 192"], ["x", "0 of 192"], ["12", "12 of 192"]]) {
    await page.goto(`${root}#${SIXTEEN}&at=${at}`);
    await page.reload();
    await waitForText(page, COUNT, count);
    await waitForText(page, "#lane-left .now strong", /./);
  }
}, { address: SIXTEEN, sizes: ["desk"], transports: ["file"] });

onEach("the step of a link does not apply to a later board", async (page) => {
  await waitForText(page, "#distance", "16");
  await page.click('#board .tile[data-tile="2"]');
  await waitForBoard(page, "134820756");
  await open(page, "search");
  await waitForText(page, COUNT, "67 of 67");
}, { address: "board=134802756&at=20", reducedMotion: "reduce", sizes: ["desk"], transports: ["file"] });

/** The pixels of a canvas that are not empty, and those with the color of the path. */
function painted(page, lane) {
  return page.evaluate((lane) => {
    const canvas = document.querySelector(`#lane-${lane} canvas`);
    // A copy, because reading from the canvas of the page would make it slower.
    const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height }).getContext("2d", { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    const gold = getComputedStyle(canvas).getPropertyValue("--gold").trim();
    const [red, green, blue] = [1, 3, 5].map((start) => parseInt(gold.slice(start, start + 2), 16));
    const counts = { full: 0, path: 0 };
    for (let at = 0; at < data.length; at += 4) {
      counts.full += data[at + 3] > 60 ? 1 : 0;
      counts.path += data[at] === red && data[at + 1] === green && data[at + 2] === blue ? 1 : 0;
    }
    return counts;
  }, lane);
}

onEach("a search begins at step 0, and its ending is not shown before", async (page) => {
  await waitForText(page, COUNT, "0 of 192");
  await page.waitForTimeout(400);
  assert.equal(await page.textContent(COUNT), "0 of 192");
  for (const place of ["#search-headline", "#lane-left .result", "#lane-left .figures"]) {
    assert.doesNotMatch(await page.textContent(place), /16|98|192/, place);
  }
  assert.equal((await painted(page, "left")).path, 0);
  await page.selectOption("#lane-left select >> nth=0", "greedy");
  await waitForText(page, COUNT, /^0 of/);
}, { address: SIXTEEN, sizes: ["desk"] });

onEach("each step has its reason and its line of pseudocode", async (page) => {
  await waitForText(page, COUNT, "0 of 192");
  await waitForText(page, "#lane-left .code [aria-current]", "open ← { start }");
  await page.click("#search-player .on");
  await page.click("#search-player .on");
  await waitForText(page, "#lane-left .now strong", "f = 10 is the smallest f of 4 open boards.");
  await waitForText(page, "#lane-left .code [aria-current]", "add its new neighbors to open");
  await waitForText(page, "#lane-right .now strong", /^f = 10 is within bound 10: /);
  const { trace } = await ask("search", { board: "134802756", algorithm: "ida", heuristic: "manhattan", trace: 2000 });
  const again = trace.findIndex(({ bound }) => bound === 12) + 1;
  await page.locator("#search-player .scrubber").fill(String(again));
  await waitForText(page, "#lane-right .now strong", "Iteration 2: start over with bound 12, the smallest f that iteration 1 cut off.");
  await waitForText(page, "#lane-right .code [aria-current]", "bound ← smallest f cut off; start again");
}, { address: SIXTEEN, sizes: ["desk"] });

onEach("earlier iterations stay in sight", async (page) => {
  await waitForText(page, COUNT, "0 of 192");
  const { trace } = await ask("search", { board: "134802756", algorithm: "ida", heuristic: "manhattan", trace: 2000 });
  const again = trace.findIndex(({ bound }) => bound === 14) + 1;
  await page.locator("#search-player .scrubber").fill(String(again - 1));
  await waitUntil(page, async () => (await painted(page, "right")).full > 0, () => "the tree is not drawn");
  const before = await painted(page, "right");
  await page.locator("#search-player .scrubber").fill(String(again));
  const after = await painted(page, "right");
  assert(after.full > before.full / 2, JSON.stringify([before, after]));
}, { address: SIXTEEN, sizes: ["desk"], transports: ["file"] });

onEach("a board of the tree is shown when it is pressed, and the search stays", async (page) => {
  await page.click("#search-player .last");
  await waitForText(page, COUNT, "192 of 192");
  const { width, height } = await page.locator("#lane-left canvas").boundingBox();
  for (let y = 60; y < height && (await shownBoard(page)) === "134802756"; y += 20) {
    await page.locator("#lane-left canvas").click({ position: { x: width / 2, y } });
  }
  const board = await shownBoard(page);
  assert.notEqual(board, "134802756");
  await page.waitForTimeout(300);
  await waitForText(page, COUNT, "192 of 192");
  // The same with keys, from the root of the tree.
  await page.focus("#lane-right canvas");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  assert(await page.locator("#lane-right .note").isVisible());
  assert.notEqual(await shownBoard(page), board);
}, { address: SIXTEEN, sizes: ["desk"] });

onEach("entries of the open list and nodes of the tree light each other", async (page) => {
  await page.locator("#search-player .scrubber").fill("5");
  await waitForText(page, "#lane-left .lists h4 b", /\d/);
  const picture = () => page.evaluate(() => document.querySelector("#lane-left canvas").toDataURL());
  const before = await picture();
  await page.locator("#lane-left .entry").first().hover();
  assert.notEqual(await picture(), before);
  await page.mouse.move(0, 0);
  const { width, height } = await page.locator("#lane-left canvas").boundingBox();
  const lit = page.locator("#lane-left .entry.lit");
  for (let y = 20; y < height && (await lit.count()) === 0; y += 15) {
    for (let x = 10; x < width && (await lit.count()) === 0; x += 15) {
      await page.locator("#lane-left canvas").hover({ position: { x, y } });
    }
  }
  assert.equal(await lit.count(), 1);
}, { address: SIXTEEN, sizes: ["desk"], transports: ["file"] });

onEach("a search too large for a tree is drawn as bars with its path, and offers a smaller board", async (page) => {
  await waitForText(page, COUNT, "0 of 3,926");
  const isSeen = (selector) => page.locator(selector).first().isVisible();
  await page.waitForSelector(".of-bars");
  assert(!(await isSeen(".key.forgotten")));
  const { trace } = await ask("search", { board: "638541720", algorithm: "astar", heuristic: "manhattan", trace: 10_000 });
  const met = new Set(trace.flatMap(({ board, generated }) => [board, ...generated.map((made) => made.board)])).size.toLocaleString("en");
  await page.click("#search-player .last");
  await waitForText(page, COUNT, "3,926 of 3,926");
  assert.equal(await page.textContent("#search-headline"), `A* expanded 3,926 boards and kept ${met}.`);
  // All values of f, up to that of the goal.
  const values = [...new Set(trace.flatMap(({ f, generated }) => [f, ...generated.filter(({ fate }) => fate !== "known").map((made) => made.f)]))].sort((one, other) => one - other);
  assert.deepEqual(await page.locator("#lane-left .contours li:not(.name)").allTextContents(), values.map(String));
  await waitUntil(page, async () => (await painted(page, "left")).path > 100, async () => JSON.stringify(await painted(page, "left")));
  await waitForText(page, "#lane-left .result", /^28 moves, optimal: 3,926 boards expanded/);
  await page.click("#search-offer");
  await waitUntil(page, async () => Number(await page.textContent("#distance")) <= 16, () => page.textContent("#distance"));
  const distance = Number(await page.textContent("#distance"));
  assert(distance >= 12 && distance <= 16, String(distance));
}, { address: "board=638541720&show=search", sizes: ["desk"] });

onEach("a part of a bar tells its counts, and keys go from bar to bar", async (page) => {
  await waitForText(page, COUNT, "1,000 of 3,926");
  await page.focus("#lane-left canvas");
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press("ArrowUp");
  }
  await waitForText(page, "#lane-left .note", /^g 0, f 14:1 expanded, 0 opensuch as/);
  await page.keyboard.press("ArrowDown");
  await waitForText(page, "#lane-left .note", /^g 1, f \d+:\d expanded, \d open/);
  const note = await page.textContent("#lane-left .note");
  const { x, y, width, height } = await page.locator("#lane-left canvas").boundingBox();
  let pointed = note;
  for (let part = 0.1; part < 0.9 && pointed === note; part += 0.05) {
    await page.mouse.move(x + 60, y + part * height);
    pointed = await page.textContent("#lane-left .note");
  }
  assert.match(pointed, /^g \d+, f \d+:\d+ expanded, \d+ opensuch as/);
  assert.notEqual(pointed, note);
  await page.keyboard.press("Enter");
  await waitUntil(page, async () => (await shownBoard(page)) !== "638541720", () => shownBoard(page));
  await waitForText(page, COUNT, "1,000 of 3,926");
  assert(width > 300);
}, { address: "board=638541720&show=search&at=1000", sizes: ["desk"], transports: ["file"] });

onEach("bars count the boards of the figures at each step, forwards and backwards", async (page) => {
  const wrong = await page.evaluate(async () => {
    const { SearchRun } = await import("/modules/search-run.js");
    const sum = (rows) => rows.flatMap((row) => [...row.values()]).reduce((sum, { expanded, open }) => sum + expanded + open, 0);
    const wrong = [];
    // The weighted search replaces many boards by shorter paths.
    for (const algorithm of ["astar", "weighted-astar", "bidirectional", "ida"]) {
      const heuristic = algorithm === "bidirectional" ? undefined : "misplaced";
      const given = { board: "134802756", algorithm, heuristic, trace: 10_000 };
      const answer = await (await fetch("/api/v1/search", { method: "POST", body: JSON.stringify(given) })).json();
      const run = new SearchRun(answer, "3x3");
      const last = answer.trace.length;
      for (const step of [...Array(last + 1).keys(), last - 1, Math.floor(last / 2), 0, last]) {
        const expected = run.isDeepening ? step : run.memory[step];
        const counted = sum(run.depths.at(step));
        counted === expected || wrong.push(`${algorithm} ${step}: ${counted} instead of ${expected}`);
      }
      const longest = Math.max(...run.depths.at(last).map((row) => sum([row])));
      longest === run.depths.most || wrong.push(`${algorithm}: ${longest} of ${run.depths.most}`);
    }
    return wrong;
  });
  assert.deepEqual(wrong, []);
}, { sizes: ["desk"], transports: ["server"] });

onEach("nothing of an earlier search is shown while another one runs", async (page) => {
  await page.click("#search-player .last");
  await waitForText(page, "#search-headline", HEADLINE);
  let go;
  const late = new Promise((resolve) => (go = resolve));
  await page.route("**/search", async (route) => {
    await late;
    await route.continue();
  });
  await tile(page, 8).click();
  await waitForText(page, "#search-headline", "Searching…");
  await waitForText(page, COUNT, "0 of 0");
  await waitForText(page, "#search-lead", "");
  assert.equal(await page.locator("#growth svg, .over").count(), 0);
  go();
  await waitForText(page, "#search-headline", /^(?!Searching)/);
  await waitForText(page, COUNT, /of [1-9]/);
}, { address: SIXTEEN, sizes: ["desk"], transports: ["server"] });

onEach("a worker that needed much memory ends when it is idle", async (page) => {
  await waitForText(page, "#lane-left .result", /^Lowest f/);
  // Those that are left answer short questions, and find optimal paths.
  await waitUntil(page, () => page.workers().length === 2, () => `${page.workers().length} workers`);
  await page.selectOption("#lane-left select >> nth=0", "ida");
  await page.selectOption("#lane-left select >> nth=1", "patterns");
  await waitForText(page, "#lane-left .result", /^Iteration 1/);
}, { address: "board=1,3,7,4,13,5,2,8,6,11,9,12,14,0,10,15&shape=4x4&show=search&left=astar.zero", sizes: ["desk"], transports: ["file"] });

onEach("words for the bound, for wide and for narrow trees", async (page) => {
  const words = await page.evaluate(async () => {
    const { boundInWords, lengthsOf } = await import("/modules/search-words.js");
    const ida = { bound: 12, iteration: 1 };
    const found = (moves) => ({ name: "A*", answer: { length: 2, moves } });
    return [
      ...[false, true].map((isNarrow) => boundInWords(ida, isNarrow)),
      ...["RD", "DR"].map((moves) => lengthsOf([found("RD"), found(moves)])),
    ];
  });
  assert.deepEqual(words, [
    "iteration 2: bound 12, the maximum depth", "bound 12",
    "Both find the same path of 2 moves.", "They find different paths of 2 moves.",
  ]);
}, { sizes: ["desk"], transports: ["server"] });

onEach("the legend names every mark that appears, and no others", async (page) => {
  await waitForText(page, COUNT, "60 of 192");
  const named = async () => (await page.locator(".legend > span:visible").allInnerTexts()).map((text) => text.replace("\n", " "));
  assert.deepEqual(await named(), ["expanded", "open", "× cut off", "forgotten", "current", "path"]);
  await page.click("#search-player .last");
  assert.deepEqual(await named(), ["expanded", "open", "× cut off", "forgotten", "path"]);
  await page.click("#second-lane");
  await waitUntil(page, async () => (await named()).length === 4, async () => (await named()).join());
}, { address: `${SIXTEEN}&at=60`, sizes: ["desk"], transports: ["file"] });

onEach("trees have more room than the chart of memory", async (page) => {
  for (const [width, height, least] of [[1440, 900, 350], [1280, 720, 270], [844, 390, 150], [390, 844, 170]]) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(150);
    const [tree, chart] = await Promise.all(["#lane-left canvas", "#growth"].map((part) => page.locator(part).boundingBox()));
    assert(tree.height >= least && tree.height > 1.6 * chart.height, `${width}x${height}: ${tree.height}, ${chart.height}`);
  }
}, { address: SIXTEEN, sizes: ["desk"], transports: ["file"] });

onEach("the length of a path is compared with the optimal one", async (page) => {
  await waitForText(page, "#distance", "16");
  await page.click("#search-player .last");
  await waitForText(page, "#lane-left .result", /^34 moves, 18 more than needed: 58 boards expanded/);
  await waitForText(page, "#lane-right .result", /^16 moves, optimal, though not guaranteed:/);
}, { address: "board=134802756&show=search&left=greedy.manhattan&right=weighted-astar.manhattan", sizes: ["desk"] });

onEach("a sentence replaces the trees if there is nothing to draw", async (page) => {
  await page.click("#search-player .on");
  await waitForText(page, "#lane-left .now", /Expansion 1/);
  await page.fill("#board-text", "123456870");
  await waitForText(page, "#search-headline", "No moves lead from this board to the goal.");
  await waitForText(page, "#search-lead", "A* would expand every board of the same parity before giving up, and IDA* would raise its bound forever.");
  const isSeen = (selector) => page.locator(selector).first().isVisible();
  for (const unseen of ["#lane-left canvas", "#lane-right canvas", "#search-player", "#growth", ".legend"]) {
    assert(!(await isSeen(unseen)), unseen);
  }
  assert.equal(await page.textContent("#lane-left .now"), "");
  assert.equal(await page.locator("#lane-left .lists").textContent(), "");
  await page.fill("#board-text", "123456780");
  await waitForText(page, "#search-headline", "This board is the goal: there is nothing to search.");
  await page.waitForTimeout(300);
  assert(!(await isSeen("#lane-left canvas")));
  await page.fill("#board-text", "123456708");
  await waitForText(page, "#search-headline", "A* keeps every board it finds; IDA* keeps one path and restarts.");
  assert(await isSeen("#lane-left canvas"));
}, { address: SIXTEEN, sizes: ["desk"] });

onEach("playback keeps its pace on a slow machine", async (page, { context }) => {
  await waitForText(page, COUNT, "0 of 11,439");
  const client = await context.newCDPSession(page);
  await client.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  await page.locator("#search-player .speed input").fill("7");
  const steps = await page.evaluate(async () => {
    const step = () => Number(document.querySelector("#search-player .count").textContent.split(" ")[0].replace(",", ""));
    document.querySelector("#search-player .play").click();
    await new Promise((resolve) => setTimeout(resolve, 8000));
    // After a pause of the machine, the step is shown at the next frame.
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return step();
  });
  // 16 ms for each step, and 320 ms for each of at most 6 rests; the last frame may be some time ago.
  assert(steps > 300, `${steps} steps in 8 s`);
}, { address: "board=638541720&show=search&right=ida.manhattan", sizes: ["desk"], transports: ["file"] });

/** The effect of color blindness on linear colors (Machado, Oliveira and Fernandes 2009). */
const EYES = {
  usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
  deuteranopia: [[0.367, 0.861, -0.228], [0.28, 0.673, 0.047], [-0.012, 0.043, 0.969]],
};
const WEIGHTS = [0.2126, 0.7152, 0.0722];

onEach("a layout keeps nodes apart, and contours differ in lightness", async (page) => {
  const found = await page.evaluate(async () => {
    const { SearchRun } = await import("/modules/search-run.js");
    const { contourColors } = await import("/modules/contours.js");
    const given = { board: "134802756", algorithm: "ida", heuristic: "manhattan", trace: 2000 };
    const answer = await (await fetch("/api/v1/search", { method: "POST", body: JSON.stringify(given) })).json();
    const run = new SearchRun(answer, "3x3");
    const places = [...new Set(run.nodes.map(({ place }) => place))];
    const rows = new Map();
    for (const { level, column } of places) {
      rows.set(level, [...(rows.get(level) ?? []), column]);
    }
    const gaps = [...rows.values()].flatMap((row) => {
      row.sort((one, other) => one - other);
      return row.slice(1).map((column, index) => column - row[index]);
    });
    const off = places.filter(({ children, column }) => children.length > 0 && Math.abs((children[0].column + children.at(-1).column) / 2 - column) > 1e-6);
    const tints = Object.fromEntries(["light", "dark"].map((scheme) => [scheme, [1, 2, 5, 12].flatMap((count) => contourColors(count, scheme))]));
    const sheet = {};
    for (const scheme of ["light", "dark"]) {
      document.documentElement.dataset.theme = scheme;
      sheet[scheme] = getComputedStyle(document.documentElement).getPropertyValue("--sheet").trim();
    }
    return { least: Math.min(...gaps), off: off.length, nodes: run.nodes.length, places: places.length, tints, sheet };
  });
  assert(found.least > 0.99, `the smallest gap is ${found.least}`);
  assert.equal(found.off, 0);
  // Iterations share places.
  assert(found.places < found.nodes);
  const light = (channels) => {
    const [red, green, blue] = channels.map((value) => (value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  for (const scheme of ["light", "dark"]) {
    const paper = light([1, 3, 5].map((start) => parseInt(found.sheet[scheme].slice(start, start + 2), 16)));
    // For color-blind people too: the lightest colors are those of the largest f.
    const twelve = found.tints[scheme].slice(-12).map((tint) => tint.match(/\d+/g).map((value) => (Number(value) / 255) ** 2.2));
    for (const [eyes, mix] of Object.entries(EYES)) {
      const seen = twelve.map((color) => mix.reduce((sum, row, index) => sum + WEIGHTS[index] * Math.max(0, row.reduce((all, part, at) => all + part * color[at], 0)), 0));
      assert(seen.every((value, index) => index === 0 || value > seen[index - 1] * 1.08), `${scheme}, ${eyes}: ${seen.map((value) => value.toFixed(3))}`);
    }
    for (const tint of found.tints[scheme]) {
      const [most, least] = [paper, light(tint.match(/\d+/g).map(Number))].sort((one, other) => other - one);
      const contrast = (most + 0.05) / (least + 0.05);
      assert(contrast >= 3, `${scheme} ${tint}: ${contrast.toFixed(2)}`);
    }
  }
}, { sizes: ["desk"], transports: ["server"] });
