/** Plans: what was played next in similar games, as arrows with counts and as a list. */

import type { DrawShape } from "chessground/draw";
import type { Key } from "chessground/types";
import { charToRole } from "chessops/util";
import type { NextMoves } from "../../api/client";
import { many } from "../../ui/format";
import { type Planned, SHOWN } from "./plans";

/** The thinnest and the thickest arrow, as chessground has them: 10 is a sixth of a square. */
const THIN = 4;
const THICK = 11;

/** Plans as arrows, thicker for more games; only the one that is pointed at, if any. */
export function planShapes(plans: Planned[], pointed: Planned | null): DrawShape[] {
  const most = Math.max(1, ...plans.map(({ games }) => games));
  return plans
    .filter((plan) => plan.from && (!pointed || (plan.piece === pointed.piece && plan.to === pointed.to)))
    .map((plan) => ({
      orig: plan.from as Key,
      dest: plan.to as Key,
      brush: plan.color === "white" ? "accent" : "reply",
      modifiers: { lineWidth: THIN + ((THICK - THIN) * plan.games) / most },
      label: { text: String(plan.games) },
    }));
}

/** `54%`, the score of the side that has the plan. */
function share({ white, draws, black, color }: Planned): string {
  const all = white + draws + black;
  if (!all) return "";
  return `${Math.round((100 * ((color === "white" ? white : black) + draws / 2)) / all)}%`;
}

interface PlanListProps {
  answer: NextMoves | null;
  plans: Planned[];
  onPoint: (plan: Planned | null) => void;
}

export function PlanList({ answer, plans, onPoint }: PlanListProps) {
  return (
    <section class="panel plans" aria-label="Plans" aria-busy={!answer}>
      <p class="muted">
        {answer
          ? `What was played within six moves in ${many(answer.games, "similar game")}, and how that side scored.`
          : "Looking at similar games…"}
      </p>
      {(["white", "black"] as const).map((color) => (
        <div key={color} class="plan-side">
          <h2>
            <i class={`plan-mark ${color}`} aria-hidden="true" /> {color === "white" ? "White" : "Black"}
          </h2>
          <ol style={{ minHeight: `${SHOWN * 28}px` }}>
            {plans
              .filter((plan) => plan.color === color)
              .map((plan) => (
                <li key={plan.piece + plan.to}>
                  <button
                    type="button"
                    onMouseEnter={() => onPoint(plan)}
                    onMouseLeave={() => onPoint(null)}
                    onFocus={() => onPoint(plan)}
                    onBlur={() => onPoint(null)}
                    onClick={() => onPoint(plan)}
                  >
                    <b>
                      {charToRole(plan.piece)} to {plan.to}
                    </b>
                    <span>{many(plan.games, "game")}</span>
                    <span class="muted">{share(plan)}</span>
                  </button>
                </li>
              ))}
          </ol>
        </div>
      ))}
    </section>
  );
}
