import type { Page } from "@playwright/test";
import { drag, expect, inspect, test } from "./server";

/** The image of a white knight, and the colour of the dark squares. */
const look = (page: Page) =>
  page.evaluate(() => {
    const piece = document.querySelector(".ground piece.knight.white") as Element;
    const dark = getComputedStyle(document.documentElement).getPropertyValue("--board-dark");
    return { piece: getComputedStyle(piece).backgroundImage.slice(0, 60), dark };
  });

test("boards and pieces are chosen by keyboard, and stay", async ({ page, carlsen }) => {
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (/settings|looks|sounds/.test(request.url())) scripts.push(request.url());
  });
  await page.goto(carlsen);
  const usual = await look(page);
  expect(scripts).toEqual([]);
  const settings = page.getByRole("button", { name: "Settings" });
  await settings.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Settings" });
  await expect(dialog.locator(".mini piece").first()).toBeVisible();
  await inspect(page, "settings");
  // Close, then the boards, then the pieces.
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByRole("radio", { name: "Wood" })).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByRole("radio", { name: "Shapes" })).toBeChecked();
  await inspect(page, "settings-wood");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(settings).toBeFocused();
  const chosen = await look(page);
  expect(chosen.dark).not.toBe(usual.dark);
  expect(chosen.piece).not.toBe(usual.piece);
  await page.reload();
  await expect(page.locator(".ground piece").first()).toBeVisible();
  expect(await look(page)).toEqual(chosen);
});

test("moves have a sound once that is switched on", async ({ page, carlsen }) => {
  await page.addInitScript(() => {
    const played: number[] = [];
    Object.assign(window, { played });
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (when) {
      played.push(this.frequency.value);
      start.call(this, when);
    };
  });
  const played = () => page.evaluate(() => (window as unknown as { played: number[] }).played.length);
  await page.goto(`${carlsen}/analysis`);
  await drag(page, "e2", "e4");
  await expect(page).toHaveURL(/play=e2e4/);
  expect(await played()).toBe(0);
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByText("Sounds of moves").click();
  // As a sample: a move is one tone, a capture two.
  await expect.poll(played).toBe(1);
  await page.getByRole("button", { name: "Close" }).click();
  await drag(page, "d7", "d5");
  await expect.poll(played).toBe(2);
  await drag(page, "e4", "d5");
  await expect.poll(played).toBe(4);
  // Not before something is done on the page.
  await page.reload();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(/play=e2e4,d7d5$/);
  expect(await played()).toBe(0);
});
