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
await page.goto(`${pathToFileURL(resolve(LAB)).href}#board=134802756&show=search&right=ida.manhattan`);
await page.waitForFunction(() => [...document.querySelectorAll(".result")].every((result) => result.textContent.includes("16 moves")));
await page.waitForTimeout(300);
await page.screenshot({ path: output });
await browser.close();
