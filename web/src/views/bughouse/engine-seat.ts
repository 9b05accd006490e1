/** The moves of the engine: one request for each, repeated while it waits. */

import { useEffect, useRef, useState } from "preact/hooks";
import { type BughouseRequest, bughouse, Problem } from "../../api/client";
import { clampClocks, clocksNow, type Match } from "./match";
import { type Clocks, fenAt, parseMove, type Seat, type Side, seatOf, seatToMove, sideOf } from "./rules";

/** A strong engine thinks for this share of its clock, within bounds, in milliseconds. Guessed. */
const STRONG = { share: 1 / 40, least: 50, most: 1500 };

/** The least time a move takes, in milliseconds, so that it can be seen; at most this share of the clock. */
const PAUSE = { usual: 350, share: 1 / 40 };
/** How often in a row a busy server may refuse before the match stops. Guessed. */
const REFUSALS = 5;
/** When an engine that waits for a piece is asked again, in milliseconds. */
const WAITS = 1500;

function requestOf({ table, players }: Match, clocks: Clocks | null, side: Side): BughouseRequest {
  const seat = seatToMove(table, side);
  const player = players[seat];
  const left = clocks?.[seat] ?? Number.POSITIVE_INFINITY;
  const { share, least, most } = STRONG;
  const time = Math.round(Math.max(least, Math.min(most, left * share)));
  const effort =
    player === "easy" ? { depth: 1 } : player === "medium" ? { nodes: 3000 } : { movetimeMs: time };
  const of = (side: Side) => ({
    white: clocks?.[seatOf(side, "white")] ?? 0,
    black: clocks?.[seatOf(side, "black")] ?? 0,
  });
  return {
    boards: [fenAt(table, 0), fenAt(table, 1)],
    board: side === 0 ? "a" : "b",
    ...effort,
    ...(clocks ? { clocksMs: { a: of(0), b: of(1) } } : {}),
  };
}

interface EngineSeat {
  match: Match;
  latest: { current: Match };
  side: Side;
  isRunning: boolean;
  /** Receives the engine's move, null while it waits, and its words to its partner. */
  onAnswer: (seat: Seat, uci: string | null, words: string[]) => void;
  onFailure: (problem: Problem) => void;
}

/** Asks the engine for a move when it is its turn on a board; an engine that waits is asked again. */
export function useEngineSeat({ match, latest, side, isRunning, onAnswer, onFailure }: EngineSeat) {
  const { table, players } = match;
  const seat = seatToMove(table, side);
  const isEngines = isRunning && !table.outcome && players[seat] !== "person";
  const made = table.plies.filter((ply) => sideOf(ply.seat) === side).length;
  const [round, setRound] = useState(0);
  const waits = useRef(false);
  const refusals = useRef(0);
  useEffect(() => {
    if (!isEngines) return;
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const again = (milliseconds: number) => {
      timer = setTimeout(() => setRound((round) => round + 1), milliseconds);
    };
    waits.current = false;
    const now = clocksNow(latest.current, performance.now());
    const clocks = now && clampClocks(now);
    const least = Math.min(PAUSE.usual, (clocks?.[seat] ?? Number.POSITIVE_INFINITY) * PAUSE.share);
    const pause = new Promise((resolve) => setTimeout(resolve, least));
    bughouse(requestOf(latest.current, clocks, side), abort.signal)
      .then(async ({ uci, say }) => {
        refusals.current = 0;
        await pause;
        if (abort.signal.aborted) return;
        const isLegal = uci && parseMove(latest.current.table, side, uci);
        onAnswer(seat, isLegal || null, say);
        if (isLegal) return;
        waits.current = true;
        again(WAITS);
      })
      .catch((error: unknown) => {
        if (abort.signal.aborted) return;
        const problem = error instanceof Problem ? error : new Problem(0, String(error));
        refusals.current += 1;
        if (problem.wait !== null && refusals.current < REFUSALS) return again(problem.wait * 1000);
        refusals.current = 0;
        onFailure(problem);
      });
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [isEngines, seat, made, players[seat], round]);
  // A move on the other board may have brought the piece that the engine waits for.
  const others = table.plies.length - made;
  useEffect(() => {
    if (waits.current) setRound((round) => round + 1);
  }, [others]);
}
