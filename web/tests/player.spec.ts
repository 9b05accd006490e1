import { join } from "node:path";
import { CARDS, EXAMPLE, expect, inspect, root, swipe, test } from "./server";

test("a player's page: results, openings, structures", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/?fen=${EXAMPLE}`);
  const first = page.locator(CARDS).first();
  await first.getByRole("link", { name: "Carlsen", exact: true }).click();
  await expect(page).toHaveURL(/\/players\/Carlsen%2CM$/);
  await expect(page).toHaveTitle("Carlsen, M · Tabiya");
  await expect(page.getByText("2,851 games; openings and structures are those of 2,000")).toBeVisible();
  const black = page.getByRole("region", { name: "With Black" });
  await expect(black).toContainText("1,404 games");
  await expect(black.getByRole("row", { name: /^Sicilian Defense B20 154/ })).toBeVisible();
  const structures = page.getByRole("region", { name: "Structures" });
  await expect(
    structures.getByRole("row", { name: /^Carlsbad structure the player’s own 38/ }),
  ).toBeVisible();
  // Wins look the same with both colours, and unlike White's in the explorer.
  const white = page.getByRole("region", { name: "With White" });
  const looks = (side: typeof white) =>
    side
      .locator(".ended")
      .first()
      .locator("i")
      .evaluateAll((parts) => parts.map((part) => [part.className, getComputedStyle(part).backgroundColor]));
  expect(await looks(black)).toEqual(await looks(white));
  expect((await looks(black)).map(([name]) => name)).toEqual(["won", "drawn", "lost"]);
  await inspect(page, "player");
  await black.getByRole("link", { name: "Sicilian Defense" }).click();
  await expect(page).toHaveURL(/\/\?play=e2e4,c7c5&player=Carlsen,M&color=black&view=black$/);
  await page.goBack();
  await structures.getByRole("link", { name: "Carlsbad structure" }).first().click();
  await expect(page).toHaveURL(/\/games\/\d+\?ply=\d+$/);
  await page.getByRole("heading", { level: 1 }).getByRole("link", { name: "Carlsen, M" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Carlsen, M");
});

test("a report on a player, which the engine refines", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/players/Kasparov%2CG`);
  await page.getByRole("link", { name: "Report", exact: true }).click();
  await expect(page).toHaveURL(/\/players\/Kasparov%2CG\/report$/);
  await expect(page).toHaveTitle("Report on Kasparov, G · Tabiya");
  const results = page.getByRole("region", { name: "Results" });
  await expect(results.getByRole("row", { name: /^All games/ })).toBeVisible();
  for (const name of ["Openings with White", "Openings with Black", "Motifs", "Phases"]) {
    await expect(page.getByRole("region", { name, exact: true })).toBeVisible();
  }
  const headings = results.getByRole("columnheader");
  await expect(headings).toHaveText([
    "Which games",
    "Games",
    "Points, difference",
    "Average loss",
    "Won, drawn, lost",
  ]);
  await inspect(page, "report");
  await expect(page.getByText(/^0 of \d+ games have scores/)).toBeVisible();
  await page.getByRole("button", { name: "Find the mistakes" }).click();
  await expect(page.getByText(/^[1-9]\d* of \d+ games have scores/)).toBeVisible({ timeout: 60_000 });
  const phases = page.getByRole("region", { name: "Phases" });
  await expect(phases.getByRole("row", { name: /^Opening \d+ .* 0\.\d\d/ })).toBeVisible();
  const stop = page.getByRole("button", { name: "Stop the engine" });
  if (await stop.isVisible()) await stop.click();
  await expect(page.getByText(/^[1-9]\d* of \d+ games have scores/)).toBeVisible();
  await inspect(page, "report-analysed");
  // On return, what the server has kept is there, and the engine stands still as before.
  const status = page.getByText(/ games have scores\./);
  const before = Number.parseInt((await status.textContent()) ?? "", 10);
  await page.getByRole("link", { name: "Kasparov, G" }).click();
  await expect(page).toHaveURL(/\/players\/Kasparov%2CG$/);
  await page.getByRole("link", { name: "Report", exact: true }).click();
  const shown = async () => Number.parseInt((await status.textContent()) ?? "", 10);
  await expect.poll(shown, { timeout: 60_000 }).toBeGreaterThanOrEqual(before);
  await expect(phases.getByRole("row", { name: /^Opening \d+ .* 0\.\d\d/ })).toBeVisible();
  await expect(stop).toHaveCount(0);
});

test("exercises of a kind of mistakes, and games of masters", async ({ empty, page }) => {
  // Games with scores, and those of masters.
  empty.ingest(join(root, "data/lichess.pgn"), join(root, "data/carlsen.pgn"));
  // The server looks for commits once a second; the import is one.
  const games = async () => (await (await fetch(`${empty.url}/api/status`)).json()).games;
  await expect.poll(games, { timeout: 30_000 }).toBeGreaterThan(2851);
  await page.goto(`${empty.url}/players/DrNykterstein/report`);
  const mistakes = page.getByRole("region", { name: "Costliest mistakes" });
  const answer = page.waitForResponse("**/api/training");
  await mistakes.getByRole("link", { name: "Exercises" }).first().click();
  await expect(page).toHaveURL(/\/training\?player=DrNykterstein&mistakes=[\w+%]+&level=any&limit=10$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    /^Mistakes of DrNykterstein: Other mistakes: /,
  );
  const lines = (await (await answer).text()).trim().split("\n");
  const { mistakes: kinds } = JSON.parse(lines.at(-1) ?? "");
  expect(kinds).toHaveLength(1);
  await expect(page.getByRole("region", { name: "Model games" }).getByRole("link")).toHaveCount(
    kinds[0].models.length,
  );
  await inspect(page, "mistakes");
});

test.describe("nobody", () => {
  test.use({ complaints: /404|422/ });
  test("is reported", async ({ page, carlsen }) => {
    await page.goto(`${carlsen}/players/nobody`);
    const alert = page.getByRole("alert");
    const words = "This player was not foundNo game in the index was played by “nobody”.";
    await expect(alert).toHaveText(words);
    await inspect(page, "no-player");
    await page.goto(`${carlsen}/players/nobody/report`);
    await expect(alert).toHaveText(words);
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
  test("a player's page fits, and hits are swiped through", async ({ page, carlsen }) => {
    await page.goto(`${carlsen}/players/Kramnik,V`);
    await expect(page.getByRole("region", { name: "With White" })).toBeVisible();
    const wide = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await wide()).toBeLessThanOrEqual(0);
    await inspect(page, "phone-player");
    await page.goto(`${carlsen}/?fen=${EXAMPLE}`);
    await expect(page.locator(CARDS)).toHaveCount(10);
    await page
      .getByRole("button", { name: /^Enlarge/ })
      .first()
      .tap();
    const large = page.getByRole("dialog", { name: "Similar position" });
    const heading = large.getByRole("heading");
    await expect(heading).toHaveText(/^1 of 10: Karjakin – Carlsen/);
    await expect(large.getByRole("button", { name: "Previous position" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    const box = await large.locator(".mini").boundingBox();
    if (!box) throw new Error("no board");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await swipe(page, [x + 80, y], [x - 80, y + 10]);
    await expect(heading).toHaveText(/^2 of 10: /);
    await swipe(page, [x - 80, y], [x + 80, y]);
    await expect(heading).toHaveText(/^1 of 10: /);
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await large.getByRole("button", { name: "Next position" }).tap();
    await expect(heading).toHaveText(/^10 of 10: /);
    await inspect(page, "phone-large");
    // Saved by keyboard, too.
    await large.getByRole("button", { name: "Save" }).press("Enter");
    await expect(page.getByRole("dialog", { name: "Save this position" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(large).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(large).toBeHidden();
    await expect(page.getByRole("button", { name: /^Enlarge/ }).last()).toBeFocused();
  });
});
