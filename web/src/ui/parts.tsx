/** Parts that several views share. */

import type { Problem } from "../api/client";
import { focusMain } from "./focus";
import { Icon } from "./icons";

/** What is wrong with a request, by the field that the server's sentence begins with. */
const HEADINGS: Record<string, string> = {
  fen: "This position cannot be used",
  pgn: "These games cannot be used",
  filter: "This filter cannot be used",
  player: "This player was not found",
};

function headingOf({ status, message }: Problem): string {
  if (status === 0) return "Tabiya cannot be reached";
  if (status >= 500 || status === 429) return "The server cannot answer now";
  if (status === 404) return "Not found";
  return HEADINGS[/^\w+(?=[.:])/.exec(message)?.[0] ?? ""] ?? "This request cannot be answered";
}

/** A problem, and what can be done about it. */
export function Trouble({ problem, again }: { problem: Problem; again?: () => void }) {
  return (
    <div class="notice trouble" role="alert">
      <h2>{headingOf(problem)}</h2>
      <p>
        {problem.status === 0
          ? "The server does not answer. Is tabiya serve still running? The page continues as soon as it is back."
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

/** A view that is loading; the word appears only if that takes a while. */
export function Loading() {
  return (
    <div class="page loading" aria-busy="true">
      <p class="muted" role="status">
        Loading…
      </p>
    </div>
  );
}

/** A problem's detail as a sentence. */
export function sentence(text: string): string {
  const detail = text.replace(/^(body|fen|pgn|filter\.\w+): /, "");
  const capitalized = detail.charAt(0).toUpperCase() + detail.slice(1);
  return /[.!?]$/.test(capitalized) ? capitalized : `${capitalized}.`;
}

interface ToolProps {
  icon: Parameters<typeof Icon>[0]["name"];
  label: string;
  onClick: () => void;
  isOff?: boolean;
  pressed?: boolean;
}

/** A button with an icon. */
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

/** The action of a button, or that it is off. Unlike a disabled button it keeps the focus. */
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

/** A choice of one, as a row of radio buttons. */
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

/** A checkbox with its label. */
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
