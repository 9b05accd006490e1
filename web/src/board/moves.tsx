/** The moves of a line as a list. */

import { useEffect, useRef } from "preact/hooks";
import { t } from "../language/language";
import { moveNumber, type Step } from "./chess";
import { signOf } from "./tree";

interface MovesProps {
  steps: Step[];
  ply: number;
  onStep: (ply: number) => void;
  /** Marks of moves by ply, as PGN numbers them. */
  marks?: (number | undefined)[];
}

/**
 * Moves to click on, with the current one announced to screen readers. The list is one tab stop; the arrow keys go
 * from move to move.
 */
export function Moves({ steps, ply, onStep, marks }: MovesProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const box = list.current;
    const here = box?.querySelector<HTMLElement>(`[data-ply="${ply}"]`);
    if (!box) return;
    const top = here?.offsetTop ?? 0;
    const bottom = top + (here?.offsetHeight ?? 0);
    if (top < box.scrollTop || bottom > box.scrollTop + box.clientHeight) {
      box.scrollTop = top - box.clientHeight / 2;
    }
    if (box.contains(document.activeElement)) {
      box.querySelector<HTMLElement>("[tabindex='0']")?.focus({ preventScroll: true });
    }
  }, [ply]);
  const here = steps[ply];
  const before = steps[ply - 1];
  // Always present: a screen reader announces changes of an element, not a new one.
  const announcement = (
    <p class="hidden" role="status">
      {here?.san && before ? `${moveNumber(before.fen)} ${here.san}` : steps.length > 1 ? t("Start") : ""}
    </p>
  );
  if (steps.length < 2) return announcement;
  const rows: { number: string; plies: (number | null)[] }[] = [];
  for (let after = 1; after < steps.length; after++) {
    const fields = steps[after - 1]?.fen.split(" ") ?? [];
    if (fields[1] === "b" && rows.length) rows.at(-1)?.plies.push(after);
    else rows.push({ number: fields[5] ?? "", plies: fields[1] === "b" ? [null, after] : [after] });
  }
  return (
    <>
      {announcement}
      <ol class="moves" ref={list} aria-label={t("Moves")}>
        {rows.map((row) => (
          <li key={row.number}>
            <span class="number">{row.number}</span>
            {row.plies.map((at) =>
              at === null ? (
                <span key="none" class="none">
                  …
                </span>
              ) : (
                <button
                  key={at}
                  type="button"
                  data-ply={at}
                  aria-current={at === ply ? "step" : undefined}
                  tabIndex={at === Math.max(1, ply) ? 0 : -1}
                  onClick={() => onStep(at)}
                >
                  {steps[at]?.san}
                  <Mark nag={marks?.[at]} />
                </button>
              ),
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

/** The sign of a mark after its move. */
export function Mark({ nag }: { nag: number | undefined }) {
  if (nag === undefined) return null;
  const { sign, about } = signOf(nag);
  return (
    <span class={`nag n${nag}`} title={about}>
      {sign}
    </span>
  );
}
