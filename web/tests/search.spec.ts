import { CARDS, drag, EXAMPLE, expect, inspect, layoutShift, paste, swipe, test } from "./server";

/** How the first hit of the example is described. */
const MATCH =
  "76 % matchSame pawns but for three; queen on a5, bishop on c8, knight on e7 as in yours; White’s bishops and queen differ; Black to move";

test("similar positions, as boards with their games", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/?fen=${EXAMPLE}`);
  const cards = page.locator(CARDS);
  await expect(cards).toHaveCount(10);
  const first = cards.first();
  await expect(first).toContainText("Karjakin");
  await expect(first).toContainText("2012 · 5th Final Masters");
  await expect(first).toContainText("15… Nc6");
  await expect(first).toContainText(MATCH);
  await expect(first.locator(".point")).toHaveText(["½", "½"]);
  // Black's queen on a5 is shared, the rook on f7 is not on f6.
  await expect(first.locator("piece.black.queen")).not.toHaveClass(/faint/);
  await expect(first.locator("piece.faint")).toHaveCount(8);
  await expect(first.locator(".mini")).toHaveAttribute(
    "aria-label",
    /Black: king g8.*pieces stand as in your position/,
  );
  expect(await layoutShift(page)).toBeLessThan(0.01);
  await inspect(page, "search");
});

test("details, which open on a click and by keyboard, but not under a resting mouse", async ({
  page,
  carlsen,
}) => {
  await page.clock.install();
  await page.goto(`${carlsen}/?fen=${EXAMPLE}`);
  const card = page.locator(CARDS).first();
  const button = card.getByRole("button", { name: /^Details of Karjakin – Carlsen/ });
  await card.locator(".about").hover();
  await page.clock.runFor(10_000);
  await expect(card.locator(".reasons")).toBeHidden();
  await button.click();
  await expect(card.locator(".reasons")).toContainText("Black’s queen on a5");
  await expect(card.locator(".bars li").first()).toContainText("Usefulness");
  const answer = await page.request.get(`${carlsen}/api/similar?limit=1&fen=${EXAMPLE}`);
  const [hit] = (await answer.json()).hits;
  await expect(card.locator(".bars li").last()).toHaveText(`Score${hit.score.toFixed(1)}`);
  await expect(card.locator(".bars")).toContainText("Minus differences");
  await card.locator(".terms li").first().hover();
  await expect(card.locator(".mini .lit")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(card.locator(".reasons")).toBeHidden();
  await card.locator(".players").focus();
  await page.keyboard.press("Tab");
  await expect(button).toBeFocused();
  await expect(card.locator(".reasons")).toBeHidden();
  await page.keyboard.press("Enter");
  await expect(button).toHaveAttribute("aria-expanded", "true");
  await expect(card.locator(".reasons")).toBeVisible();
  await inspect(page, "details");
  await page.keyboard.press("Escape");
  await expect(card.locator(".reasons")).toBeHidden();
});

test("moves on the board are in the address, and back takes them back", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/`);
  await drag(page, "e2", "e4");
  await expect(page).toHaveURL(/\?play=e2e4$/);
  await expect(page.locator(CARDS)).toHaveCount(10);
  await drag(page, "c7", "c5");
  await expect(page).toHaveURL(/\?play=e2e4,c7c5$/);
  await expect(page.locator(".moves button")).toHaveText(["e4", "c5"]);
  await page.goBack();
  await expect(page).toHaveURL(/\?play=e2e4$/);
  await expect(page.locator(".moves button")).toHaveText(["e4"]);
  await page.goForward();
  await expect(page.locator(".moves button")).toHaveText(["e4", "c5"]);
  await page.keyboard.press("ArrowLeft");
  await expect(page).toHaveURL(/ply=1$/);
  await expect(page.getByRole("button", { name: "e4", exact: true })).toHaveAttribute("aria-current", "step");
});

test("the address holds the whole search", async ({ page, carlsen, context }) => {
  await page.goto(`${carlsen}/?fen=${EXAMPLE}`);
  await page.getByRole("radio", { name: "Structure" }).check();
  await page.getByLabel("Include reversed colours").check();
  await page.getByLabel("Show").selectOption("20");
  await page.getByRole("button", { name: "Flip the board" }).click();
  await expect(page.locator(CARDS)).toHaveCount(20);
  await expect(page).toHaveURL(/scoring=structure&limit=20&flip=true&view=black$/);
  const names = await page.locator(`${CARDS} .players`).allInnerTexts();
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.locator(CARDS)).toHaveCount(20);
  expect(await other.locator(`${CARDS} .players`).allInnerTexts()).toEqual(names);
  await expect(other.getByRole("radio", { name: "Structure" })).toBeChecked();
});

test("a FEN and a PGN are pasted anywhere", async ({ page, carlsen }) => {
  await page.goto(carlsen);
  await paste(page, EXAMPLE.replaceAll("_", " "));
  await expect(page.getByLabel(/^FEN/)).toHaveValue(EXAMPLE.replaceAll("_", " "));
  await expect(page.locator(".card").first()).toContainText("Karjakin");
  await paste(page, '[Event "A"]\n\n1. e4 {best by test} e5 (1... c5) 2. Nf3 *\n\n[Event "B"]\n\n1. d4 *');
  await expect(page.locator(".moves button")).toHaveText(["e4", "e5", "Nf3"]);
  await expect(page.getByText("This is the first of 2 games.")).toBeVisible();
  await page.getByRole("button", { name: "e5", exact: true }).click();
  await expect(page).toHaveURL(/play=e2e4,e7e5,g1f3&ply=2$/);
  await paste(page, "hello");
  await expect(page.getByText("The pasted text is neither a FEN nor a PGN.")).toBeVisible();
});

test("a position is set up by dragging", async ({ page, carlsen }) => {
  await page.goto(carlsen);
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByRole("button", { name: "Kings only" }).click();
  await drag(page, "e1", "g1");
  await expect(page.getByLabel(/^FEN/)).toHaveValue("4k3/8/8/8/8/8/8/6K1 w - - 0 1");
  // A spare rook, dragged.
  const board = await page.locator("cg-board").first().boundingBox();
  const spare = await page.getByRole("button", { name: "white rook" }).boundingBox();
  if (!board || !spare) throw new Error("no board");
  await page.mouse.move(spare.x + 20, spare.y + 20);
  await page.mouse.down();
  await page.mouse.move(board.x + board.width / 16, board.y + board.height * (15 / 16), { steps: 5 });
  await page.mouse.up();
  await expect(page.getByLabel(/^FEN/)).toHaveValue("4k3/8/8/8/8/8/8/R5K1 w - - 0 1");
  // A spare pawn, chosen and put down by keyboard.
  await page.getByRole("button", { name: "black pawn" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("application").focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel(/^FEN/)).toHaveValue("4k3/8/8/8/8/4p3/8/R5K1 w - - 0 1");
  await page.getByRole("radio", { name: "Black" }).check();
  await expect(page).toHaveURL(/_b_-_-_0_1/);
  await inspect(page, "setup");
  // Off the board: the hand is empty first.
  await page.getByRole("button", { name: "black pawn" }).click();
  await page.mouse.move(board.x + board.width / 16, board.y + board.height * (15 / 16));
  await page.mouse.down();
  await page.mouse.move(4, board.y + board.height + 200, { steps: 5 });
  await page.mouse.up();
  await expect(page.getByLabel(/^FEN/)).toHaveValue("4k3/8/8/8/8/4p3/8/6K1 b - - 0 1");
});

test.describe("by finger", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
  test("a position is set up by tapping, and by dragging", async ({ page, carlsen }) => {
    await page.goto(`${carlsen}/?fen=4k3/8/8/8/8/8/8/4K3_w_-_-_0_1`);
    await page.getByRole("button", { name: "Set up" }).tap();
    const rook = page.getByRole("button", { name: "white rook" });
    await rook.tap();
    await expect(rook).toHaveAttribute("aria-pressed", "true");
    const board = await page.locator("cg-board").first().boundingBox();
    if (!board) throw new Error("no board");
    await page.touchscreen.tap(board.x + board.width / 16, board.y + board.height * (15 / 16));
    await expect(page.getByLabel(/^FEN/)).toHaveValue("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    const pawn = await page.getByRole("button", { name: "black pawn" }).boundingBox();
    if (!pawn) throw new Error("no pawn");
    const e5: [number, number] = [board.x + board.width * (9 / 16), board.y + board.height * (7 / 16)];
    await swipe(page, [pawn.x + 20, pawn.y + 20], e5);
    await expect(page.getByLabel(/^FEN/)).toHaveValue("4k3/8/8/4p3/8/8/8/R3K3 w - - 0 1");
  });
});

test("moves by keyboard alone", async ({ page, carlsen }) => {
  await page.goto(carlsen);
  await page.getByRole("application").focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/play=e2e4$/);
  await page.getByLabel("Move", { exact: true }).fill("Nf6");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/play=e2e4,g8f6$/);
});

test("a typed move that is not legal is said to be none", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/?play=e2e4`);
  const field = page.getByLabel("Move", { exact: true });
  for (const [typed, key] of [
    ["Nf9", "Enter"],
    // After a while, too.
    ["Ke4", null],
  ] as const) {
    await field.fill(typed);
    await expect(field).toHaveAccessibleDescription("");
    await expect(field).toHaveAttribute("aria-invalid", "false");
    if (key) await page.keyboard.press(key);
    await expect(field).toHaveAccessibleDescription(`“${typed}” is not a legal move here.`);
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByText(`“${typed}” is not a legal move here.`)).toBeVisible();
  }
  await inspect(page, "illegal-move");
  await field.fill("e5");
  await expect(field).toHaveAccessibleDescription("");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/play=e2e4,e7e5$/);
});

test("every view has a title", async ({ page, carlsen }) => {
  for (const [address, title] of [
    ["/", "Tabiya"],
    ["/analysis", "Analysis · Tabiya"],
    ["/training", "Training · Tabiya"],
    ["/survey", "Survey · Tabiya"],
    ["/play", "Play · Tabiya"],
    ["/progressive", "Progressive chess · Tabiya"],
    ["/bughouse", "Bughouse · Tabiya"],
    ["/import", "Import · Tabiya"],
    ["/print", "Print · Tabiya"],
  ] as const) {
    await page.goto(carlsen + address);
    await expect(page, address).toHaveTitle(title);
  }
});

test("a promotion is chosen", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/?fen=7k/P7/8/8/8/8/8/K7_w_-_-_0_1`);
  await drag(page, "a7", "a8");
  await page.getByRole("button", { name: "knight" }).click();
  await expect(page).toHaveURL(/play=a7a8n$/);
});

test.describe("a position that cannot be", () => {
  for (const [fen, words] of [
    ["8/8/hello", /^This position cannot be used“h” is no piece: /],
    ["8/8/8/8/8/8/8/K7_w_-_-_0_1", /^This position cannot be usedBlack has no king\.$/],
  ] as const) {
    test(`is reported once, and the server is not asked: ${fen}`, async ({ page, carlsen }) => {
      const asked: string[] = [];
      page.on("request", (request) => asked.push(new URL(request.url()).pathname));
      for (const view of ["/", "/analysis", "/training"]) {
        await page.goto(`${carlsen}${view}?fen=${fen}&level=any`);
        await expect(page.getByRole("alert")).toHaveText(words);
        // It stays wrong, however often it is asked.
        await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
        await expect(page.locator(".layer, .similar-head, .engine, .difficulty")).toHaveCount(0);
        await inspect(page, `impossible${view.replace("/", "-")}`);
      }
      await expect(page.getByText("cannot answer now")).toHaveCount(0);
      await page.goto(`${carlsen}/play?fen=${fen}`);
      await expect(page.getByRole("status").first()).toContainText("This position cannot be played. ");
      const routes = asked.filter((path) => path.startsWith("/api/") || path === "/lichess");
      expect(new Set(routes)).toEqual(new Set(["/api/status"]));
    });
  }

  test.describe("as the server alone knows", () => {
    test.use({ complaints: /400/ });
    test("is reported once", async ({ page, carlsen }) => {
      await page.goto(`${carlsen}/?fen=4k3/8/8/8/8/8/8/4K3_w_XX_-_0_1`);
      await expect(page.getByRole("alert")).toHaveCount(1);
      await expect(page.getByRole("alert")).toContainText("castling");
      await expect(page.getByRole("heading", { name: "This position cannot be used" })).toBeVisible();
      await expect(page.locator(".layer, .similar-head")).toHaveCount(0);
      await expect(page.getByText("cannot answer now")).toHaveCount(0);
    });
  });
});
