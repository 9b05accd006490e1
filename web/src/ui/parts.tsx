/** Parts that several views have. */

import type { Problem } from "../api/client";
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
