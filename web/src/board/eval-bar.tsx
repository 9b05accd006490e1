/** The engine's score beside the board. */

import type { Pv } from "../api/client";
import { t } from "../language/language";
import { chances, score } from "../ui/format";
import { turnOf } from "./chess";

/** The score as a bar: White's expected score, from White's side. */
export function EvalBar({
  fen,
  pv,
  orientation,
}: {
  fen: string;
  pv: Pv | null;
  orientation: "white" | "black";
}) {
  const share = pv ? chances(pv, turnOf(fen)) : 0.5;
  return (
    <div
      class={`evalbar ${orientation}${pv ? "" : " unknown"}`}
      role="img"
      aria-label={pv ? t("Engine: {score}", { score: score(pv) }) : t("Engine: no score yet")}
    >
      <i style={{ height: `${share * 100}%` }} />
    </div>
  );
}
