import { CARDS, EXAMPLE, expect, inspect, layoutShift, test } from "./server";

test("filters are set, shown, kept in the address and removed", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/?fen=${EXAMPLE}`);
  await expect(page.locator(CARDS)).toHaveCount(10);
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  // A name, completed, chosen by keyboard.
  const player = page.getByRole("combobox", { name: "Player", exact: true });
  await player.pressSequentially("anan");
  const names = page.getByRole("listbox", { name: "Player: names" }).getByRole("option");
  await expect(names.first()).toContainText(/^Anand.* games?$/);
  await page.keyboard.press("ArrowDown");
  await expect(names.first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/&player=Anand,V$/);
  const chips = page.getByRole("list", { name: "Active filters" }).getByRole("listitem");
  await expect(chips).toHaveText(["Anand,V".replace(",", ", ")]);
  await page.getByRole("group", { name: "Player’s colour" }).getByRole("radio", { name: "White" }).check();
  await page.getByLabel("Result", { exact: true }).selectOption("The player won");
  await page.getByLabel("Played since").fill("2005");
  await page.keyboard.press("Enter");
  await page.getByLabel("First move").fill("15");
  await page.keyboard.press("Tab");
  await expect(page).toHaveURL(/player=Anand,V&color=white&result=win&since=2005&minPly=28$/);
  await expect(chips).toHaveText([
    "Anand, V",
    "with White",
    "Won by the player",
    "Played since 2005",
    "Moves from 15",
  ]);
  await expect(page.locator(".summary")).toHaveText(
    / of 2,851 games; 190,130 positions, of which \d+ positions? in \d+ games? match the filters; /,
  );
  await expect(page.locator(CARDS).first()).toContainText("Anand");
  for (const where of await page.locator(`${CARDS} .where`).allInnerTexts()) {
    expect(Number(where.slice(0, 4))).toBeGreaterThanOrEqual(2005);
  }
  await inspect(page, "filters");
  // The link shares it, back takes it back.
  await page.reload();
  await expect(chips).toHaveCount(5);
  await page.goBack();
  await expect(chips).toHaveCount(4);
  // By pointer; and what was the player's goes with the player.
  await page.getByRole("button", { name: "Remove filter: Anand, V" }).click();
  await expect(chips).toHaveText(["Played since 2005"]);
  await expect(page).toHaveURL(/w_KQ_-_0_1&since=2005$/);
  // By keyboard.
  await expect(page.getByRole("button", { name: "Remove filter: Played since 2005" })).toBeFocused();
  await page.keyboard.press("Delete");
  await expect(chips).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Filters", exact: true })).toBeFocused();
  await expect(page.locator(".summary")).toHaveText(/10 of 2,851 games; 190,130 positions compared/);
});

test("the fields of filters, one by one", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/?fen=${EXAMPLE}`);
  await page.getByRole("button", { name: "Filters", exact: true }).focus();
  await page.keyboard.press("Enter");
  const fields: [string, string, RegExp, string][] = [
    ["Opponent", "Anand,V", /opponent=Anand,V/, "against Anand, V"],
    ["Rating from", "2600", /minRating=2600/, "Rated from 2600"],
    ["Rating to", "2800", /maxRating=2800/, "Rated 2600–2800"],
    ["Played until", "2015-06", /until=2015-06/, "Played until 2015-06"],
    ["ECO begins with", "C1", /eco=C1/, "ECO C1"],
    ["Event", "Bilbao", /event=Bilbao/, "Bilbao"],
    ["Last move", "40", /maxPly=79/, "Moves up to 40"],
    ["Played within six moves", "Nd5, O-O", /played=Nd5,O-O/, "Nd5 and O-O within six moves"],
  ];
  for (const [label, text, address, chip] of fields) {
    await page.getByLabel(label, { exact: true }).fill(text);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(address);
    await expect(page.locator(".chip", { hasText: chip })).toHaveCount(1);
  }
  await page.getByRole("group", { name: "To move" }).getByRole("radio", { name: "Black" }).check();
  await expect(page).toHaveURL(/turn=black/);
  // The filter and the option of the side to move exclude each other.
  await page.getByLabel("Same side to move").check();
  await expect(page).toHaveURL(/turn=same/);
  await expect(page.locator(".chip", { hasText: "Black to move" })).toHaveCount(0);
  await page.getByRole("button", { name: "Same as board" }).click();
  await expect(page.getByLabel("Material", { exact: true })).toHaveValue("KQRRBBNPPPPPPPkqrrbnnppppppp");
  await expect(page.getByRole("heading", { name: "Nothing matches these filters" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Plans" })).toHaveCount(0);
  const layers = await page.locator(".layers").boundingBox();
  expect(layers?.height).toBeLessThan(80);
  await inspect(page, "nothing-passes");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(page.locator(CARDS)).toHaveCount(10);
});

test.describe("an invalid filter", () => {
  test.use({ complaints: /422/ });
  test("is reported", async ({ page, carlsen }) => {
    await page.goto(`${carlsen}/?fen=${EXAMPLE}&since=yesterday`);
    await expect(page.getByRole("alert")).toContainText(/yesterday/);
    await expect(page.getByRole("heading", { name: "This filter cannot be used" })).toBeVisible();
    await page.getByRole("button", { name: "Remove filter: Played since yesterday" }).click();
    await expect(page.locator(CARDS)).toHaveCount(10);
  });
});

test("plans as a few arrows with counts, and as a list", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/?fen=${EXAMPLE}`);
  await expect(page.locator(CARDS)).toHaveCount(10);
  const plans = page.getByRole("region", { name: "Plans" });
  await expect(plans.getByRole("button")).toHaveCount(10);
  await expect(plans.getByRole("heading", { name: "Plans in 100 games" })).toBeVisible();
  const first = plans.getByRole("button").first();
  await expect(first).toHaveText(/^(king|queen|rook|bishop|knight|pawn) to [a-h][1-8]\d+ games\d+ %$/);
  // Three arrows, which are drawn a moment after the list, each with the number of a plan; no two of the same plan.
  await expect(page.locator(".cg-shapes line")).toHaveCount(3);
  const texts = await plans.getByRole("button").allTextContents();
  const counts = texts.map((text) => /(\d+) games/.exec(text.replace(/ to [a-h][1-8]/, " "))?.[1] ?? "");
  const drawn = await page.locator(".cg-custom-svgs text").allTextContents();
  expect(drawn).toHaveLength(3);
  for (const count of drawn) expect(counts.splice(counts.indexOf(count), 1)).toEqual([count]);
  const games = /(\d+) games/.exec((await first.textContent())?.replace(/ to [a-h][1-8]/, " ") ?? "")?.[1];
  await inspect(page, "plans");
  // One alone, by focus and by mouse, also of those that are not among the three.
  await first.focus();
  await expect(page.locator(".cg-shapes line")).toHaveCount(1);
  await expect(page.locator(".cg-custom-svgs text")).toHaveText([games ?? ""]);
  await page.keyboard.press("Tab");
  await plans.getByRole("button").nth(6).hover();
  await expect(page.locator(".cg-shapes line")).toHaveCount(1);
  await page.getByRole("checkbox", { name: "Plans" }).uncheck();
  await expect(page).toHaveURL(/plans=false$/);
  await expect(plans).toBeHidden();
  await expect(page.locator(".cg-shapes line")).toHaveCount(0);
  await page.reload();
  await expect(page.locator(CARDS)).toHaveCount(10);
  await expect(plans).toBeHidden();
});

test("all five profiles, by keyboard", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/?fen=${EXAMPLE}`);
  await expect(page.locator(CARDS)).toHaveCount(10);
  await page.getByRole("radio", { name: "All-round" }).focus();
  const scores = new Set<string>();
  for (const [name, scoring] of [
    ["Classic", "thesis"],
    ["Structure", "structure"],
    ["Tactics", "tactics"],
    ["Ideas", "ideas"],
    ["All-round", null],
  ] as const) {
    const answer = page.waitForResponse("**/api/similar");
    await page.keyboard.press("ArrowRight");
    await answer;
    await expect(page.getByRole("radio", { name })).toBeChecked();
    if (scoring) await expect(page).toHaveURL(new RegExp(`scoring=${scoring}`));
    else await expect(page).not.toHaveURL(/scoring/);
    await expect(page.locator(".results")).toHaveAttribute("aria-busy", "false");
    scores.add((await page.locator(`${CARDS} .said b`).allTextContents()).join());
  }
  expect(scores.size).toBe(5);
  expect(await layoutShift(page)).toBeLessThan(0.01);
});
