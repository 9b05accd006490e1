/**
 * How long a pasted FEN takes, as a user sees it: from the paste, on a first visit, to the frame in which the games with
 * that position, plans and ten boards are there. Forty positions, each in a browser without a cache.
 *
 *     tabiya serve --index DIR & node web/tests/latency.mjs [http://127.0.0.1:8080]
 */

import { readFileSync } from "node:fs";
import { chromium } from "@playwright/test";

const address = process.argv[2] ?? "http://127.0.0.1:8080";
const POSITIONS = 40;

const table = readFileSync(new URL("../../data/quality/queries_dev.tsv", import.meta.url), "utf8");
const rows = table.split("\n").slice(1, POSITIONS + 1);
const fens = rows.map((row) => row.split("\t")[1]);

/** Pastes a FEN; milliseconds until all is there. */
const paste = (fen) =>
  new Promise((done) => {
    const began = performance.now();
    const isThere = () => {
      const text = document.body.innerText;
      const boards = document.querySelectorAll(".results:not(.coming) .card").length;
      return boards >= 10 && text.includes("In these games") && text.includes("in the next six moves");
    };
    const look = () =>
      isThere() ? requestAnimationFrame(() => done(performance.now() - began)) : setTimeout(look, 4);
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", fen);
    document.body.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
    look();
  });

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const times = [];
for (const fen of fens) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(address);
  await page.getByText("Carlsbad").first().waitFor();
  // What is loaded after the first view.
  await page.waitForTimeout(500);
  times.push(await page.evaluate(paste, fen));
  await context.close();
}
await browser.close();
times.sort((one, other) => one - other);
const at = (share) => Math.round(times[Math.floor(share * (times.length - 1))]);
console.log(`${times.length} positions: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, at most ${at(1)} ms`);
