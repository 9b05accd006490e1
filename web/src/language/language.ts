/**
 * The words of the page in the chosen language. The code has them in English; each other language is a catalogue, which
 * loads when it is chosen. Their placeholders and plurals are those of typesafe-i18n: `{n|count} game{{s}}`.
 */

import type { ComponentChildren } from "preact";
import { i18nString } from "typesafe-i18n";
import type { Catalogue, Key, Placeholders, Plain, Values } from "./catalogue";

/** The languages to choose from, each by its own name, and where its catalogue is. */
export const LANGUAGES = [
  { name: "en", label: "English", load: null },
  { name: "de", label: "Deutsch", load: () => import("./de") },
] as const;
export type Language = (typeof LANGUAGES)[number]["name"];

/** The code has its words. */
const ENGLISH: Catalogue = { words: {}, names: {} };

let current: Language = "en";
let catalogue: Catalogue = ENGLISH;
let format = formatOf(current);

/** Writes numbers where a placeholder says so, as in `{n|count}`. */
function formatOf(language: Language) {
  return i18nString(language, { count });
}

/** The language of the page. */
export const language = () => current;

/** The language to use: the chosen one, or else the first that the browser prefers and the page has, or English. */
export function languageOf(chosen: string | null, preferred: readonly string[]): Language {
  const known = [chosen ?? "", ...preferred].map((tag) =>
    LANGUAGES.find(({ name }) => name === tag.toLowerCase().split("-")[0]),
  );
  return known.find((language) => language !== undefined)?.name ?? "en";
}

/** The language that was asked for last, whose catalogue may still load. */
let asked: Language = current;

/** Has the page speak a language, from the next drawing on; English if its catalogue cannot be loaded. */
export async function speak(wanted: Language) {
  asked = wanted;
  const load = LANGUAGES.find(({ name }) => name === wanted)?.load;
  const loaded = await load?.().catch(() => null);
  if (asked !== wanted) return;
  catalogue = loaded ?? ENGLISH;
  current = loaded ? wanted : "en";
  format = formatOf(current);
  document.documentElement.lang = current;
}

/** Words in the language of the page, with values for their placeholders. */
export function t(key: Plain): string;
export function t<K extends Key>(key: K, values: Values<K>): string;
export function t(key: Key, values?: Record<string, string | number>): string {
  const text = catalogue.words[key] ?? key;
  return values ? format(text, values) : text;
}

/** A fixed name that the server gives, in the language of the page; as it is if there is no other. */
export const named = (name: string) => catalogue.names[name] ?? name;

/** Words with elements for their placeholders, `{name}`. */
export function rich<K extends Key>(key: K, elements: Record<Placeholders<K>, ComponentChildren>) {
  const [first, ...rest] = (catalogue.words[key] ?? key).split("{");
  return [
    first,
    ...rest.flatMap((part) => {
      const [name, text] = part.split("}");
      return [elements[name as Placeholders<K>], text];
    }),
  ];
}

/** `190,130`; with some digits after the point, `7.6`. */
export function count(number: number, digits = 0): string {
  return new Intl.NumberFormat(current, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(number);
}

/** A day, `December 1`. */
export const dayAndMonth = (day: Date) =>
  new Intl.DateTimeFormat(current, { day: "numeric", month: "long" }).format(day);
