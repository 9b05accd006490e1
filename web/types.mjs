// Generates from the OpenAPI document: src/api/openapi.ts, the types of the API, and src/api/fields.ts, the
// fields of a filter. Up-to-date files are kept: a check takes 0.1 s, generating them more than 1 s.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
const document = read("../api/openapi.json");

const hash = createHash("sha256");
// Another generator may make other types, and so may this file.
for (const text of [document, read("package-lock.json"), read("types.mjs")]) hash.update(text);
const head = `// Made of api/openapi.json by web/types.mjs: do not edit. ${hash.digest("hex")}\n`;

async function make(path, text) {
  const file = new URL(path, import.meta.url);
  if (!existsSync(file) || !readFileSync(file, "utf8").startsWith(head))
    writeFileSync(file, head + (await text()));
}

await make("src/api/openapi.ts", async () => {
  const { default: openapiTS, astToString } = await import("openapi-typescript");
  // That items may be null is said in the words of openapi-generator; openapi-typescript knows these.
  const source = JSON.parse(document, (_, value) =>
    value?.if?.not?.type === "null" ? { type: [value.then.type, "null"] } : value,
  );
  return astToString(await openapiTS(source));
});

await make("src/api/fields.ts", () => {
  const { properties, "x-order": order } = JSON.parse(document).components.schemas.FilterRequest;
  const fields = order.map((name) => {
    const field = properties[name];
    const names = field.oneOf?.[0].enum ?? field.items?.enum;
    const type = field.oneOf ? "name" : field.type[0] === "array" && names ? "names" : field.type[0];
    const { "x-label": label, "x-of": of, examples } = field;
    return { name, type, of, label, ...(names && { names }), ...(examples && { example: examples[0] }) };
  });
  return `export const FIELDS = ${JSON.stringify(fields, null, 2)} as const;\n`;
});
