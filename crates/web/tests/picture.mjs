// Draws the picture for the README. LAB and CHROMIUM are as for the tests; the argument is the
// output file.
//
// LAB=lab.html node picture.mjs ../../../docs/laboratory.png
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const { LAB, CHROMIUM = "/usr/bin/chromium" } = process.env;
const [output] = process.argv.slice(2);

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage({ viewport: { width: 1280, height: 760 }, reducedMotion: "reduce" });
// With reduced motion, the opening shows the finished searches.
await page.goto(pathToFileURL(resolve(LAB)).href);
await page.waitForFunction(() => document.getElementById("search-headline").textContent.startsWith("IDA* kept 17"));
await page.waitForTimeout(300);
await page.screenshot({ path: output });
await browser.close();
