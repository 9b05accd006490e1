import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { CARDS, drag, EXAMPLE, expect, inspect, layoutShift, root, Server, tabiya, test } from "./server";

test("a game, opened at the found move", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/?fen=${EXAMPLE}`);
  await page.locator(`${CARDS} .players`).first().click();
  await expect(page).toHaveURL(/\/games\/1489\?ply=29$/);
  await expect(page).toHaveTitle("Karjakin, Sergey – Carlsen, M · Tabiya");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Karjakin, Sergey ½–½ Carlsen, M");
  await expect(page.getByText("French Defense: Winawer Variation")).toBeVisible();
  await expect(page.getByRole("button", { name: "Be2" })).toHaveAttribute("aria-current", "step");
  // The curve, from all its positions.
  await expect(page.locator(".curve .line[d]")).toHaveCount(1);
  await expect(page.locator(".scoresheet footer")).toContainText(/15\. Be2, [+−]?\d/);
  const curve = page.getByLabel("Evaluation curve: move");
  await expect(curve).toHaveAttribute("aria-valuetext", /^15\. Be2, /);
  await curve.focus();
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/ply=30$/);
  await page.getByRole("button", { name: "Nc6" }).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(page).toHaveURL(/ply=29$/);
  // Motifs, drawn on the board.
  await page.getByRole("button", { name: "White's pawns on c2 and c3 are doubled." }).click();
  await expect(page.locator("square.motif")).toHaveCount(2);
  expect(await layoutShift(page)).toBeLessThan(0.01);
  await inspect(page, "game");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "PGN" }).click();
  expect((await download).suggestedFilename()).toBe("tabiya-1489.pgn");
  await page.getByRole("link", { name: "Find similar positions" }).click();
  await expect(page.locator(".moves button[aria-current]")).toHaveText("Be2");
  await page.goBack();
  await expect(page).toHaveURL(/\/games\/1489\?ply=29$/);
});

test("comments, variations and clocks of a game", async ({ empty, page }) => {
  const body =
    '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n{The Carlsbad structure.} 1. d4 { [%clk 0:03:00] } 1... d5!? ' +
    "{ Solid. [%clk 0:02:58.5] } (1... Nf6 $1 2. c4 {Indian} (2. Nf3) 2... Ke4) 2. c4 { [%clk 0:02:51] } 1-0\n";
  const imported = await fetch(`${empty.url}/api/games`, { method: "POST", body });
  expect(imported.ok).toBe(true);
  // The game is there once the answer has ended.
  await imported.text();
  await page.goto(`${empty.url}/games/1?ply=2`);
  const notes = page.getByRole("region", { name: "Comments and variations" });
  await expect(notes).toContainText("The Carlsbad structure.");
  await expect(notes.locator(".variation")).toHaveText("1… Nf6! 2. c4 Indian (2. Nf3) Ke4");
  await expect(notes.locator(".here")).toContainText("Solid.");
  await expect(page.locator(".moves button[aria-current]")).toHaveText("d5!?");
  await expect(page.locator(".player.bar .clock")).toHaveText(["Clock 2:58.5", "Clock 3:00"]);
  await inspect(page, "comments of a game");
  await notes.getByRole("button", { name: "Start" }).click();
  await expect(page).toHaveURL(/ply=0$/);
  await expect(page.locator(".player.bar .clock")).toHaveCount(0);
});

test("in a long game the move on the board is in sight", async ({ page, carlsen }) => {
  const moves = page.getByRole("list", { name: "Moves" });
  const isSeen = () =>
    moves.evaluate((box) => {
      const here = box.querySelector("[aria-current]")?.getBoundingClientRect();
      const around = box.getBoundingClientRect();
      const isLong = box.scrollHeight > box.clientHeight;
      // Sizes have fractions, what is scrolled has none.
      return isLong && here !== undefined && here.top > around.top - 1 && here.bottom < around.bottom + 1;
    });
  // Where not all moves have room.
  await page.setViewportSize({ width: 390, height: 600 });
  await page.goto(`${carlsen}/games/1489?ply=60`);
  await page.getByRole("link", { name: "Analyse", exact: true }).click();
  await expect.poll(isSeen).toBe(true);
  await page.keyboard.press("Home");
  await expect.poll(() => moves.evaluate((box) => box.scrollTop)).toBe(0);
  await page.keyboard.press("End");
  await expect.poll(isSeen).toBe(true);
});

test.describe("no game", () => {
  test.use({ complaints: /404/ });
  test("is reported", async ({ page, carlsen }) => {
    await page.goto(`${carlsen}/games/999999`);
    await expect(page.getByRole("alert")).toHaveText(
      "This game was not foundThere is no game 999999 in the index.",
    );
    await inspect(page, "no-game");
  });
});

test.describe("no page", () => {
  test.use({ complaints: /404/ });
  test("is reported in the page's form", async ({ page, carlsen }) => {
    for (const address of ["/settings", "/games/1/2", "/api/nowhere", "/players/Carlsen/x/y"]) {
      const answer = await page.goto(`${carlsen}${address}`);
      expect(answer?.status(), address).toBe(404);
      await expect(page.getByRole("heading", { level: 1 }), address).toHaveText("Page not found");
    }
    await expect(page).toHaveTitle("Page not found · Tabiya");
    await expect(page.getByRole("link", { name: "API documentation" })).toHaveAttribute("href", "/docs");
    await inspect(page, "missing");
    await page.getByRole("main").getByRole("link", { name: "Search" }).click();
    await expect(page).toHaveURL(`${carlsen}/`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("positions like yours");
    // The server takes any name of a game; the page knows that games have numbers.
    await page.goto(`${carlsen}/games/x`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  });
});

test("analysis: structure, motifs, score and lines", async ({ page, carlsen }) => {
  const carlsbad = "r2qr1k1/pp1nbppp/2p2n2/3p1bB1/3P4/2N1PN2/PP2BPPP/R2Q1RK1_w_-_-_0_11";
  const requests: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/analyse")) requests.push(request.postDataJSON());
  });
  await page.goto(`${carlsen}/analysis?fen=${carlsbad}`);
  await expect(page.getByRole("heading", { name: "Carlsbad structure" })).toBeVisible();
  await expect(page.getByText(/\bb2-b4-b5\b/)).toBeVisible();
  const engine = page.getByRole("region", { name: "Engine" });
  await expect(engine.locator("header .score")).toHaveText(/^[+−]?\d\.\d\d$/);
  await expect(engine.locator(".lines .pv")).toHaveCount(3);
  await expect(engine).toContainText(/depth \d+, \d+ (k )?nodes/);
  await expect(page.locator(".cg-shapes line")).toHaveCount(1);
  const difficulty = page.getByRole("region", { name: "Difficulty" });
  await expect(difficulty.locator(".coming")).toHaveCount(0);
  await expect(difficulty.locator(".score")).toHaveText(/^\d{3,4}$/);
  await expect(difficulty).toContainText(/in four of five such positions the rating is between \d+ and \d+/);
  await expect(difficulty.getByRole("listitem").first()).toHaveText(/\([+-]\d+\)$/);
  await page.getByRole("button", { name: /\bc6-c5\b/ }).hover();
  await expect(page.locator("square.motif").first()).toBeVisible();
  await page.mouse.move(2, 2);
  await expect(engine).toHaveAttribute("aria-busy", "false");
  // At once, then better, and on from there.
  const fen = carlsbad.replaceAll("_", " ");
  const further = (effort: object) => ({ fen, ...effort, resume: true, multiPv: 3 });
  expect(requests).toEqual([
    { fen, nodes: 20_000, multiPv: 3 },
    { fen, nodes: 400_000, multiPv: 3 },
    further({ nodes: 2_000_000 }),
    ...[4000, ...Array(26).fill(7000)].map((movetimeMs) => further({ movetimeMs })),
  ]);
  // The difficulty is that of the engine's move.
  const best = (await engine.locator(".lines button").first().textContent())?.replace(/^\d+\. /, "");
  await expect(difficulty).toContainText(`find ${best};`);
  expect(await layoutShift(page)).toBeLessThan(0.01);
  await inspect(page, "analysis");
  const move = (await engine.locator(".lines button").first().textContent()) ?? "";
  await engine.locator(".lines button").first().click();
  await expect(page.locator(".moves button")).toHaveText([move.replace(/^\d+\. /, "")]);
  await page.getByRole("checkbox", { name: "Engine" }).uncheck();
  await expect(engine).toBeHidden();
  await page.getByRole("link", { name: "Find similar positions" }).click();
  await expect(page).toHaveURL(/\/\?fen=r2qr1k1.*&play=/);
});

test("a game against the engine", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/play`);
  await page.getByLabel(/^Level/).focus();
  await page.keyboard.press("Home");
  await expect(page).toHaveURL(/elo=800/);
  const request = page.waitForRequest("**/api/analyse");
  await drag(page, "e2", "e4");
  expect((await request).postDataJSON()).toMatchObject({ elo: 800 });
  await expect(page.locator(".moves button")).toHaveCount(2);
  await expect(page.getByText("Your move")).toBeVisible();
  await inspect(page, "play");
  await page.getByRole("button", { name: "Take back" }).click();
  await expect(page.locator(".moves button")).toHaveCount(0);
  await page.getByRole("radio", { name: "Black" }).check();
  await expect(page.locator(".moves button")).toHaveCount(1);
  await expect(page.locator(".cg-wrap").first()).toHaveClass(/orientation-black/);
  await page.getByRole("button", { name: "Flip the board" }).click();
  await expect(page.locator(".cg-wrap").first()).toHaveClass(/orientation-white/);
  await page.getByRole("button", { name: "Resign" }).click();
  await expect(page.getByText("You resigned: White wins")).toBeVisible();
});

test("a game from any position, to its end", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/play?fen=6k1/5ppp/8/8/8/8/8/K3R3_w_-_-_0_1`);
  await drag(page, "e1", "e8");
  await expect(page.getByText("Checkmate: White wins")).toBeVisible();
  await expect(page.locator("square.check")).toHaveCount(1);
});

test.describe("a first visit", () => {
  test("offers Carlsen's games in one click", async ({ empty, page }) => {
    await page.goto(`${empty.url}/?fen=${EXAMPLE}`);
    await expect(page.getByRole("heading", { name: "No games yet" })).toBeVisible();
    expect(await layoutShift(page)).toBeLessThan(0.01);
    await inspect(page, "first-visit");
    await page.getByRole("button", { name: "Use Carlsen’s games" }).click();
    await expect(page.locator(CARDS)).toHaveCount(10, { timeout: 90_000 });
    await expect(page.locator(".card").first()).toContainText("Karjakin");
    await expect(page.getByText("2,851 games", { exact: true })).toBeVisible();
  });
});

const GAME = '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n';
const WRONG = '[White "C"]\n[Black "D"]\n\n1. e4 e5 2. Ke3 *\n';

test("an import shows the result of each file", async ({ empty, page }) => {
  await page.goto(`${empty.url}/import`);
  await expect(page.getByText("There are no games yet.")).toBeVisible();
  const files = [
    { name: "first.pgn", mimeType: "text/plain", buffer: Buffer.from(`${GAME}\n${WRONG}\n${GAME}`) },
    { name: "again.pgn", mimeType: "text/plain", buffer: Buffer.from(GAME) },
  ];
  await page.getByLabel("PGN files").setInputFiles(files);
  const rows = page.getByRole("list", { name: "Files" }).locator("> li");
  await expect(rows.nth(0)).toContainText("1 new game, 0 positions, 1 duplicate, 1 rejected");
  await expect(rows.nth(1)).toContainText("0 new games, 0 positions, 1 duplicate, 0 rejected");
  await rows.nth(0).locator("summary").click();
  await expect(rows.nth(0).locator("td")).toHaveText(["2", "7", /\bKe3\b.*\b2\b.*\bWhite\b/]);
  await expect(page.getByText("1 game with 0 positions in the index")).toBeVisible();
  await expect(page.locator(".head .games")).toHaveText("1 game");
  await inspect(page, "import");
});

test("files are dropped, compressed too", async ({ empty, page }) => {
  await page.goto(`${empty.url}/import`);
  const { gzipSync } = await import("node:zlib");
  const bytes = [...gzipSync(GAME)];
  const data = await page.evaluateHandle((bytes) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(bytes)], "games.pgn.gz"));
    return data;
  }, bytes);
  await page.locator(".drop").dispatchEvent("drop", { dataTransfer: data });
  await expect(page.locator(".files .counts")).toContainText("1 new game");
});

test.describe("with a token", () => {
  test.use({ complaints: /40[13]/ });
  test("an import asks for it", async ({ empty, page }) => {
    await empty.stop();
    await empty.start({ TABIYA_TOKEN: "secret" });
    await page.goto(`${empty.url}/import`);
    const file = { name: "games.pgn", mimeType: "text/plain", buffer: Buffer.from(GAME) };
    await page.getByLabel("PGN files").setInputFiles(file);
    await expect(page.getByLabel(/This server accepts games only with its token or a key/)).toBeVisible();
    await inspect(page, "token");
    await page.getByLabel(/token/).fill("wrong");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByLabel(/\btoken\b.*Enter another/)).toBeVisible();
    await page.getByLabel(/token/).fill("secret");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.locator(".files .counts")).toContainText("1 new game");
  });
  test("the right one is kept, a wrong one is not", async ({ empty, page }) => {
    await empty.stop();
    await empty.start({ TABIYA_TOKEN: "secret" });
    const file = { name: "games.pgn", mimeType: "text/plain", buffer: Buffer.from(GAME) };
    for (const token of ["wrong", "secret"]) {
      await page.goto(`${empty.url}/import`);
      await page.getByLabel("PGN files").setInputFiles(file);
      await page.getByLabel(/This server accepts games only with its token or a key/).fill(token);
      await page.getByRole("button", { name: "Continue" }).click();
      if (token === "wrong") await expect(page.getByLabel(/\btoken\b.*Enter another/)).toBeVisible();
      else await expect(page.locator(".files .state")).toHaveText("done");
    }
    await page.reload();
    await page.getByLabel("PGN files").setInputFiles(file);
    await expect(page.locator(".files .counts")).toContainText("1 duplicate");
  });
});

test.describe("a private server", () => {
  test.use({ complaints: /40[13]/ });
  test("asks for a key, and goes on where one was", async ({ empty, page }) => {
    await empty.stop();
    empty.ingest(join(root, "tests/games.pgn.gz"));
    const keys = test.info().outputPath("keys");
    const make = (name: string, rights: string) =>
      execFileSync(tabiya, ["keys", "add", name, "--rights", rights, "--keys", keys], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      }).trim();
    const [reads, writes] = [make("reads", "read"), make("writes", "write")];
    await empty.start({ TABIYA_KEYS: keys, TABIYA_PRIVATE: "true" });
    await page.goto(`${empty.url}/games/1`);
    await expect(page.getByRole("heading", { name: "This server is private" })).toBeVisible();
    await inspect(page, "private");
    for (const [label, key] of [
      [/It answers only with a key or its token/, "wrong"],
      [/\bkey\b[^"]*Enter another/, writes],
      [/"writes".*\bread\b.*Enter another/, reads],
    ] as const) {
      await expect(page.getByLabel(label)).toBeFocused();
      await page.keyboard.type(key);
      await page.keyboard.press("Enter");
    }
    await expect(page.locator("cg-board").first()).toBeVisible();
    await page.reload();
    await expect(page.locator("cg-board").first()).toBeVisible();
    execFileSync(tabiya, ["keys", "revoke", "reads", "--keys", keys]);
    await page.reload();
    await expect(page.getByLabel(/\bkey\b[^"]*Enter another/)).toBeVisible();
  });
});

test.describe("when the server is away", () => {
  test.use({ complaints: /ERR_CONNECTION|Failed to load/ });
  test("the page says so, and continues when it is back", async ({ page }) => {
    const server = new Server();
    const file = `${server.folder}.pgn`;
    writeFileSync(file, GAME);
    server.ingest(file, file);
    await server.start();
    try {
      await page.goto(`${server.url}/analysis`);
      await expect(page.getByRole("region", { name: "Engine" })).toHaveAttribute("aria-busy", "false");
      await server.stop();
      await page.getByLabel("Move", { exact: true }).fill("e4");
      await page.keyboard.press("Enter");
      await expect(page.getByText("The server does not answer. This page stays as it is")).toBeVisible();
      await inspect(page, "away");
      await server.start();
      await expect(page.getByText("The server does not answer. This page stays as it is")).toBeHidden();
      await page.getByLabel("Move", { exact: true }).fill("e5");
      await page.keyboard.press("Enter");
      await expect(page.locator(".engine header .score")).toHaveText(/\d/);
    } finally {
      await server.remove();
    }
  });
});

test.describe("a view that was not shown before", () => {
  test.use({ complaints: /ERR_CONNECTION|Failed to load|load preload assets/ });
  test("comes with the server", async ({ empty, page }) => {
    await page.goto(empty.url);
    await expect(page.getByRole("heading", { name: "No games yet" })).toBeVisible();
    await empty.stop();
    await page.getByRole("link", { name: "Training" }).click();
    await expect(page.getByRole("heading", { name: "This view could not be loaded" })).toBeVisible();
    await inspect(page, "away-view");
    await empty.start();
    await expect(page.getByRole("button", { name: "Make exercises" })).toBeVisible();
  });
});

for (const [name, address, ready, requested] of [
  ["on a first visit", "/", ".tabiyas .card", []],
  ["when a position is searched", `/?fen=${EXAMPLE}`, CARDS, ["motifs", "positions", "similar"]],
] as const) {
  test(`nothing moves ${name}, and nothing is requested twice`, async ({ page, carlsen }) => {
    const requests: string[] = [];
    page.on("request", (request) => requests.push(new URL(request.url()).pathname));
    await page.clock.install();
    await page.goto(carlsen + address);
    await expect(page.locator(ready).first()).toBeVisible();
    await expect(page.locator(".head .games")).toHaveText("2,851 games");
    await page.clock.runFor(10_000);
    const asked = requests.filter((path) => path.startsWith("/api/")).sort();
    expect(asked).toEqual([...requested, "status"].map((route) => `/api/${route}`));
    expect(await layoutShift(page)).toBeLessThan(0.01);
  });
}

test("the theme is switched and stored", async ({ page, carlsen }) => {
  await page.goto(carlsen);
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await ground();
  await page.getByRole("button", { name: "Dark theme" }).click();
  await expect.poll(ground).not.toBe(light);
  await page.reload();
  await expect(page.getByRole("button", { name: "Light theme" })).toBeVisible();
  expect(await ground()).not.toBe(light);
});
