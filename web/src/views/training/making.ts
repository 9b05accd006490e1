/** Fills a set with exercises as the server makes them, in as many requests as it takes. */

import { useEffect, useRef, useState } from "preact/hooks";
import { Problem, type TrainingRequest, training } from "../../api/client";
import { useRetry } from "../../ui/hooks";
import { newSet, setOf, withExercise, withReport, withSet } from "./kept";
import { change, current } from "./store";

/** The most requests in a row for one set, each of which takes up to eight seconds. Guessed. */
const ROUNDS = 5;

/**
 * Requests what a set lacks. Without a request nothing happens.
 *
 * @param isAnew whether it begins again: a set that stayed empty, of games that may be others now
 */
export function useMaking(key: string, title: string, request: TrainingRequest | null, isAnew: boolean) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [round, setRound] = useState(0);
  const latest = useRef(request);
  latest.current = request;
  const isFirst = useRef(isAnew);
  const kept = current();
  const known = setOf(kept, key);
  const isMissing = request !== null && (!known || known.ended === null || isFirst.current);
  useEffect(() => {
    const request = latest.current;
    if (!isMissing || !request) return;
    const now = () => new Date();
    if (isFirst.current || !setOf(current(), key)) {
      isFirst.current = false;
      change((kept) => withSet(kept, newSet(key, title, request.limit), now()));
    }
    const abort = new AbortController();
    setProblem(null);
    make(key, request, abort.signal).catch((error: unknown) => {
      if (abort.signal.aborted) return;
      setProblem(error instanceof Problem ? error : new Problem(0, String(error)));
    });
    return () => abort.abort();
  }, [key, isMissing, round]);
  const again = () => setRound((round) => round + 1);
  useRetry(problem, again);
  return { isMaking: isMissing && !problem, problem, again };
}

async function make(key: string, request: TrainingRequest, signal: AbortSignal) {
  const isOwn = "pgn" in request;
  const isOfMistakes = "mistakes" in request;
  for (let round = 1; ; round++) {
    const set = setOf(current(), key);
    if (!set) return;
    const limit = Math.max(1, set.wanted - set.fens.length);
    const before =
      set.games || set.fens.length ? { ...(!isOfMistakes && { skip: set.games }), without: set.fens } : {};
    const report = await training(
      { ...request, limit, ...before },
      (exercise) =>
        change((kept) => {
          const set = setOf(kept, key);
          return set ? withExercise(kept, set, { ...exercise, isOwn }, new Date()) : kept;
        }),
      signal,
    );
    change((kept) => {
      const set = setOf(kept, key);
      if (!set) return kept;
      const isMissing = set.fens.length < set.wanted;
      const isCut = report.ended === "time" || report.ended === "limit";
      const goesOn = isMissing && round < ROUNDS && isCut && report.next !== null;
      // Of mistakes none is left out: more are looked for from the first one on.
      const ended = report.next === null && !isOfMistakes ? "all" : report.ended;
      return withReport(kept, set, { ...report, ended: goesOn ? null : ended }, new Date());
    });
    if (setOf(current(), key)?.ended !== null) return;
  }
}
