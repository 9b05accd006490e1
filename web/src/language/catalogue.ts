/** The types of catalogues: the German one says which words there are. */

import type { words } from "./de";

/** The English words of the page: whatever the German catalogue has. */
export type Key = keyof typeof words;

/** All words of the page in a language, by the English ones. */
export type Words = Record<Key, string>;

/** Fixed names that the server gives, such as `mateIn2` and `Hedgehog`. */
export type Names = Record<string, string>;

/** What a catalogue exports. */
export interface Catalogue {
  words: Partial<Words>;
  names: Names;
}

/** The names of the placeholders of a text: `n` of `{n|count} game{{s}}`, and of `{{n:game|games}}`. */
export type Placeholders<T extends string> = T extends `${string}{${infer Inside}}${infer Rest}`
  ? NameOf<Inside> | Placeholders<Rest>
  : never;
type NameOf<T extends string> = T extends `{${infer Name}:${string}`
  ? Name
  : T extends `{${string}`
    ? never
    : T extends `${infer Name}|${string}`
      ? Name
      : T;

/** Words with these placeholders and no others. */
export type With<P extends string> = {
  [K in Key]: [Placeholders<K>, P] extends [P, Placeholders<K>] ? K : never;
}[Key];

/** Words without placeholders, as tables have them. */
export type Plain = { [K in Key]: [Placeholders<K>] extends [never] ? K : never }[Key];

/** Values for the placeholders of words. */
export type Values<K extends Key> = Record<Placeholders<K>, string | number>;
