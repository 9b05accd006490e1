import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path/posix";
import { expect, test } from "vitest";

/** Folders, each of which may import from itself and from those before it. */
const LAYERS = ["language", "api", "ui", "board", "keep", "views"];

const source = new URL(".", import.meta.url);
const files = readdirSync(source, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.ts$/.test(file));

/** The files that each file imports, without their extensions. */
const imports = new Map(
  files.map((file) => {
    const text = readFileSync(new URL(file, source), "utf8");
    const paths = [...text.matchAll(/(?:from |import\()"(\.[^"]+)"/g)].map(([, path = ""]) => path);
    const targets = paths.map((path) => normalize(join(dirname(file), path)));
    return [file.replace(/\.tsx?$/, ""), targets] as const;
  }),
);

const layer = (file: string) => {
  const place = LAYERS.indexOf(file.split("/")[0] ?? "");
  return place < 0 ? LAYERS.length : place;
};

test("imports point from the views to what is kept, the board, the parts, the API and the words, never back", () => {
  const back = [...imports].flatMap(([file, targets]) =>
    targets.filter((target) => layer(target) > layer(file)).map((target) => `${file} -> ${target}`),
  );
  expect(imports.size).toBeGreaterThan(50);
  expect(back).toEqual([]);
});

test("a view imports no file of another view's folder", () => {
  const folder = (file: string) => /^views\/([^/]+)\//.exec(file)?.[1];
  const across = [...imports].flatMap(([file, targets]) =>
    targets
      .filter((target) => folder(file) && folder(target) && folder(file) !== folder(target))
      .map((target) => `${file} -> ${target}`),
  );
  expect(across).toEqual([]);
});

test("no file imports itself through others", () => {
  const checked = new Set<string>();
  const walk = (file: string, path: string[]) => {
    expect(path, "a ring of imports").not.toContain(file);
    if (checked.has(file)) return;
    for (const target of imports.get(file) ?? []) walk(target, [...path, file]);
    checked.add(file);
  };
  for (const file of imports.keys()) walk(file, []);
});
