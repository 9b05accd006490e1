import { expect, test } from "./server";

/** A puzzle with a known mate, in place of a created one. */
const PUZZLE = {
  fen: "rnbBkbnr/pp1p1ppp/8/8/3p4/8/PPP1PPPP/RN1QKBNR b - - 0 1",
  moves: 4,
  grade: 2,
  solutions: 1,
  states: 1,
  mate: { squares: "", uci: "d4d3 d3c2 c2b1q f8b4", san: "d3 dxc2 cxb1=Q Bb4#", fen: "" },
};

test("a promotion by keyboard: the dialog keeps the focus, and then the board has it", async ({
  page,
  carlsen,
}) => {
  await page.goto(`${carlsen}/analysis?fen=7k/4P3/8/8/8/8/8/K7_w_-_-_0_1`);
  const board = page.getByRole("application");
  await board.focus();
  const promote = async () => {
    for (const key of ["Enter", "ArrowUp", "Enter"]) await page.keyboard.press(key);
    await expect(page.getByRole("dialog", { name: "Promote to" })).toBeVisible();
  };
  for (let rank = 2; rank <= 7; rank++) await page.keyboard.press("ArrowUp");
  await promote();
  await expect(page.getByRole("button", { name: "queen" })).toBeFocused();
  await page.keyboard.press("Tab");
  const knight = page.getByRole("button", { name: "knight" });
  await expect(knight).toBeFocused();
  // The engine's answers draw the view again.
  await expect(page.getByRole("region", { name: "Engine" })).toHaveAttribute("aria-busy", "false");
  await expect(knight).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(board).toBeFocused();
  // Taken back, it may be made again; the cursor is still at its end.
  await expect(page.locator("square.cursor")).toHaveCount(1);
  await page.keyboard.press("ArrowDown");
  await promote();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/play=e7e8n$/);
  await expect(board).toBeFocused();
});

test("the key after a promotion goes to the dialog, however soon it comes", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/analysis?fen=7k/4P3/8/8/8/8/8/K7_w_-_-_0_1`);
  await page.getByRole("application").focus();
  const focused = await page.evaluate(async () => {
    const keys = [...Array.from({ length: 6 }, () => "ArrowUp"), "Enter", "ArrowUp", "Enter"];
    for (const key of keys) {
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      // The page renders after a few promises, long before the next frame.
      for (let turn = 0; turn < 20; turn++) await null;
    }
    return document.activeElement?.ariaLabel;
  });
  expect(focused).toBe("queen");
});

test("exercises by keyboard never lose the focus", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/training?theme=mateIn2&level=any&limit=5`);
  const field = page.getByLabel("Move", { exact: true });
  await expect(field).toBeVisible();
  await expect(page.locator(".coming")).toHaveCount(0);
  const first: { solution: { san: string }[] } = await page.evaluate(async () => {
    const body = JSON.stringify({ theme: "mateIn2", limit: 5 });
    const headers = { "Content-Type": "application/json", Accept: "application/x-ndjson" };
    const answer = await fetch("/api/training", { method: "POST", headers, body });
    return JSON.parse((await answer.text()).split("\n")[0] ?? "");
  });
  // The field stays while the other side replies.
  const { solution } = first;
  expect(solution.length).toBeGreaterThan(1);
  await field.fill(solution[0]?.san ?? "");
  await page.keyboard.press("Enter");
  await expect(page.locator(".status-line")).toHaveText(/^Correct: /);
  await expect(field).toBeFocused();
  await expect(page.locator(".status-line")).toHaveText(/was the reply/);
  await expect(field).toBeFocused();
  // Each button that disappears passes the focus on.
  await page.getByRole("button", { name: "Show the solution" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Next exercise" })).toBeFocused();
  await page.getByRole("button", { name: "Try again" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("application")).toBeFocused();
  // So does a link that goes with its view,
  await page.getByRole("link", { name: "Other exercises" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Make exercises" })).toBeVisible();
  await expect(page.locator("main")).toBeFocused();
  // and a button with its form.
  await page.getByRole("button", { name: "Make exercises" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Mate in 2" })).toBeVisible();
  await expect(page.locator("main")).toBeFocused();
  await page.goto(`${carlsen}/play`);
  await page.getByRole("link", { name: "Progressive chess: find the mate" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Progressive chess: find the mate" })).toBeVisible();
  await expect(page.locator("main")).toBeFocused();
});

test("buttons that are off keep the focus", async ({ page, carlsen }) => {
  await page.route("**/api/progressive/puzzle", (route) => route.fulfill({ json: PUZZLE }));
  await page.goto(`${carlsen}/progressive?level=2`);
  await expect(page.locator(".status-line")).toHaveText(/: 4 to go\.$/);
  const shows = page.getByRole("button", { name: "Show a mate" });
  await shows.focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".status-line")).toHaveText("This is one of the mates.");
  await expect(shows).toBeDisabled();
  await expect(shows).toBeFocused();
  const back = page.getByRole("button", { name: "Take back" });
  await back.focus();
  // Once more than there are moves.
  for (let press = 0; press < 5; press++) await page.keyboard.press("Enter");
  await expect(page.locator(".status-line")).toHaveText(/: 4 to go\.$/);
  await expect(back).toBeDisabled();
  await expect(back).toBeFocused();
  await page.goto(`${carlsen}/?play=e2e4,e7e5`);
  const first = page.getByRole("button", { name: "First position" });
  await first.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/ply=0$/);
  await expect(first).toBeFocused();
});
