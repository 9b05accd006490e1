/** The annotations of a move: marks, comments, variations, the clock. */

import type { Schemas } from "../../api/tabiya";
import { moveNumber, type Step } from "../../board/chess";
import { Mark } from "../../board/moves";
import { t } from "../../language/language";
import { upright } from "../../ui/format";

type Annotations = Schemas["MoveAnnotations"];
type Variation = Schemas["GameVariation"];

interface NotesProps {
  annotations: Annotations[];
  steps: Step[];
  ply: number;
  onStep: (ply: number) => void;
}

/** The comments and variations of a game, those of the present move marked. Without any there is nothing. */
export function Notes({ annotations, steps, ply, onStep }: NotesProps) {
  const noted = annotations.filter((at) => at.comments.length || at.variations.length);
  if (!noted.length) return null;
  return (
    <section class="panel notes" aria-label={t("Comments and variations")}>
      <h2>{t("Comments and variations")}</h2>
      <ul>
        {noted.map((at) => (
          <li key={at.ply} class={at.ply === ply ? "here" : ""}>
            <button
              type="button"
              class="plain"
              aria-current={at.ply === ply ? "step" : undefined}
              onClick={() => onStep(at.ply)}
            >
              {moveAt(steps, at.ply)}
              {at.nags.map((nag) => (
                <Mark key={nag} nag={nag} />
              ))}
            </button>
            <Words comments={at.comments} />
            {at.variations.map((variation, nth) => (
              <p key={nth} class="variation">
                <VariationLine variation={variation} number={numberAt(steps, at.ply - 1)} />
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the clock of a player showed after a move, or the last one of that player before it; `1:59`, `0:07.5`. */
export function clockAt(annotations: Annotations[], ply: number, steps: Step[], color: "white" | "black") {
  const mover = color === "white" ? "w" : "b";
  const own = annotations.filter(
    (at) => at.clk !== null && at.ply > 0 && at.ply <= ply && steps[at.ply - 1]?.fen.split(" ")[1] === mover,
  );
  const clk = own.at(-1)?.clk;
  return clk === undefined || clk === null ? null : clock(clk);
}

/** Seconds as a clock shows them. */
export function clock(seconds: number): string {
  const tenths = Math.round(10 * seconds);
  const whole = Math.floor(tenths / 10);
  const two = (n: number) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const head = hours ? `${hours}:${two(minutes)}` : `${minutes}`;
  return `${head}:${two(whole % 60)}${tenths % 10 ? `.${tenths % 10}` : ""}`;
}

function moveAt(steps: Step[], ply: number): string {
  const before = steps[ply - 1];
  return before ? `${moveNumber(before.fen)} ${steps[ply]?.san}` : t("Start");
}

/** The number of the half-moves before a position, counted from the first move of White in the game. */
function numberAt(steps: Step[], ply: number): number {
  const fields = steps[ply]?.fen.split(" ") ?? [];
  return 2 * (Number(fields[5]) - 1) + (fields[1] === "b" ? 1 : 0);
}

function Words({ comments }: { comments: string[] }) {
  return comments.map((comment, nth) => (
    <span key={nth} class="comment">
      {" "}
      <bdi>{upright(comment)}</bdi>
    </span>
  ));
}

/** A variation in words as in PGN, its own variations in brackets. */
function VariationLine({ variation, number }: { variation: Variation; number: number }) {
  return (
    <>
      <Words comments={variation.comments} />
      {variation.moves.map((move, nth) => {
        const at = number + nth;
        const dots = at % 2 ? "…" : ".";
        const before = variation.moves[nth - 1];
        const isNumbered = at % 2 === 0 || !before || before.comments.length || before.variations.length;
        return (
          <span key={nth}>
            {nth || variation.comments.length ? " " : ""}
            {isNumbered ? `${Math.floor(at / 2) + 1}${dots} ` : ""}
            {move.san}
            {move.nags.map((nag) => (
              <Mark key={nag} nag={nag} />
            ))}
            <Words comments={move.comments} />
            {move.variations.map((inner, place) => (
              <span key={place}>
                {" ("}
                <VariationLine variation={inner} number={at} />
                {")"}
              </span>
            ))}
          </span>
        );
      })}
      {variation.rest && ` ${variation.rest}`}
    </>
  );
}
