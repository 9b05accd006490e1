import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { drag, expect, inspect, layoutShift, paste, root, test } from "./server";

const STUDY = readFileSync(`${root}web/tests/study/study.pgn`, "utf8");
const PLAYERS = "Petrosian, Tigran V 2650 ½–½ Smyslov, Vassily 2620";

const drop = (page: Page, name: string, text: string) =>
  page.evaluate(
    ([name, text]) => {
      const data = new DataTransfer();
      data.items.add(new File([text as string], name as string));
      document.body.dispatchEvent(
        new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }),
      );
    },
    [name, text],
  );

/** The PGN of the board, as it is saved. */
async function saved(page: Page) {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save PGN" }).click();
  return readFileSync(await (await download).path(), "utf8");
}

const game = (page: Page) => page.getByRole("region", { name: "Game" });
const moves = (page: Page) => page.getByRole("list", { name: "Moves" });
const current = (page: Page) => moves(page).locator("[aria-current]");

test("a pasted study keeps its names, variations, comments and marks, whatever one does", async ({
  page,
  carlsen,
}) => {
  await page.goto(`${carlsen}/analysis`);
  await expect(game(page)).toBeVisible();
  await paste(page, STUDY);
  await expect(page.getByText("This is the first of 5 games.")).toBeVisible();
  await expect(game(page).getByRole("heading")).toHaveText(PLAYERS);
  await expect(game(page)).toContainText('A study: "Carlsbad" plans');
  await expect(moves(page)).toContainText("The minority attack, and what Black does about it.");
  await expect(moves(page)).toContainText("4…");
  await expect(moves(page).getByRole("button").filter({ hasText: "Qxd4!±" })).toBeVisible();
  await expect(current(page)).toHaveText("a3");
  const pgn = await saved(page);
  expect(pgn).toContain('[Annotator "O\'Neill \\\\ Sons"]');
  expect(pgn).toContain("( 3... e6 $5 { The triangle. } 4. e4 ( 4. Nf3 f5 $5 $13 )");

  // Reload, other views, Back.
  const isKept = async () => {
    await expect(game(page).getByRole("heading")).toHaveText(PLAYERS);
    expect(await saved(page)).toBe(pgn);
  };
  await page.reload();
  await isKept();
  const views = page.getByRole("navigation", { name: "Views" });
  await views.getByRole("link", { name: "Search" }).click();
  await expect(page.locator(".card .players").first()).toBeVisible();
  await page.locator(".card .players").first().click();
  await expect(page).toHaveURL(/\/games\//);
  await views.getByRole("link", { name: "Play" }).click();
  await expect(page.getByLabel(/^Level/)).toBeVisible();
  await views.getByRole("link", { name: "Analysis" }).click();
  await isKept();
  await views.getByRole("link", { name: "Training" }).click();
  await page.goBack();
  await isKept();

  // Another game of the text, and back to the first one.
  await paste(page, STUDY);
  await game(page).getByLabel("Game").selectOption({ label: "3. Endgame – Technique" });
  await expect(game(page).getByRole("heading")).toHaveText("Endgame 0–1 Technique");
  await expect(page.getByText("This is game 3 of 5.")).toBeVisible();
  await page.goBack();
  await isKept();
  // Pasted again it is the same.
  await paste(page, pgn);
  await isKept();
  expect(await layoutShift(page)).toBeLessThan(0.02);
  await inspect(page, "study");
});

test("variations are made on the board, changed, and taken back", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/analysis?play=e2e4,e7e5,g1f3`);
  await expect(current(page)).toHaveText("Nf3");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(current(page)).toHaveText("e4");
  await drag(page, "c7", "c5");
  await expect(page).toHaveURL(/play=e2e4,c7c5$/);
  await expect(moves(page).locator(".aside")).toHaveText("1…c5");
  await expect(moves(page).locator("button")).toHaveText(["e4", "e5", "c5", "Nf3"]);
  // Up and down between variations, left and right along one.
  await page.keyboard.press("ArrowUp");
  await expect(current(page)).toHaveText("e5");
  await page.keyboard.press("ArrowRight");
  await expect(current(page)).toHaveText("Nf3");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowDown");
  await expect(current(page)).toHaveText("c5");

  await game(page).getByText("Comment and mark 1… c5").click();
  await page.getByRole("textbox", { name: "Comment on 1… c5" }).fill("The Sicilian.");
  await page.getByRole("button", { name: "Interesting move" }).click();
  await expect(current(page)).toHaveText("c5!?");
  await page.getByRole("button", { name: "Good move" }).click();
  await expect(current(page)).toHaveText("c5!");
  await expect(moves(page)).toContainText("The Sicilian.");
  await inspect(page, "variation");
  await page.getByRole("button", { name: "Promote variation" }).click();
  await expect(moves(page).locator("button")).toHaveText(["e4", "c5!", "e5", "Nf3"]);
  expect(await saved(page)).toContain("1. e4 c5 $1 { The Sicilian. } ( 1... e5 2. Nf3 ) *");
  await page.getByRole("button", { name: "Delete from here" }).click();
  await expect(moves(page).locator("button")).toHaveText(["e4", "e5", "Nf3"]);
  await expect(current(page)).toHaveText("e4");
  const undo = page.getByRole("button", { name: "Undo the last change" });
  await undo.click();
  await expect(moves(page).locator("button")).toHaveText(["e4", "c5!", "e5", "Nf3"]);
  await undo.click();
  await expect(moves(page).locator("button")).toHaveText(["e4", "e5", "c5!", "Nf3"]);
  await page.reload();
  await expect(moves(page).locator("button")).toHaveText(["e4", "e5", "c5!", "Nf3"]);
});

test("a click in a line of the engine plays it up to there", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/analysis?play=e2e4`);
  const engine = page.getByRole("region", { name: "Engine" });
  await engine.getByLabel("Lines").selectOption("5");
  await expect(engine.locator(".lines .pv")).toHaveCount(5);
  await expect(engine).toHaveAttribute("aria-busy", "false");
  const line = engine.locator(".pv").nth(1).getByRole("button");
  const sans = (await line.allTextContents()).slice(0, 3).map((text) => text.replace(/^\d+(…|\.) /, ""));
  await line.nth(2).click();
  await expect(moves(page).locator("button")).toHaveText(["e4", ...sans]);
  await expect(page).toHaveURL(/play=e2e4(,\w+){3}$/);
  await page.reload();
  await engine.getByLabel("Lines").selectOption("1");
  await expect(engine.locator(".lines .pv")).toHaveCount(1);
});

test("the engine rests while the page is hidden", async ({ page, carlsen }) => {
  let requests = 0;
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/analyse", async (route) => {
    requests += 1;
    // The third one is answered when the page is seen again.
    if (requests === 3) await answered;
    await route.fallback().catch(() => undefined);
  });
  await page.goto(`${carlsen}/analysis`);
  await expect.poll(() => requests).toBe(3);
  const hide = (isHidden: boolean) =>
    page.evaluate((isHidden) => {
      Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
      document.dispatchEvent(new Event("visibilitychange"));
    }, isHidden);
  const gone = page.waitForEvent("requestfailed");
  await hide(true);
  await gone;
  answer();
  const status = page.waitForResponse("**/api/status");
  await page.evaluate(() => fetch("/api/status"));
  await status;
  expect(requests).toBe(3);
  await hide(false);
  await expect(page.getByRole("region", { name: "Engine" })).toHaveAttribute("aria-busy", "false");
  expect(requests).toBe(31);
});

test("a game is annotated to be taken away", async ({ page, carlsen }) => {
  await page.route("**/api/annotate?*", (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set("nodes", "3000");
    return route.continue({ url: String(url) });
  });
  await page.goto(`${carlsen}/analysis`);
  await paste(
    page,
    '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Qh5 {early} Nc6 3. Bc4 Nf6 (3... g6) 4. Qxf7# 1-0',
  );
  await page.getByRole("button", { name: "Annotate" }).click();
  await expect(page.getByText("Annotated. Save or copy the PGN")).toBeVisible();
  await expect(moves(page).getByRole("button").filter({ hasText: "Nf6??" })).toBeVisible();
  const pgn = await saved(page);
  for (const part of ["[%eval #1]", "Blunder.", "early", "( 3... g6 )", '[White "A"]'])
    expect(pgn).toContain(part);
  await game(page).getByText("Comment and mark 4. Qxf7#").click();
  await page.getByRole("button", { name: "Undo the last change" }).click();
  expect(await saved(page)).not.toContain("Blunder.");
});

test.describe("a game that takes several answers", () => {
  test.use({ complaints: /503/ });
  test("is annotated by itself, and if it takes too many, that is said", async ({ page, carlsen }) => {
    let [asked, late] = [0, 2];
    await page.route("**/api/annotate?*", (route) => {
      asked += 1;
      const url = new URL(route.request().url());
      url.searchParams.set("nodes", "3000");
      if (asked > late) return route.continue({ url: String(url) });
      const problem = { status: 503, detail: "there was not enough time", code: "outOfTime" };
      return route.fulfill({ status: 503, headers: { "Retry-After": "0" }, json: problem });
    });
    await page.goto(`${carlsen}/analysis`);
    await paste(page, "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0");
    await page.getByRole("button", { name: "Annotate" }).click();
    await expect(page.getByText("Annotated. Save or copy the PGN")).toBeVisible();
    expect(asked).toBe(3);
    await page.getByRole("button", { name: "Undo the last change" }).click();
    [asked, late] = [0, 100];
    await page.getByRole("button", { name: "Annotate" }).click();
    await expect(
      page.getByText("The server ran out of time but kept the finished part: annotate again to continue."),
    ).toBeVisible();
    expect(asked).toBe(10);
  });
});

test("a dropped file is on the board, wherever it is dropped", async ({ page, carlsen }) => {
  for (const [address, path] of [
    ["/", "/"],
    ["/analysis", "/analysis"],
    ["/games/1489?ply=29", "/analysis"],
    ["/play", "/analysis"],
  ]) {
    await page.goto(carlsen + address);
    await expect(page.locator("cg-board").first()).toBeVisible();
    await drop(page, "study.pgn", STUDY);
    await expect(page).toHaveURL(new RegExp(`${path}\\?play=d2d4,d7d5,c2c4,`));
    await expect(page.getByText("This is the first of 5 games.")).toBeVisible();
  }
  await expect(game(page).getByRole("heading")).toHaveText(PLAYERS);
  await drop(page, "notes.txt", "hello world");
  await expect(page.getByText("“hello” is not a FEN")).toBeVisible();
});

test("what is no game in a file is said, wherever it is dropped", async ({ page, carlsen }) => {
  for (const address of ["/analysis", "/play"]) {
    await page.goto(carlsen + address);
    await expect(page.locator("cg-board").first()).toBeVisible();
    for (const [text, words] of [
      ["", "This file is empty."],
      ["BZh9", "This file is packed in a way that the browser cannot unpack."],
      ["hello world", "“hello” is not a FEN"],
      ["1. e5 *", "This PGN has no game of chess with a legal first move."],
    ] as const) {
      await drop(page, "a.pgn", text);
      await expect(page.getByText(words)).toBeVisible();
    }
    // The browser itself drops a folder.
    const session = await page.context().newCDPSession(page);
    const data = { items: [], files: [`${root}data`], dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"] as const)
      await session.send("Input.dispatchDragEvent", { type, x: 400, y: 400, data });
    await expect(page.getByText("This cannot be read. Drop a file, not a folder.")).toBeVisible();
  }
  const large = '[Event "E"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n'.repeat(60_000);
  await drop(page, "large.pgn", large);
  await expect(page.getByText(/^This is the first of more than \d+ games\./)).toBeVisible();
});

test("on import, a file dropped beside the field is imported, however soon", async ({ empty, page }) => {
  await page.addInitScript((text) => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector(".import .drop")) return;
      observer.disconnect();
      const data = new DataTransfer();
      data.items.add(new File([text], "study.pgn"));
      document.body.dispatchEvent(
        new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }),
      );
    }).observe(document, { childList: true, subtree: true });
  }, STUDY);
  await page.goto(`${empty.url}/import`);
  await expect(page.getByRole("list", { name: "Files" })).toContainText("5 new games");
});

for (const [text, sentence] of [
  ["hello world", "“hello” is not a FEN, which begins with the pieces rank by rank"],
  ["4k3/8/8/8/8/8/4P3/3K w - - 0 1", "Rank 1 has 4 squares instead of 8."],
  ["4k3/8/8/8/8/8/4P3 w - - 0 1", "A FEN has eight ranks with / between them; this has 7."],
  ["4k3/8/8/8/8/8/4P3/4X3 w - - 0 1", "“X” is no piece"],
]) {
  test(`${text} is no position, and a sentence says why`, async ({ page, carlsen }) => {
    await page.goto(`${carlsen}/analysis`);
    await page.getByLabel(/^FEN/).fill(text as string);
    await page.keyboard.press("Enter");
    await expect(page.getByText(sentence as string)).toBeVisible();
    await expect(page).toHaveURL(`${carlsen}/analysis`);
  });
}

test("a game goes to analysis with its players, and another move than the one played is a variation", async ({
  page,
  carlsen,
}) => {
  await page.goto(`${carlsen}/games/1489?ply=0`);
  await expect(page.locator(".scoresheet")).toBeVisible();
  await drag(page, "d2", "d4");
  await expect(page).toHaveURL(/\/analysis\?play=d2d4$/);
  await expect(game(page).getByRole("heading")).toHaveText("Karjakin, Sergey 2778 ½–½ Carlsen, M 2843");
  await expect(moves(page).locator("button").first()).toHaveText("e4");
  await expect(moves(page).locator(".aside")).toHaveText("1.d4");
});

test("letters of the files stand under their squares", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/analysis`);
  const places = await page.locator("cg-container").evaluate((board) => {
    const { left, width } = board.getBoundingClientRect();
    return [...board.querySelectorAll("coords.files coord")].map((coord) =>
      Math.round((8 * (coord.getBoundingClientRect().left - left)) / width),
    );
  });
  expect(places).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});
