import { expect, test } from "vitest";
import { kindName, themeName } from "./motifs";

test.each([
  ["outsidePassed", "Outside passed pawn"],
  ["passed", "Passed pawn"],
  ["isolated", "Isolated pawn"],
  ["doubled", "Doubled pawns"],
  ["doubledRooks", "Doubled rooks"],
  ["advancedPawn", "Advanced pawn"],
  ["mateIn2", "Mate in 2"],
  ["hangingPawns", "Hanging pawns"],
  ["Carlsbad structure", "Carlsbad structure"],
  ["fork", "Fork"],
])("%s is called %s", (theme, name) => expect(themeName(theme)).toBe(name));

test("a kind of mistakes is named by its motif", () => {
  expect(kindName("allowed passed")).toBe("Allowed: Passed pawn");
});
