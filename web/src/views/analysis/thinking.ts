/** The engine's analysis of a position, which goes deeper while one looks. */

import { useEffect, useState } from "preact/hooks";
import { type Analysis, analyse, type Effort, Problem } from "../../api/client";
import { useRetry, useVisible } from "../../ui/hooks";

/**
 * A first answer at once, and a good one within a second; then each request goes on where the one before ended, up to
 * the time that a server searches. `app/tests/one_truth.rs` asks the first three.
 */
const EFFORTS: Effort[] = [
  { nodes: 20_000 },
  { nodes: 400_000 },
  { nodes: 2_000_000, resume: true },
  { movetimeMs: 4_000, resume: true },
  { movetimeMs: 7_000, resume: true },
];

/** The most requests for a position: some three minutes. Guessed: nobody looks longer, but a page may stay open. */
const MOST = 30;

/** Requests after which an analysis counts: its first move is as good as that of the server's by default. */
const ENOUGH = 3;

/** How many positions are remembered. Guessed: those that one steps through to and fro. */
const REMEMBERED = 60;

interface Found {
  analysis: Analysis | null;
  /** Moves made in all searches. */
  nodes: number;
  /** The number of requests that were answered. */
  rounds: number;
}

export interface Thought extends Found {
  problem: Problem | null;
  isThinking: boolean;
  again: () => void;
}

const NOTHING: Found = { analysis: null, nodes: 0, rounds: 0 };

const remembered = new Map<string, Found>();

function remember(key: string, found: Found) {
  remembered.delete(key);
  remembered.set(key, found);
  const [oldest] = remembered.keys();
  if (remembered.size > REMEMBERED && oldest !== undefined) remembered.delete(oldest);
}

/** The next request, null if there is nothing more to find. */
function next({ analysis, rounds }: Found): Effort | null {
  if (rounds >= MOST || analysis?.pvs.every((pv) => !pv.moves)) return null;
  return EFFORTS[rounds] ?? EFFORTS.at(-1) ?? null;
}

/**
 * Analyses a position until it changes, and not while the page is hidden.
 *
 * @param fen null for none
 * @param lines the number of best lines
 */
export function useEngine(fen: string | null, lines: number): Thought {
  const key = `${lines} ${fen}`;
  const [state, set] = useState<{ key: string; found: Found; problem: Problem | null }>({
    key: "",
    found: NOTHING,
    problem: null,
  });
  const [round, setRound] = useState(0);
  const isVisible = useVisible();
  const problem = state.key === key ? state.problem : null;
  const again = () => {
    set((state) => ({ ...state, problem: null }));
    setRound(round + 1);
  };
  useRetry(problem, again);
  useEffect(() => {
    if (fen === null || !isVisible) return;
    const abort = new AbortController();
    const think = async () => {
      let found = remembered.get(key) ?? NOTHING;
      set({ key, found, problem: null });
      for (let effort = next(found); effort; effort = next(found)) {
        const analysis = await analyse(fen, { ...effort, multiPv: lines }, abort.signal);
        // Another server, or one with much to do, may have forgotten what it had found.
        const isDeeper = !found.analysis || analysis.depth >= found.analysis.depth;
        found = {
          analysis: isDeeper ? analysis : found.analysis,
          nodes: found.nodes + analysis.nodes,
          rounds: found.rounds + 1,
        };
        remember(key, found);
        set({ key, found, problem: null });
      }
    };
    const timer = setTimeout(() => {
      think().catch((error: unknown) => {
        if (abort.signal.aborted) return;
        const problem = error instanceof Problem ? error : new Problem(0, String(error));
        set({ key, found: remembered.get(key) ?? NOTHING, problem });
      });
    }, 80);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [key, fen, lines, round, isVisible]);
  if (fen === null) return { ...NOTHING, problem: null, isThinking: false, again };
  const found = state.key === key ? state.found : (remembered.get(key) ?? NOTHING);
  return { ...found, problem, isThinking: !problem && next(found) !== null, again };
}

/** The best line of an analysis that had time enough, in UCI. */
export const bestLine = ({ analysis, rounds }: Thought): string | null =>
  rounds >= ENOUGH || analysis?.pvs[0]?.mate ? analysis?.pvs[0]?.moves || null : null;
