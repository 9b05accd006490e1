/** Collections of saved positions. Pure functions. */

import type { Color } from "chessops/types";
import type { GameHeader, Hit } from "../api/client";
import type { Line } from "../board/chess";
import { t } from "../language/language";
import { areTexts, isList, isObject, isText, parsed } from "./shapes";

/** A position on the page, and what is known of where it comes from. */
export interface Shown {
  fen: string;
  view: Color;
  lastMove?: string | null;
  /** How it was reached. */
  line?: Line;
  /** The tags of its game. */
  tags?: Map<string, string>;
  /** Its game in the index, and how many half-moves of it were played. */
  game?: GameHeader;
  ply?: number;
  /** What was played after it, SAN, as far as it is known. */
  next?: string[];
}

/** A hit to save: its game, the number of half-moves before it, and the move that followed. */
export const savable = ({ fen, game, ply, played }: Hit, view: Color): Shown => ({
  fen,
  view,
  game,
  ply,
  next: played ? [played.san] : [],
});

/** The game of a saved position; what is not known is missing. */
export interface Origin {
  /** Its number in the index, and the number of its half-moves before the position. */
  id?: number;
  ply?: number;
  event?: string;
  site?: string;
  round?: string;
  /** As in PGN, `1/2-1/2`. */
  result?: string;
}

/** A position to save: where it comes from is empty where it is not known. */
export interface Savable {
  fen: string;
  title: string;
  white: string;
  black: string;
  /** As in PGN, `2012.10.11`. */
  date: string;
  /** What was played after it, SAN. */
  moves: string[];
  /** Missing where nothing of it is known, and in what older pages kept. */
  game?: Origin;
}

export interface Saved extends Savable {
  id: string;
  note: string;
}

export interface Collection {
  /** Unlike that of any other. */
  name: string;
  positions: Saved[];
}

export interface Kept {
  version: 1;
  collections: Collection[];
}

export const NOTHING: Kept = { version: 1, collections: [] };

/** The name of the collection that is there before others are made. */
export const first = () => t("My positions");

/** The title of a position without one. */
export const untitled = () => t("Position");

/** A name or title on one line, as PGN has them. */
export const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

export const collectionOf = (kept: Kept, name: string): Collection | undefined =>
  kept.collections.find((collection) => collection.name === name);

/** Adds an empty collection; one of that name stays as it is. */
export const withCollection = (kept: Kept, name: string): Kept =>
  collectionOf(kept, name) ? kept : { ...kept, collections: [...kept.collections, { name, positions: [] }] };

const changed = (kept: Kept, name: string, change: (positions: Saved[]) => Saved[]): Kept => ({
  ...kept,
  collections: kept.collections.map((collection) =>
    collection.name === name ? { name, positions: change(collection.positions) } : collection,
  ),
});

/** Puts a position into a collection, at a place or at its end; a collection that is not there is made. */
export const withPosition = (kept: Kept, name: string, position: Saved, place?: number): Kept =>
  changed(withCollection(kept, name), name, (positions) =>
    positions.toSpliced(place ?? positions.length, 0, position),
  );

/** Changes a position, which stays where it is, or goes to the end of another collection. */
export function withChange(kept: Kept, from: string, to: string, position: Saved): Kept {
  if (from !== to) return withPosition(withoutPosition(kept, from, position.id), to, position);
  return changed(kept, from, (positions) =>
    positions.map((before) => (before.id === position.id ? position : before)),
  );
}

export const withoutPosition = (kept: Kept, name: string, id: string): Kept =>
  changed(kept, name, (positions) => positions.filter((position) => position.id !== id));

export const withoutCollection = (kept: Kept, name: string): Kept => ({
  ...kept,
  collections: kept.collections.filter((collection) => collection.name !== name),
});

/** Puts a collection that was deleted back to its place; if there is a new one of its name, into that. */
export function withBack(kept: Kept, collection: Collection, place: number): Kept {
  if (collectionOf(kept, collection.name)) return merged(kept, [collection]).kept;
  return { ...kept, collections: kept.collections.toSpliced(place, 0, collection) };
}

/** Renames a collection; a name that another one has changes nothing. */
export function renamed(kept: Kept, from: string, to: string): Kept {
  if (!to || collectionOf(kept, to)) return kept;
  return {
    ...kept,
    collections: kept.collections.map((collection) =>
      collection.name === from ? { ...collection, name: to } : collection,
    ),
  };
}

/** All of a position but its number. */
const contentOf = ({ id: _, ...position }: Saved) =>
  JSON.stringify(Object.entries(position).sort(([one], [other]) => (one < other ? -1 : 1)));

/** Adds collections to those of the same names; a position that is there already is not added again. */
export function merged(kept: Kept, others: Collection[]): { kept: Kept; added: number } {
  let added = 0;
  let next = kept;
  for (const { name, positions } of others) {
    next = changed(withCollection(next, name), name, (before) => {
      const known = new Set(before.map(contentOf));
      const fresh = positions.filter((position) => !known.has(contentOf(position)));
      added += fresh.length;
      return [...before, ...fresh];
    });
  }
  return { kept: next, added };
}

const isOrigin = (value: unknown) =>
  isObject(value) &&
  [value.id, value.ply].every((one) => one === undefined || Number.isInteger(one)) &&
  [value.event, value.site, value.round, value.result].every((one) => one === undefined || isText(one));

const isSaved = (value: unknown) =>
  isObject(value) &&
  areTexts(value, "id", "fen", "title", "note", "white", "black", "date") &&
  isList(value.moves, isText) &&
  (value.game === undefined || isOrigin(value.game));

const isCollection = (value: unknown) =>
  isObject(value) && isText(value.name) && isList(value.positions, isSaved);

/** Reads what was kept; null if it is nothing of the kind. */
export function parseKept(text: string): Kept | null {
  const kept = parsed(text);
  const isWhole = isObject(kept) && kept.version === 1 && isList(kept.collections, isCollection);
  return isWhole ? (kept as unknown as Kept) : null;
}

/** A number for a new position. */
export const newId = () => Math.random().toString(36).slice(2, 12);
