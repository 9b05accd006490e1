/** Stepping through the moves of a line. */

import type { Color } from "chessops/types";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../language/language";
import { isForPage } from "../ui/focus";
import { Tool } from "../ui/parts";

interface StepperProps {
  ply: number;
  last: number;
  onStep: (ply: number) => void;
  orientation: Color;
  onFlip: () => void;
  children?: ComponentChildren;
}

/** Buttons and keys that step through the moves and flip the board. */
export function Stepper({ ply, last, onStep, onFlip, children }: StepperProps) {
  const latest = useRef({ ply, last, onStep, onFlip });
  latest.current = { ply, last, onStep, onFlip };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isForPage(event)) return;
      const { ply, last, onStep, onFlip } = latest.current;
      const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: last }[event.key];
      if (to !== undefined && last > 0) {
        onStep(Math.max(0, Math.min(last, to)));
        event.preventDefault();
      } else if (event.key === "f") onFlip();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return (
    <div class="stepper" role="toolbar" aria-label={t("Board")}>
      <Tool icon="first" label={t("First position")} onClick={() => onStep(0)} isOff={ply === 0} />
      <Tool icon="previous" label={t("Back")} onClick={() => onStep(ply - 1)} isOff={ply === 0} />
      <Tool icon="next" label={t("Forward")} onClick={() => onStep(ply + 1)} isOff={ply >= last} />
      <Tool icon="last" label={t("Last position")} onClick={() => onStep(last)} isOff={ply >= last} />
      <span class="spring" />
      {children}
      <Tool icon="flip" label={t("Flip the board")} onClick={onFlip} />
    </div>
  );
}
