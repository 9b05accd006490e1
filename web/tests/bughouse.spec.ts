import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, inspect, layoutShift, swipe, test } from "./server";

const status = (page: Page) => page.locator(".status-line");
const board = (page: Page, name: "A" | "B") => page.getByRole("region", { name: `Board ${name}` });
const seat = (page: Page, name: string) => page.getByRole("combobox", { name, exact: true });
const pocket = (page: Page, name: string) => page.getByRole("toolbar", { name: `In hand: ${name}` });

/** Seats people only, so that nothing moves by itself, and starts. */
async function startWithPeople(page: Page, minutes = "no clocks") {
  for (const color of ["White", "Black"]) {
    for (const name of ["A", "B"]) await seat(page, `${color} on board ${name}`).selectOption("Person");
  }
  await page.getByLabel("Time per player").selectOption(minutes);
  await page.getByRole("button", { name: "Start" }).click();
}

async function type(page: Page, name: "A" | "B", ...moves: string[]) {
  const field = page.getByLabel(`Move on ${name}`);
  for (const move of moves) {
    await field.fill(move);
    await page.keyboard.press("Enter");
    await expect(field).toHaveValue("");
  }
}

/** The middle of a square of a board, White below or above. */
async function middle(page: Page, name: "A" | "B", square: string): Promise<[number, number]> {
  const box = await board(page, name).locator("cg-board").boundingBox();
  if (!box) throw new Error("no board");
  const [file, rank] = [square.charCodeAt(0) - 97, Number(square[1]) - 1];
  const [x, y] = name === "A" ? [file, 7 - rank] : [7 - file, rank];
  return [box.x + ((x + 0.5) * box.width) / 8, box.y + ((y + 0.5) * box.height) / 8];
}

test("what is captured goes to the partner, who drops it by mouse and by keyboard", async ({
  page,
  carlsen,
}) => {
  await page.goto(`${carlsen}/play`);
  await page.getByRole("link", { name: "Bughouse" }).click();
  await expect(page).toHaveTitle("Bughouse · Tabiya");
  await expect(page.getByRole("link", { name: "Play", exact: true })).toHaveAttribute("aria-current", "true");
  await startWithPeople(page);
  await type(page, "A", "e4", "d5", "exd5", "Qxd5");
  await expect(page.getByRole("list", { name: "Moves" }).getByRole("listitem")).toHaveText([
    "1A. e4",
    "1a. d5",
    "2A. exd5",
    "2a. Qxd5",
  ]);
  const black = pocket(page, "Black on board B").getByRole("button", { name: "black pawn, 1 in hand" });
  const white = pocket(page, "White on board B").getByRole("button", { name: "white pawn, 1 in hand" });
  // It is not Black's turn there.
  await expect(black).toBeDisabled();
  await expect(white).toBeEnabled();
  // Dragged where it may not be, it goes back; where it may, it stays.
  const from = await white.boundingBox();
  if (!from) throw new Error("no pocket");
  for (const square of ["e8", "e1", "e5"]) {
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(...(await middle(page, "B", square)), { steps: 5 });
    await page.mouse.up();
    await expect(board(page, "B").locator("cg-board piece:not(.ghost)")).toHaveCount(
      square === "e5" ? 33 : 32,
    );
  }
  await expect(board(page, "B")).toContainText("1B. P@e5");
  // By keyboard: the piece, then a square on the board, which gets the focus.
  await expect(black).toBeEnabled();
  await black.focus();
  await page.keyboard.press("Enter");
  await expect(board(page, "B").getByRole("application")).toBeFocused();
  await expect(board(page, "B").locator("square.move-dest")).toHaveCount(31);
  // The cursor begins before the king; the square before that is free.
  for (const key of ["ArrowUp", "ArrowUp"]) await page.keyboard.press(key);
  await page.keyboard.press("Enter");
  await expect(board(page, "B")).toContainText("1b. P@e6");
  // By click, and by its name.
  await type(page, "A", "Nc3");
  await inspect(page, "bughouse");
  expect(await layoutShift(page)).toBeLessThan(0.01);
  // Both boards, flipped.
  await page.getByRole("button", { name: "Flip the boards" }).click();
  await expect(board(page, "A").locator(".orientation-black")).toHaveCount(1);
  await expect(board(page, "B").locator(".orientation-white")).toHaveCount(1);
});

test("the choice of a promotion is not disturbed by pieces that come to hand", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/bughouse`);
  await startWithPeople(page);
  await type(page, "A", "h4", "g5", "hxg5", "h6", "gxh6", "a6", "h7", "a5");
  await page.mouse.move(...(await middle(page, "A", "h7")));
  await page.mouse.down();
  await page.mouse.move(...(await middle(page, "A", "g8")), { steps: 5 });
  await page.mouse.up();
  const dialog = page.getByRole("dialog", { name: "Promote to" });
  await expect(dialog).toBeVisible();
  await type(page, "B", "e4", "d5", "exd5");
  const black = pocket(page, "Black on board A").getByRole("button", { name: "black pawn" });
  await expect(black).toHaveAccessibleName("black pawn, 1 in hand");
  await expect(dialog).toBeVisible();
  await page.getByRole("button", { name: "knight", exact: true }).click();
  await expect(board(page, "A")).toContainText("5A. hxg8=N");
  // Nor is a drag.
  await type(page, "A", "Rxh1");
  await type(page, "B", "Qxd5");
  const white = pocket(page, "White on board A").getByRole("button", { name: "white pawn, 1 in hand" });
  const from = await white.boundingBox();
  if (!from) throw new Error("no pocket");
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(...(await middle(page, "A", "e4")), { steps: 5 });
  await type(page, "B", "Nc3", "Qxg2", "Bxg2");
  await page.mouse.up();
  await expect(board(page, "A")).toContainText("6A. P@e4");
});

test.describe("by finger", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
  test("a piece in hand is dragged, or tapped and then a square", async ({ page, carlsen }) => {
    await page.goto(`${carlsen}/bughouse`);
    await startWithPeople(page);
    await type(page, "A", "e4", "d5", "exd5", "Qxd5");
    const white = pocket(page, "White on board B").getByRole("button", { name: "white pawn, 1 in hand" });
    await white.tap();
    await expect(white).toHaveAttribute("aria-pressed", "true");
    await page.touchscreen.tap(...(await middle(page, "B", "e5")));
    await expect(board(page, "B")).toContainText("1B. P@e5");
    const black = pocket(page, "Black on board B").getByRole("button", { name: "black pawn, 1 in hand" });
    await black.scrollIntoViewIfNeeded();
    const from = await black.boundingBox();
    if (!from) throw new Error("no pocket");
    await swipe(page, [from.x + 15, from.y + 15], await middle(page, "B", "e6"));
    await expect(board(page, "B")).toContainText("1b. P@e6");
  });
});

test("mate ends both boards, and the game is kept as BPGN", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/bughouse`);
  await startWithPeople(page);
  await type(page, "A", "f3", "e5", "g4");
  await type(page, "B", "e4");
  // Not mate: a drop on f2 or g3 would answer the check.
  await type(page, "A", "Qh4+");
  await expect(status(page)).toHaveText(
    "Your move: Black on board B. No move until your partner captures something: White on board A.",
  );
  await page.getByRole("button", { name: "New game" }).click();
  await page.getByRole("button", { name: "Start" }).click();
  // Smothered by a knight: nothing comes between.
  await type(page, "A", "e4", "c6", "d4", "d5", "Nc3", "dxe4", "Nxe4", "Nd7", "Qe2", "Ngf6", "Nd6#");
  await expect(status(page)).toHaveText(
    "Black on board A is mated: White on board A and Black on board B win.",
  );
  await expect(page.getByLabel("Move on B")).not.toBeEditable();
  await inspect(page, "bughouse-over");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "BPGN" }).click();
  const kept = await download;
  expect(kept.suggestedFilename()).toBe("tabiya-bughouse.bpgn");
  const text = readFileSync(await kept.path(), "utf8");
  expect(text).toMatch(
    /\[WhiteA "Person"\]\n[\s\S]*\[TimeControl "-"\]\n\[Result "1-0"\]\n\n1A\. e4 1a\. c6 /,
  );
  expect(text).toMatch(/6A\. Nd6# \{Black on board A is mated: .*\} 1-0\n$/);
});

test("clocks run, stand still and end the game", async ({ page, carlsen }) => {
  await page.clock.install();
  await page.goto(`${carlsen}/bughouse`);
  await startWithPeople(page, "1 minute");
  const clock = (name: string) => page.getByRole("timer", { name: `Clock of ${name}` });
  /** What a clock shows, in seconds. */
  const seconds = async (name: string) => {
    const [minutes = 0, seconds = 0] = (await clock(name).innerText()).split(":").map(Number);
    return 60 * minutes + seconds;
  };
  await page.clock.fastForward(10_000);
  // Both boards' White is to move; time goes by while this is read, too.
  await expect.poll(() => seconds("White on board A")).toBeLessThanOrEqual(50);
  expect(await seconds("White on board A")).toBeGreaterThan(35);
  await expect.poll(() => seconds("White on board B")).toBeLessThanOrEqual(50);
  await expect(clock("Black on board A")).toHaveText("1:00");
  await type(page, "A", "e4");
  const left = await seconds("White on board A");
  await page.clock.fastForward(5_000);
  expect(await seconds("White on board A")).toBe(left);
  await expect.poll(() => seconds("Black on board A")).toBeLessThanOrEqual(55);
  await page.getByRole("button", { name: "Pause" }).click();
  const stopped = await clock("White on board B").innerText();
  await page.clock.fastForward(30_000);
  await expect(clock("White on board B")).toHaveText(stopped);
  await expect(status(page)).toHaveText("Paused.");
  // Another view, and back: it is still there.
  await page.getByRole("link", { name: "Play a game" }).click();
  await page.getByRole("link", { name: "Bughouse" }).click();
  await expect(clock("White on board B")).toHaveText(stopped);
  await page.getByRole("button", { name: "Resume" }).click();
  await page.clock.fastForward(46_000);
  await expect(status(page)).toHaveText(
    "White on board B has no time left: Black on board B and White on board A win.",
  );
  await expect(clock("White on board B")).toHaveText("0.0");
});

test("another time per player applies to the next game", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/bughouse`);
  const clock = page.getByRole("timer", { name: "Clock of Black on board A" });
  const time = page.getByLabel("Time per player");
  await time.selectOption("5 minutes");
  await expect(clock).toHaveText("5:00");
  await startWithPeople(page, "2 minutes");
  await expect(clock).toHaveText("2:00");
  await type(page, "A", "e4");
  await page.getByRole("button", { name: "Pause" }).click();
  await time.selectOption("1 minute");
  await expect(page.getByText("Applies from the next game on.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Moves" }).getByRole("listitem")).toHaveText(["1A. e4"]);
  await expect(clock).toHaveText(/^(2:00|1:5\d)$/);
  await page.getByRole("button", { name: "New game" }).click();
  await expect(clock).toHaveText("1:00");
  // Paused before the first move it is a game that was begun.
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(status(page)).toHaveText("Paused.");
  await expect(page.getByRole("button", { name: "New game" })).toBeEnabled();
});

test("with people in both teams each may resign", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/bughouse`);
  await startWithPeople(page);
  await expect(page.getByRole("button", { name: "White on board A resigns" })).toBeVisible();
  await page.getByRole("button", { name: "Black on board A resigns" }).click();
  await expect(status(page)).toHaveText(
    "Black on board A resigns: White on board A and Black on board B win.",
  );
});

test("the last move and the last words are in sight", async ({ page, carlsen }) => {
  const isAtEnd = (name: "log" | "list", of: string) =>
    page
      .getByRole(name, { name: of })
      .evaluate((box) => [
        box.scrollHeight > box.clientHeight,
        box.scrollTop + box.clientHeight > box.scrollHeight - 2,
      ]);
  await page.goto(`${carlsen}/bughouse`);
  await startWithPeople(page);
  for (const [white, black] of [
    [3, 6],
    [4, 5],
  ]) {
    await type(page, "A", ...[..."abcdefgh"].flatMap((file) => [`${file}${white}`, `${file}${black}`]));
  }
  await type(page, "B", "e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "d3", "d6", "Bg5", "Nf6", "Nbd2", "a6");
  expect(await isAtEnd("list", "Moves")).toEqual([true, true]);
  // The partner of White on board A talks a lot.
  await page.getByRole("button", { name: "New game" }).click();
  const say = ["+p", "++n", "+++b", "+r", "+q", "-p", "--n", "---b", "-r", "-q"];
  const moves: Record<string, string[]> = { w: ["g1f3", "f3g1"], b: ["g8f6", "f6g8"] };
  await page.route("**/api/bughouse", (route) => {
    const turn = route.request().postDataJSON().boards[1].split(" ")[1];
    const words = turn === "b" ? say.slice(moves.b?.length) : [];
    return route.fulfill({ json: { uci: moves[turn]?.shift() ?? null, san: null, say: words } });
  });
  for (const color of ["White", "Black"]) {
    await seat(page, `${color} on board B`).selectOption("Engine, easy");
  }
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page.getByRole("log").getByRole("paragraph")).toHaveCount(2);
  await page.getByRole("button", { name: "Pause" }).click();
  expect(await isAtEnd("log", "Partners say")).toEqual([true, true]);
});

test("empty panels say what they are for", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/bughouse`);
  await expect(page.getByRole("log", { name: "Partners say" })).toHaveText(
    "An engine tells its partner here which pieces it needs.",
  );
  await expect(page.getByText("No moves yet.")).toBeVisible();
  await startWithPeople(page);
  await type(page, "A", "e4");
  await expect(page.getByText("No moves yet.")).toBeHidden();
});

test("a person with three engines: they move on both boards, talk, and can be paused", async ({
  page,
  carlsen,
}) => {
  await page.clock.install();
  await page.goto(`${carlsen}/bughouse`);
  for (const name of ["Black on board A", "White on board B", "Black on board B"]) {
    await seat(page, name).selectOption("Engine, easy");
  }
  const request = page.waitForRequest("**/api/bughouse");
  await page.getByRole("button", { name: "Start" }).click();
  const body = (await request).postDataJSON();
  expect(body).toMatchObject({ board: "b", depth: 1 });
  expect(body.boards).toHaveLength(2);
  expect(body.clocksMs.a.white).toBeLessThanOrEqual(180_000);
  expect(body.clocksMs.a.white).toBeGreaterThan(170_000);
  const plies = page.getByRole("list", { name: "Moves" }).getByRole("listitem");
  // Board B goes on by itself, board A waits for its person.
  await expect.poll(() => plies.count()).toBeGreaterThan(5);
  expect((await plies.allTextContents()).filter((text) => /[Aa]\./.test(text))).toEqual([]);
  await expect(status(page)).toHaveText("Your move: White on board A.");
  await type(page, "A", "e4");
  await expect(plies.filter({ hasText: "1a." })).toHaveCount(1);
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(status(page)).toHaveText("Paused.");
  const count = await plies.count();
  await page.clock.runFor(5_000);
  await expect(plies).toHaveCount(count);
  await page.getByRole("button", { name: "Resume" }).click();
  await page.getByRole("button", { name: "Resign" }).click();
  await expect(status(page)).toHaveText(
    "White on board A resigns: Black on board A and White on board B win.",
  );
});

test("the words of the partner are shown, those of others are not", async ({ page, carlsen }) => {
  await page.route("**/api/bughouse", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), say: ["++n", "---q"] } });
  });
  await page.goto(`${carlsen}/bughouse`);
  // The partner of White on board A is Black on board B.
  await page.getByRole("button", { name: "Start" }).click();
  const log = page.getByRole("log", { name: "Partners say" });
  await expect(log).toHaveText(
    "Black on board B: a knight would be very good, a queen would decide for my opponent",
  );
  await inspect(page, "bughouse-talk");
  // An answer may still be on its way.
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test.describe("without a server", () => {
  test.use({ complaints: /ERR_FAILED|Failed to load/ });
  test("the clocks stand until it is back", async ({ page, carlsen }) => {
    await page.clock.install();
    await page.goto(`${carlsen}/bughouse`);
    let isAway = true;
    await page.route("**/api/**", (route) => (isAway ? route.abort() : route.continue()));
    await page.getByRole("button", { name: "Start" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Tabiya cannot be reached" })).toBeVisible();
    await expect(status(page)).toHaveText("Paused.");
    await page.clock.runFor(5_000);
    await expect(page.getByRole("timer", { name: "Clock of White on board B" })).toHaveText("3:00");
    isAway = false;
    await expect(page.getByText(/^1B\./).first()).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
});

test.describe("when the server is busy", () => {
  test.use({ complaints: /503/ });
  test("an engine asks again, and the game goes on", async ({ page, carlsen }) => {
    let refused = 0;
    await page.route("**/api/bughouse", (route) => {
      refused += 1;
      if (refused > 1) return route.continue();
      const headers = { "Retry-After": "1" };
      return route.fulfill({ status: 503, headers, json: { status: 503, detail: "busy" } });
    });
    await page.goto(`${carlsen}/bughouse`);
    await page.getByRole("button", { name: "Start" }).click();
    await expect(page.getByText(/^1B\./).first()).toBeVisible();
    expect(refused).toBeGreaterThan(1);
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });
});
