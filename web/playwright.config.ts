import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import paths from "./tests/chromium.json" with { type: "json" };

/** The system's browser, the one without windows first, which is faster; Playwright's own where there is none. */
const system = [process.env.CHROMIUM_PATH, ...paths].find((path) => path && existsSync(path));

export default defineConfig({
  testDir: "tests",
  outputDir: "test-results",
  // The cores of the smallest machines that run them. Each has a server of its own.
  workers: 2,
  forbidOnly: true,
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [["list"]],
  use: {
    viewport: { width: 1440, height: 900 },
    colorScheme: "light",
    // What fades would be seen half faded.
    contextOptions: { reducedMotion: "reduce" },
    // Its requests would be counted; the tests of it allow it.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: system,
      // Chromium's own sandbox does not work for root.
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    },
  },
});
