/** The user's own games. The tab keeps them until it is closed; an address holds only their mark. */

import { hashOf } from "../../ui/hash";

const NAME = "own-games";

let games: string | null = null;

/** The mark of games: a hash of 32 bits, enough for a few texts. */
const markOf = (text: string) => hashOf(text).toString(36);

/** Keeps games in place of the previous ones, and returns their mark. */
export function keepOwn(pgn: string): string {
  games = pgn;
  try {
    sessionStorage.setItem(NAME, pgn);
  } catch {
    // Then they last as long as the page.
  }
  return markOf(pgn);
}

/** The games that are kept, if they have that mark; null if they are gone. */
export function ownGames(mark?: string): string | null {
  try {
    games ??= sessionStorage.getItem(NAME);
  } catch {
    // There are none.
  }
  return games !== null && (mark === undefined || markOf(games) === mark) ? games : null;
}
