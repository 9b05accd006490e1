import { drag, expect, inspect, test } from "./server";

const MATE = "/play?fen=6k1/5ppp/8/8/8/8/8/K3R3_w_-_-_0_1";

test("a resigned game stays resigned, and the score of a series is kept", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/play?elo=800`);
  await expect(page.getByText("The score of your games is kept here.")).toBeVisible();
  await drag(page, "e2", "e4");
  await expect(page.getByText("Your move")).toBeVisible();
  await expect(page.locator(".moves button")).toHaveCount(2);
  await page.getByRole("button", { name: "Resign" }).click();
  await expect(page.getByText("You resigned: Black wins")).toBeVisible();
  await expect(page.getByText("You 0, Tabiya 1, draws 0")).toBeVisible();
  await page.reload();
  await expect(page.getByText("You resigned: Black wins")).toBeVisible();
  await expect(page.getByText("You 0, Tabiya 1, draws 0")).toBeVisible();
  await inspect(page, "play-resigned");
  // The link of the header leads back to it.
  await page.getByRole("link", { name: "Training" }).click();
  await page.getByRole("link", { name: "Play", exact: true }).click();
  await expect(page).toHaveURL(/play=e2e4,\w+&elo=800&end=resigned$/);
  await expect(page.getByText("You resigned: Black wins")).toBeVisible();

  await page.getByRole("button", { name: "New game" }).click();
  await expect(page.getByText("Your move")).toBeVisible();
  await expect(page.locator(".moves button")).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("Your move")).toBeVisible();

  // A game that is won counts once, and not at all when its last move is taken back.
  await page.goto(carlsen + MATE);
  await drag(page, "e1", "e8");
  await expect(page.getByText("Checkmate: White wins")).toBeVisible();
  await expect(page.getByText("You 1, Tabiya 1, draws 0")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Checkmate: White wins")).toBeVisible();
  await expect(page.getByText("You 1, Tabiya 1, draws 0")).toBeVisible();
  // Nor does one with the same moves count less.
  await page.getByRole("button", { name: "New game" }).click();
  await expect(page.locator(".moves button")).toHaveCount(0);
  await drag(page, "e1", "e8");
  await expect(page.getByText("You 2, Tabiya 1, draws 0")).toBeVisible();
  await page.getByRole("button", { name: "Take back" }).click();
  await expect(page.getByText("You 1, Tabiya 1, draws 0")).toBeVisible();
  await page.getByRole("button", { name: "Set to zero" }).click();
  await expect(page.getByText("The score of your games is kept here.")).toBeVisible();
});

test("a game that is opened at its end does not count", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}${MATE}&play=e1e8`);
  await expect(page.getByText("Checkmate: White wins")).toBeVisible();
  await expect(page.getByText("The score of your games is kept here.")).toBeVisible();
});
