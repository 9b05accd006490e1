/** The analysis of a position: the engine's lines, the tree of moves, how hard it is, and its motifs. */

import { t } from "../../language/language";
import "../../styles/analysis.css";
import type { DrawShape } from "chessground/draw";
import type { Key } from "chessground/types";
import { parseComment } from "chessops/pgn";
import { makeSquare } from "chessops/util";
import { useEffect, useRef } from "preact/hooks";
import type { Pv } from "../../api/client";
import type { Step } from "../../board/chess";
import { drawMotif, MotifList, useMotif, useMotifs } from "../../board/motifs";
import type { StudyState, Taken } from "../../board/study";
import { branches, grow, type Path } from "../../board/tree";
import { isForPage } from "../../ui/focus";
import { useStored } from "../../ui/hooks";
import { Toggle } from "../../ui/parts";
import { DifficultyPanel } from "./difficulty";
import { bestMove, EngineLines } from "./engine";
import { Scoresheet } from "./scoresheet";
import { bestLine, useEngine } from "./thinking";

/** What the engine and the motifs draw on the board, and its evaluation bar. */
export interface Drawing {
  pv: Pv | null;
  shapes: DrawShape[];
  squares: Map<string, string>;
}

interface AnalysisProps {
  step: Step;
  before: Step | undefined;
  study: StudyState;
  /** The path of the position on the board. */
  path: Path;
  onDraw: (drawing: Drawing) => void;
  /** Shows the end of a path. */
  onGo: (path: Path) => void;
  onTake: (taken: Taken) => void;
}

export function Analysis({ step, before, study, path, onDraw, onGo, onTake }: AnalysisProps) {
  const [engine, storeEngine] = useStored("engine", "on");
  const [stored, storeLines] = useStored("lines", "3");
  const lines = Math.max(1, Math.min(5, Number(stored) || 3));
  const isThinking = engine === "on" && step.position !== null;
  const thought = useEngine(isThinking ? step.fen : null, lines);
  const motifs = useMotifs(step.fen);
  const chosen = useMotif(step.fen);
  const opening = motifs.value?.opening;
  const branch = branches(study.tree, path).at(-1);
  const comments = branch ? branch.data.comments : study.tree.comments;
  const drawn = (comments ?? []).flatMap((comment) => parseComment(comment).shapes);
  const ofMotif = drawMotif(chosen.motif);
  const shapes = chosen.motif
    ? ofMotif.shapes
    : [
        ...drawn.map(({ from, to, color }) => ({
          orig: makeSquare(from) as Key,
          dest: from === to ? undefined : (makeSquare(to) as Key),
          brush: color,
        })),
        ...bestMove(thought.analysis),
      ];
  const pv = thought.analysis?.pvs[0] ?? null;
  const key = JSON.stringify([step.fen, pv, shapes, [...ofMotif.squares]]);
  useEffect(() => onDraw({ pv, shapes, squares: ofMotif.squares }), [key]);

  const best = bestLine(thought);
  useVariationKeys(study, path, onGo);
  return (
    <>
      <div class="toolbar">
        <h1>{opening ? opening.name : t("Analysis")}</h1>
        {opening && <span class="tag">{opening.eco}</span>}
        <span class="spring" />
        <Toggle
          label={t("Engine")}
          checked={engine === "on"}
          onChange={(isOn) => storeEngine(isOn ? "on" : "off")}
        />
      </div>
      {isThinking && (
        <EngineLines
          fen={step.fen}
          thought={thought}
          lines={lines}
          onLines={(lines) => storeLines(String(lines))}
          onPlay={(moves) => onGo(study.change((tree) => grow(tree, path, moves)))}
        />
      )}
      <Scoresheet study={study} path={path} step={step} before={before} onGo={onGo} onTake={onTake} />
      {step.position && !step.position.isEnd() && (
        <DifficultyPanel fen={step.fen} best={best} isWaiting={isThinking && !thought.problem && !best} />
      )}
      <MotifList answer={motifs} of={chosen} />
    </>
  );
}

/** The up and down arrows go to the variations of the move on the board; where it has none, they scroll as usual. */
function useVariationKeys(study: StudyState, path: Path, onGo: (path: Path) => void) {
  const latest = useRef({ study, path, onGo });
  latest.current = { study, path, onGo };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isForPage(event)) return;
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      const { study, path, onGo } = latest.current;
      const place = path.at(-1);
      if (by === undefined || place === undefined) return;
      const before = path.slice(0, -1);
      const siblings = (branches(study.tree, before).at(-1) ?? study.tree.moves).children.length;
      if (siblings < 2) return;
      onGo([...before, Math.max(0, Math.min(siblings - 1, place + by))]);
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
