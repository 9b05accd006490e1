import { readFileSync } from "node:fs";
import { expect, test } from "./server";

test("the licences of everything the page contains are linked from it", async ({ page, carlsen }) => {
  await page.goto(carlsen);
  const link = page.getByRole("contentinfo").getByRole("link", { name: "Third-party licences" });
  const opened = page.waitForResponse("**/third-party-licenses.txt");
  await link.click();
  const response = await opened;
  expect(response.status()).toBe(200);
  expect(response.headers()["content-type"]).toContain("text/plain");
  const text = await response.text();
  const { dependencies } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  for (const name of Object.keys(dependencies)) expect(text).toContain(`\n${name} `);
  for (const license of ["GNU GENERAL PUBLIC LICENSE", "SIL OPEN FONT LICENSE", "The MIT License"]) {
    expect(text).toContain(license);
  }
});
