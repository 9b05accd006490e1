import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { CARDS, EXAMPLE, expect, inspect, test } from "./server";

const FEN = EXAMPLE.replaceAll("_", " ");
const CARLSBAD = "r2qr1k1/pp1nbppp/2p2n2/3p1bB1/3P4/2N1PN2/PP2BPPP/R2Q1RK1_w_-_-_0_11";

const dialog = (page: Page) => page.getByRole("dialog");
const cards = (page: Page) => page.locator(".saved .card");

/** What a button downloads. */
async function downloaded(page: Page, press: () => Promise<void>) {
  const download = page.waitForEvent("download");
  await press();
  const file = await download;
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
}

test("positions are saved, moved, deleted, brought back, and opened", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/?fen=${CARLSBAD}`);
  await expect(page).toHaveTitle("Carlsbad structure, White to move · Tabiya");
  // From Search, by keyboard: the name of the structure is suggested.
  await page.getByRole("button", { name: "Save", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByLabel("Title")).toHaveValue("Carlsbad structure");
  await expect(dialog(page).getByLabel("Title")).toBeFocused();
  await dialog(page).getByLabel("Note").fill("Where does the knight go?\nSee {Be2}.");
  await inspect(page, "save");
  await dialog(page).getByLabel("Title").focus();
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText("Saved in “My positions”.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeFocused();
  // A hit, into a new list.
  await page.goto(`${carlsen}/?fen=${EXAMPLE}`);
  await expect(page).toHaveTitle("White to move · Tabiya");
  await page.getByRole("button", { name: "Save: Karjakin – Carlsen" }).first().click();
  await expect(dialog(page).getByLabel("Title")).toHaveValue("Karjakin – Carlsen, 2012");
  await dialog(page).getByLabel("List").selectOption("New list");
  await dialog(page).getByLabel("Its name").fill("Models");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page)).toHaveCount(0);

  await page.getByRole("link", { name: "Saved" }).click();
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page).getByText("Where does the knight go?")).toBeVisible();
  await inspect(page, "collections");
  // Moved by its fields.
  await page.getByRole("button", { name: "Edit or move: Carlsbad structure" }).click();
  await dialog(page).getByLabel("Title").fill("Carlsbad, my game");
  await dialog(page).getByLabel("List").selectOption("Models");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("No positions yet.")).toBeVisible();
  await page.getByRole("link", { name: "Models 2" }).click();
  await expect(cards(page).locator("h3")).toHaveText(["Karjakin – Carlsen, 2012", "Carlsbad, my game"]);
  await page.getByRole("button", { name: "Rename" }).click();
  await dialog(page).getByLabel("Name").fill("My positions");
  await expect(dialog(page).getByText("A list with this name already exists.")).toBeVisible();
  await dialog(page).getByLabel("Name").fill("French");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "French", exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Delete: Karjakin – Carlsen, 2012" }).click();
  await expect(cards(page)).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Undo" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(cards(page).locator("h3")).toHaveText(["Karjakin – Carlsen, 2012", "Carlsbad, my game"]);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("“French” and 2 positions deleted.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.reload();
  await expect(cards(page)).toHaveCount(2);
  await page.getByRole("link", { name: "Analyse: Carlsbad, my game" }).click();
  await expect(page).toHaveURL(new RegExp(`/analysis\\?fen=${CARLSBAD}`));
});

test("lists leave as PGN, and come back elsewhere", async ({ page, carlsen, browser }) => {
  const position = { id: "1", fen: FEN, note: "Two\nlines", white: "", black: "", date: "", moves: ["Be2"] };
  await page.addInitScript(
    (text) => localStorage.setItem("collections", text),
    JSON.stringify({
      version: 1,
      collections: [{ name: "French", positions: [{ ...position, title: "Winawer" }] }],
    }),
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${carlsen}/collections`);
  await page.getByRole("button", { name: "Edit or move: Winawer" }).click();
  await inspect(page, "phone-edit");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Edit or move: Winawer" })).toBeFocused();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await inspect(page, "phone-kept");
  const file = await downloaded(page, () => page.getByRole("button", { name: "Export all" }).click());
  expect(file.name).toBe("tabiya-saved.pgn");
  expect(file.text).toContain(`[Event "Winawer"]`);
  expect(file.text).toContain(`[SetUp "1"]\n[FEN "${FEN}"]\n[Collection "French"]`);

  const other = await (await browser.newContext()).newPage();
  await other.goto(`${carlsen}/collections`);
  await inspect(other, "no-collections");
  const take = (name: string, text: string) =>
    other
      .getByLabel("PGN with positions")
      .setInputFiles({ name, mimeType: "application/x-chess-pgn", buffer: Buffer.from(text) });
  await take("games.pgn", "1. e4 e5 *");
  await expect(other.getByText("games.pgn has no game that begins with a position of its own")).toBeVisible();
  await take("mine.pgn", `${file.text}\n\n1. e4 e5 *`);
  await expect(
    other.getByText("1 position added from mine.pgn. 1 game without a position of its own left out."),
  ).toBeVisible();
  await expect(cards(other).locator(".words")).toHaveText("Two\nlines");
  await take("again.pgn", file.text);
  await expect(other.getByText("0 positions added from again.pgn. 1 position of it was")).toBeVisible();
  await expect(cards(other)).toHaveCount(1);
  await other.context().close();
});

test("a storage that takes nothing loses nothing", async ({ page, carlsen }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await page.goto(`${carlsen}/games/1489?ply=29`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page).getByRole("alert")).toHaveText(/^The browser’s storage is full or closed, /);
  await inspect(page, "storage-full");
  const { text } = await downloaded(page, () => dialog(page).getByRole("button", { name: "Export" }).click());
  expect(text).toContain('[Title "Karjakin – Carlsen, 2012"]');
  await dialog(page).getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("link", { name: "Saved" }).click();
  await expect(page.getByText("The browser’s storage is full or closed")).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
});

test("a position is shared: its FEN, its link, its diagram", async ({ page, carlsen, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.addInitScript(() => {
    // Chromium has it on some systems only.
    Object.defineProperty(Navigator.prototype, "share", {
      value: (shared: unknown) => Promise.resolve(Object.assign(window, { shared })),
    });
  });
  await page.goto(`${carlsen}/games/1489?ply=29&view=black`);
  await page.getByRole("button", { name: "Share" }).click();
  await dialog(page).getByRole("button", { name: "Copy FEN" }).click();
  await expect(dialog(page).getByText("FEN copied.")).toBeVisible();
  const fen = await page.evaluate(() => navigator.clipboard.readText());
  await inspect(page, "share");
  // Keys that are pressed in a dialog do not step through the game behind it.
  await dialog(page).getByRole("button", { name: "Copy FEN" }).press("ArrowRight");
  await dialog(page).getByRole("button", { name: "Share a link" }).click();
  expect(await page.evaluate(() => (window as unknown as { shared: unknown }).shared)).toEqual({
    title: "Karjakin, Sergey – Carlsen, M · Tabiya",
    url: `${carlsen}/games/1489?ply=29&view=black`,
  });
  const { name, text } = await downloaded(page, () =>
    dialog(page).getByRole("button", { name: "Diagram" }).click(),
  );
  expect(name).toBe("position.svg");
  const drawn = await page.evaluate((svg) => {
    const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    return {
      name: root.nodeName,
      pieces: root.querySelectorAll("use").length,
      empty: [...root.querySelectorAll("symbol")].filter((symbol) => !symbol.querySelector("path")).length,
      last: root.querySelectorAll(".last").length,
      first: root.querySelector("text")?.textContent,
    };
  }, text);
  const pieces = fen.split(" ")[0]?.replace(/[^a-z]/gi, "").length;
  expect(drawn).toEqual({ name: "svg", pieces, empty: 0, last: 2, first: "1" });
});

test("hits leave as PGN, into a list, and on paper", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/?fen=${EXAMPLE}`);
  await expect(page.locator(CARDS)).toHaveCount(10);
  await page.getByRole("button", { name: "Save or print" }).click();
  await inspect(page, "hits-out");
  const { text } = await downloaded(page, () =>
    dialog(page).getByRole("button", { name: "Games as PGN" }).click(),
  );
  expect(text.match(/^\[Event /gm)).toHaveLength(10);
  await expect(dialog(page).getByText("10 games saved.")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Save all in this list" }).click();
  await expect(page.getByText("Saved in “My positions”.")).toBeVisible();

  await page.getByRole("button", { name: "Save or print" }).click();
  await dialog(page).getByRole("button", { name: "Print" }).click();
  await expect(page.locator(".diagrams li")).toHaveCount(10);
  await expect(page.locator(".diagrams li").first()).toContainText(/^1\. \S+ – \S+, \d{4}(White|Black|[○●])/);
  await expect(page.locator(".solutions")).toHaveCount(0);
  await inspect(page, "print");
  // In the dark, too, it is black on white; ten diagrams are one page.
  await page.emulateMedia({ colorScheme: "dark" });
  await page.getByRole("radio", { name: "A4" }).check();
  expect(await printed(page)).toEqual({ pages: 1, sizes: ["595 842"] });
  await page.getByRole("radio", { name: "Letter" }).check();
  expect(await printed(page)).toEqual({ pages: 1, sizes: ["612 792"] });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const colors = await page.evaluate(() =>
    [".paper", ":root"]
      .map((name) => getComputedStyle(document.querySelector(name) as Element))
      .map(({ color, backgroundColor }) => [color, backgroundColor]),
  );
  expect(colors[0]).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
  expect(colors[1]?.[1]).toBe("rgb(255, 255, 255)");
});

/** The pages of a PDF of the page, and their sizes in points. */
async function printed(page: Page) {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
  const sizes = boxes.map(
    ([, width, height]) => `${Math.round(Number(width))} ${Math.round(Number(height))}`,
  );
  return { pages: boxes.length, sizes: [...new Set(sizes)] };
}

test("a saved hit keeps its game: moves, result, and the way back", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/?fen=${EXAMPLE}`);
  await page.getByRole("button", { name: "Save: Karjakin – Carlsen" }).first().click();
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page)).toHaveCount(0);
  // From the large board, all at once, and from the game.
  await page
    .getByRole("button", { name: /^Enlarge/ })
    .first()
    .click();
  await page.getByRole("dialog", { name: "Similar position" }).getByRole("button", { name: "Save" }).click();
  const saving = page.getByRole("dialog", { name: "Save this position" });
  await saving.getByLabel("Title").fill("Large");
  await saving.getByRole("button", { name: "Save" }).click();
  await expect(saving).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Save or print" }).click();
  await dialog(page).getByRole("button", { name: "Save all in this list" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await page.goto(`${carlsen}/games/1489?ply=29`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await dialog(page).getByLabel("Title").fill("From the game");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole("link", { name: "Saved" }).click();
  // Saved with all, the first hit is there already.
  await expect(cards(page)).toHaveCount(12);
  const first = cards(page).first();
  for (const card of [first, cards(page).nth(1), cards(page).last()]) {
    await expect(card.locator(".line")).toContainText(
      /^15… Nc6 16\. Ng5 Re7 17\. f4 Nf6 18\. O-O Bd7 19\. a4 /,
    );
    await expect(card).toContainText("½–½");
  }
  await inspect(page, "saved-hits");
  const { text } = await downloaded(page, () =>
    page.getByRole("button", { name: "PGN", exact: true }).click(),
  );
  expect(text).toContain(
    '[Event "5th Final Masters"]\n[Site "Sao Paulo/Bilbao BRA/ESP"]\n[Date "2012.10.11"]\n[Round "8"]\n' +
      '[White "Karjakin,Sergey"]\n[Black "Carlsen,M"]\n[Result "1/2-1/2"]\n',
  );
  expect(text).toContain('[GameId "1489"]\n[Ply "29"]\n');
  await first.getByRole("link", { name: "Open the game: Karjakin – Carlsen, 2012" }).click();
  await expect(page).toHaveURL(`${carlsen}/games/1489?ply=29`);
});

test.describe("while the server does not answer", () => {
  test.use({ complaints: /ERR_FAILED|Failed to load/ });
  test("a hit is saved with the move that is known", async ({ page, carlsen }) => {
    await page.goto(`${carlsen}/?fen=${EXAMPLE}`);
    await page.route("**/api/games/*", (route) => route.abort());
    await page.getByRole("button", { name: "Save or print" }).click();
    await dialog(page).getByRole("button", { name: "Save all in this list" }).click();
    await expect(dialog(page)).toHaveCount(0);
    await page.getByRole("link", { name: "Saved" }).click();
    await expect(cards(page)).toHaveCount(10);
    await expect(cards(page).first().locator(".line")).toHaveText("15… Nc6");
  });
});

test("exercises are printed with their solutions on the last page", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/training?theme=mateIn1&level=any&limit=5`);
  await expect(page.locator(".progress li:not(.coming)")).toHaveCount(5);
  await page.getByRole("button", { name: "Print" }).click();
  await expect(page.locator(".diagrams li")).toHaveCount(5);
  await expect(page.locator(".solutions li")).toHaveCount(5);
  await expect(page.locator(".solutions li").first()).toHaveText(/^1\. \d+[.…] \S+#$/);
  await expect(page.getByLabel("Title")).toHaveValue("Mate in 1");
  await page.getByRole("radio", { name: "A4" }).check();
  expect(await printed(page)).toEqual({ pages: 2, sizes: ["595 842"] });
  await inspect(page, "print-exercises");
});
