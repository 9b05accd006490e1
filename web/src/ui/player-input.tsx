/** A player's name, completed while it is typed. */

import { useId, useState } from "preact/hooks";
import { type PlayerGames, players } from "../api/client";
import { t } from "../language/language";
import { upright } from "./format";
import { useAnswer } from "./hooks";

interface PlayerInputProps {
  label: string;
  value: string;
  /** Receives the name when it is chosen, or when its field is left. */
  onName: (name: string) => void;
  placeholder?: string;
}

/** The pause in typing after which names are requested, in milliseconds. */
const REST = 120;

export function PlayerInput({ label, value, onName, placeholder }: PlayerInputProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const text = typed ?? value;
  const query = isOpen ? text.trim() : "";
  const answer = useAnswer(query || null, (signal) => players(query, signal), REST);
  const matches: PlayerGames[] = query ? (answer.value?.players ?? []) : [];
  const isShown = isOpen && matches.length > 0;

  const take = (name: string) => {
    setOpen(false);
    setActive(-1);
    setTyped(null);
    if (name.trim() !== value) onName(name.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && matches.length) {
      setActive((active + step + matches.length) % matches.length);
      event.preventDefault();
    } else if (event.key === "Enter") {
      take(matches[active]?.name ?? text);
      event.preventDefault();
    } else if (event.key === "Escape" && isShown) {
      setOpen(false);
      setActive(-1);
      event.stopPropagation();
    }
  };
  return (
    <div class="field completed">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        placeholder={placeholder}
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={`${id}-names`}
        aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
        value={text}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setOpen(true);
          setActive(-1);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => take(text)}
      />
      <div
        class="names"
        id={`${id}-names`}
        role="listbox"
        aria-label={t("{label}: names", { label })}
        hidden={!isShown}
      >
        {matches.map(({ name, games }, place) => (
          <div
            key={name}
            id={`${id}-${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === active}
            // Before the field loses the focus and takes the typed text.
            onMouseDown={(event) => {
              event.preventDefault();
              take(name);
            }}
          >
            <bdi>{upright(name)}</bdi> <span class="muted">{t("{n|count} game{{s}}", { n: games })}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
