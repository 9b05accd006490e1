/** One's own games, too long for an address: it has their mark, the tab has them until it is closed. */

const NAME = "own-games";

let games: string | null = null;

/** FNV-1a, 32 bits: enough to tell a few texts apart. */
function markOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** Keeps games instead of those before; their mark. */
export function keepOwn(pgn: string): string {
  games = pgn;
  try {
    sessionStorage.setItem(NAME, pgn);
  } catch {
    // Then they last as long as the page.
  }
  return markOf(pgn);
}

/** The games that are kept, of that mark if one is named; null if they are not here any more. */
export function ownGames(mark?: string): string | null {
  try {
    games ??= sessionStorage.getItem(NAME);
  } catch {
    // There are none.
  }
  return games !== null && (mark === undefined || markOf(games) === mark) ? games : null;
}
