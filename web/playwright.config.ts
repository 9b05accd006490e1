import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

/** The system's browser; Playwright's own where there is none. */
const system = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
].find((path) => path && existsSync(path));

export default defineConfig({
  testDir: "tests",
  outputDir: "test-results",
  workers: 1,
  forbidOnly: true,
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [["list"]],
  use: {
    viewport: { width: 1440, height: 900 },
    colorScheme: "light",
    // What fades would be seen half faded.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: system,
      // Chromium's own sandbox does not work for root.
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    },
  },
});
