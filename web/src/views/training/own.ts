/** The user's own games. The tab keeps them until it is closed; an address holds only their mark. */

const NAME = "own-games";

let games: string | null = null;

/** The mark of games: their FNV-1a hash of 32 bits, enough for a few texts. */
function markOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}

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
