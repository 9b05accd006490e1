/** The score of a series of games against the engine. */

/** From the person's side. */
export type Result = "won" | "lost" | "draw";

/** A game that ended, by its first position and moves, and when the next one began. */
interface Ended {
  game: string;
  result: Result;
}

/** The most games that count, the last ones. Guessed: some 40 kB. */
const MOST = 200;

/** Reads what the browser has kept; nothing if it is something else. */
export function parseResults(text: string): Ended[] {
  try {
    const all: unknown = JSON.parse(text || "[]");
    const isEnded = ({ game, result }: Ended) =>
      typeof game === "string" && ["won", "lost", "draw"].includes(result);
    return Array.isArray(all) ? all.filter(isEnded) : [];
  } catch {
    return [];
  }
}

/** Adds the result of a game, which counts once. */
export function withResult(results: Ended[], game: string, result: Result): Ended[] {
  return [...withoutResult(results, game), { game, result }].slice(-MOST);
}

/** Takes back the result of a game that goes on. */
export const withoutResult = (results: Ended[], game: string): Ended[] =>
  results.filter((ended) => ended.game !== game);

/** Closes a game when another begins, so that one with the same moves counts, too. */
export const closed = (results: Ended[], game: string, now: Date): Ended[] =>
  results.map((ended) => (ended.game === game ? { ...ended, game: `${game} ${now.toISOString()}` } : ended));

export function scoreOf(results: Ended[]): { won: number; lost: number; draws: number } {
  const count = (of: Result) => results.filter(({ result }) => result === of).length;
  return { won: count("won"), lost: count("lost"), draws: count("draw") };
}
