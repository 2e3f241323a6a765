// Texts with a size of their own are shown as a whole: figures, labels of the chart, and results.

import assert from "node:assert/strict";
import { onEach, waitForText } from "./laboratory.mjs";

const SCREENS = [[1440, 900], [1000, 720], [844, 390], [390, 844]];

/** Waits until the chart is drawn in its present size. */
async function waitForChart(page) {
  await page.waitForFunction(() => {
    const place = document.getElementById("growth");
    return Number(place.querySelector("svg")?.getAttribute("width")) === place.clientWidth;
  });
}

/** Fails if a text is larger than its box on a screen. */
async function assertWhole(page, selector, sides = ["Width"]) {
  for (const [width, height] of SCREENS) {
    await page.setViewportSize({ width, height });
    await waitForChart(page);
    const cut = await page.evaluate(([selector, sides]) => {
      const isCut = (element) => sides.some((side) => element[`scroll${side}`] > element[`client${side}`]);
      return [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility() && isCut(element)).map(({ textContent }) => textContent);
    }, [selector, sides]);
    assert.deepEqual(cut, [], `${selector} at ${width}x${height}`);
  }
}

onEach("a length of three digits is shown as a whole", async (page) => {
  await waitForText(page, "#search-player .count", /^0 of [1-9]/);
  await page.click("#search-player .last");
  await waitForText(page, "#lane-left .figures", /134/);
  await assertWhole(page, ".figures span");
}, { address: "board=5,10,7,3,2,1,12,4,14,8,6,15,9,11,13,0&shape=4x4&show=search&left=greedy.manhattan&right=astar.manhattan", sizes: ["desk"], transports: ["file"] });

onEach("labels of the chart are shown as a whole, and within it", async (page) => {
  await waitForText(page, "#search-player .count", /^0 of [1-9]/);
  await page.click("#search-player .last");
  await assertWhole(page, ".tip span");
  for (const [width, height] of SCREENS) {
    await page.setViewportSize({ width, height });
    await waitForChart(page);
    const beyond = await page.evaluate(() => {
      const { left, right } = document.getElementById("growth").getBoundingClientRect();
      const boxes = [...document.querySelectorAll(".tip span")].map((label) => label.getBoundingClientRect());
      return boxes.filter((box) => box.left < left || box.right > right + 0.5).length;
    });
    assert.equal(beyond, 0, `${width}x${height}`);
  }
}, { address: "board=036142758&show=search&left=breadth-first&right=iterative-deepening", sizes: ["desk"], transports: ["file"] });

onEach("the sum of many iterations is shown as a whole", async (page) => {
  await waitForText(page, "#search-player .count", /^0 of [1-9]/);
  await page.locator("#search-player .scrubber").fill("1999");
  await waitForText(page, "#lane-right .result", /^Iteration \d+: … \+ .* = 1,999 expansions\.$/);
  await assertWhole(page, ".result span", ["Width", "Height"]);
  await page.click("#second-lane");
  await waitForText(page, "#search-player .count", /^0 of [1-9]/);
  await assertWhole(page, ".result span", ["Width", "Height"]);
}, { address: "board=867254301&show=search&left=iterative-deepening&right=iterative-deepening", sizes: ["desk"], transports: ["file"] });
