import type { Page, Route } from "@playwright/test";
import { CARDS, EXAMPLE, expect, test } from "./server";

/** A view, its address, the route that it requests, and what appears with the answer. */
const VIEWS: [string, string, string, string][] = [
  ["search", `/?fen=${EXAMPLE}`, "similar", CARDS],
  ["analysis", `/analysis?fen=${EXAMPLE}`, "analyse", ".engine .lines button"],
  ["motifs", `/analysis?fen=${EXAMPLE}`, "motifs", ".motif-group"],
  ["a game", "/games/1489?ply=29", "games/1489", ".scoresheet"],
  ["exercises", "/training?theme=mateIn1&level=any&limit=5", "status", ".training .status-line"],
  ["play", "/play?play=e2e4", "analyse", ".moves li button:nth-of-type(2)"],
];

const FAILURES: [string, string, (route: Route) => Promise<void>][] = [
  [
    "is busy",
    "The server cannot answer now",
    (route) =>
      route.fulfill({
        status: 429,
        headers: { "Retry-After": "1" },
        contentType: "application/problem+json",
        json: { title: "Too Many Requests", status: 429, detail: "too many requests" },
      }),
  ],
  ["is away", "Tabiya cannot be reached", (route) => route.abort()],
];

for (const [failure, words, fail] of FAILURES) {
  test.describe(`while the server ${failure}`, () => {
    test.use({ complaints: /429|ERR_FAILED|Failed to load/ });
    for (const [name, address, route, ready] of VIEWS) {
      test(`${name} waits, and goes on by itself`, { tag: "@looks" }, async ({ page, carlsen }) => {
        await page.clock.install();
        let fails = true;
        let onFailure = () => {};
        const failed = new Promise<void>((resolve) => {
          onFailure = resolve;
        });
        await page.route(`**/api/${route}`, async (route) => {
          if (!fails) return route.fallback();
          await fail(route);
          onFailure();
        });
        await page.goto(carlsen + address);
        await failed;
        // Without a server, motifs and the search for exercises wait silently.
        const isShown = route !== "status" && !(route === "motifs" && failure === "is away");
        if (isShown) await expect(page.getByRole("heading", { name: words }).first()).toBeVisible();
        await expect(page.getByText("Tabiya is thinking")).toHaveCount(0);
        await expect(page.locator(ready)).toHaveCount(0);
        fails = false;
        // The time after which it asks again, if it waits by now.
        await page.clock.fastForward(2_000);
        await expect(page.locator(ready).first()).toBeVisible();
        await expect(page.getByRole("heading", { name: words })).toHaveCount(0);
        const requests = count(page, `/api/${route}`);
        await page.clock.runFor(10_000);
        // An answered request is not repeated.
        expect(requests()).toBeLessThanOrEqual(2);
      });
    }
  });
}

for (const [failure, , fail] of FAILURES) {
  test.describe(`while the server ${failure}`, () => {
    test.use({ complaints: /429|ERR_FAILED|Failed to load/ });
    test("the curve of a game waits, and goes on by itself", { tag: "@looks" }, async ({ page, carlsen }) => {
      let requests = 0;
      // The second pass fails, at first.
      await page.route("**/api/analyse", async (route) => {
        requests += 1;
        await (requests === 3 ? fail(route) : route.fallback());
      });
      await page.goto(`${carlsen}/games/1489?ply=29`);
      await expect(page.locator(".curve .line[d]")).toHaveCount(1);
      await expect.poll(() => requests).toBeGreaterThan(5);
    });
  });
}

test.describe("exercises that are cut off", () => {
  test.use({ complaints: /ERR_FAILED|Failed to load/ });
  test("go on by themselves", async ({ page, carlsen }) => {
    let requests = 0;
    await page.route("**/api/training", async (route) => {
      requests += 1;
      if (requests > 1) return route.fallback();
      const { movetimeMs: _, ...body } = route.request().postDataJSON();
      const answer = await route.fetch({ postData: { ...body, nodes: 3000 } });
      const [first] = (await answer.text()).split("\n");
      await route.fulfill({ response: answer, body: `${first}\n` });
    });
    await page.goto(`${carlsen}/training?theme=mateIn1&level=any&limit=3`);
    await expect(page.getByRole("button", { name: /^Exercise 3,/ })).toBeVisible();
    expect(requests).toBeGreaterThan(1);
  });
});

test.describe("a server that fails once", () => {
  test.use({ complaints: /ERR_FAILED|Failed to load/ });

  // Frames are late, so that code that waits for one runs after the next answer.
  test("is asked again even if another request is answered at once", async ({ page, carlsen }) => {
    await page.addInitScript(() => {
      window.requestAnimationFrame = (done) => window.setTimeout(() => done(performance.now()), 1000);
    });
    const resolvers = { status: () => {}, failure: () => {} };
    const requested = new Promise<void>((resolve) => {
      resolvers.status = resolve;
    });
    const failed = new Promise<void>((resolve) => {
      resolvers.failure = resolve;
    });
    let times = 0;
    await page.route("**/api/similar", async (route) => {
      times += 1;
      if (times > 1) return route.fallback();
      await requested;
      await route.abort();
      resolvers.failure();
    });
    await page.route("**/api/status", async (route) => {
      resolvers.status();
      await failed;
      await route.fallback();
    });
    await page.goto(`${carlsen}/?fen=${EXAMPLE}`);
    await expect(page.locator(CARDS).first()).toBeVisible();
  });
});

test("what the server had no time for is named, and asked for again", async ({ page, carlsen }) => {
  let times = 0;
  await page.route("**/api/similar", async (route) => {
    times += 1;
    const response = await route.fetch();
    const answer = await response.json();
    if (times === 1) Object.assign(answer, { missing: ["flip", "plans"], plans: null });
    await route.fulfill({ response, json: answer });
  });
  await page.goto(`${carlsen}/?fen=${EXAMPLE}&flip=true`);
  const leftOut = page.locator(".left-out");
  await expect(leftOut).toContainText("positions with colours reversed, plans");
  await expect(page.locator(CARDS).first()).toBeVisible();
  await expect(page.locator(".plans")).toHaveCount(0);
  await leftOut.getByRole("button").click();
  await expect(page.locator(".plans li").first()).toBeVisible();
  await expect(leftOut).toHaveCount(0);
});

/** Counts requests from now on. */
function count(page: Page, path: string): () => number {
  let requests = 0;
  page.on("request", (request) => {
    if (request.url().endsWith(path)) requests += 1;
  });
  return () => requests;
}

test("a view that loads slowly says so", async ({ page, carlsen }) => {
  let go = () => {};
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route("**/api/games/1489", async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto(`${carlsen}/games/1489`);
  await expect(page.getByText("Loading…")).toBeVisible();
  go();
  await expect(page.locator(".scoresheet")).toBeVisible();
  await expect(page.getByText("Loading…")).toHaveCount(0);
});
