/** What is printed: positions with captions, and their solutions. The tab keeps it until it is closed. */

import type { GameHeader, Hit } from "../api/client";
import { numberOf, pliesOf } from "../board/chess";
import { t } from "../language/language";
import { joined, result, surname, year } from "../ui/format";
import { go } from "../ui/router";
import type { Collection } from "./collections";
import { titleOf } from "./pgn";
import { areTexts, isList, isObject, isText, parsed } from "./shapes";

export interface Entry {
  fen: string;
  /** UCI. */
  lastMove: string | null;
  title: string;
  /** What else is known of it; often empty. */
  about: string;
  /** For the last page; empty without one. */
  solution: string;
}

export interface Sheet {
  title: string;
  entries: Entry[];
}

/** `Karjakin – Carlsen, 2012` */
export const playersOf = ({ white, black, date }: GameHeader) =>
  joined([`${surname(white)} – ${surname(black)}`, year(date)], ", ");

export const sheetOfHits = (hits: Hit[]): Sheet => ({
  title: t("Similar positions"),
  entries: hits.map(({ fen, game }) => ({
    fen,
    lastMove: null,
    title: playersOf(game),
    about: "",
    solution: "",
  })),
});

export const sheetOfCollection = ({ name, positions }: Collection): Sheet => ({
  title: name,
  entries: positions.map(({ fen, title, note, white, black, date, moves, game }) => {
    const players = titleOf(white, black, date);
    return {
      fen,
      lastMove: null,
      title,
      about: joined(
        [players !== title && players, result({ winner: null, result: game?.result ?? null })],
        ", ",
      ),
      solution: joined([variation(fen, moves), note], ". "),
    };
  }),
});

/** Moves with their numbers, `23… Qxg2+ 24. Kxg2 Nf4+`. */
export function variation(fen: string, sans: string[]): string {
  const first = pliesOf(fen);
  return sans.map((san, at) => ((first + at) % 2 && at ? san : `${numberOf(first + at)} ${san}`)).join(" ");
}

const NAME = "sheet";

let sheet: Sheet | null = null;

/** Shows a sheet, ready to print. */
export function openSheet(next: Sheet) {
  sheet = next;
  try {
    sessionStorage.setItem(NAME, JSON.stringify(next));
  } catch {
    // Then it lasts until the page is loaded again.
  }
  go("/print");
  scrollTo(0, 0);
}

const isEntry = (value: unknown) =>
  isObject(value) &&
  areTexts(value, "fen", "title", "about", "solution") &&
  (value.lastMove === null || isText(value.lastMove));

/** The sheet that was last shown in this tab; null if there is none. */
export function currentSheet(): Sheet | null {
  if (sheet) return sheet;
  try {
    const kept = parsed(sessionStorage.getItem(NAME) ?? "");
    if (isObject(kept) && isText(kept.title) && isList(kept.entries, isEntry))
      sheet = kept as unknown as Sheet;
  } catch {
    // There is none.
  }
  return sheet;
}
