/** The engine's score beside the board. */

import type { Pv } from "../api/client";
import { chances, score } from "../ui/format";

/** The score as a bar: White's expected score, from White's side. */
export function EvalBar({ pv, orientation }: { pv: Pv | null; orientation: "white" | "black" }) {
  const share = pv ? chances(pv) : 0.5;
  return (
    <div
      class={`evalbar ${orientation}${pv ? "" : " unknown"}`}
      role="img"
      aria-label={pv ? `Engine: ${score(pv)}` : "Engine: no score yet"}
    >
      <i style={{ height: `${share * 100}%` }} />
    </div>
  );
}
