/** The evaluation curve of a game: White's expected score by move. */

import { moveNumber, type Step, turnOf } from "../../board/chess";
import { signOf } from "../../board/tree";
import { t } from "../../language/language";
import { chances, score } from "../../ui/format";
import type { Verdict } from "./marks";
import type { Scored } from "./scores";

const WIDTH = 600;
const HEIGHT = 90;

interface CurveProps {
  steps: Step[];
  scores: (Scored | undefined)[];
  verdicts: (Verdict | null)[];
  ply: number;
  onStep: (ply: number) => void;
}

export function Curve({ steps, scores, verdicts, ply, onStep }: CurveProps) {
  const last = steps.length - 1;
  if (last < 1) return null;
  const x = (ply: number) => (ply / last) * WIDTH;
  const all = steps.map((step, ply) => {
    const pv = scores[ply]?.pv;
    if (!pv) return null;
    return [x(ply), HEIGHT * (1 - chances(pv, turnOf(step.fen)))] as const;
  });
  const points = all.filter((point) => point !== null);
  const path = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" L");
  const [from] = points[0] ?? [0];
  const [to] = points.at(-1) ?? [0];
  const here = scores[ply]?.pv;
  const step = steps[ply];
  const before = steps[ply - 1];
  const move = step?.san && before ? `${moveNumber(before.fen)} ${step.san}` : t("start");
  return (
    <div class={`curve${points.length ? "" : " waiting"}`}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {path && <path class="area" d={`M${from},${HEIGHT} L${path} L${to},${HEIGHT} Z`} />}
        <line class="middle" x1="0" x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
        {path && <path class="line" d={`M${path}`} />}
        <line class="here" x1={x(ply)} x2={x(ply)} y1="0" y2={HEIGHT} />
      </svg>
      {all.map((point, ply) => {
        const verdict = verdicts[ply];
        if (!point || !verdict) return null;
        const [left, top] = [(100 * point[0]) / WIDTH, (100 * point[1]) / HEIGHT];
        return (
          <i
            key={`${ply} ${verdict.nag}`}
            class={`fault n${verdict.nag}`}
            style={{ left: `${left}%`, top: `${top}%` }}
            title={signOf(verdict.nag).about}
          />
        );
      })}
      <input
        type="range"
        min={0}
        max={last}
        value={ply}
        aria-label={t("Evaluation curve: move")}
        aria-valuetext={`${move}${here ? `, ${score(here)}` : ""}`}
        onInput={(event) => onStep(Number(event.currentTarget.value))}
      />
    </div>
  );
}
