import type { Page, Route } from "@playwright/test";
import { expect, inspect, layoutShift, test } from "./server";

interface Puzzle {
  fen: string;
  moves: number;
  grade: number;
  mate: { uci: string; san: string };
}

const status = (page: Page) => page.locator(".status-line");

async function type(page: Page, uci: string) {
  await page.getByLabel("Move", { exact: true }).fill(uci);
  await page.keyboard.press("Enter");
}

test("find the mate: moves, hints, the next position", async ({ page, carlsen }) => {
  const answer = page.waitForResponse("**/api/progressive/puzzle");
  await page.goto(`${carlsen}/play`);
  await page.getByRole("link", { name: "Progressive chess: find the mate" }).click();
  const puzzle: Puzzle = await (await answer).json();
  await expect(status(page)).toHaveText(/^(White|Black) mates in exactly 3 moves: 3 to go\.$/);
  await expect(page.getByText(`Position 1, grade ${puzzle.grade} of 5`)).toBeVisible();
  await expect(page.getByRole("link", { name: "Play", exact: true })).toHaveAttribute("aria-current", "true");
  await inspect(page, "progressive");
  const mate = puzzle.mate.uci.split(" ");
  // All moves of the mate but the last, and then back.
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.getByText(/There is still a mate\. Look at [a-h][1-8]\./)).toBeVisible();
  for (const uci of mate.slice(0, -1)) await type(page, uci);
  await expect(status(page)).toHaveText(/: 1 to go\.$/);
  await page.goBack();
  await expect(status(page)).toHaveText(/: 2 to go\.$/);
  await page.goForward();
  await expect(status(page)).toHaveText(/: 1 to go\.$/);
  await type(page, mate.at(-1) ?? "");
  await expect(status(page)).toHaveText("Correct: checkmate.");
  await expect(page.locator("square.check")).toHaveCount(1);
  await expect(page.getByText("1 mate found so far")).toBeVisible();
  await expect(page.getByRole("list", { name: "Moves" })).toHaveText(
    puzzle.mate.san
      .split(" ")
      .map((san, at) => `${at + 1}. ${san}`)
      .join(""),
  );
  await inspect(page, "progressive-mate");
  await page.getByRole("button", { name: "Next position" }).click();
  await expect(page).toHaveURL(/level=1&number=2$/);
  await expect(page.getByText("Position 2, grade")).toBeVisible();
  await page.getByRole("button", { name: "Show a mate" }).click();
  await expect(status(page)).toHaveText("This is one of the mates.");
  await expect(page.getByText("1 mate found so far")).toBeVisible();
  await page.getByRole("button", { name: "Take back" }).click();
  await expect(status(page)).toHaveText(/: 1 to go\.$/);
  expect(await layoutShift(page)).toBeLessThan(0.01);
});

test("a series that does not mate, a check that comes too early", async ({ page, carlsen }) => {
  // A position with a known mate, in place of a created one.
  await page.route("**/api/progressive/puzzle", (route) =>
    route.fulfill({
      json: {
        fen: "rnbBkbnr/pp1p1ppp/8/8/3p4/8/PPP1PPPP/RN1QKBNR b - - 0 1",
        moves: 4,
        grade: 2,
        solutions: 1,
        states: 1,
        mate: { squares: "", uci: "d4d3 d3c2 c2b1q f8b4", san: "d3 dxc2 cxb1=Q Bb4#", fen: "" },
      },
    }),
  );
  await page.goto(`${carlsen}/progressive?level=2`);
  await type(page, "Bb4");
  await expect(status(page)).toHaveText("f8 to b4 gives check: only the last move may.");
  for (const move of ["a6", "a5", "a4"]) await type(page, move);
  await expect(status(page)).toHaveText(/: 1 to go\.$/);
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.getByText("There is no mate from here. Take back a move.")).toBeVisible();
  await type(page, "a3");
  await expect(status(page)).toHaveText("4 moves and no mate. Take back and try again.");
  for (let move = 0; move < 4; move++) await page.getByRole("button", { name: "Take back" }).click();
  for (const move of ["d3", "dxc2", "cxb1=Q", "Bb4"]) await type(page, move);
  await expect(status(page)).toHaveText("Correct: checkmate.");
});

test("harder ones", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/progressive`);
  await expect(page.getByText("Position 1, grade")).toBeVisible();
  await page.getByRole("radio", { name: "Hard", exact: true }).check();
  await expect(page).toHaveURL(/level=3&number=1$/);
  await expect(status(page)).toHaveText(/mates in exactly 5 moves/);
  // The side that mates is below, until the board is turned, and turned again.
  const isWhite = (await status(page).textContent())?.startsWith("White");
  const board = page.locator(".cg-wrap").first();
  const [below, above] = isWhite ? ["white", "black"] : ["black", "white"];
  await expect(board).toHaveClass(new RegExp(`orientation-${below}`));
  await page.getByRole("button", { name: "Flip the board" }).click();
  await expect(board).toHaveClass(new RegExp(`orientation-${above}`));
  await page.getByRole("button", { name: "Flip the board" }).click();
  await expect(board).toHaveClass(new RegExp(`orientation-${below}`));
});

test("one position counts once", async ({ page, carlsen }) => {
  const answer = page.waitForResponse("**/api/progressive/puzzle");
  await page.goto(`${carlsen}/progressive`);
  const puzzle: Puzzle = await (await answer).json();
  const mate = puzzle.mate.uci.split(" ");
  await expect(page.getByText("0 mates found so far")).toBeVisible();
  for (const uci of mate) await type(page, uci);
  await expect(status(page)).toHaveText("Correct: checkmate.");
  await page.getByRole("button", { name: "Take back" }).click();
  await expect(status(page)).toHaveText(/: 1 to go\.$/);
  await type(page, mate.at(-1) ?? "");
  await expect(status(page)).toHaveText("Correct: checkmate.");
  await expect(page.getByText("1 mate found so far")).toBeVisible();
  await page.reload();
  await expect(page.getByText("1 mate found so far")).toBeVisible();
});

test.describe("when no position comes", () => {
  test.use({ complaints: /503|ERR_FAILED|Failed to load/ });
  for (const [name, fail] of [
    [
      "because the server is busy",
      (route: Route) =>
        route.fulfill({
          status: 503,
          contentType: "application/problem+json",
          json: { title: "Service Unavailable", status: 503, detail: "too many requests; try again" },
        }),
    ],
    ["because there is no server", (route: Route) => route.abort()],
  ] as const) {
    test(name, async ({ page, carlsen }) => {
      await page.clock.install();
      await page.goto(`${carlsen}/progressive`);
      await expect(page.getByText("Position 1, grade")).toBeVisible();
      let fails = true;
      await page.route("**/api/progressive/puzzle", (route) => (fails ? fail(route) : route.continue()));
      await page.getByRole("button", { name: "Next position" }).click();
      await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
      await expect(status(page)).toHaveText("There is no position.");
      await expect(page.locator(".progressive .panel[aria-busy=true]")).toHaveCount(0);
      // The previous position is gone.
      await expect(page.locator("cg-board piece")).toHaveCount(0);
      await inspect(page, `progressive-none-${name.split(" ").at(-1)}`);
      fails = false;
      // The page notices that a server is back, but does not repeat a refused request without a time to wait.
      if (name.endsWith("busy")) await page.getByRole("button", { name: "Try again" }).click();
      let requests = 0;
      page.on("request", () => {
        requests += 1;
      });
      await expect(page.getByText("Position 2, grade")).toBeVisible();
      await page.clock.runFor(10_000);
      // One request for the position, and at most one for the status.
      expect(requests).toBeLessThanOrEqual(2);
    });
  }
});
