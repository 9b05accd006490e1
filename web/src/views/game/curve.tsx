/** The evaluation curve of a game: White's expected score by move. */

import type { Pv } from "../../api/client";
import { moveNumber, type Step } from "../../board/chess";
import { chances, score } from "../../ui/format";

const WIDTH = 600;
const HEIGHT = 90;

interface CurveProps {
  steps: Step[];
  scores: (Pv | null | undefined)[];
  ply: number;
  onStep: (ply: number) => void;
}

export function Curve({ steps, scores, ply, onStep }: CurveProps) {
  const last = steps.length - 1;
  if (last < 1) return null;
  const x = (ply: number) => (ply / last) * WIDTH;
  const points = scores
    .map((pv, ply) => {
      if (!pv) return null;
      const isBlackMated = pv.mate === 0 && steps[ply]?.position?.turn === "black";
      return [x(ply), HEIGHT * (1 - chances(pv, pv.mate === 0 ? !isBlackMated : null))] as const;
    })
    .filter((point) => point !== null);
  const path = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" L");
  const [from] = points[0] ?? [0];
  const [to] = points.at(-1) ?? [0];
  const here = scores[ply];
  const step = steps[ply];
  const before = steps[ply - 1];
  const move = step?.san && before ? `${moveNumber(before.fen)} ${step.san}` : "start";
  return (
    <div class={`curve${points.length ? "" : " waiting"}`}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {path && <path class="area" d={`M${from},${HEIGHT} L${path} L${to},${HEIGHT} Z`} />}
        <line class="middle" x1="0" x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
        {path && <path class="line" d={`M${path}`} />}
        <line class="here" x1={x(ply)} x2={x(ply)} y1="0" y2={HEIGHT} />
      </svg>
      <input
        type="range"
        min={0}
        max={last}
        value={ply}
        aria-label="Evaluation curve: move"
        aria-valuetext={`${move}${here ? `, ${score(here)}` : ""}`}
        onInput={(event) => onStep(Number(event.currentTarget.value))}
      />
    </div>
  );
}
