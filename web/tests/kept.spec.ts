import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { EXAMPLE, expect, inspect, layoutShift, test } from "./server";

const SET = "/training?theme=mateIn1&level=any&limit=5";

/** The solution of the exercise on the board, from what the browser keeps. */
const solution = (page: Page) =>
  page.evaluate(() => {
    const { sets, exercises } = JSON.parse(localStorage.getItem("training") ?? "");
    return exercises[sets[0].fens[sets[0].place]].solution[0].san as string;
  });

async function solve(page: Page) {
  await page.getByLabel("Move", { exact: true }).fill(await solution(page));
  await page.keyboard.press("Enter");
  await expect(page.locator(".status-line")).toHaveText("Correct: solved.");
}

const statistics = (page: Page) => page.getByLabel("Statistics").innerText();

test("progress survives a reload, and mistakes come again after days", async ({ page, carlsen, browser }) => {
  await page.clock.install({ time: new Date("2026-11-24T10:00:00") });
  await page.goto(carlsen + SET);
  await expect(page.locator(".coming")).toHaveCount(0);
  await expect(page.getByText("0 of 5 done, 0 solved at first try")).toBeVisible();
  await solve(page);
  await page.getByRole("button", { name: "Next exercise" }).click();
  await page.getByRole("button", { name: "Show the solution" }).click();
  await expect(page.getByText("2 of 5 done, 1 solved at first try")).toBeVisible();
  const heading = await page.locator("div.solved").innerText();
  await page.reload();
  await expect(page.getByText("2 of 5 done, 1 solved at first try")).toBeVisible();
  // The same exercise is on the board, with its solution.
  await expect(page.locator("div.solved")).toHaveText(heading.replaceAll(/\s*\n\s*/g, ""), {
    useInnerText: false,
  });
  expect(await layoutShift(page)).toBeLessThan(0.01);

  await page.getByRole("link", { name: "Other exercises" }).click();
  await expect(
    page.getByText("Nothing is due today. The next exercise comes again on November"),
  ).toBeVisible();
  expect(await statistics(page)).toBe("0\ndue\n1\nsolved\n1\nmissed\n1\nday in a row");
  await inspect(page, "training-kept");

  // Another browser takes it over by a file.
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const file = await (await download).path();
  const other = await (await browser.newContext()).newPage();
  await other.goto(`${carlsen}/training`);
  await other.getByLabel("Training file").setInputFiles({
    name: "other.json",
    mimeType: "application/json",
    buffer: Buffer.from("{}"),
  });
  await expect(other.getByText("other.json is no file that “Export” has made.")).toBeVisible();
  await other.getByLabel("Training file").setInputFiles({
    name: "mine.json",
    mimeType: "application/json",
    buffer: readFileSync(file),
  });
  await expect(other.getByText("Imported mine.json.")).toBeVisible();
  await other.getByRole("link", { name: "Mate in 1" }).click();
  await expect(other.getByText("2 of 5 done, 1 solved at first try")).toBeVisible();
  await other.context().close();

  // A week later the mistake is due.
  await page.clock.setFixedTime(new Date("2026-12-01T10:00:00"));
  await page.reload();
  expect(await statistics(page)).toBe("1\ndue\n1\nsolved\n1\nmissed\n0\ndays in a row");
  await page.getByRole("button", { name: "Solve 1 exercise due today" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Due on December 1");
  await expect(page.locator(".status-line")).toHaveText(/find the one good move/);
  await page.reload();
  await expect(page.locator(".status-line")).toHaveText(/find the one good move/);
  await solve(page);
  await page.getByRole("link", { name: "Other exercises" }).click();
  expect(await statistics(page)).toBe("0\ndue\n2\nsolved\n1\nmissed\n1\nday in a row");

  // Sets can be removed; the statistics stay.
  for (const name of ["Due on December 1", "Mate in 1"]) {
    await page.getByRole("button", { name: `Remove the set: ${name}` }).click();
    await expect(page.getByRole("link", { name })).toHaveCount(0);
  }
  expect(await statistics(page)).toBe("0\ndue\n2\nsolved\n1\nmissed\n1\nday in a row");
});

test("a solved line is stepped through and analysed; then there are more exercises", async ({
  page,
  carlsen,
}) => {
  await page.goto(`${carlsen}/training?theme=mateIn2&level=any&limit=1`);
  await page.getByRole("button", { name: "Show the solution" }).click();
  const moves = page.getByRole("list", { name: "Moves" });
  await expect(moves.locator("button")).toHaveCount(3);
  await expect(moves.locator("button[aria-current]")).toContainText("#");
  await page.getByRole("button", { name: "First position" }).click();
  await expect(moves.locator("button[aria-current]")).toHaveCount(0);
  await page.locator("h1").click();
  await page.keyboard.press("ArrowRight");
  await expect(moves.locator("button[aria-current]")).toHaveCount(1);
  await inspect(page, "training-stepping");
  await page.getByRole("link", { name: "Analyse" }).click();
  await expect(page).toHaveURL(/\/analysis\?fen=[^&]+&play=\w+,\w+,\w+&ply=1/);
  await page.goBack();
  await page.getByRole("button", { name: "More exercises" }).click();
  await page.getByRole("button", { name: "Next exercise" }).click();
  await expect(page.locator(".status-line")).toHaveText(/find the one good move/);
  await expect(page.getByText("1 of 2 done, 0 solved at first try")).toBeVisible();
});

test("the first exercise of similar positions comes before the others", async ({ page, carlsen }) => {
  let isWhole = false;
  page.on("requestfinished", (request) => {
    isWhole ||= request.url().endsWith("/api/training");
  });
  await page.goto(`${carlsen}/training?fen=${EXAMPLE}&level=any&limit=50`);
  await expect(page.locator(".status-line")).toHaveText(/find the one good move/);
  expect(isWhole).toBe(false);
  await expect(page.getByText("; looking for more")).toBeVisible();
  await inspect(page, "training-coming");
  await page.getByRole("button", { name: "Show the solution" }).click();
  // Those that come leave the exercise on the board alone.
  await expect(page.getByRole("button", { name: /^Exercise 2,/ })).toBeVisible();
  await expect(page.locator(".status-line")).toHaveText("This is the solution.");
});
