// Measures the time from opening the single file to its first answer: median and maximum over
// several new browsers.
//
// LAB=lab.html node first-answer.mjs [openings]
import assert from "node:assert/strict";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const { LAB, CHROMIUM = "/usr/bin/chromium" } = process.env;
const openings = Number(process.argv[2] ?? 11);
const times = [];
for (let opening = 0; opening < openings; opening += 1) {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] });
  const page = await browser.newPage();
  // The page itself measures the time until the distance is shown, from the start of navigation.
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const distance = document.getElementById("distance")?.textContent;
      globalThis.answered ??= distance ? [performance.now(), distance] : undefined;
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(pathToFileURL(resolve(LAB)).href);
  await page.waitForFunction(() => globalThis.answered !== undefined);
  const [time, distance] = await page.evaluate(() => globalThis.answered);
  assert.equal(distance, "16");
  times.push(time);
  await browser.close();
}
times.sort((one, other) => one - other);
console.log(`first answer: median ${Math.round(times[Math.floor(openings / 2)])} ms, worst ${Math.round(times.at(-1))} ms, of ${openings}`);
