import { CARDS, EXAMPLE, expect, inspect, layoutShift, test } from "./server";

/** A view, its address, what is there once it is ready, and how often. */
const VIEWS: [string, string, string, number?][] = [
  ["search", `/?fen=${EXAMPLE}&player=Carlsen,M&since=2010&color=black`, CARDS, 10],
  ["analysis", `/analysis?fen=${EXAMPLE}`, ".difficulty li"],
  ["game", "/games/1489?ply=29", ".curve .line[d]"],
  ["training-choice", "/training", ".choose"],
  ["training", "/training?theme=mateIn1&level=any&limit=5", ".status-line"],
  ["play", "/play", ".status-line"],
  ["survey", "/survey", ".begin"],
  ["progressive", "/progressive", ".progressive [aria-busy=false]"],
  ["bughouse", "/bughouse", ".table-board piece"],
  ["import", "/import", ".drop"],
  ["collections", "/collections", ".collections .notice"],
  ["print", "/print", "h1"],
];

// The narrowest phone that is common.
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

for (const [name, address, ready, times] of VIEWS) {
  test(`${name} on a phone`, { tag: "@looks" }, async ({ page, carlsen }) => {
    await page.goto(carlsen + address);
    await expect(page.locator(ready).first()).toBeAttached();
    if (times) await expect(page.locator(ready)).toHaveCount(times);
    await expect(page.locator(".engine[aria-busy=true]")).toHaveCount(0);
    const wide = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      const past = [...document.querySelectorAll("main *, header *")].filter(
        (element) => element.getBoundingClientRect().right > clientWidth + 1 && !element.closest(".hidden"),
      );
      return { by: scrollWidth - clientWidth, what: past.map((element) => element.outerHTML.slice(0, 80)) };
    });
    expect(wide.by, wide.what.join("\n")).toBeLessThanOrEqual(0);
    expect(await layoutShift(page)).toBeLessThan(0.01);
    // A finger needs room.
    for (const link of await page.locator(".head nav a").all()) {
      const box = await link.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
    }
    await inspect(page, `phone-${name}`);
  });
}
