// Lessons: walked with keys, figures and answers compared with the API, links, and accessibility.

import assert from "node:assert/strict";
import { ask, findings, onEach, shownBoard, tile, waitForBoard, waitForText, waitUntil } from "./laboratory.mjs";

const NAMES = ["parity", "bfs", "heuristics", "astar", "patterns"];
const STEPS = 6;
const TITLE = "#lesson-title";
const TEXT = "#lesson .says";
const FEEDBACK = "#lesson [role=status]";

/** Waits for a step of a lesson. */
function waitForStep(page, step) {
  return waitForText(page, TITLE, new RegExp(`step ${step} of ${STEPS}$`));
}

/** The lessons as data, from the module of the server. */
function lessonsOf(page) {
  return page.evaluate(async () => (await import("/modules/lessons.js")).LESSONS);
}

async function searched(board, algorithm, heuristic) {
  const { statistics, trace, length } = await ask("search", { board, algorithm, heuristic, trace: 2000 });
  const met = new Set(trace.flatMap(({ board, generated }) => [board, ...generated.filter(({ fate }) => fate !== "cut").map((made) => made.board)]));
  return { expanded: statistics.expanded, h: trace[0].h, met: met.size, longest: length + 1, trace };
}

/** The numbers in the texts of each lesson, step by step, from the API. */
async function figures() {
  const { states, boards, deepest } = await ask("histogram", {});
  const allBoards = [1, 2, 3, 4, 5, 6, 7, 8, 9].reduce((product, factor) => product * factor);
  const most = Math.max(...boards);
  const paths = (await ask("solutions", { board: "867254301" })).count;
  const [one, hard] = ["638541720", "867254301"];
  const astar = await searched("134802756", "astar", "manhattan");
  const ida = await searched("134802756", "ida", "manhattan");
  const cut = ida.trace[0].generated.find(({ fate }) => fate === "cut");
  const patterns = await searched("134802756", "astar", "patterns");
  const expanded = async (board, heuristic) => (await searched(board, "astar", heuristic)).expanded;
  const large = (await ask("histogram", { shape: "4x4" })).error.message.match(/\d{6,}/)[0];
  const wide = await searched("647850321", "breadth-first");
  const breadth = await ask("position", { board: "867254301" });
  assert.equal(breadth.distance, deepest);
  return {
    parity: [[], [-2, 0, 2], [7, 8, 1, 0], [], [1, 2, allBoards, states], [14, 15, 1880]],
    bfs: [[1, 2], [], [], [states, boards.indexOf(most), most], [deepest, boards[deepest], paths], [2, 4, 3, 7, 6, 8, wide.expanded]],
    heuristics: [
      [0, await expanded(one, "zero")], [], [], [5, 4, 2, (await searched(one, "astar", "linear-conflict")).h],
      [(await searched(one, "astar", "patterns")).h, await expanded(one, "patterns")], [await expanded(one, "exact")],
    ],
    astar: [
      [], [11], [astar.h], [ida.trace[11].bound, 1, cut.h], [astar.met, ida.longest, ida.expanded, astar.expanded], [15, large],
    ],
    patterns: [
      [6, 7, 8, 9 * 8 * 7], [9 * 8 * 7], [9 * 8 * 7 * 6 * 5], [], [astar.h, astar.expanded, patterns.h, patterns.expanded],
      [deepest, (await searched(hard, "astar", "patterns")).h, await expanded(hard, "patterns"), await expanded(hard, "manhattan")],
    ],
  };
}

onEach("figures of the lessons are those of the API", async (page) => {
  const expected = await figures();
  const lessons = await lessonsOf(page);
  assert.deepEqual(Object.keys(lessons), NAMES);
  for (const name of NAMES) {
    lessons[name].steps.forEach(({ text }, index) => {
      const found = text.match(/−?\d[\d,]*/g) ?? [];
      const numbers = found.map((number) => Number(number.replaceAll(",", "").replace("−", "-")));
      assert.deepEqual(numbers, expected[name][index].map(Number), `${name} ${index + 1}: ${text}`);
      assert(text.split(/[.:?] [A-Z]/).length <= 2, `${name} ${index + 1} has more than two sentences`);
    });
  }
  // Feedback states figures of its own.
  const levels = (await ask("histogram", {})).boards;
  assert.match(lessons.bfs.steps[1].question.right, new RegExp(`have ${levels[3]}, ${levels[4]}, and ${levels[5]} boards`));
}, { transports: ["server"], sizes: ["desk"] });

onEach("every lesson is walked to its end with keys, and leaves the board", async (page) => {
  await page.focus("#lessons summary");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#lessons").getAttribute("open"), null);
  assert.equal(await page.evaluate(() => document.activeElement.localName), "summary");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await waitForStep(page, 1);
  assert.equal(await page.locator("#lessons").getAttribute("open"), null);
  for (const name of NAMES) {
    for (let step = 1; step <= STEPS; step += 1) {
      await waitForStep(page, step);
      assert.equal(await page.evaluate(() => document.activeElement.id), "lesson");
      await page.keyboard.press("ArrowRight");
    }
  }
  assert(await page.locator("#lesson").isHidden());
  assert.equal(await page.evaluate(() => document.activeElement.localName), "summary");
  assert.equal(await shownBoard(page), "867254301");
  assert.equal(await page.locator(".looked-at").count(), 0);
  // Arrow keys slide tiles again.
  await page.keyboard.press("ArrowRight");
  await waitForBoard(page, "867254031");
});

onEach("buttons and keys go back and on", async (page) => {
  await waitForStep(page, 2);
  await page.click("#lesson .steps button >> nth=1");
  await waitForStep(page, 3);
  await waitForBoard(page, "123456870");
  await page.keyboard.press("ArrowLeft");
  await waitForStep(page, 2);
  await waitForBoard(page, "123406758");
  await page.click("#lesson .steps button >> nth=0");
  await page.keyboard.press("ArrowLeft");
  await waitForStep(page, 1);
  // In a field, the keys move the caret.
  await page.keyboard.press("ArrowRight");
  await page.fill("#lesson-ask", "12");
  await page.keyboard.press("ArrowLeft");
  await waitForStep(page, 2);
}, { address: "lesson=parity&step=2", sizes: ["desk"] });

/** The questions, with the right answer from the API. */
const QUESTIONS = [
  ["parity", 2, async () => 4],
  ["parity", 4, async () => ((await ask("position", { board: "231456780" })).solvable ? "Yes" : "No")],
  ["bfs", 2, async () => (await ask("histogram", {})).boards[2]],
  ["bfs", 3, async () => (await searched("036142758", "breadth-first")).trace[5].board],
  ["heuristics", 2, async () => (await searched("638541720", "astar", "misplaced")).h],
  ["heuristics", 3, async () => (await searched("638541720", "astar", "manhattan")).h],
  ["astar", 2, async () => (await searched("134802756", "astar", "manhattan")).trace[11].board],
  ["astar", 4, async () => (await searched("134802756", "ida", "manhattan")).trace[12].bound],
  ["patterns", 4, async () => (await searched("134802756", "astar", "patterns")).h],
];

onEach("right and wrong answers have their feedback", async (page, { root }) => {
  for (const [name, step, answer] of QUESTIONS) {
    await page.goto(`${root}#lesson=${name}&step=${step}`);
    await waitForStep(page, step);
    const right = String(await answer());
    await waitForText(page, "#lesson form", /\?/);
    const answerWith = async (given) => {
      if (await page.locator("input#lesson-ask").count()) {
        await page.fill("#lesson-ask", given);
        await page.keyboard.press("Enter");
      } else {
        const choices = page.locator("#lesson [role=group] button");
        const names = await choices.evaluateAll((all) => all.map((each) => each.querySelector(".mini")?.getAttribute("aria-label").slice(6) ?? each.textContent));
        const place = given === "wrong" ? names.findIndex((each) => each !== right) : names.indexOf(given);
        assert.notEqual(place, -1, `${given} among ${names.join(", ")}`);
        await choices.nth(place).click();
      }
    };
    await answerWith((await page.locator("input#lesson-ask").count()) ? String(Number(right) + 1) : "wrong");
    await waitForText(page, FEEDBACK, /^Not quite[.:]/);
    await answerWith(right);
    await waitForText(page, FEEDBACK, /^Right[.:]/);
    assert.doesNotMatch(await page.textContent(FEEDBACK), /[{}]|undefined/);
    assert(await page.locator("#status").isVisible());
  }
}, { address: "lesson=parity", sizes: ["desk"] });

onEach("distance and inversions are hidden until a question is answered", async (page) => {
  await waitForText(page, "#lesson form", /solved/);
  assert(await page.locator("#distance").isHidden());
  assert(await page.locator("#distance-detail").isHidden());
  assert(await page.locator("#aside .here text").first().isVisible());
  const answers = page.locator("#aside :is(h3, p, path, .mini, .copy), #panel-states");
  const isShown = () => answers.evaluateAll((all) => all.map((each) => each.checkVisibility()));
  assert.deepEqual(new Set(await isShown()), new Set([false]));
  const tile = page.locator('#board .tile[data-tile="8"]');
  await page.waitForFunction(() => document.querySelector('#board .tile[data-tile="8"]').dataset.after !== "");
  assert.equal(await tile.evaluate((element) => getComputedStyle(element, "::after").visibility), "hidden");
  assert.doesNotMatch(await tile.getAttribute("aria-label"), /to the goal/);
  await page.click("#lesson [role=group] button >> nth=1");
  await waitForText(page, FEEDBACK, "Not quite: it has 2 inversions, an even number.");
  assert(await page.locator("#aside .copy").isVisible());
  assert(await page.locator("#distance").isVisible());
  // A tile slides: the same question about another board.
  await page.click('#board .tile[data-tile="8"]');
  await waitForText(page, FEEDBACK, "");
  assert(await page.locator("#distance").isHidden());
  await page.keyboard.press("Tab");
  await page.click("#lesson .steps button >> nth=2");
  assert(await page.locator("#status").isVisible());
}, { address: "lesson=parity&step=4", sizes: ["desk"], transports: ["file"] });

onEach("inversions are those of the board", async (page) => {
  const words = () => page.locator("#aside .here .arcs").getAttribute("aria-label");
  await waitUntil(page, async () => (await words()) === "2 inversions, an even number: 6 before 5, 7 before 5", words);
  await page.click('#board .tile[data-tile="2"]');
  await waitUntil(page, async () => (await words()).startsWith("4 inversions, an even number: "), words);
}, { address: "lesson=parity", sizes: ["desk"], transports: ["file"] });

onEach("the tiles in one row have an arc over each inversion", async (page) => {
  const arcs = (section) => section.evaluate((element) => [...element.querySelectorAll(".arcs path")].map((path) => {
    const { left, right } = path.getBoundingClientRect();
    const under = [...element.querySelectorAll(".arcs text")].filter((text) => {
      const box = text.getBoundingClientRect();
      const middle = (box.left + box.right) / 2;
      return Math.min(Math.abs(middle - left), Math.abs(middle - right)) < 3;
    });
    return under.map(({ textContent }) => textContent).join(" before ");
  }).join(", "));
  await waitForText(page, "#aside .here b", "2");
  assert.equal(await arcs(page.locator("#aside .here")), "6 before 5, 7 before 5");
  assert.equal(await arcs(page.locator("#aside .copy")), "2 before 1, 6 before 5, 7 before 5");
  const texts = await page.locator("#aside .here text").allTextContents();
  assert.equal(texts.join(""), "12346758");
}, { address: "lesson=parity", transports: ["file"] });

onEach("two tiles of the pair are swapped, which changes the parity; a slide does not", async (page) => {
  const sections = () => page.locator("#aside section").evaluateAll((all) => all.map((section) => {
    const [title, inversions] = ["h3", "b"].map((part) => section.querySelector(part).textContent);
    const board = [...section.querySelectorAll(".mini > *")].map(({ textContent }) => textContent || "0").join("");
    return `${title}, ${inversions}, ${board}${section.className === "here" ? ", here" : ""}`;
  }));
  const waitFor = (expected) => waitUntil(page, async () => (await sections()).join() === expected.join(), async () => (await sections()).join());
  await waitFor(["Even: solvable, 0, 123456780", "Odd: unsolvable, 1, 123456870, here"]);
  assert(await page.locator(".tabs").isHidden());
  const tileOf = (number) => page.locator(`#aside button[data-tile="${number}"]`);
  await tileOf(1).click();
  assert.equal(await tileOf(1).getAttribute("aria-pressed"), "true");
  await tileOf(1).click();
  assert.equal(await tileOf(1).getAttribute("aria-pressed"), "false");
  await tileOf(1).press("Enter");
  await tileOf(3).press("Enter");
  await waitForBoard(page, "321456870");
  await waitFor(["Even: solvable, 4, 321456870, here", "Odd: unsolvable, 1, 123456870"]);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.tile), "3");
  await page.click('#board .tile[data-tile="6"]');
  await waitFor(["Even: solvable, 6, 321450876, here", "Odd: unsolvable, 3, 123450876"]);
  // A step has its own pair.
  await page.click("#lesson .steps button >> nth=0");
  await waitFor(["Even: solvable, 2, 123406758, here", "Odd: unsolvable, 3, 213406758"]);
}, { address: "lesson=parity&step=3", transports: ["file"] });

onEach("a lesson rings the board that it asks about", async (page, { root }) => {
  const gold = () => page.evaluate(() => {
    const canvas = document.querySelector("#lane-right canvas");
    const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height }).getContext("2d");
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    const [red, green, blue] = getComputedStyle(canvas).getPropertyValue("--gold").match(/[0-9a-f]{2}/g).map((part) => parseInt(part, 16));
    return [...Array(data.length / 4).keys()].filter((at) => data[4 * at] === red && data[4 * at + 1] === green && data[4 * at + 2] === blue).length;
  });
  await waitForText(page, "#search-player .count", "12 of 192");
  await waitUntil(page, async () => (await gold()) > 20, () => "nothing is ringed");
  await page.goto(`${root}#lesson=astar&step=3`);
  await waitForText(page, "#search-player .count", "11 of 192");
  await waitUntil(page, async () => (await gold()) === 0, () => "a board is still ringed");
}, { address: "lesson=astar&step=4", sizes: ["desk"], transports: ["file"] });

onEach("pattern databases of the page are those of the API", async (page) => {
  const { boards } = await ask("sample", { shape: "3x3", count: 60, seed: 1 });
  const found = await page.evaluate(async (boards) => {
    const [{ entryOf, databaseOf }, { puzzleOf }] = await Promise.all(["pattern", "puzzle"].map((name) => import(`/modules/${name}.js`)));
    const goal = puzzleOf("123456780", "3x3");
    const sumOf = (board) => ["12345", "678"].reduce((sum, pattern) => sum + entryOf(puzzleOf(board, "3x3"), goal, pattern), 0);
    // The mirror image in the diagonal, with the tiles renumbered.
    const mirror = (board) => [0, 3, 6, 1, 4, 7, 2, 5, 8].map((cell) => "014725836"[board[cell]]).join("");
    const [sums, mirrored] = [boards.map(sumOf), boards.map(mirror).map(sumOf)];
    return { sums, mirrored, sizes: ["12345", "678"].map((pattern) => databaseOf(goal, pattern).size) };
  }, boards.map(({ board }) => board));
  assert.deepEqual(found.sizes, [15120, 504]);
  for (const [index, { board }] of boards.entries()) {
    const { trace } = await ask("search", { board, algorithm: "astar", heuristic: "patterns", trace: 1 });
    assert.equal(Math.max(found.sums[index], found.mirrored[index]), trace[0]?.h ?? 0, board);
  }
}, { sizes: ["desk"], transports: ["server"] });

onEach("pattern databases follow the board", async (page) => {
  const entries = () => page.locator("#aside b").allTextContents();
  await waitUntil(page, async () => (await entries()).length === 2, async () => (await entries()).join());
  assert.deepEqual(await entries(), ["9", "5"]);
  // They replace the panels.
  assert(await page.locator(".tabs").isHidden());
  await page.click('#board .tile[data-tile="2"]');
  await waitForBoard(page, "134820756");
  assert.deepEqual(await entries(), ["8", "5"]);
  // They stay in sight when their sum is asked for.
  await page.click("#lesson .steps button >> nth=1");
  await waitForText(page, "#lesson form", /Adding both entries/);
  const parts = page.locator("#aside :is(h3, p, b, .mini, .bars)");
  assert.deepEqual(new Set(await parts.evaluateAll((all) => all.map((each) => each.checkVisibility()))), new Set([true]));
}, { address: "lesson=patterns&step=3", transports: ["file"] });

onEach("a link to a step restores it", async (page, { root }) => {
  await waitForStep(page, 4);
  await waitForText(page, "#search-player .count", "12 of 192");
  assert.equal(await shownBoard(page), "134802756");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => location.hash === "#lesson=astar&step=2");
  await page.click('#board .tile[data-tile="2"]');
  await page.waitForFunction(() => location.hash.startsWith("#lesson=astar&step=2&board=134820756"));
  await page.reload();
  await waitForStep(page, 2);
  await waitForBoard(page, "134820756");
  assert(await page.locator("#lane-right").isHidden());
  for (const nowhere of ["lesson=parity&step=7", "lesson=constructor", "lesson=parity&step=x"]) {
    await page.goto(`${root}#${nowhere}`);
    await page.waitForFunction(() => document.getElementById("lesson").hidden);
    await waitForBoard(page, "638541720");
  }
}, { address: "lesson=astar&step=4", sizes: ["desk"] });

onEach("a slide after a closed lesson plays its search", async (page) => {
  await waitForText(page, "#search-player .count", "192 of 192");
  await page.click("#lesson .steps button >> nth=2");
  await page.evaluate(() => {
    const count = document.querySelector("#search-player .count");
    globalThis.counts = [];
    new MutationObserver(() => globalThis.counts.push(count.textContent)).observe(count, { subtree: true, characterData: true });
  });
  await page.click('#board .tile[data-tile="2"]');
  await waitForBoard(page, "134820756");
  await waitForText(page, "#search-player .count", /^(\d+) of (?!192)\1$/);
  const counts = await page.evaluate(() => globalThis.counts);
  assert(counts.length > 1, counts.join());
}, { address: "lesson=astar&step=5", sizes: ["desk"], transports: ["file"] });

onEach("a link to a lesson plays its search until a step is chosen", async (page) => {
  await waitForText(page, "#search-player .count", "115 of 115");
  await page.waitForTimeout(400);
  assert.equal(new URL(page.url()).hash, "#lesson=bfs");
  await page.click("#search-player .back");
  await page.waitForFunction(() => location.hash.endsWith("&at=114"));
  await page.evaluate(() => (location.hash = "#lesson=astar&step=5"));
  await waitForText(page, "#search-player .count", "192 of 192");
  await page.waitForTimeout(400);
  assert.equal(new URL(page.url()).hash, "#lesson=astar&step=5");
}, { address: "lesson=bfs", sizes: ["desk"], transports: ["file"] });

onEach("a question about the lesson's board waits for that board", async (page, { root }) => {
  const WAITS = "This question is about the lesson’s own board and search. Undo your changes to answer it.";
  // Near the goal, searches are short; an unsolvable board has none.
  for (const place of ["astar&step=2", "astar&step=4", "bfs&step=3"]) {
    for (const board of ["123456708", "123456780", "123456870"]) {
      await page.goto(`${root}#lesson=${place}`);
      await waitForText(page, "#lesson form", /\?$|\?.+/);
      await page.fill("#board-text", board);
      await waitForText(page, "#lesson form", WAITS);
      assert(await page.locator("#status").isVisible());
    }
  }
  // After the slide that a question is about, no tile is above the blank.
  await page.goto(`${root}#lesson=parity&step=2`);
  await waitForText(page, "#lesson form", /^If the tile above/);
  await tile(page, 2).click();
  await waitForText(page, "#lesson form", WAITS);
  await page.goto(`${root}#lesson=astar&step=4`);
  await waitForText(page, "#lesson form", /^What is the next bound/);
  await page.selectOption("#lane-right select >> nth=0", "greedy");
  await waitForText(page, "#lesson form", WAITS);
  await page.selectOption("#lane-right select >> nth=0", "ida");
  await waitForText(page, "#lesson form", /^What is the next bound/);
}, { address: "lesson=astar&step=2", sizes: ["desk"], transports: ["file"] });

onEach("the panel does not cover what it is about", async (page) => {
  for (const name of NAMES) {
    for (let step = 1; step <= STEPS; step += 1) {
      await page.evaluate((hash) => (location.hash = hash), `#lesson=${name}&step=${step}`);
      await waitForStep(page, step);
      await page.waitForTimeout(250);
      const { width, height } = page.viewportSize();
      let found = "";
      const isSeen = async () => {
        const { part, sheet } = await page.evaluate(() => {
          const box = (selector) => document.querySelector(selector).getBoundingClientRect();
          return { part: box(".looked-at"), sheet: box("#lesson") };
        });
        const isBeside = sheet.left > part.right - 1;
        const isAbove = sheet.bottom < height - 1;
        const [top, bottom] = isBeside ? [0, height] : isAbove ? [sheet.bottom, height] : [0, sheet.top];
        // A part that is higher than the room has its beginning or its end in sight.
        const seen = Math.min(bottom, part.bottom) - Math.max(top, part.top);
        found = `${name} ${step} at ${width}: ${seen} of ${part.height}`;
        return seen >= Math.min(part.height, bottom - top) * 0.85;
      };
      await waitUntil(page, isSeen, () => found);
    }
  }
}, { address: "lesson=parity", transports: ["file"] });

for (const [colorScheme, size] of [["light", "desk"], ["dark", "phone"]]) {
  onEach(`axe finds nothing in lessons, ${colorScheme}`, async (page) => {
    const found = [];
    for (const name of NAMES) {
      for (const step of [1, 2, 4]) {
        await page.evaluate((hash) => (location.hash = hash), `#lesson=${name}&step=${step}`);
        await waitForStep(page, step);
        await page.waitForTimeout(250);
        found.push(...(await findings(page, `${name} ${step}`)));
      }
    }
    await page.fill("#lesson-ask", "0");
    await page.keyboard.press("Enter");
    await waitForText(page, FEEDBACK, /./);
    await page.evaluate(() => (document.getElementById("lessons").open = true));
    found.push(...(await findings(page, "feedback and menu")));
    assert.deepEqual(found, []);
  }, { address: "lesson=parity", transports: ["file"], sizes: [size], colorScheme });
}

onEach("reduced motion shows a finished search", async (page) => {
  await waitForText(page, "#search-player .count", "115 of 115");
}, { address: "lesson=bfs", reducedMotion: "reduce", sizes: ["desk"], transports: ["file"] });

onEach("a lesson on paper has its text and no buttons", async (page) => {
  await waitForText(page, "#lesson form", /\?/);
  await page.emulateMedia({ media: "print" });
  assert(await page.locator(TEXT).first().isVisible());
  assert(await page.locator("#board").isVisible());
  assert(await page.locator("#lesson .steps").isHidden());
  assert(await page.locator("#lesson form").isHidden());
}, { address: "lesson=parity&step=2", sizes: ["desk"], transports: ["file"] });

onEach("no lesson is wider than the window", async (page) => {
  for (const width of [320, 390, 844, 1280]) {
    await page.setViewportSize({ width, height: width === 844 ? 390 : 800 });
    for (const address of ["parity&step=3", "bfs&step=3", "heuristics&step=2", "astar&step=2", "patterns&step=4"]) {
      await page.evaluate((hash) => (location.hash = hash), `#lesson=${address}`);
      await waitForText(page, "#lesson-title", /step \d of/);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert(wide <= width, `${address} at ${width} is ${wide} wide`);
    }
  }
}, { address: "lesson=parity", transports: ["file"], sizes: ["desk"] });
