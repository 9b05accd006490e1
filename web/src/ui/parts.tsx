/** Parts that several views share. */

import type { Problem, Similar } from "../api/client";
import type { Plain } from "../language/catalogue";
import { named, t } from "../language/language";
import { focusMain } from "./focus";
import { Icon } from "./icons";

/** What is wrong with a request, by the field that the server's sentence begins with. */
const HEADINGS: Record<string, Plain> = {
  fen: "This position cannot be used",
  pgn: "These games cannot be used",
  filter: "This filter cannot be used",
  player: "This player was not found",
};

function headingOf({ status, message }: Problem): string {
  if (status === 0) return t("Tabiya cannot be reached");
  if (status >= 500 || status === 429) return t("The server cannot answer now");
  if (status === 404) return t("Not found");
  return t(HEADINGS[/^\w+(?=[.:])/.exec(message)?.[0] ?? ""] ?? "This request cannot be answered");
}

/** Whether the same request may be answered later: not if what was asked is wrong. */
const mayPass = ({ status }: Problem) => status === 0 || status === 429 || status >= 500;

interface TroubleProps {
  problem: Problem;
  again?: () => void;
  /** What the view says if what was asked for is not there, in place of the server's words. */
  missing?: { heading: string; text: string } | false;
}

/** A problem, and what can be done about it. */
export function Trouble({ problem, again, missing }: TroubleProps) {
  return (
    <div class="notice trouble" role="alert">
      <h2>{missing ? missing.heading : headingOf(problem)}</h2>
      <p>
        {missing ? (
          missing.text
        ) : problem.status === 0 ? (
          t("The server does not answer. The page continues as soon as it is back.")
        ) : (
          <span lang="en">{sentence(problem.message)}</span>
        )}
      </p>
      {again && mayPass(problem) && <Again again={again} />}
    </div>
  );
}

/** The button that repeats a request. The next answer removes it, so the focus moves to the view. */
function Again({ again }: { again: () => void }) {
  return (
    <button
      type="button"
      onClick={() => {
        again();
        focusMain();
      }}
    >
      {t("Try again")}
    </button>
  );
}

/** The parts of an answer that a busy server had no time for. */
export function LeftOut({ parts, again }: { parts: Similar["missing"]; again: () => void }) {
  const names = {
    flip: t("positions with colours reversed"),
    plans: t("plans"),
    explain: t("explanations of the last positions"),
  };
  return (
    <p class="left-out muted" role="status">
      {t("The server had no time for this: {parts}", { parts: parts.map((part) => names[part]).join(", ") })}{" "}
      <Again again={again} />
    </p>
  );
}

/** What is wrong with a position, where the page knows it without the server. */
export function WrongPosition({ text }: { text: string }) {
  return (
    <div class="notice trouble" role="alert">
      <h2>{t("This position cannot be used")}</h2>
      <p id="wrong-position">{text}</p>
    </div>
  );
}

/** Whether what was asked is wrong: the same request will not be answered later, either. */
export const isRefused = (problem: Problem | null) => problem?.status === 400 || problem?.status === 422;

/** A view that is loading; the word appears only if that takes a while. */
export function Loading() {
  return (
    <div class="page loading" aria-busy="true">
      <p class="muted" role="status">
        {t("Loading…")}
      </p>
    </div>
  );
}

/** A problem's detail as a sentence. */
export function sentence(text: string): string {
  const detail = named(text).replace(/^(body|fen|pgn|filter\.\w+): /, "");
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

/** What an option of a choice is called: words of the page, or a number. */
export type Label = Plain | `${number}`;

interface ChoiceProps<T extends string> {
  label: string;
  name: string;
  value: T;
  options: readonly { name: T; label: Label; about?: Plain }[];
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
        <label key={option.name} title={option.about && t(option.about)}>
          <input
            type="radio"
            name={name}
            value={option.name}
            checked={option.name === value}
            aria-description={option.about && t(option.about)}
            onChange={() => onChange(option.name)}
          />
          <span>{t(option.label as Plain)}</span>
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
