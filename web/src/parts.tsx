/** Parts that several views have. */

import type { Color } from "chessops/types";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Problem } from "./api";
import { numbered, type Step } from "./chess";
import { focusMain } from "./focus";
import { Icon } from "./icons";

/** Something went wrong, and what can be done. */
export function Trouble({ problem, again }: { problem: Problem; again?: () => void }) {
  const isAway = problem.status === 0;
  const isBusy = problem.status >= 500 || problem.status === 429;
  return (
    <div class="notice trouble" role="alert">
      <h2>{isAway ? "Tabiya cannot be reached" : isBusy ? "Not now" : "That does not work"}</h2>
      <p>
        {isAway
          ? "The server does not answer. Is tabiya serve still running? The page goes on as soon as it is back."
          : sentence(problem.message)}
      </p>
      {again && (
        <button
          type="button"
          onClick={() => {
            again();
            focusMain();
          }}
        >
          Try again
        </button>
      )}
    </div>
  );
}

/** A view that is on its way; said only where that takes a while. */
export function Loading() {
  return (
    <div class="page loading" aria-busy="true">
      <p class="muted" role="status">
        Loading…
      </p>
    </div>
  );
}

/** A problem's detail as a sentence of its own. */
export function sentence(text: string): string {
  const told = text.replace(/^(body|fen|pgn|filter\.\w+): /, "");
  const whole = told.charAt(0).toUpperCase() + told.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}

interface StepperProps {
  ply: number;
  last: number;
  onStep: (ply: number) => void;
  orientation: Color;
  onFlip: () => void;
  children?: ComponentChildren;
}

/** Back and forth through moves, by buttons and arrow keys, and the board turned round. */
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
      <Tool icon="flip" label="Turn the board" onClick={onFlip} />
    </div>
  );
}

interface ToolProps {
  icon: Parameters<typeof Icon>[0]["name"];
  label: string;
  onClick: () => void;
  isOff?: boolean;
  pressed?: boolean;
}

export function Tool({ icon, label, onClick, isOff, pressed }: ToolProps) {
  return (
    <button
      type="button"
      class="tool"
      aria-label={label}
      title={label}
      {...unless(isOff, onClick)}
      aria-pressed={pressed}
    >
      <Icon name={icon} />
    </button>
  );
}

/** What a button does unless it is off; it keeps the focus then, as one that is disabled does not. */
export const unless = (isOff: boolean | undefined, onClick: () => void) =>
  isOff ? ({ "aria-disabled": true } as const) : { onClick };

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

interface ChoiceProps<T extends string> {
  label: string;
  name: string;
  value: T;
  options: readonly { name: T; label: string; about?: string }[];
  isDisabled?: boolean;
  onChange: (value: T) => void;
}

/** One of a few, as a row of radio buttons. */
export function Choice<T extends string>(props: ChoiceProps<T>) {
  const { label, name, value, options, isDisabled, onChange } = props;
  return (
    <fieldset class="choice" disabled={isDisabled}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.name} title={option.about}>
          <input
            type="radio"
            name={name}
            value={option.name}
            checked={option.name === value}
            aria-description={option.about}
            onChange={() => onChange(option.name)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}

export function Toggle({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <label class="toggle">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}
