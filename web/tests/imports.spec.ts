import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { expect, inspect, root, test } from "./server";

const GAME =
  '[Event "A"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n';
const OTHER = GAME.replace('"A"]\n[Black', '"C"]\n[Black');

/** Drops files on the page. */
async function drop(page: Page, ...files: { name: string; bytes: Buffer }[]) {
  const given = files.map(({ name, bytes }) => ({ name, bytes: [...bytes] }));
  const data = await page.evaluateHandle((files) => {
    const data = new DataTransfer();
    for (const { name, bytes } of files) data.items.add(new File([new Uint8Array(bytes)], name));
    return data;
  }, given);
  await page.locator("main").dispatchEvent("drop", { dataTransfer: data });
}

test("a file with more than a game is opened, and imported with a click", async ({ empty, page }) => {
  await page.goto(`${empty.url}/play`);
  await expect(page.locator("cg-board")).toBeVisible();
  const offer = page.getByRole("region", { name: "Import", exact: true });
  await drop(page, { name: "one.pgn", bytes: Buffer.from(GAME) });
  await expect(page).toHaveURL(/\/analysis/);
  await expect(offer).toBeHidden();
  await drop(page, { name: "two.pgn", bytes: Buffer.from(`${GAME}\n${OTHER}`) });
  await expect(page.getByText("This is the first of 2 games.")).toBeVisible();
  await expect(offer).toContainText("Import all games of two.pgn");
  await inspect(page, "import-offer");
  await offer.getByRole("button", { name: "Not now" }).click();
  await expect(offer).toBeHidden();
  await drop(page, { name: "packed.pgn.gz", bytes: gzipSync(`${GAME}\n${OTHER}`) });
  await offer.getByRole("button", { name: "Import" }).click();
  await expect(page).toHaveURL(/\/import$/);
  await expect(page.locator(".files .counts")).toContainText("2 new games");
  await expect(page.locator(".head .games")).toHaveText("2 games");
});

test("games go into a collection, and their variations become games", async ({ empty, page }) => {
  await page.goto(`${empty.url}/import`);
  await page.getByLabel("Add to the collection").fill("mine, too");
  await page.getByLabel("Index the variations of files, too").check();
  await drop(page, { name: "varied.pgn", bytes: Buffer.from(GAME.replace("e5 2", "e5 (1... c5 2. Nf3) 2")) });
  const row = page.getByRole("list", { name: "Files" }).getByRole("listitem");
  await expect(row.locator(".counts")).toContainText("2 new games");
  // Names are separated by commas.
  await expect(row).toContainText("mine  too");
  // Games are counted as they are read, and there once they are committed.
  await expect(row).toContainText("done");
  const asked = await page.request.get(`${empty.url}/api/collections`);
  expect((await asked.json()).collections).toEqual([{ name: "mine  too", games: 2 }]);
  await inspect(page, "import-options");
  await page.goto(`${empty.url}/games/2`);
  await expect(page.getByText("1 half-move of the game, then a variation that nobody played.")).toBeVisible();
  await inspect(page, "game-variation");
});

test("what was put right in games is shown", async ({ empty, page }) => {
  await page.goto(`${empty.url}/import`);
  await expect(page.locator(".drop")).toBeVisible();
  await drop(page, { name: "careless.pgn", bytes: Buffer.from("1. e4 d5 2. ed5 Qd5 *\n\n1. e4 Ke4 *\n") });
  const row = page.getByRole("list", { name: "Files" }).getByRole("listitem");
  await row.getByText("Capture signs added or left out: 1").click();
  await expect(row.getByRole("row").filter({ hasText: "exd5" })).toContainText("ed5");
  await row.getByText("1 game rejected, and why").click();
  await expect(row.getByRole("row").filter({ hasText: "Ke4" })).toBeVisible();
});

test("an import goes on in other views, and can be cancelled and tried again", async ({ empty, page }) => {
  // Sent slowly, so that there is something to see.
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const throttle = (bytes: number) =>
    session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytes,
    });
  await page.goto(`${empty.url}/import`);
  await expect(page.locator(".drop")).toBeVisible();
  await throttle(200_000);
  const file = readFileSync(join(root, "data/carlsen.pgn"));
  await drop(page, { name: "slow.pgn", bytes: file.subarray(0, 1_000_000) });
  const row = page.getByRole("list", { name: "Files" }).getByRole("listitem");
  await expect(row).toContainText(/kB of 1\.0 MB/);
  await expect(row.locator(".counts")).toContainText(/[1-9]\d* new games/);
  await inspect(page, "import-running");
  await page.getByRole("link", { name: "Play", exact: true }).click();
  const running = page.getByRole("link", { name: /^An import is running: \d+ %$/ });
  await expect(running).toBeVisible();
  await running.click();
  await page.getByRole("button", { name: "Cancel: slow.pgn" }).click();
  await expect(row).toContainText("cancelled");
  await expect(row).toContainText("The whole games that the server had received are in the index");
  await expect(page.locator(".head .games")).toHaveText(/^[1-9][\d,]* games$/);
  await inspect(page, "import-cancelled");
  await throttle(-1);
  await page.getByRole("button", { name: "Try again: slow.pgn" }).click();
  await expect(row).toContainText("done");
  await expect(row.locator(".counts")).toContainText(/[1-9]\d* duplicates/);
});

test.describe("a file without a game", () => {
  test.use({ complaints: /400/ });
  test("fails, says why, and can be tried again", async ({ empty, page }) => {
    await page.goto(`${empty.url}/import`);
    await expect(page.locator(".drop")).toBeVisible();
    await drop(
      page,
      { name: "no.pgn", bytes: Buffer.from("\n") },
      { name: "yes.pgn", bytes: Buffer.from(GAME) },
    );
    const rows = page.getByRole("list", { name: "Files" }).getByRole("listitem");
    await expect(rows.nth(1)).toContainText("1 new game");
    await expect(rows.nth(0)).toContainText("not imported");
    await expect(rows.nth(0).getByRole("alert")).toContainText(/empty/);
    await inspect(page, "import-failed");
    await page.getByRole("button", { name: "Try again: no.pgn" }).click();
    await expect(rows.nth(0).getByRole("alert")).toContainText(/empty/);
  });
});
