// For `node --import`: the conformance suite imports `globSync`, which Node 20 does not have and the tests of servers
// do not use.
import { register } from "node:module";

const data = (code) => `data:text/javascript,${encodeURIComponent(code)}`;
const fs = data('export * from "node:fs"; export const globSync = undefined;');
const hook = `export const resolve = (name, context, next) =>
  name === "fs" ? { url: ${JSON.stringify(fs)}, shortCircuit: true } : next(name, context);`;
register(data(hook));
