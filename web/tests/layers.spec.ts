import type { Page } from "@playwright/test";
import { CARDS, EXAMPLE, expect, inspect, layoutShift, test } from "./server";

const inGames = (page: Page) => page.getByRole("region", { name: "In these games" });

test("a first visit says what this is, and offers three tabiyas", async ({ page, carlsen }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(carlsen);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "See what was played in positions like yours",
  );
  const tabiyas = page.getByRole("list", { name: "Tabiyas" }).getByRole("link");
  await expect(tabiyas).toHaveText([/^Carlsbad/, /^Najdorf/, /^Isolani/]);
  await inspect(page, "first-visit-tabiyas");
  expect(asked.filter((path) => path.startsWith("/api/"))).toEqual(["/api/status"]);
  for (const [name, heading, structure] of [
    [
      /^Carlsbad/,
      "D36Queen's Gambit Declined: Exchange Variation",
      "Carlsbad structure. White’s plan: Attack with the minority, b2-b4-b5,",
    ],
    [/^Najdorf/, "B90Sicilian Defense: Najdorf Variation, English Attack", "Najdorf formation"],
    [/^Isolani/, "Semi-Tarrasch", /^Isolani(, \d\d % match)?\. White’s plan: \S/],
  ] as const) {
    await page.getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(heading);
    await expect(page.locator(".called p")).toContainText(structure);
    await expect(page).toHaveTitle(/^(Queen's Gambit|Sicilian).* · Tabiya$/);
    await expect(page.locator(CARDS)).toHaveCount(10);
    await page.goBack();
    await expect(tabiyas).toHaveCount(3);
    await expect(page).toHaveTitle("Tabiya");
  }
});

test("what was played in the games: how they ended, moves to play, games to open", async ({
  page,
  carlsen,
}) => {
  await page.goto(`${carlsen}/?play=e2e4,c7c5`);
  const games = inGames(page);
  await expect(games.getByRole("heading", { name: "In these games 513 games" })).toBeVisible();
  await expect(games.locator(".ended").first()).toHaveAttribute(
    "aria-label",
    "White 35 %, draws 37 %, Black 28 %",
  );
  await expect(games).toContainText("Similar positions come from later moves");
  const rows = games.locator("tbody tr");
  await expect(rows.first()).toHaveText(/^Nf3458.*2678$/);
  expect(await layoutShift(page)).toBeLessThan(0.02);
  await inspect(page, "in-games");
  // Pointed at, a move is drawn; arrow keys go from move to move; a click plays it.
  await rows.nth(1).hover();
  await expect(page.locator(".cg-shapes line")).toHaveCount(1);
  await rows.first().getByRole("button").focus();
  await page.keyboard.press("ArrowDown");
  await expect(rows.nth(1).getByRole("button")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/play=e2e4,c7c5,g1f3$/);
  await expect(games.getByRole("heading")).toHaveText("In these games 462 games");
  await rows.filter({ hasText: "Nc6" }).click();
  await expect(page).toHaveURL(/play=e2e4,c7c5,g1f3,b8c6$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Sicilian Defense");
  await expect(page).toHaveTitle(/^Sicilian Defense.* · Tabiya$/);
  // Games open at this position.
  await games.getByRole("radio", { name: "Top games" }).check();
  await expect(games.getByRole("listitem")).toHaveCount(5);
  await games.getByRole("radio", { name: "Recent games" }).check();
  await expect(games.getByRole("listitem").first()).toContainText("2019");
  await games.getByRole("link").first().click();
  await expect(page.locator(".moves button[aria-current]")).toHaveText("Nc6");
});

test("a position in no game is one line, and filters count", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/?fen=${EXAMPLE}`);
  await expect(inGames(page)).toHaveText("In these games None has exactly this position.");
  await page.goto(`${carlsen}/?play=e2e4,c7c5&player=Anand&color=white`);
  await expect(inGames(page).getByRole("heading")).toHaveText(/^In these games \d\d? games$/);
});

test("identical positions are one card, and the first", async ({ page, carlsen }) => {
  // Move 13 of the Marshall, which many games reach.
  const { hits } = await page.request
    .post(`${carlsen}/api/similar`, {
      data: { fen: "r1bq1rk1/4bppp/p1p5/1p1n4/3P4/1BP5/PP3PPP/RNBQR1K1 b - - 0 13", limit: 10 },
    })
    .then((answer) => answer.json());
  const many = hits.find(({ games }: { games: number }) => games > 1);
  expect(many, "a position of several games").toBeTruthy();
  await page.goto(`${carlsen}/?fen=${many.fen.replaceAll(" ", "_")}`);
  const first = page.locator(CARDS).first();
  await expect(first.locator(".said")).toHaveText(new RegExp(`^Identical${many.games} games\\S`));
  await expect(page.locator(".said b", { hasText: "Identical" })).toHaveCount(1);
  await first.getByRole("button", { name: /^Details/ }).click();
  await expect(first.locator(".same-board li")).toHaveCount(Math.min(many.games - 1, 5));
  // It is among the compared positions: nothing says that it comes before them.
  await expect(inGames(page)).not.toContainText("later moves");
});

test("exercises are links, and cost nothing until they are followed", async ({ page, carlsen }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const motifs = page.waitForRequest("**/api/motifs");
  await page.goto(`${carlsen}/?fen=r2qr1k1/pp1nbppp/2p2n2/3p1bB1/3P4/2N1PN2/PP2BPPP/R2Q1RK1_w_-_-_0_11`);
  // The name needs no engine, either.
  expect((await motifs).postDataJSON()).toMatchObject({ nodes: 0 });
  const exercises = page.getByRole("region", { name: "Exercises like this" });
  await expect(exercises.getByRole("link", { name: "Carlsbad structure" })).toHaveAttribute(
    "href",
    "/training?theme=Carlsbad+structure",
  );
  await expect(page.locator(CARDS)).toHaveCount(10);
  expect(asked).not.toContain("/api/training");
  await exercises.getByRole("link", { name: "From similar positions" }).click();
  await expect(page).toHaveURL(/\/training\?fen=/);
});

/** The routes of the layers, in the orders in which their answers may come. */
const ORDERS = [
  ["positions", "motifs", "similar"],
  ["similar", "motifs", "positions"],
  ["motifs", "similar", "positions"],
  ["positions", "similar", "motifs"],
] as const;

for (const size of [
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
]) {
  test(
    `layers come in any order, and move nothing, at ${size.width}`,
    { tag: "@looks" },
    async ({ page, carlsen }) => {
      await page.setViewportSize(size);
      for (const order of ORDERS) {
        for (const address of [`/?fen=${EXAMPLE}`, "/?play=e2e4,c7c5,g1f3,d7d6,d2d4,c5d4,f3d4,g8f6,b1c3"]) {
          const gates = new Map<string, () => void>();
          const asked = order.map(
            (route) =>
              new Promise<void>((resolve) => {
                page.route(`**/api/${route}`, async (held) => {
                  await new Promise<void>((go) => {
                    gates.set(route, go);
                    resolve();
                  });
                  await held.continue();
                });
              }),
          );
          await page.goto(carlsen + address);
          await Promise.all(asked);
          for (const route of order) {
            const answer = page.waitForResponse(`**/api/${route}`);
            gates.get(route)?.();
            await (await answer).finished();
            // Two frames: the answer is drawn.
            await page.evaluate(
              () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
            );
          }
          await expect(page.locator(CARDS)).toHaveCount(10);
          expect(await layoutShift(page), `${order} at ${address}`).toBeLessThan(0.02);
          await page.unrouteAll();
        }
      }
    },
  );
}

test("the first hit within eight tabs", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/?fen=${EXAMPLE}`);
  await expect(page.locator(CARDS)).toHaveCount(10);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to similar positions" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.locator(`${CARDS} .players`).first()).toBeFocused();
});

test("a typed text that is no FEN is one sentence", async ({ page, carlsen }) => {
  await page.goto(carlsen);
  const field = page.getByLabel(/^FEN/);
  for (const [text, words] of [
    [
      "hello world",
      "“hello” is not a FEN, which begins with the pieces rank by rank and / between, such as 4k3/8/8/8/8/8/4P3/4K3.",
    ],
    ["4k3/8/8/8/8/8/8/4K4 w", "Rank 1 has 9 squares instead of 8."],
  ] as const) {
    await field.fill(text);
    await expect(page.locator(".position-box [role=status]")).toHaveText(words);
    await expect(field).toHaveAttribute("aria-invalid", "true");
  }
  await inspect(page, "no-fen");
  await field.fill("4k3/8/8/8/8/8/8/R3K3 w");
  await expect(page.locator(".position-box [role=status]")).toBeEmpty();
  await expect(page).toHaveURL(/fen=4k3/);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("the board, then the first hit in sight; options in a sheet", async ({ page, carlsen }) => {
    await page.goto(`${carlsen}/?fen=${EXAMPLE}`);
    await expect(page.locator(CARDS)).toHaveCount(10);
    const box = await page.locator(`${CARDS} .mini`).first().boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(844);
    await expect(page.locator(CARDS).first()).toContainText("% match");
    await inspect(page, "phone-first-hit");
    await page.getByRole("button", { name: "Options" }).tap();
    const sheet = page.getByRole("dialog", { name: "Options" });
    await sheet.getByRole("radio", { name: "Structure" }).check();
    await sheet.getByLabel("Include reversed colours").check();
    await inspect(page, "phone-options");
    await sheet.getByRole("button", { name: "Done" }).tap();
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(/scoring=structure&flip=true$/);
    await expect(page.getByRole("button", { name: "Options 2" })).toBeVisible();
    await expect(page.locator(CARDS)).toHaveCount(10);
    // Plans open under their heading.
    const plans = page.getByRole("button", { name: /^Plans/ });
    await expect(plans).toHaveAttribute("aria-expanded", "false");
    await plans.tap();
    await expect(page.getByRole("region", { name: "Plans" }).getByRole("listitem")).toHaveCount(10);
    await inspect(page, "phone-plans");
  });

  test("a card shows its move whole, and nothing lies over the event", async ({ page, carlsen }) => {
    for (const width of [390, 340]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`${carlsen}/?fen=${EXAMPLE}&limit=20`);
      await expect(page.locator(CARDS)).toHaveCount(20);
      const faults = await page.locator(CARDS).evaluateAll((cards) =>
        cards.flatMap((card) => {
          const at = (name: string) => card.querySelector(name) as HTMLElement;
          const [move, where, keep] = [at(".next"), at(".where"), at(".keep")];
          const [over, under] = [keep.getBoundingClientRect(), where.getBoundingClientRect()];
          const isOver = over.top < under.bottom && over.left < under.right && over.bottom > under.top;
          return [
            move.scrollWidth > move.clientWidth && `cut: ${move.textContent}`,
            isOver && `covered: ${where.textContent}`,
          ].filter(Boolean);
        }),
      );
      expect(faults, String(width)).toEqual([]);
    }
  });

  test("what is done with the position is by the board", async ({ page, carlsen }) => {
    await page.goto(`${carlsen}/?fen=${EXAMPLE}`);
    await expect(page.locator(CARDS)).toHaveCount(10);
    const more = page.getByRole("button", { name: "More" });
    await expect(more).toHaveAttribute("aria-expanded", "false");
    await expect(page.getByLabel(/^FEN/)).toBeHidden();
    await more.tap();
    await expect(more).toHaveAttribute("aria-expanded", "true");
    const onward = page.getByRole("navigation", { name: "With this position" });
    for (const one of [
      page.getByLabel(/^FEN/),
      page.getByLabel("Move", { exact: true }),
      onward.getByRole("link", { name: "Analyse" }),
      onward.getByRole("link", { name: "Exercises" }),
      onward.getByRole("button", { name: "Save" }),
      onward.getByRole("button", { name: "Share" }),
    ]) {
      await expect(one).toBeInViewport({ ratio: 1 });
    }
    const stepper = await page.getByRole("toolbar", { name: "Board" }).boundingBox();
    expect(stepper?.height).toBeLessThan(45);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await inspect(page, "phone-more");
    await more.tap();
    await expect(onward).toBeHidden();
  });

  test("in an opening the games come first", async ({ page, carlsen }) => {
    await page.goto(`${carlsen}/?play=e2e4,c7c5`);
    await expect(inGames(page).locator("tbody tr").first()).toBeInViewport();
    await inspect(page, "phone-in-games");
  });
});
