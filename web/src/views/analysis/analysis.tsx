/** The analysis of a position: the engine's lines, how hard it is, and its motifs. */

import type { Step } from "../../board/chess";
import { drawMotif, MotifList, useMotif, useMotifs } from "../../board/motifs";
import { useStored } from "../../ui/hooks";
import { Toggle } from "../../ui/parts";
import { DifficultyPanel } from "./difficulty";
import { bestMove, EngineLines, useEngine } from "./engine";

/**
 * What is known of a position, and what is drawn of it on the board.
 *
 * @param isShown whether the view is shown; if not, the server is not asked
 */
export function useAnalysis(step: Step, isShown: boolean) {
  const [engine, storeEngine] = useStored("engine", "on");
  const isThinking = isShown && engine === "on" && step.position !== null;
  const thought = useEngine(isThinking ? step.fen : null);
  const motifs = useMotifs(isShown ? step.fen : null);
  const chosen = useMotif(step.fen);
  const drawing = drawMotif(chosen.motif);
  return {
    engine,
    storeEngine,
    isThinking,
    thought,
    motifs,
    chosen,
    shapes: chosen.motif ? drawing.shapes : bestMove(thought.analysis),
    squares: drawing.squares,
  };
}

interface AnalysisProps {
  step: Step;
  analysis: ReturnType<typeof useAnalysis>;
  onMove: (uci: string) => void;
}

export function Analysis({ step, analysis, onMove }: AnalysisProps) {
  const { engine, storeEngine, isThinking, thought, motifs, chosen } = analysis;
  const opening = motifs.value?.opening;
  return (
    <>
      <div class="toolbar">
        <h1>{opening ? opening.name : "Analysis"}</h1>
        {opening && <span class="tag">{opening.eco}</span>}
        <span class="spring" />
        <Toggle
          label="Engine"
          checked={engine === "on"}
          onChange={(isOn) => storeEngine(isOn ? "on" : "off")}
        />
      </div>
      {isThinking && <EngineLines fen={step.fen} thought={thought} onMove={onMove} />}
      {step.position && !step.position.isEnd() && <DifficultyPanel fen={step.fen} />}
      <MotifList answer={motifs} of={chosen} />
    </>
  );
}
