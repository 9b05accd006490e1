/** Stepping through the moves of a line. */

import type { Color } from "chessops/types";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
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
      const target = event.target as HTMLElement;
      const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.role === "application";
      if (isTyping || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
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
    <div class="stepper" role="toolbar" aria-label="Board">
      <Tool icon="first" label="First position" onClick={() => onStep(0)} isOff={ply === 0} />
      <Tool icon="previous" label="Back" onClick={() => onStep(ply - 1)} isOff={ply === 0} />
      <Tool icon="next" label="Forward" onClick={() => onStep(ply + 1)} isOff={ply >= last} />
      <Tool icon="last" label="Last position" onClick={() => onStep(last)} isOff={ply >= last} />
      <span class="spring" />
      {children}
      <Tool icon="flip" label="Flip the board" onClick={onFlip} />
    </div>
  );
}
