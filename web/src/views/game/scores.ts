/** The engine's scores of all positions of a game: a first pass quickly, then deeper ones. */

import { useEffect, useRef, useState } from "preact/hooks";
import { analyseAll, MOST_FENS, Problem, type Pv } from "../../api/client";
import type { Step } from "../../board/chess";
import { useRetry, useVisible } from "../../ui/hooks";

export interface Scored {
  pv: Pv;
  /** The nodes that it was searched with. */
  nodes: number;
}

/**
 * Nodes of a pass, the last one as deep as an analysis by default; and how many positions are sent at a time: their
 * searches must end within a server's eight seconds.
 */
const PASSES = [
  { nodes: 15_000, most: MOST_FENS },
  { nodes: 200_000, most: 8 },
  { nodes: 1_000_000, most: 2 },
] as const;

/**
 * Nodes from which a score may call a move a mistake, and another one the best: those of the last pass, of whose moves
 * `app/tests/one_truth.rs` asks what they lose.
 */
export const ENOUGH = 1_000_000;

/** The scores by ply, as they arrive, while the tab is shown and the server answers. */
export function useScores(all: Step[]): (Scored | undefined)[] {
  const [scores, set] = useState<(Scored | undefined)[]>([]);
  const latest = useRef<{ all: Step[]; scores: (Scored | undefined)[] }>({ all, scores: [] });
  const isVisible = useVisible();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [round, setRound] = useState(0);
  useRetry(problem, () => setRound(round + 1));
  useEffect(() => {
    if (latest.current.all !== all) latest.current = { all, scores: [] };
    if (!isVisible) return;
    setProblem(null);
    const abort = new AbortController();
    const run = async (nodes: number, most: number) => {
      const known = latest.current.scores;
      const plies = all.map((_, ply) => ply).filter((ply) => (known[ply]?.nodes ?? 0) < nodes);
      const fens = plies.map((ply) => all[ply]?.fen ?? "");
      await analyseAll(fens, { nodes }, most, abort.signal, (from, some) => {
        const scores = [...latest.current.scores];
        for (const [place, analysis] of some.entries()) {
          const ply = plies[from + place];
          const pv = analysis?.pvs[0];
          if (pv && ply !== undefined) scores[ply] = { pv, nodes };
        }
        latest.current.scores = scores;
        set(scores);
      });
    };
    const refine = async () => {
      for (const { nodes, most } of PASSES) await run(nodes, most);
    };
    // The curve stays as it is until the server answers again.
    refine().catch((error: unknown) => {
      if (!abort.signal.aborted) setProblem(error instanceof Problem ? error : new Problem(0, String(error)));
    });
    return () => abort.abort();
  }, [all, isVisible, round]);
  return scores;
}
