import type { Page } from "@playwright/test";
import { CARDS, EXAMPLE, expect, test } from "./server";

/** A view, its address, and what is there once it is ready. */
const VIEWS: [string, string, string][] = [
  ["search", `/?fen=${EXAMPLE}&player=Carlsen,M`, CARDS],
  ["analysis", `/analysis?fen=${EXAMPLE}&play=e1g1`, ".engine[aria-busy=false]"],
  ["a game", "/games/1489?ply=29", ".motif-group"],
  ["the choice of exercises", "/training", ".choose"],
  ["play", "/play?play=e2e4,e7e5", ".moves button"],
  ["the survey", "/survey", ".begin"],
  ["progressive chess", "/progressive", ".progressive [aria-busy=false]"],
  ["bughouse", "/bughouse", ".table-board piece"],
  ["import", "/import", ".drop"],
];

/** The focused element: its name, whether it is in sight, and whether it has a ring; null if nothing has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    if (!element || element === document.body) return null;
    const isRinged = (one: Element | null) =>
      one !== null && getComputedStyle(one).outlineStyle !== "none" && one !== document.documentElement;
    const { top, bottom, left, right } = element.getBoundingClientRect();
    const isSeen = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
    const name = element.ariaLabel || element.closest("label")?.textContent || element.textContent;
    const ring = [element, element.nextElementSibling, element.parentElement, element.closest("li")].some(
      isRinged,
    );
    return { name: name || (element as HTMLInputElement).labels?.[0]?.textContent, isSeen, ring };
  });

for (const [name, address, ready] of VIEWS) {
  test(`${name}, from beginning to end by Tab`, { tag: "@looks" }, async ({ page, carlsen }) => {
    await page.goto(carlsen + address);
    await expect(page.locator(ready).first()).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.locator("main")).toBeFocused();
    expect(page.url()).toBe(carlsen + address);
    const stops: string[] = [];
    for (let end = false; !end && stops.length < 80; ) {
      await page.keyboard.press("Tab");
      const stop = await focused(page);
      if (stop) {
        expect(stop, String(stop.name)).toMatchObject({ isSeen: true, ring: true });
        expect(stop.name).toBeTruthy();
        stops.push(stop.name ?? "");
      }
      end = stop === null;
    }
    // A game's moves are one stop, not eighty.
    expect(stops.length, stops.join("\n")).toBeLessThan(60);
    expect(stops.length).toBeGreaterThan(0);
  });
}

test("the arrow keys go through the moves, with the focus and an announcement", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/games/1489?ply=29`);
  const move = (san: string) => page.getByRole("button", { name: san, exact: true });
  await move("Be2").focus();
  const announcement = page.getByRole("status");
  await expect(announcement).toHaveText("15. Be2");
  for (const [key, san, words] of [
    ["ArrowRight", "Nc6", "15… Nc6"],
    ["ArrowRight", "Ng5", "16. Ng5"],
    ["ArrowLeft", "Nc6", "15… Nc6"],
    ["Home", "e4", "Start"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(move(san)).toBeFocused();
    await expect(announcement).toHaveText(words);
  }
});

test("setting up a position by keyboard", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/?fen=4k3/8/8/8/8/8/8/4K3_w_-_-_0_1`);
  const setUp = page.getByRole("button", { name: "Set up" });
  const board = page.getByRole("application");
  const announcement = page.locator(".board-frame [aria-live]");
  await setUp.focus();
  await page.keyboard.press("Enter");
  // A piece hands the focus to the board, where the cursor is where it was.
  for (const [piece, keys, fen, words] of [
    ["white pawn", ["ArrowUp", "ArrowUp", "Enter"], "4k3/8/8/8/8/4P3/8/4K3", "white pawn on e3"],
    ["black rook", ["ArrowUp", "ArrowUp", "Enter"], "4k3/8/8/8/4r3/4P3/8/4K3", "black rook on e4"],
  ] as const) {
    await page.getByRole("button", { name: piece }).focus();
    await page.keyboard.press("Enter");
    await expect(board).toBeFocused();
    for (const key of keys) await page.keyboard.press(key);
    await expect(page).toHaveURL(`${carlsen}/?fen=${fen}_w_-_-_0_1`);
    await expect(announcement).toHaveText(words);
  }
  // Escape puts the piece away; then one on the board is moved; then Escape closes the setup.
  await page.keyboard.press("Escape");
  await expect(page.locator(".spare [aria-pressed=true]")).toHaveCount(0);
  for (const key of ["Enter", "ArrowLeft", "Enter"]) await page.keyboard.press(key);
  await expect(announcement).toHaveText("black rook to d4");
  await page.keyboard.press("Escape");
  await expect(setUp).toBeFocused();
  await expect(page.locator(".spare")).toHaveCount(0);
});

test("an element that disappears leaves the focus in the view", async ({ page, carlsen }) => {
  // A hit that is one no more once the move is taken back.
  const games = async (fen: string) => {
    const answer = await page.request.get(`${carlsen}/api/similar?fen=${fen}`);
    const { hits } = await answer.json();
    return hits.map(({ game }: { game: { white: { name: string }; black: { name: string } } }) =>
      [game.white, game.black].map(({ name }) => name.split(",")[0]).join(" – "),
    ) as string[];
  };
  const before = await games("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1");
  const after = await games("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR_b_KQkq_-_0_1");
  const gone = after.find((names) => !before.includes(names));
  expect(gone).toBeDefined();
  // The button that is focused, by its name; the key that removes it; where the focus is then.
  for (const [address, goes, key, then] of [
    ["/games/1489?ply=29", /\be5\b.*\bWhite\b/, "Home", "main"],
    ["/?play=e2e4", `Details of ${gone}`, "ArrowLeft", "main"],
    [`/analysis?fen=${EXAMPLE}`, /^1\. /, "Enter", ".board"],
  ] as const) {
    await page.goto(carlsen + address);
    await expect(page.locator(".engine[aria-busy=true]")).toHaveCount(0);
    await page.getByRole("button", { name: goes }).first().focus();
    await page.keyboard.press(key);
    await expect(page.locator(then)).toBeFocused();
  }
});

test("the details of a similarity scroll into view", async ({ page, carlsen }) => {
  await page.setViewportSize({ width: 1440, height: 620 });
  await page.goto(`${carlsen}/?fen=${EXAMPLE}`);
  const card = page.locator(CARDS).first();
  await card.locator(".players").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(card.locator(".terms li").first()).toBeInViewport();
});

test("a game against the engine by typed moves", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/play?elo=800&fen=7k/8/8/8/8/8/R7/K7_w_-_-_0_1`);
  const field = page.getByLabel("Move", { exact: true });
  await field.fill("Rh2");
  await page.keyboard.press("Enter");
  await expect(page.locator(".moves button").first()).toHaveText("Rh2+");
  // The engine's move is announced.
  await expect(page.getByRole("status").filter({ hasText: /^1… Kg[78]$/ })).toHaveCount(1);
  await expect(field).toBeFocused();
  await expect(field).toBeEditable();
});

test.describe("what an import says", () => {
  test.use({ complaints: /40[13]/ });
  test("is announced, and the field of the token has the focus while it is required", async ({
    empty,
    page,
  }) => {
    await empty.stop();
    await empty.start({ TABIYA_TOKEN: "secret" });
    await page.goto(`${empty.url}/import`);
    const file = { name: "games.pgn", mimeType: "text/plain", buffer: Buffer.from("1. e4 e5 *\n") };
    await page.getByLabel("PGN files").setInputFiles(file);
    for (const [label, token] of [
      [/This server accepts games only with its token or a key/, "wrong"],
      [/\btoken\b.*Enter another/, "secret"],
    ] as const) {
      await expect(page.getByLabel(label)).toBeFocused();
      await page.keyboard.type(token);
      await page.keyboard.press("Enter");
    }
    await expect(page.getByRole("status")).toHaveText(
      "games.pgn: 1 new game, 0 positions, 0 duplicates, 0 rejected",
    );
    await expect(page.locator("main")).toBeFocused();
  });
});

test("found exercises are announced", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/training?theme=mateIn1&level=any&limit=5`);
  await expect(page.getByRole("status").filter({ hasText: /^5 exercises$/ })).toHaveCount(1);
});
