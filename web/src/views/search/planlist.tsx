/** Plans: what was played next in similar games, as arrows with counts and as a list. */

import type { DrawShape } from "chessground/draw";
import type { Key } from "chessground/types";
import { charToRole } from "chessops/util";
import type { NextMoves } from "../../api/client";
import { t } from "../../language/language";
import { Layer } from "./layer";
import { drawnPlans, type Planned, SHOWN } from "./plans";

/** The thinnest and the thickest arrow, as chessground has them: 10 is a sixth of a square. */
const THIN = 4;
const THICK = 11;

/** A few plans as arrows, thicker for more games; only the one that is pointed at, if any. */
export function planShapes(plans: Planned[], pointed: Planned | null): DrawShape[] {
  const most = Math.max(1, ...plans.map(({ games }) => games));
  const isPointed = (plan: Planned) => plan.piece === pointed?.piece && plan.to === pointed.to;
  return (pointed ? plans.filter((plan) => plan.from && isPointed(plan)) : drawnPlans(plans)).map((plan) => ({
    orig: plan.from as Key,
    dest: plan.to as Key,
    brush: plan.color === "white" ? "accent" : "reply",
    modifiers: { lineWidth: THIN + ((THICK - THIN) * plan.games) / most },
    label: { text: String(plan.games) },
  }));
}

/** `54 %`, the score of the side that has the plan. */
function share({ white, draws, black, color }: Planned): string {
  const all = white + draws + black;
  if (!all) return "";
  return `${Math.round((100 * ((color === "white" ? white : black) + draws / 2)) / all)} %`;
}

interface PlanListProps {
  answer: NextMoves | null;
  plans: Planned[];
  onPoint: (plan: Planned | null) => void;
}

export function PlanList({ answer, plans, onPoint }: PlanListProps) {
  return (
    <Layer
      title={t("Plans")}
      note={answer ? t("in {n|count} game{{s}}", { n: answer.games }) : " "}
      class="plans"
      isBusy={!answer}
    >
      <p class="muted">{t("Where pieces went in the next six moves: games, and that side’s score.")}</p>
      <div class="plan-sides">
        {(["white", "black"] as const).map((color) => (
          <div key={color}>
            <h3>
              <i class={`plan-mark ${color}`} aria-hidden="true" />{" "}
              {color === "white" ? t("White") : t("Black")}
            </h3>
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
                        {t("{piece} to {square}", {
                          piece: t(charToRole(plan.piece) ?? "pawn"),
                          square: plan.to,
                        })}
                      </b>
                      <span class="number">
                        {plan.games}
                        <span class="hidden"> {t("game{{n:|s}}", { n: plan.games })}</span>
                      </span>
                      <span class="number muted">{share(plan)}</span>
                    </button>
                  </li>
                ))}
            </ol>
          </div>
        ))}
      </div>
    </Layer>
  );
}
