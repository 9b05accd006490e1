import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";
import type { Key } from "./catalogue";
import * as de from "./de";
import { count, LANGUAGES, languageOf, named, rich, t } from "./language";

const source = new URL("..", import.meta.url);
const read = (file: string) =>
  ts.createSourceFile(file, readFileSync(new URL(file, source), "utf8"), ts.ScriptTarget.Latest, true);

/** What is written by hand for the page: not the tests, the catalogues, and the client that is a package of its own. */
const files = readdirSync(source, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => /\.tsx?$/.test(file) && !/(\.(test|d)\.ts|^api\/(openapi|tabiya)\.ts)$/.test(file))
  .filter((file) => !/^language\/\w\w\.ts$/.test(file));

/** Calls a function with every node below one, and with those above it, the nearest last. */
function walk(node: ts.Node, visit: (node: ts.Node) => void) {
  visit(node);
  node.forEachChild((child) => walk(child, visit));
}

/** All texts of the code; of one with values, as in `Rank ${rank}`, its parts with `…` between. */
const texts = new Set<string>();
for (const file of files) {
  walk(read(file), (node) => {
    if (ts.isStringLiteralLike(node)) texts.add(node.text);
    if (ts.isTemplateExpression(node))
      texts.add([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("…"));
  });
}

/** Words whose English is put together from a colour and a role. */
const PIECES = ["white", "black"].flatMap((color) =>
  ["king", "queen", "rook", "bishop", "knight", "pawn"].map((role) => `${color} ${role}`),
);

/** The placeholders of a text with their formats, as `n|count`, and those of its plurals, as `n`. */
function placeholders(text: string) {
  const plurals = [...text.matchAll(/\{\{(?:(\w+):)?[^}]*\}\}/g)].map(([, name]) => name);
  const values = [...text.replaceAll(/\{\{.*?\}\}/g, "").matchAll(/\{([^}]*)\}/g)].map(([, name]) => name);
  return { values: values.sort(), plurals: plurals.filter((name) => name !== undefined) };
}

test("a text is there for every word that is used, and for no other", () => {
  const unused = Object.keys(de.words).filter((key) => !texts.has(key) && !PIECES.includes(key));
  expect(unused).toEqual([]);
});

for (const { name, load } of LANGUAGES) {
  if (!load) continue;
  test(`${name}: nothing is missing, and placeholders are those of English`, async () => {
    const { words, names } = await load();
    expect(Object.keys(words).sort()).toEqual(Object.keys(de.words).sort());
    for (const [key, text] of Object.entries(words)) {
      const [english, own] = [placeholders(key), placeholders(text)];
      expect(text.trim(), key).toBe(text);
      expect(text, key).not.toBe("");
      expect(own.values, key).toEqual(english.values);
      const known = [...english.values.map((value) => value?.split("|")[0]), ...english.plurals];
      expect(
        own.plurals.filter((name) => !known.includes(name)),
        key,
      ).toEqual([]);
    }
    expect(THEMES).toEqual(expect.arrayContaining(["mateIn1", "Stonewall"]));
    const missing = THEMES.filter((theme) => !(theme in names));
    expect(missing).toEqual([]);
  });
}

/** The kinds of motifs and the named structures of the API. */
const api = JSON.parse(readFileSync(new URL("../../api/openapi.json", source), "utf8"));
const { theme } = api.components.schemas.TrainingRequest.properties;
const THEMES: string[] = theme.oneOf.flatMap((one: { enum?: string[] }) => one.enum ?? []);

/** Attributes whose text is read or heard. */
const ATTRIBUTES =
  /^(aria-(label|description|roledescription|valuetext|placeholder)|title|placeholder|alt|label)$/;

/** What is the same in every language: names, notations, examples, a command. */
const SAME = [
  "Tabiya",
  "PGN",
  "BPGN",
  "FEN",
  "ECO",
  "Carlsen",
  "Anand",
  "Tata Steel",
  "Nf3",
  "Bxh7+ Ng5",
  "KRPPkrpp",
  "Prepoznavanje pozicijskih motivov v šahovskih pozicijah",
  "tabiya quality --judgements tabiya-judgements.tsv",
];

/** The texts that an expression may be, without those in calls and in conditions. */
function shown(node: ts.Node | undefined): string[] {
  if (!node) return [];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) {
    const parts = node.templateSpans.flatMap(({ expression, literal }) => [
      ...shown(expression),
      literal.text,
    ]);
    return [node.head.text, ...parts];
  }
  if (ts.isConditionalExpression(node)) return [...shown(node.whenTrue), ...shown(node.whenFalse)];
  if (ts.isParenthesizedExpression(node) || ts.isJsxExpression(node)) return shown(node.expression);
  if (ts.isBinaryExpression(node) && /^(&&|\|\||\?\?|\+)$/.test(node.operatorToken.getText()))
    return [...shown(node.left), ...shown(node.right)];
  return [];
}

test("no view has English words of its own", () => {
  const own: string[] = [];
  for (const file of files.filter((file) => file.endsWith(".tsx"))) {
    const root = read(file);
    walk(root, (node) => {
      const found = ts.isJsxText(node)
        ? [node.text]
        : ts.isJsxAttribute(node) && ATTRIBUTES.test(node.name.getText(root))
          ? shown(node.initializer)
          : ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)
            ? shown(node)
            : [];
      const words = found
        .map((text) => text.replace(/\s+/g, " ").trim())
        .filter((text) => /\p{L}{2}/u.test(text));
      own.push(...words.filter((text) => !SAME.includes(text)).map((text) => `${file}: ${text}`));
    });
  }
  expect(own).toEqual([]);
});

test("no sentence is left in English", () => {
  const translated = [...Object.keys(de.words), ...Object.keys(de.names)];
  const sentences = [...texts].filter((text) => /^[“\p{Lu}].*\p{Ll} \p{Ll}/u.test(text));
  expect(sentences.length).toBeGreaterThan(200);
  expect(sentences.filter((text) => !translated.includes(text))).toEqual([]);
});

test.each([
  [null, ["de-CH", "en"], "de"],
  [null, ["fr", "de"], "de"],
  [null, ["en-US", "de"], "en"],
  [null, ["fr"], "en"],
  [null, [], "en"],
  ["auto", ["DE"], "de"],
  ["en", ["de"], "en"],
  ["de", ["en"], "de"],
  ["xx", ["de"], "de"],
])("chosen %s, preferred %s: %s", (chosen, preferred, language) => {
  expect(languageOf(chosen, preferred)).toBe(language);
});

test("words, numbers and plurals in English", () => {
  expect(t("Save")).toBe("Save");
  expect(t("{n|count} game{{s}}", { n: 1 })).toBe("1 game");
  expect(t("{n|count} game{{s}}", { n: 190130 })).toBe("190,130 games");
  expect(t("{{n:knight|knights}} {squares}", { n: 2, squares: "b1 g1" })).toBe("knights b1 g1");
  expect(t("“{name}” deleted.", { name: "{a} {{b}}" })).toBe("“{a} {{b}}” deleted.");
  expect(rich("Import all games of {name} ({size})?", { name: "x", size: 1 }).join("")).toBe(
    "Import all games of x (1)?",
  );
  expect(named("mateIn1")).toBe("mateIn1");
  expect([count(190130), count(7.64, 1)]).toEqual(["190,130", "7.6"]);
});

test("a wrong word and a wrong placeholder do not compile", () => {
  // @ts-expect-error
  t("No such words");
  // @ts-expect-error
  t("“{name}” deleted.");
  // @ts-expect-error
  t("“{name}” deleted.", { title: "x" });
  const key: Key = "Save";
  expect(key in de.words).toBe(true);
});
