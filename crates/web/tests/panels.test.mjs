// The panels: playing paths, watching searches, all boards, checking answers, heuristics; and the
// header: the address, colors, printing.

import assert from "node:assert/strict";
import { ask, onEach, open, shownBoard, tile, waitForBoard, waitForNotice, waitForText, waitForValue } from "./laboratory.mjs";

const PLAYER = "#solution-player";

/** The letters of the displayed path. */
async function shownMoves(page) {
  return (await page.locator("#moves button").allTextContents()).join("");
}

onEach("a shortest path is played, paused, stepped and scrubbed through", async (page) => {
  await waitForText(page, "#solution-count", "13 optimal paths, each 28 moves long.");
  const { paths } = await ask("solutions", { board: "638541720" });
  assert.equal(await shownMoves(page), paths[0]);
  await page.click(`${PLAYER} .on`);
  await waitForText(page, `${PLAYER} .count`, "1 of 28");
  await waitForText(page, "#distance", "27");
  await page.click(`${PLAYER} .back`);
  await waitForBoard(page, "638541720");
  await page.getByLabel("Speed").first().fill("3");
  // The page itself pauses at once: a test that is slow would come too late.
  const paused = await page.evaluate((player) => new Promise((pause) => {
    const [play, count] = [".play", ".count"].map((part) => document.querySelector(`${player} ${part}`));
    const look = () => {
      if (parseInt(count.textContent) >= 5) {
        play.click();
        pause(count.textContent.trim());
      } else {
        requestAnimationFrame(look);
      }
    };
    play.click();
    look();
  }), PLAYER);
  assert.match(paused, /^(?!28)\d+ of 28$/);
  await page.waitForTimeout(300);
  assert.equal((await page.textContent(`${PLAYER} .count`)).trim(), paused);
  await page.locator(`${PLAYER} .scrubber`).fill("20");
  await waitForText(page, "#distance", "8");
  await page.click(`${PLAYER} .last`);
  await waitForBoard(page, "123456780");
  await waitForText(page, "#distance", "0");
  await page.click(`${PLAYER} .first`);
  await waitForBoard(page, "638541720");
  await page.locator("#moves button").nth(2).click();
  await waitForText(page, "#distance", "25");
  assert.equal(await page.locator("#strip li").count(), 29);
});

onEach("all shortest paths are walked through, and each is one", async (page) => {
  await waitForText(page, "#walk-place", "1 of 13");
  const { paths } = await ask("solutions", { board: "638541720" });
  const seen = [await shownMoves(page)];
  for (let number = 2; number <= 13; number += 1) {
    await page.click("#walk-on");
    await waitForText(page, "#walk-place", `${number} of 13`);
    seen.push(await shownMoves(page));
  }
  assert.deepEqual(seen, paths);
  assert.equal(new Set(seen).size, 13);
  await page.click("#walk-on");
  await waitForText(page, "#walk-place", "13 of 13");
  await page.selectOption("#named", "tile");
  const opposites = { U: "D", D: "U", L: "R", R: "L" };
  assert.equal(await shownMoves(page), [...seen[12]].map((letter) => opposites[letter]).join(""));
});

onEach("more paths than are asked for at a time", async (page) => {
  const board = "5423109786";
  await page.fill("#board-text", `${board.slice(0, 5)}/${board.slice(5)}`);
  await waitForText(page, "#walk-place", "1 of 134");
  for (const [presses, place, button] of [[100, 101, "walk-on"], [1, 100, "walk-back"]]) {
    await page.evaluate(([button, presses]) => {
      for (let pressed = 0; pressed < presses; pressed += 1) {
        document.getElementById(button).click();
      }
    }, [button, presses]);
    await waitForText(page, "#walk-place", `${place} of 134`);
    const { paths } = await ask("solutions", { board, shape: "2x5", skip: place - 1, limit: 1 });
    assert.equal(await shownMoves(page), paths[0]);
  }
}, { sizes: ["desk"] });

onEach("who moves a tile while a path is played takes over", async (page) => {
  await waitForText(page, "#walk-place", "1 of 13");
  await page.click(`${PLAYER} .play`);
  await waitForText(page, `${PLAYER} .count`, /^(?!0 |1 )\d+ of 28$/);
  // Found and pressed at once, because the board is moving.
  await page.evaluate(() => [...document.querySelectorAll("#board .tile:not(.best):not(.blank)")].find((tile) => tile.dataset.way !== "").click());
  // Played to its end, the path would take far longer.
  await page.waitForSelector(`${PLAYER} .play[aria-label="Play"]`, { timeout: 8000 });
});

onEach("a search that takes long keeps nothing waiting, and ends when another board is shown", async (page) => {
  await page.fill("#board-text", "15 14 8 12/10 11 9 13/2 6 5 1/3 4 7 0");
  await page.waitForFunction(() => location.hash.includes("15,14,8,12"));
  // Looked for from the beginning, because the search soon reaches its limit.
  await Promise.all([
    waitForText(page, "#lane-left .words", "Searching…"),
    page.evaluate(() => (location.hash = `${location.hash}&show=search&left=ida.zero`)),
  ]);
  await open(page, "solution");
  await page.keyboard.press("ArrowDown");
  await page.fill("#board-text", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15");
  await waitForText(page, "#distance", "1");
}, { sizes: ["desk"] });

onEach("the histogram has all boards, and leads to each distance", async (page) => {
  await open(page, "states");
  const { boards } = await ask("histogram", {});
  await page.waitForFunction((bars) => document.querySelectorAll("#histogram .bar").length === bars, boards.length);
  await waitForText(page, "#histogram-words", "3,910 boards are 28 moves away: 2.2% of 181,440.");
  assert.equal(await page.locator("#histogram text.here").textContent(), "you are here");
  await page.locator('#histogram .bar[data-depth="20"] .fill').click();
  await page.mouse.move(0, 0);
  await waitForText(page, "#distance", "20");
  await page.focus("#histogram svg");
  await page.keyboard.press("End");
  await waitForText(page, "#histogram-words", /^2 boards are 31 moves away/);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await waitForText(page, "#distance", "30");
  await page.click("#histogram-logarithmic");
  assert.equal(await page.locator("#histogram .bar").count(), boards.length);
  await page.selectOption("#goal", "snail");
  await page.waitForFunction(() => document.querySelectorAll("#histogram .bar").length === 31);
  await page.selectOption("#shape", "4x4");
  await waitForText(page, "#histogram-words", /too many boards/);
});

onEach("answers of solvers are judged, and played", async (page) => {
  await page.fill("#board-text", "123456708");
  await waitForText(page, "#distance", "1");
  await open(page, "judge");
  for (const [answer, right] of [["R", true], ["28", false], ["unsolvable", false], ["D", false]]) {
    await page.fill("#answer", answer);
    const verdict = await ask("check", { board: "123456708", answer });
    await waitForText(page, "#verdict p", new RegExp(right ? "^Right" : "^Wrong"));
    assert.equal(verdict.right, right, answer);
    await page.waitForFunction((message) => document.getElementById("verdict").textContent.includes(message), verdict.message.slice(1));
    assert.equal(await page.getAttribute("#verdict", "class"), `verdict ${right ? "right" : "wrong"}`);
  }
  // A number alone is no proof, and a path that is too long still solves the board.
  for (const [answer, expected] of [
    ["1", "Right length, but the answer has no moves to check."],
    ["RLR", "Solves it, but not optimally: 3 moves; a shortest path has 1."],
    ["Minimum number of moves = 1", "Right length, but the answer has no moves to check."],
  ]) {
    await page.fill("#answer", answer);
    await waitForText(page, "#verdict p", expected);
    assert.equal(await page.getAttribute("#verdict", "class"), "verdict partly");
  }
  for (const [answer, marked] of [["RLR", 2], ["LRR", 1], ["D", 1], ["LLLL", 1], ["RDL", 2], ["R", null]]) {
    await page.fill("#answer", answer);
    await page.waitForFunction((answer) => document.querySelector(".judged .moves")?.textContent === answer, answer);
    const found = await page.evaluate(() => [...document.querySelectorAll(".judged li")].findIndex((item) => item.matches(".marked")) + 1);
    assert.equal(found || null, marked, answer);
  }
  await page.fill("#answer", "RLR");
  await waitForText(page, ".judged p", "Move 1 already reaches the goal.");
  await page.fill("#answer", "what is this?");
  await waitForText(page, "#verdict p", /^Cannot read this answer/);
  await page.fill("#answer", "L");
  await page.selectOption("#answer-named", "tile");
  await waitForText(page, "#verdict p", /^Right/);
  await page.selectOption("#answer-named", "blank");
  await page.fill("#answer", "LRR");
  await waitForText(page, "#verdict p", /^Solves it, .*: 3 moves/);
  await page.click("text=Play this answer");
  await waitForText(page, "#solution-count", "The pasted answer: 3 moves.");
  await waitForBoard(page, "123456780");
});

onEach("moves may have costs, for paths and for verdicts", async (page, { context }) => {
  const board = "253410786";
  await page.fill("#board-text", board);
  await waitForText(page, "#distance", "11");
  await page.fill("#cost", "tile");
  await waitForText(page, "#solution-count", "Least cost 45, 15 moves.");
  assert.equal(await shownMoves(page), "LULDRRULDLURRDD");
  await page.click(`${PLAYER} .on`);
  await waitForText(page, `${PLAYER} .count`, "1 of 15");
  await page.click(`${PLAYER} .first`);
  await waitForBoard(page, board);
  // The directions of costs are those of the letters: the blank's, or the tile's.
  await page.fill("#cost", "u=1, d=5, l=2, r=3");
  for (const [named, cost] of [["blank", "U=1,D=5,L=2,R=3"], ["tile", "D=1,U=5,R=2,L=3"]]) {
    await page.selectOption("#named", named);
    const cheapest = await ask("solve", { board, cost });
    await waitForText(page, "#solution-count", `Least cost ${cheapest.cost}, ${cheapest.length} moves.`);
  }
  await page.selectOption("#named", "blank");
  await page.fill("#cost", "tiles");
  await waitForText(page, "#cost-complaint", /^Cannot read the costs "tiles": expected unit, tile, or/);
  assert.equal(await page.getAttribute("#cost", "aria-invalid"), "true");
  await page.fill("#cost", "tile");
  await waitForText(page, "#cost-complaint", "");
  await open(page, "judge");
  assert.equal(await page.getByLabel("Cost of a move").nth(1).inputValue(), "tile");
  for (const [answer, expected] of [["DLLURULDDRR", "Solves it, but not optimally: cost 53 in 11 moves"], ["45", "Right cost, "], ["LULDRRULDLURRDD", "Right. "]]) {
    await page.fill("#answer", answer);
    await waitForText(page, "#verdict", new RegExp(`^${expected}.*Least cost 45. A shortest path has 11 moves.`));
  }
  await page.fill("#answer-cost", "U=0,D=1,L=1,R=1");
  await waitForText(page, "#answer-cost-complaint", /expected a cost from 1 to 1000000/);
  await page.fill("#answer-cost", "U=1,D=5,L=2,R=3");
  await waitForText(page, "#verdict", /Least cost/);
  await page.waitForFunction(() => location.hash.includes("cost=U=1,D=5,L=2,R=3"));
  const other = await context.newPage();
  await other.goto(await page.evaluate(() => location.href));
  await waitForValue(other, "#answer-cost", "U=1,D=5,L=2,R=3");
  await other.close();
  await page.fill("#answer-cost", "");
  await open(page, "solution");
  await waitForText(page, "#solution-count", /optimal paths? of 11 moves|only optimal path: 11 moves/);
});

onEach("paths are measured in multi-tile moves", async (page, { context }) => {
  const board = "638541720";
  const { length, moves } = await ask("solve", { board, metric: "mtm" });
  await page.fill("#board-text", board);
  await page.fill("#cost", "tile");
  await waitForText(page, "#solution-count", /^Least cost/);
  await page.selectOption("#metric", "mtm");
  await waitForText(page, "#solution-count", `An optimal path: ${length} multi-tile moves.`);
  assert.equal(await shownMoves(page), moves);
  assert.equal(await page.locator("#moves .apart").count(), length);
  assert.deepEqual([await page.inputValue("#cost"), await page.isDisabled("#cost")], ["", true]);
  await waitForText(page, "#distance-words", "single-tile moves to the goal");
  // The pasted answer is judged in the same metric.
  await open(page, "judge");
  for (const [answer, expected] of [
    [moves, `^Right\\. .*An optimal path has ${length} multi-tile moves`],
    [`LR${moves}`, `^Solves it, .*: ${length + 2} multi-tile moves; a shortest path has ${length}`],
  ]) {
    await page.fill("#answer", answer);
    await waitForText(page, "#verdict", new RegExp(expected));
  }
  await page.click("text=Play this answer");
  await waitForText(page, "#solution-count", `The pasted answer: ${length + 2} multi-tile moves.`);
  await page.click(`${PLAYER} .play`);
  // A link keeps the metric. A board that is too large for it is refused.
  await page.waitForFunction(() => location.hash.includes("metric=mtm"));
  const other = await context.newPage();
  await other.goto(await page.evaluate(() => location.href));
  await waitForValue(other, "#answer-metric", "mtm");
  await open(other, "solution");
  await waitForText(other, "#solution-count", /^An optimal path: \d+ multi-tile moves?\.$/);
  await other.close();
  await page.fill("#depth", "15");
  await page.selectOption("#shape", "3x4");
  await waitForText(page, "#solution-count", "This metric is not available for this board.");
  await waitForText(page, "#cost-complaint", "The metric mtm supports boards of up to 10 cells; this board is 3x4");
  assert.equal(await page.getAttribute("#metric", "aria-invalid"), "true");
  await page.selectOption("#metric", "stm");
  await waitForText(page, "#solution-count", /optimal paths?(: |, each )/);
  await waitForText(page, "#cost-complaint", "");
  await waitForText(page, "#distance-words", "moves to the goal");
});

onEach("a list of boards may slide several tiles in a move", async (page) => {
  const address = "#board=123456078&metric=mtm&cost=tile&named=tile";
  await page.evaluate((hash) => (location.hash = hash), address);
  await waitForText(page, "#solution-count", "An optimal path: 1 multi-tile move.");
  // A cost in the link does not go with the metric.
  assert.equal(await page.inputValue("#cost"), "");
  assert.equal(await shownMoves(page), "LL");
  await open(page, "judge");
  const boards = ["123456780", "120453786", "012453786", "123456780"].map((board) => [...board].map(Number));
  await page.fill("#answer", JSON.stringify(boards));
  await waitForText(page, "#verdict", /^Wrong\. Move 4 is illegal: .*The board before the illegal move 4\./);
  const letters = page.locator("#verdict .moves li");
  assert.deepEqual(await letters.allTextContents(), ["R", "R", "U", "U", "L", "L", "?"]);
  assert.equal(await page.textContent("#verdict .moves .marked"), "?");
  await page.click("text=Play this answer");
  await waitForBoard(page, "012453786");
  await page.fill("#board-text", "213456780");
  await waitForText(page, "#solution-count", /^Unsolvable/);
});

onEach("heuristics are compared on the board and on a sample", async (page) => {
  await open(page, "compare");
  const heuristics = ["zero", "misplaced", "manhattan", "linear-conflict", "patterns", "exact"];
  for (const [row, heuristic] of heuristics.entries()) {
    const { statistics } = await ask("search", { board: "638541720", algorithm: "astar", heuristic });
    await waitForText(page, `#compare-table tr:nth-child(${row + 1}) td:nth-child(3)`, statistics.expanded.toLocaleString("en"));
  }
  await page.click("#compare-misplaced");
  await page.click("#compare-sample");
  // Hundreds of searches.
  await waitForText(page, "#compare-progress", /^(\d+) of \1 boards$/, { patience: 120_000 });
  await waitForText(page, "#compare-sample", "Compare on a sample");
  assert.equal(await page.locator("#compare-chart path.line").count(), 3);
  assert((await page.locator("#compare-chart circle.manhattan").count()) > 100);
  await page.click("#compare-sample");
  await page.click("#compare-sample");
  await waitForText(page, "#compare-sample", "Compare on a sample");
});

onEach("on a shape without a table, a sample of random walks is compared without the exact distance", async (page) => {
  await waitForText(page, "#distance", "1");
  for (const weak of ["misplaced", "manhattan"]) {
    await page.click(`#compare-${weak}`);
  }
  await page.click("#compare-sample");
  await waitForText(page, "#compare-progress", /^(\d+) of \1 boards$/);
  assert.equal(await page.textContent("#compare-legend"), "On the ends of random walks");
  assert.equal(await page.textContent("#compare-complaint"), "");
  assert.match(await page.getAttribute("#compare-chart svg", "aria-label"), /, for Linear conflict$/);
  // A chart is for its shape, goal, and algorithm.
  await page.selectOption("#compare-algorithm", "ida");
  assert.equal(await page.locator("#compare-chart svg").count(), 0);
  await page.click("#compare-sample");
  await page.selectOption("#shape", "3x3");
  await waitForText(page, "#compare-sample", "Compare on a sample");
  await waitForText(page, "#compare-progress", "");
  assert.equal(await page.textContent("#compare-legend"), "On a sample of boards at all distances");
}, { address: "board=1,2,3,4,5,6,7,8,9,10,0,11&shape=2x6&show=compare", sizes: ["desk"] });

onEach("an unsolvable board has nothing to compare", async (page) => {
  await waitForText(page, "#compare-table tr:nth-child(6) td:nth-child(3)", /\d/);
  await page.fill("#board-text", "123456870");
  await waitForText(page, "#compare-heading", "This board is unsolvable: there is nothing to compare.");
  assert.equal(await page.locator("#compare-table tr").count(), 0);
  await page.fill("#board-text", "638541720");
  await waitForText(page, "#compare-table tr:nth-child(6) td:nth-child(3)", /\d/);
  await waitForText(page, "#compare-heading", /^Pattern databases: /);
}, { address: "board=638541720&show=compare", sizes: ["desk"], transports: ["file"] });

onEach("a link leads to what its sender saw", async (page, { root, context }) => {
  await page.fill("#board-text", "867254301");
  await waitForBoard(page, "867254301");
  await page.selectOption("#goal", "blank-first");
  await open(page, "search");
  await page.selectOption("#lane-left select >> nth=0", "greedy");
  await page.waitForFunction(() => location.hash.includes("left=greedy.manhattan"));
  const other = await context.newPage();
  await other.goto(await page.evaluate(() => location.href));
  await waitForBoard(other, "867254301");
  await waitForValue(other, "#goal", "blank-first");
  assert(await other.locator("#panel-search").isVisible());
  assert.equal(await other.inputValue("#lane-left select >> nth=0"), "greedy");
  // An invalid link is reported, and the page still works.
  await other.goto("about:blank");
  await other.goto(`${root}#board=999`);
  await waitForText(other, "#board-complaint", /999/);
  await other.fill("#board-text", "123456708");
  await waitForText(other, "#distance", "1");
  await other.close();
});

onEach("a verdict stays that of its board while the answer is played", async (page) => {
  await page.fill("#board-text", "123456708");
  await waitForText(page, "#distance", "1");
  await open(page, "judge");
  await page.fill("#answer", "LRR");
  await waitForText(page, "#verdict p", /^Solves it, .*: 3 moves/);
  await page.click("text=Play this answer");
  await waitForBoard(page, "123456780");
  await open(page, "judge");
  await waitForText(page, "#verdict p", /^Solves it, .*: 3 moves/);
  assert.equal(await page.locator("#verdict .pin .mini").getAttribute("aria-label"), "board 123456708");
  await page.click("text=Judge the answer for the current board");
  await waitForText(page, "#verdict p", /^Wrong\. (?!3 moves)/);
  assert.equal(await page.locator("#verdict .pin").count(), 0);
}, { sizes: ["desk"] });

onEach("a slide changes the pin of a verdict, and does not judge again", async (page) => {
  await waitForText(page, "#distance", "28");
  await open(page, "judge");
  await page.fill("#answer", "28");
  await waitForText(page, "#verdict", /^Right length/);
  await page.evaluate(() => (document.querySelector("#verdict p").dataset.first = "yes"));
  await tile(page, 1).click();
  await waitForText(page, "#verdict .pin", /^Judged for this board/);
  await page.waitForTimeout(300);
  assert.equal(await page.locator("#verdict .pin").count(), 1);
  await tile(page, 1).click();
  await waitForBoard(page, "638541720");
  await page.waitForFunction(() => document.querySelector("#verdict .pin") === null);
  assert.equal(await page.locator("#verdict p[data-first]").count(), 1);
  await page.fill("#answer", "27");
  await waitForText(page, "#verdict", /^Wrong/);
}, { sizes: ["desk"], transports: ["file"] });

onEach("impossible values in the address are replaced by the usual ones", async (page, { root }) => {
  for (const part of ["left=constructor&show=search", "left=__proto__.x&show=search", "goal=", "named=bogus&show=solution", "show=__proto__"]) {
    await page.goto(`${root}#board=123456708&${part}`);
    await page.reload();
    await waitForText(page, "#distance", "1");
    if (part.includes("search")) {
      await waitForText(page, "#search-player .count", /^0 of [1-9]/);
    }
    assert.equal(await page.inputValue("#goal"), "blank-last");
    assert.equal(await page.inputValue("#named"), "blank");
  }
}, { sizes: ["desk"] });

onEach("a server that is gone is reported for every action, and asked again", async (page) => {
  await waitForText(page, "#solution-count", /optimal paths/);
  await page.route("**/api/**", (route) => route.abort());
  for (const button of ["#reset", "#copy-moves"]) {
    await page.evaluate(() => (document.getElementById("notice").textContent = ""));
    await waitForNotice(page, () => page.click(button), /^The server does not answer/);
  }
  await page.keyboard.press("ArrowDown");
  await waitForText(page, "#distance-detail", /^The server does not answer/);
  await waitForText(page, "#board-complaint", /^The server does not answer/);
  const panels = { states: "#histogram-words", compare: "#compare-heading", search: "#lane-left .words" };
  for (const [panel, place] of Object.entries(panels)) {
    await open(page, panel);
    await waitForText(page, place, panel === "compare" ? "Heuristics compared" : /^The server does not answer/);
  }
  await page.unroute("**/api/**");
  await waitForText(page, "#distance", "27");
  await waitForText(page, "#board-complaint", "");
  await waitForText(page, "#search-player .count", /of [1-9]/);
  await open(page, "compare");
  await waitForText(page, "#compare-table tr:nth-child(6) td:nth-child(3)", /\d/);
  await open(page, "states");
  await waitForText(page, "#histogram-words", /boards are 27 moves away/);
}, { sizes: ["desk"], transports: ["server"], complaints: /ERR_FAILED/ });

onEach("a busy server is asked again, and other failures are shown at once", async (page) => {
  await waitForText(page, "#distance", "28");
  let asked = 0;
  const fail = (status, contentType, body) => page.route("**/check", (route) => {
    asked += 1;
    return asked === 1 || status !== 503 || body.includes("limit") ? route.fulfill({ status, contentType, body }) : route.continue();
  });
  const failed = (code) => JSON.stringify({ error: { code, message: `it is ${code}`, help: "Wait." } });
  await open(page, "judge");
  for (const [given, expected, times] of [
    [[503, "application/json", failed("busy")], /^Right length/, 2],
    [[503, "application/json", failed("limit-reached")], /It is limit-reached\. Wait\.$/, 1],
    [[502, "text/html", "<p>Bad gateway</p>"], /The server answered with status 502\. Try again later\.$/, 1],
    [[429, "application/json", "{}"], /The server answered with status 429\. Try again later\.$/, 1],
  ]) {
    asked = 0;
    await fail(...given);
    await page.fill("#answer", "");
    await waitForText(page, "#verdict", "");
    await page.fill("#answer", "28");
    await waitForText(page, "#verdict", expected);
    assert.equal(asked, times, String(expected));
    await page.unroute("**/check");
  }
}, { sizes: ["desk"], transports: ["server"], complaints: /status of (429|50[23])/ });

onEach("a verdict that takes long does not leave the one before", async (page) => {
  await waitForText(page, "#distance", "28");
  await open(page, "judge");
  await page.fill("#answer", "28");
  await waitForText(page, "#verdict", /^Right length/);
  let go;
  const late = new Promise((resolve) => (go = resolve));
  await page.route("**/check", async (route) => {
    await late;
    await route.continue();
  });
  await page.fill("#answer", "27");
  await waitForText(page, "#verdict", "Judging…");
  go();
  await waitForText(page, "#verdict", /^Wrong/);
}, { sizes: ["desk"], transports: ["server"] });

onEach("paths that are not found do not leave those of another board", async (page) => {
  await waitForText(page, "#walk-place", "1 of 13");
  await page.route("**/solutions", (route) => route.abort());
  await page.fill("#board-text", "867254301");
  await waitForText(page, "#solution-count", /^The server does not answer/);
  assert(await page.locator("#moves").isHidden());
}, { sizes: ["desk"], transports: ["server"], complaints: /ERR_FAILED/ });

onEach("a solution stops when its panel is left, and its boards are links to its steps", async (page) => {
  await waitForText(page, "#walk-place", "1 of 13");
  await page.locator("#strip button").nth(3).click();
  await waitForText(page, `${PLAYER} .count`, "3 of 28");
  await page.click(`${PLAYER} .play`);
  await waitForText(page, `${PLAYER} .count`, /^(?!0 |3 )\d+ of 28$/);
  await open(page, "compare");
  const board = await shownBoard(page);
  await page.waitForTimeout(900);
  assert.equal(await shownBoard(page), board);
}, { sizes: ["desk"] });

onEach("the comparison names the ratio to the heuristic zero", async (page) => {
  await open(page, "compare");
  await waitForText(page, "#compare-table tr:nth-child(6) td:nth-child(4)", /\d/);
  const rows = await page.locator("#compare-table tr").evaluateAll((rows) => rows.map(({ cells }) => [Number(cells[2].textContent.replaceAll(",", "")), cells[3].textContent]));
  const [[zero]] = rows;
  const words = (ratio) => `${ratio < 10 ? ratio.toFixed(1) : Math.round(ratio).toLocaleString("en")}× fewer`;
  assert.deepEqual(rows.map(([, ratio]) => ratio), ["", ...rows.slice(1).map(([expanded]) => words(zero / expanded))]);
  // Row 5, pattern databases, is the best apart from the exact distance.
  await waitForText(page, "#compare-heading", `Pattern databases: ${words(zero / rows[4][0])} boards expanded than with the zero heuristic`);
}, { transports: ["file"] });

onEach("bars of the comparison are proportional", async (page) => {
  await open(page, "compare");
  await waitForText(page, "#compare-table tr:nth-child(6) td:nth-child(3)", /\d/);
  const rows = await page.locator("#compare-table tr").evaluateAll((rows) => rows.map((row) => [Number(row.cells[2].textContent.replaceAll(",", "")), row.querySelector(".bar").getBoundingClientRect().width]));
  const [[most, widest]] = rows;
  for (const [expanded, width] of rows) {
    assert(Math.abs(width / widest - expanded / most) < 0.03, JSON.stringify(rows));
  }
}, { sizes: ["desk"], transports: ["file"] });

onEach("all boards of a large shape: why there is no chart", async (page) => {
  await page.selectOption("#shape", "4x4");
  await open(page, "states");
  await waitForText(page, "#histogram-words", /^4 × 4 has too many boards to count here/);
}, { sizes: ["desk"] });
