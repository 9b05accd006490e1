// Makes src/api/openapi.ts, the types of the API, of the OpenAPI document, unless they are those of this document
// already: that takes a tenth of a second, and making them more than one.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
const types = new URL("src/api/openapi.ts", import.meta.url);
const document = read("../api/openapi.json");

const hash = createHash("sha256");
// Another generator may make other types, and so may this file.
for (const text of [document, read("package-lock.json"), read("types.mjs")]) hash.update(text);
const head = `// Made of api/openapi.json by web/types.mjs: do not edit. ${hash.digest("hex")}\n`;

if (!existsSync(types) || !readFileSync(types, "utf8").startsWith(head)) {
  const { default: openapiTS, astToString } = await import("openapi-typescript");
  // That items may be null is said in the words of openapi-generator; openapi-typescript knows these.
  const source = JSON.parse(document, (_, value) =>
    value?.if?.not?.type === "null" ? { type: [value.then.type, "null"] } : value,
  );
  writeFileSync(types, head + astToString(await openapiTS(source)));
}
