import type { Page } from "@playwright/test";
import { words } from "../src/language/de";
import { CARDS, EXAMPLE, expect, inspect, test } from "./server";

/** A view, its address, what is there once it is ready, and a word of it. */
const VIEWS: [string, string, string, RegExp][] = [
  ["first visit", "/", ".tabiyas .mini", /Sieh, was in Stellungen wie deiner gespielt wurde/],
  ["search", `/?fen=${EXAMPLE}&player=Carlsen,M&since=2010&color=black`, CARDS, /Gespielt seit 2010/],
  [
    "analysis",
    `/analysis?fen=${EXAMPLE}`,
    ".difficulty li",
    /die Hälfte der Spieler mit dieser Wertung findet/,
  ],
  ["game", "/games/1489?ply=29", ".curve .line[d]", /Runde 8 · 11\. Oktober 2012/],
  ["player", "/players/Carlsen,M", ".player-sides table", /Karlsbader Struktur/],
  ["report", "/players/Kasparov,G/report", ".report table", /erwarten lassen/],
  ["training-choice", "/training", ".choose", /Wähle eine Quelle und eine Stufe\./],
  [
    "training",
    "/training?theme=mateIn1&level=any&limit=3",
    ".status-line",
    /am Zug: Finde den einen guten Zug\./,
  ],
  ["play", "/play", ".status-line", /Du bist am Zug/],
  ["progressive", "/progressive", ".progressive [aria-busy=false]", /setzt in genau 3 Zügen matt: noch 3\./],
  ["bughouse", "/bughouse", ".table-board piece", /Wähle die Spieler und beginne\./],
  ["collections", "/collections", ".collections .notice", /Noch nichts gespeichert/],
  ["import", "/import", ".here", /2\.851 Partien mit [\d.]+ Stellungen im Index/],
  ["survey", "/survey", ".begin", /Welche Stellungen ähneln sich\?/],
  ["print", "/print", "h1", /Nichts zu drucken/],
];

/** Words that no German one is like: `Analyse` is both. */
const GERMAN: string[] = Object.values(words);
const ENGLISH = Object.keys(words).filter((english) => !GERMAN.includes(english) && !english.includes("{"));

/** What is seen or heard in English, but for the prose of the server, which says so. */
const leftIn = (page: Page) =>
  page.evaluate((english) => {
    const known = new Set(english);
    const texts: (string | null)[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement?.closest("[lang=en]")) texts.push(node.textContent);
    }
    for (const name of ["aria-label", "title", "placeholder", "aria-description", "aria-roledescription"]) {
      for (const element of document.querySelectorAll(`[${name}]`)) texts.push(element.getAttribute(name));
    }
    return texts.map((text) => text?.trim() ?? "").filter((text) => known.has(text));
  }, ENGLISH);

const language = (page: Page) => page.evaluate(() => document.documentElement.lang);

test.describe("in a German browser", () => {
  test.use({ locale: "de-AT" });

  for (const [name, address, ready, word] of VIEWS) {
    test(`${name} speaks German`, { tag: "@looks" }, async ({ page, carlsen }) => {
      await page.goto(carlsen + address);
      await expect(page.locator(ready).first()).toBeAttached();
      await expect(page.locator("main")).toContainText(word);
      expect(await language(page)).toBe("de");
      expect(await leftIn(page)).toEqual([]);
      await expect(page.locator(".engine[aria-busy=true]")).toHaveCount(0);
      await inspect(page, `german-${name}`);
      // The narrowest phone that is common.
      await page.setViewportSize({ width: 360, height: 740 });
      const wide = () =>
        page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          const past = [...document.querySelectorAll("main *, header *")].filter(
            (element) =>
              element.getBoundingClientRect().right > clientWidth + 1 && !element.closest(".hidden"),
          );
          return scrollWidth > clientWidth ? past.map((element) => element.outerHTML.slice(0, 80)) : [];
        });
      // chessground follows a little later.
      await expect.poll(wide).toEqual([]);
    });
  }

  test("a dialog, an error and what screen readers say", async ({ page, carlsen }) => {
    await page.goto(`${carlsen}/?fen=${EXAMPLE}`);
    const board = page.getByRole("application");
    await expect(board).toHaveAttribute(
      "aria-label",
      /Weiß: König e1, Dame d2, Türme a1 h1, .*Weiß am Zug\.$/,
    );
    await page.locator(`${CARDS} .keep`).first().click();
    const dialog = page.getByRole("dialog", { name: "Diese Stellung speichern" });
    await dialog.getByRole("button", { name: "Speichern" }).click();
    await expect(page.getByText("In „Meine Stellungen“ gespeichert.")).toBeVisible();
    await page.getByLabel("FEN oder PGN, auch eingefügt").fill("8/8/8");
    await expect(page.locator("#wrong-fen")).toHaveText(
      "Eine FEN hat acht Reihen mit / dazwischen; diese hat 3.",
    );
    await page.goto(`${carlsen}/training?theme=fork&level=any&limit=3`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Gabel");
  });

  test("a sheet to print", async ({ page, carlsen }) => {
    await page.goto(`${carlsen}/?fen=${EXAMPLE}`);
    await page.getByRole("button", { name: "Speichern oder drucken" }).click();
    await page
      .getByRole("dialog", { name: "10 ähnliche Stellungen" })
      .getByRole("button", { name: "Drucken" })
      .click();
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("heading", { name: "Ähnliche Stellungen" })).toBeVisible();
    await expect(page.getByText(/^[○●] (Weiß|Schwarz) am Zug$/)).toHaveCount(10);
    expect(await leftIn(page)).toEqual([]);
  });

  test("English is chosen, and stays", async ({ page, carlsen }) => {
    await page.goto(`${carlsen}/collections`);
    await expect(page).toHaveTitle("Gespeicherte Stellungen · Tabiya");
    await page.getByRole("button", { name: "Einstellungen" }).click();
    const choice = page.getByRole("combobox", { name: "Sprache" });
    await expect(choice).toHaveValue("auto");
    await choice.focus();
    await choice.selectOption("English");
    await expect(page.getByRole("dialog", { name: "Settings" })).toBeVisible();
    await expect(page.getByRole("combobox", { name: "Language" })).toBeFocused();
    await inspect(page, "settings-language");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("heading", { name: "Saved positions" })).toBeVisible();
    await expect(page).toHaveTitle("Saved positions · Tabiya");
    expect(await language(page)).toBe("en");
    await page.reload();
    await expect(page.getByRole("heading", { name: "Saved positions" })).toBeVisible();
    expect(await language(page)).toBe("en");
  });
});

for (const locale of ["en-US", "fr-FR"]) {
  test.describe(`in a browser of ${locale}`, () => {
    test.use({ locale });

    test("the page speaks English, and no other language loads", async ({ page, carlsen }) => {
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      await page.goto(carlsen);
      await expect(
        page.getByRole("heading", { name: "See what was played in positions like yours" }),
      ).toBeVisible();
      expect(await language(page)).toBe("en");
      expect(asked.filter((url) => /\/de-[^/]*\.js$/.test(url))).toEqual([]);
    });

    test("German is chosen, and stays", async ({ page, carlsen }) => {
      await page.goto(`${carlsen}/?fen=${EXAMPLE}`);
      await expect(page.locator(CARDS)).toHaveCount(10);
      await page.getByRole("button", { name: "Settings" }).click();
      await page.getByRole("combobox", { name: "Language" }).selectOption("Deutsch");
      await expect(page.getByRole("dialog", { name: "Einstellungen" })).toBeVisible();
      await page.keyboard.press("Escape");
      expect(await leftIn(page)).toEqual([]);
      await page.reload();
      await expect(page.locator(CARDS)).toHaveCount(10);
      await expect(page.getByRole("heading", { name: "Ähnliche Stellungen" })).toBeVisible();
      expect(await language(page)).toBe("de");
    });
  });
}

test.describe("without its server", () => {
  // What is asked of a server that is away.
  test.use({ complaints: /ERR_|Failed to load/, serviceWorkers: "allow" });

  for (const [how, locale] of [
    ["that the browser prefers", "de-DE"],
    ["that was chosen", "en-US"],
  ] as const) {
    test.describe(how, () => {
      test.use({ locale });

      test(`the page speaks the language ${how}`, { tag: "@looks" }, async ({ empty, page }) => {
        await page.goto(empty.url);
        const kept = () =>
          page.evaluate(async () => {
            const [name] = await caches.keys();
            const files = name ? await (await caches.open(name)).keys() : [];
            return files.map(({ url }) => new URL(url).pathname);
          });
        const catalogues = async () => (await kept()).filter((path) => /^\/assets\/de-[^/]*\.js$/.test(path));
        await expect.poll(async () => (await kept()).length).toBeGreaterThan(20);
        if (locale === "en-US") {
          expect(await catalogues()).toEqual([]);
          await page.getByRole("button", { name: "Settings" }).click();
          await page.getByRole("combobox", { name: "Language" }).selectOption("Deutsch");
        }
        await expect.poll(catalogues).toHaveLength(1);
        await page.evaluate(() => navigator.serviceWorker.ready);
        await empty.stop();
        await page.reload();
        await expect(page.getByText("Der Server antwortet nicht. Diese Seite bleibt")).toBeVisible();
        await page.getByRole("link", { name: "Gespeichert" }).click();
        await expect(page.getByRole("heading", { name: "Noch nichts gespeichert" })).toBeVisible();
        expect(await language(page)).toBe("de");
      });
    });
  }
});
