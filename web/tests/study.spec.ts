/** The tree of moves that the tab works on: which one is on the board after undo, Back and late answers. */

import type { Page } from "@playwright/test";
import { drag, expect, paste, test } from "./server";

/** A game of its own name, with a variation. */
const pgnOf = (name: string, moves: string) => `[White "${name}"]\n\n${moves} *`;
const A = pgnOf("Ann", "1. e4 e5 (1... c5) 2. Nf3");
const B = pgnOf("Bob", "1. d4 d5 (1... Nf6)");
const C = pgnOf("Cid", "1. c4");

const game = (page: Page) => page.getByRole("region", { name: "Game" });
const heading = (page: Page) => game(page).getByRole("heading");
const moves = (page: Page) => page.getByRole("list", { name: "Moves" });
const view = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Views" }).getByRole("link", { name });

/** Pastes a game, and waits until it is on the board. */
async function begin(page: Page, pgn: string) {
  await paste(page, pgn);
  await expect(heading(page)).toContainText(/White "(\w+)"/.exec(pgn)?.[1] ?? "");
}

/** Checks the moves in their order on the page, and the one on the board; also after a reload. */
async function isShown(page: Page, sans: string[], current: string) {
  for (const isReloaded of [false, true]) {
    if (isReloaded) await page.reload();
    await expect(moves(page).locator("button")).toHaveText(sans);
    await expect(moves(page).locator("[aria-current]")).toHaveText(current);
  }
}

test("undo leaves the board where the tree still goes, also after a reload", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/analysis?play=e2e4,e7e5,g1f3`);
  const undo = page.getByRole("button", { name: "Undo the last change" });
  for (const [change, before] of [
    ["a move", ["e4", "e5", "Nf3"]],
    ["promotion", ["e4", "e5", "c5", "Nf3"]],
  ] as const) {
    if (change === "a move") {
      await moves(page).getByRole("button", { name: "e4" }).click();
      await drag(page, "c7", "c5");
      await expect(moves(page).locator("[aria-current]")).toHaveText("c5");
      await undo.click();
      await isShown(page, [...before], "e4");
    } else {
      await drag(page, "c7", "c5");
      await page.getByText("Comment and mark 1… c5").click();
      await page.getByRole("button", { name: "Promote variation" }).click();
      await expect(moves(page).locator("button")).toHaveText(["e4", "c5", "e5", "Nf3"]);
      await undo.click();
      await isShown(page, [...before], "c5");
    }
  }
});

test("Back shows the game that was there, and other views keep it", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/analysis`);
  await begin(page, A);
  await begin(page, B);
  await page.goBack();
  await expect(heading(page)).toContainText("Ann");
  await view(page, "Search").click();
  await expect(page.locator(".moves button")).toHaveText(["e4", "e5", "Nf3"]);
  await view(page, "Analysis").click();
  await isShown(page, ["e4", "e5", "c5", "Nf3"], "Nf3");
});

test("a game that is changed after Back leaves the others alone", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/analysis`);
  await begin(page, A);
  await begin(page, B);
  await page.goBack();
  await expect(heading(page)).toContainText("Ann");
  await game(page)
    .getByText(/^Comment and mark/)
    .click();
  await page.getByRole("textbox", { name: /^Comment on/ }).fill("Open.");
  await page.keyboard.press("Tab");
  await expect(moves(page)).toContainText("Open.");
  await page.goForward();
  await expect(heading(page)).toContainText("Bob");
  await begin(page, C);
  await page.goBack();
  await expect(heading(page)).toContainText("Bob");
  await isShown(page, ["d4", "d5", "Nf6"], "d5");
  await page.goBack();
  await expect(heading(page)).toContainText("Ann");
  await expect(moves(page)).toContainText("Open.");
});

test("the start of a new game is not that of the last one", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/analysis`);
  await begin(page, A);
  await page.getByRole("link", { name: "Tabiya", exact: true }).click();
  await expect(page).toHaveURL(`${carlsen}/`);
  await drag(page, "e2", "e4");
  await expect(page).toHaveURL(/play=e2e4$/);
  await view(page, "Analysis").click();
  await isShown(page, ["e4"], "e4");
  await expect(heading(page)).not.toContainText("Ann");
});

test("a late annotation changes neither another game nor what was done meanwhile", async ({
  page,
  carlsen,
}) => {
  let answer = () => {};
  await page.route("**/api/annotate?*", async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.continue({
      url: route
        .request()
        .url()
        .replace(/nodes=\d+/, "nodes=3000"),
    });
  });
  /** Begins to annotate, does something, and then lets the answer come. */
  const meanwhile = async (act: () => Promise<void>) => {
    const request = page.waitForRequest("**/api/annotate?*");
    await page.getByRole("button", { name: "Annotate" }).click();
    await request;
    await act();
    const response = page.waitForResponse("**/api/annotate?*");
    answer();
    await (await response).finished();
  };
  await page.goto(`${carlsen}/analysis`);
  await begin(page, A);
  await meanwhile(async () => {
    await drag(page, "b8", "c6");
    await expect(moves(page).locator("[aria-current]")).toHaveText("Nc6");
  });
  await expect(page.getByText("The game has changed. Annotate it again.")).toBeVisible();
  await expect(moves(page).locator("button")).toHaveText(["e4", "e5", "c5", "Nf3", "Nc6"]);
  await meanwhile(() => begin(page, B));
  await begin(page, C);
  await page.goBack();
  await expect(heading(page)).toContainText("Bob");
  await isShown(page, ["d4", "d5", "Nf6"], "d5");
});

test("stepping through moves leaves the history alone", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/analysis?play=e2e4,e7e5,g1f3`);
  await expect(moves(page).locator("button")).toHaveCount(3);
  const length = await page.evaluate(() => history.length);
  for (const san of ["e4", "Nf3", "e5"]) {
    await moves(page).getByRole("button", { name: san }).click();
    await expect(moves(page).locator("[aria-current]")).toHaveText(san);
  }
  expect(await page.evaluate(() => history.length)).toBe(length);
});

test("castling as it was played stays in the game", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/games/1489?ply=34`);
  await expect(page.locator(".scoresheet")).toBeVisible();
  await drag(page, "e1", "g1");
  await expect(page).toHaveURL(/\/games\/1489\?ply=35$/);
});
