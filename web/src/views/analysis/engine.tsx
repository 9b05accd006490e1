/** The engine's lines, of which each move can be played. */

import type { DrawShape } from "chessground/draw";
import type { Key } from "chessground/types";
import type { Analysis, Pv } from "../../api/client";
import { numberOf, pliesOf } from "../../board/chess";
import { count, t } from "../../language/language";
import { focusBoard } from "../../ui/focus";
import { score } from "../../ui/format";
import { Trouble } from "../../ui/parts";
import type { Thought } from "./thinking";

/** The numbers of lines to choose from. */
const LINES = [1, 2, 3, 4, 5];

/** The most half-moves of a line that are shown. Guessed: more are not read. */
const SHOWN = 16;

/** The best move as an arrow. */
export function bestMove(analysis: Analysis | null): DrawShape[] {
  const uci = analysis?.pvs[0]?.moves.split(" ")[0];
  return uci ? [{ orig: uci.slice(0, 2) as Key, dest: uci.slice(2, 4) as Key, brush: "accent" }] : [];
}

/** `1.2 M`, `840 k` */
function nodesText(nodes: number): string {
  if (nodes >= 999_500) return `${count(nodes / 1_000_000, 1)} M`;
  return nodes >= 1000 ? `${Math.round(nodes / 1000)} k` : String(nodes);
}

interface LinesProps {
  fen: string;
  thought: Thought;
  lines: number;
  onLines: (lines: number) => void;
  /** Plays moves, in UCI. */
  onPlay: (moves: string[]) => void;
}

export function EngineLines({ fen, thought, lines, onLines, onPlay }: LinesProps) {
  const { analysis, nodes, problem, isThinking, again } = thought;
  const [best] = analysis?.pvs ?? [];
  if (problem) return <Trouble problem={problem} again={again} />;
  const isOver = analysis?.pvs.every((pv) => !pv.moves);
  return (
    <section class="panel engine" aria-label={t("Engine")} aria-busy={isThinking}>
      <header>
        <strong class="score">{best ? score(best) : "…"}</strong>
        <span class="muted">
          {analysis ? (
            <>
              <span class="name">{analysis.engine}, </span>
              {t("depth {depth}, {nodes} nodes", { depth: analysis.depth, nodes: nodesText(nodes) })}
            </>
          ) : (
            t("The engine is thinking")
          )}
        </span>
        <span class="spring" />
        <label class="select">
          <span>{t("Lines")}</span>
          <select value={lines} onChange={(event) => onLines(Number(event.currentTarget.value))}>
            {LINES.map((lines) => (
              <option key={lines}>{lines}</option>
            ))}
          </select>
        </label>
      </header>
      <ol class="lines">
        {LINES.slice(0, lines).map((line) => {
          const pv = analysis?.pvs[line - 1];
          return (
            <li key={line}>
              {pv?.moves ? (
                <Line fen={fen} pv={pv} onPlay={onPlay} />
              ) : (
                <span class="rest">{line === 1 && isOver ? t("The game is over.") : " "}</span>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Line({ fen, pv, onPlay }: { fen: string; pv: Pv; onPlay: (moves: string[]) => void }) {
  const moves = pv.moves.split(" ");
  const begin = pliesOf(fen);
  return (
    <>
      <span class="score">{score(pv)}</span>
      <span class="pv">
        {pv.san
          .split(" ")
          .slice(0, SHOWN)
          .map((san, place) => {
            const ply = begin + place;
            return (
              <button
                // The same move may come twice.
                key={moves.slice(0, place + 1).join()}
                type="button"
                class="link"
                // One tab stop for each line: what follows the first move is for the mouse, and for the arrow keys.
                tabIndex={place ? -1 : 0}
                onKeyDown={(event) => {
                  const to = { ArrowRight: "nextElementSibling", ArrowLeft: "previousElementSibling" }[
                    event.key
                  ];
                  if (!to) return;
                  event.preventDefault();
                  event.stopPropagation();
                  (event.currentTarget[to as "nextElementSibling"] as HTMLElement | null)?.focus();
                }}
                onClick={(event) => {
                  onPlay(moves.slice(0, place + 1));
                  // By keyboard: the button disappears with its position.
                  if (event.detail === 0) focusBoard();
                }}
              >
                {(place === 0 || ply % 2 === 0) && `${numberOf(ply)} `}
                {san}
              </button>
            );
          })}
      </span>
    </>
  );
}
