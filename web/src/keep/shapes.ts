/** Checks of what was read from a file or from the browser's storage, whose content may be anything. */

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isText = (value: unknown) => typeof value === "string";

export const isList = (value: unknown, is: (item: unknown) => boolean) =>
  Array.isArray(value) && value.every(is);

export const areTexts = (of: Record<string, unknown>, ...names: string[]) =>
  names.every((name) => isText(of[name]));

export const areNumbers = (of: Record<string, unknown>, ...names: string[]) =>
  names.every((name) => Number.isFinite(of[name]));

/** The value of a JSON text; undefined for any other text. */
export function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
