/** The engine's view of a position, refined in steps. */

import type { DrawShape } from "chessground/draw";
import type { Key } from "chessground/types";
import { useEffect, useState } from "preact/hooks";
import { type Analysis, analyse, type Effort, Problem } from "../../api/client";
import { moveNumber } from "../../board/chess";
import { focusBoard } from "../../ui/focus";
import { score } from "../../ui/format";
import { useRetry } from "../../ui/hooks";
import { Trouble } from "../../ui/parts";

/** A first answer at once, a good one within a second, and a better one after that. */
const EFFORTS: Effort[] = [
  { nodes: 20_000, multiPv: 3 },
  { nodes: 400_000, multiPv: 3 },
  { movetimeMs: 6_000, multiPv: 3 },
];

export interface Thought {
  analysis: Analysis | null;
  problem: Problem | null;
  isThinking: boolean;
  again: () => void;
}

/** Analyses a position in steps until it changes; null for none. */
export function useEngine(fen: string | null, efforts = EFFORTS): Thought {
  const [thought, set] = useState<Omit<Thought, "again"> & { fen: string | null }>({
    fen: null,
    analysis: null,
    problem: null,
    isThinking: false,
  });
  const [round, setRound] = useState(0);
  const again = () => {
    set((thought) => ({ ...thought, fen: null, problem: null }));
    setRound(round + 1);
  };
  useRetry(thought.problem, again);
  useEffect(() => {
    if (fen === null) return;
    const abort = new AbortController();
    const think = async () => {
      for (const [place, effort] of efforts.entries()) {
        const analysis = await analyse(fen, effort, abort.signal);
        const isThinking = place + 1 < efforts.length && analysis.pvs.some((pv) => pv.moves);
        set({ fen, analysis, problem: null, isThinking });
        if (!isThinking) return;
      }
    };
    const timer = setTimeout(() => {
      think().catch((error: unknown) => {
        if (abort.signal.aborted) return;
        const problem = error instanceof Problem ? error : new Problem(0, String(error));
        set({ fen, analysis: null, problem, isThinking: false });
      });
    }, 80);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [fen, efforts, round]);
  if (fen === null) return { analysis: null, problem: null, isThinking: false, again };
  if (thought.fen !== fen) return { analysis: null, problem: null, isThinking: true, again };
  return { ...thought, again };
}

/** The best move as an arrow. */
export function bestMove(analysis: Analysis | null): DrawShape[] {
  const uci = analysis?.pvs[0]?.moves.split(" ")[0];
  return uci ? [{ orig: uci.slice(0, 2) as Key, dest: uci.slice(2, 4) as Key, brush: "accent" }] : [];
}

interface LinesProps {
  fen: string;
  thought: Thought;
  onMove: (uci: string) => void;
}

export function EngineLines({ fen, thought, onMove }: LinesProps) {
  const { analysis, problem, isThinking, again } = thought;
  const [best] = analysis?.pvs ?? [];
  if (problem) return <Trouble problem={problem} again={again} />;
  return (
    <section class="panel engine" aria-label="Engine" aria-busy={isThinking}>
      <header>
        <strong class="score">{best ? score(best) : "…"}</strong>
        <span class="muted">
          {analysis ? `${analysis.engine}, depth ${analysis.depth}` : "The engine is thinking"}
        </span>
      </header>
      <ol class="lines">
        {[0, 1, 2].map((place) => {
          const pv = analysis?.pvs[place];
          const [first = "", ...rest] = pv?.san.split(" ") ?? [];
          const uci = pv?.moves.split(" ")[0];
          return (
            <li key={place}>
              {pv && uci ? (
                <>
                  <span class="score">{score(pv)}</span>
                  <button
                    type="button"
                    class="link"
                    onClick={(event) => {
                      onMove(uci);
                      // By keyboard: the button disappears with its position.
                      if (event.detail === 0) focusBoard();
                    }}
                  >
                    {moveNumber(fen)} {first}
                  </button>
                  <span class="rest">{rest.slice(0, 12).join(" ")}</span>
                </>
              ) : (
                <span class="rest">{place === 0 && analysis ? "The game is over." : " "}</span>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
