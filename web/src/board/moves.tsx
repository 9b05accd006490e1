/** The moves of a line as a list. */

import { useEffect, useRef } from "preact/hooks";
import { numbered, type Step } from "./chess";

interface MovesProps {
  steps: Step[];
  ply: number;
  onStep: (ply: number) => void;
}

/**
 * Moves to click on, and the one on the board for who hears it. Who goes by keyboard passes all of them at once;
 * the arrow keys go from one to the next.
 */
export function Moves({ steps, ply, onStep }: MovesProps) {
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
  // Always there: what comes with its words is not heard.
  const heard = (
    <p class="hidden" role="status">
      {here?.san && before ? `${numbered(before.fen)} ${here.san}` : steps.length > 1 ? "Start" : ""}
    </p>
  );
  if (steps.length < 2) return heard;
  const rows: { number: string; plies: (number | null)[] }[] = [];
  for (let after = 1; after < steps.length; after++) {
    const fields = steps[after - 1]?.fen.split(" ") ?? [];
    if (fields[1] === "b" && rows.length) rows.at(-1)?.plies.push(after);
    else rows.push({ number: fields[5] ?? "", plies: fields[1] === "b" ? [null, after] : [after] });
  }
  return (
    <>
      {heard}
      <ol class="moves" ref={list} aria-label="Moves">
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
                </button>
              ),
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
