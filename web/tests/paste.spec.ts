import { EXAMPLE, expect, paste, test } from "./server";

const fen = EXAMPLE.replaceAll("_", " ");
const PGN = '[Event "A"]\n\n1. e4 {best by test} e5 (1... c5) 2. Nf3 *\n\n[Event "B"]\n\n1. d4 *';

for (const [name, address, ready] of [
  ["the search", "/", ".card"],
  ["a game", "/games/1489?ply=29", ".scoresheet"],
  ["the choice of exercises", "/training", ".choose"],
  ["progressive chess", "/progressive", ".progressive [aria-busy=false]"],
  ["import", "/import", ".drop"],
]) {
  test(`a position pasted on ${name} is searched`, { tag: "@looks" }, async ({ page, carlsen }) => {
    await page.goto(carlsen + address);
    await expect(page.locator(ready as string).first()).toBeVisible();
    await paste(page, "hello");
    expect(new URL(page.url()).pathname).toBe(new URL(carlsen + address).pathname);
    await paste(page, fen);
    await expect(page).toHaveURL(`${carlsen}/?fen=${EXAMPLE}`);
    await expect(page.getByLabel(/^FEN/)).toHaveValue(fen);
    await expect(page.locator(".card").first()).toContainText("Karjakin");
    await page.goBack();
    if (address === "/") return;
    await expect(page.locator(ready as string).first()).toBeVisible();
    await paste(page, PGN);
    await expect(page).toHaveURL(`${carlsen}/?play=e2e4,e7e5,g1f3`);
    await expect(page.getByText("This is the first of 2 games.")).toBeVisible();
  });
}

test("a paste works over buttons and boxes, but leaves text fields alone", async ({ page, carlsen }) => {
  const searched = `${carlsen}/?fen=4k3/8/8/8/8/8/R7/4K3_w_-_-_0_40`;
  for (const box of [
    page.getByRole("checkbox", { name: "Plans" }),
    page.getByRole("radio", { name: "Classic" }),
    page.getByRole("button", { name: "Flip the board" }),
    page.getByRole("application"),
    page.getByLabel(/^FEN/),
  ]) {
    await page.goto(searched);
    await box.focus();
    expect(await paste(page, fen), "the field's own paste").toBe(false);
    await expect(page).toHaveURL(`${carlsen}/?fen=${EXAMPLE}`);
  }
  await page.goto(carlsen);
  await page.getByLabel("Move", { exact: true }).focus();
  expect(await paste(page, fen)).toBe(true);
  await page.goto(`${carlsen}/training?fen=x`);
  await page.getByLabel(/^FEN/).focus();
  expect(await paste(page, fen)).toBe(true);
  await expect(page).toHaveURL(/\/training/);
});

test("in the choice of exercises, a paste goes to the field that is shown", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/training`);
  await page.getByRole("radio", { name: "My games" }).check();
  await paste(page, PGN);
  await expect(page.getByLabel(/^PGN: exercises/)).toHaveValue(PGN);
  await page.getByRole("radio", { name: "A position" }).check();
  await paste(page, PGN);
  await expect(page.getByLabel(/^FEN/)).toHaveValue(/^rnbqkbnr\/pppp1ppp\/8\/4p3\/4P3\/5N2\//);
  await paste(page, fen);
  await expect(page.getByLabel(/^FEN/)).toHaveValue(fen);
  await expect(page).toHaveURL(`${carlsen}/training`);
  // A position is no game.
  await page.getByRole("radio", { name: "My games" }).check();
  await paste(page, fen);
  await expect(page).toHaveURL(`${carlsen}/?fen=${EXAMPLE}`);
});

test("a game begins from what is pasted", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/play?elo=800`);
  await page.getByLabel(/^Level/).focus();
  await paste(page, "7k/8/8/8/8/8/R7/K7 w");
  await expect(page).toHaveURL(`${carlsen}/play?fen=7k/8/8/8/8/8/R7/K7_w_-_-_0_1&elo=800`);
  await expect(page.getByText("Your move")).toBeVisible();
  await expect(page.locator("cg-board piece")).toHaveCount(3);
  await paste(page, PGN);
  await expect(page).toHaveURL(/\/play\?fen=rnbqkbnr\/pppp1ppp\/8\/4p3\/4P3\/5N2\/PPPP1PPP\/RNBQKB1R_b_/);
  // Black is the engine's.
  await expect(page.locator(".moves button")).toHaveCount(1);
  await paste(page, "hello");
  await expect(page.getByText("The pasted text is neither a FEN nor a PGN.")).toBeVisible();
});
