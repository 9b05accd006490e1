import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { EXAMPLE, expect, inspect, layoutShift, tabiya, test } from "./server";

const letters = (page: Page) => page.locator(".ordering li .place .muted").allInnerTexts();
const next = (page: Page) => page.getByRole("button", { name: /^Keep this order/ });

test("a survey by mouse and keyboard, left and taken up again, and its file", async ({ page, carlsen }) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") sent.push(request.postData() ?? "");
  });
  await page.goto(`${carlsen}/training`);
  await page.getByRole("link", { name: "Survey: which positions are alike?" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Which positions are alike?");
  await expect(page.getByText("no answer is sent anywhere")).toBeVisible();
  await inspect(page, "survey-begin");
  await page.getByRole("button", { name: "Begin" }).click();
  await expect(page.getByRole("alert")).toHaveText("Enter a name or a number for yourself first.");
  await page.getByLabel(/^Your name, or a number/).fill("Ann");
  await page.getByRole("radio", { name: "5", exact: true }).check();
  await page.getByRole("button", { name: "Begin" }).click();
  await expect(page.locator(".ordering li")).toHaveCount(4);
  await expect(page.getByText("1 of 5")).toBeVisible();
  expect(await letters(page)).toEqual(["A", "B", "C", "D"]);
  // Blind: neither players nor numbers of the answer.
  await expect(page.locator("main")).not.toContainText(/Carlsen|%|\d\.\d/);
  // All have the same side to move.
  const boards = await page
    .locator(".survey .mini")
    .evaluateAll((minis) => minis.map((mini) => mini.ariaLabel));
  expect(boards).toHaveLength(5);
  expect(new Set(boards.map((board) => /(White|Black) to move/.exec(board ?? "")?.[0])).size).toBe(1);
  await inspect(page, "survey-question");

  // Buttons keep the focus on the position that they move.
  const down = page.getByRole("button", { name: "Position A: less alike" });
  await down.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  expect(await letters(page)).toEqual(["B", "C", "A", "D"]);
  await expect(down).toBeFocused();
  await expect(page.getByText("Position A is now 3 of 4.")).toBeAttached();
  // The mouse drags the last to the first place.
  const middle = async (place: number) => {
    const box = await page.locator(".ordering .grip").nth(place).boundingBox();
    return [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2] as const;
  };
  await page.mouse.move(...(await middle(3)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(0)), { steps: 8 });
  await page.mouse.up();
  expect(await letters(page)).toEqual(["D", "B", "C", "A"]);
  await page.reload();
  await expect.poll(() => letters(page)).toEqual(["D", "B", "C", "A"]);
  await next(page).click();
  await expect(page.getByText("2 of 5")).toBeVisible();
  // Another question stands for one that cannot be answered.
  const asked = () => page.locator(".asked .mini").getAttribute("aria-label");
  const before = await asked();
  await page.getByRole("button", { name: "I cannot say" }).click();
  await expect.poll(asked).not.toBe(before);
  await expect(page.getByText("2 of 5")).toBeVisible();
  for (let question = 2; question <= 5; question++) {
    await expect(page.getByText(`${question} of 5`)).toBeVisible();
    await next(page).click();
  }
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thank you");
  expect(await layoutShift(page)).toBeLessThan(0.01);
  await inspect(page, "survey-end");

  // A second person judges one of the same positions.
  await page.getByRole("button", { name: "Another series" }).click();
  await page.getByLabel(/^Your name, or a number/).fill("Bob");
  await page.getByRole("radio", { name: "5", exact: true }).check();
  await page.getByRole("button", { name: "Begin" }).click();
  await next(page).click();
  await page.getByRole("button", { name: "Stop here" }).click();
  await expect(page.getByText("6 answers, kept in this browser")).toBeVisible();

  // The command reads the very file.
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as a file" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("tabiya-judgements.tsv");
  const path = await file.path();
  expect(readFileSync(path, "utf8").split("\n")[0]).toBe("query\trater\torder");
  const report = execFileSync(tabiya, ["quality", "--judgements", path, "--json"], { encoding: "utf8" });
  const [judged] = JSON.parse(report).judgements;
  expect(judged.orders).toBe(6);
  expect(judged.queries).toHaveLength(5);
  expect(judged.queries.map(({ positions }: { positions: number }) => positions)).toEqual([4, 4, 4, 4, 4]);
  // One of them was judged by both.
  expect(judged.queries.filter(({ people }: { people: number | null }) => people !== null)).toHaveLength(1);
  for (const { tau } of judged.scorings) expect(tau?.value ?? 0).toBeLessThanOrEqual(1);
  // No answer was in a request.
  expect(sent.length).toBeGreaterThan(4);
  expect(sent.filter((body) => /Ann|Bob|order/.test(body))).toEqual([]);
});

test("positions of one's own, and what is wrong with them", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/survey`);
  await page.getByLabel(/^Your name, or a number/).fill("1");
  await page.getByRole("radio", { name: "Of my own" }).check();
  const field = page.getByLabel("A FEN a line");
  for (const [text, wrong] of [
    ["", "Enter a position first, as FEN."],
    ["hello world", "“hello world” is not a position that can be played."],
  ] as const) {
    await field.fill(text);
    await page.getByRole("button", { name: "Begin" }).click();
    await expect(page.getByRole("alert")).toHaveText(wrong);
  }
  await field.fill(EXAMPLE);
  await page.getByRole("button", { name: "Begin" }).click();
  await expect(page.getByText("1 of 1")).toBeVisible();
  await next(page).click();
  await expect(page.getByText("That was the last of 1 question.")).toBeVisible();
});

test("without games there is nothing to ask", async ({ page, empty }) => {
  await page.goto(`${empty.url}/survey`);
  await expect(page.getByText("There are no games yet")).toBeVisible();
  await inspect(page, "survey-no-games");
});
