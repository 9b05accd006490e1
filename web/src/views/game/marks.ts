/** What a move of a game was worth, by the scores before and after it. */

import type { Pv } from "../../api/client";
import { parseMove, type Step } from "../../board/chess";
import { expected } from "../../ui/format";
import { ENOUGH, type Scored } from "./scores";

export interface Verdict {
  /** As PGN numbers marks: 6 dubious, 2 a mistake, 4 a blunder. */
  nag: 2 | 4 | 6;
  /** The better move, in SAN. */
  best: string;
}

/** Winning chances from -1 to 1, for the side that moves. Source: as of `coach/src/chances.rs`. */
const chancesFor = (cp: number) => 2 * expected(Math.max(-1000, Math.min(1000, cp))) - 1;

type Score = Pick<Pv, "cp" | "mate">;

/** A score from the view of a side. A mate on the board is that of who just moved. */
function of(score: Score, color: "white" | "black", isMated: boolean): Score {
  const sign = color === "white" ? 1 : -1;
  if (score.mate === 0) return { cp: null, mate: isMated ? -0.5 : 0.5 };
  return { cp: score.cp && sign * score.cp, mate: score.mate && sign * score.mate };
}

/**
 * How bad it is that a score became another, both from the view of who moved; null if it is no mistake. A mate on the
 * board is half a move away.
 *
 * Source: lila's `Advice`, as in `coach/src/annotate/judge.rs`.
 */
export function markOf(before: Score, after: Score): Verdict["nag"] | null {
  const by = (cp: number) => (cp >= 1000 ? 6 : cp > 700 ? 2 : 4);
  if (before.mate !== null) {
    if (before.mate < 0 || (after.mate !== null && after.mate > 0)) return null;
    return after.mate === null ? by(after.cp ?? 0) : 4;
  }
  if (after.mate !== null) return after.mate < 0 ? by(-(before.cp ?? 0)) : null;
  const loss = chancesFor(before.cp ?? 0) - chancesFor(after.cp ?? 0);
  return loss >= 0.3 ? 4 : loss >= 0.2 ? 2 : loss >= 0.1 ? 6 : null;
}

/** Judges the move before a ply; null if it was no mistake, or the scores are not yet deep enough to say so. */
export function judge(all: Step[], scores: (Scored | undefined)[], ply: number): Verdict | null {
  const [before, after] = [scores[ply - 1], scores[ply]];
  const position = all[ply - 1]?.position;
  if (!before || !after || !position || before.nodes < ENOUGH || after.nodes < ENOUGH) return null;
  const best = before.pv.san.split(" ")[0] ?? "";
  if (parseMove(position, best) === all[ply]?.uci) return null;
  const nag = markOf(of(before.pv, position.turn, true), of(after.pv, position.turn, false));
  return nag && { nag, best };
}
