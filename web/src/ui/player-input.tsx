/** A player's name, completed while one types. */

import { useId, useState } from "preact/hooks";
import { type PlayerGames, players } from "../api/client";
import { many } from "./format";
import { useAnswer } from "./hooks";

interface PlayerInputProps {
  label: string;
  value: string;
  /** The whole name, when it is chosen or typed to its end. */
  onName: (name: string) => void;
  placeholder?: string;
}

/** How long typing rests before names are asked for, in milliseconds. */
const REST = 120;

export function PlayerInput({ label, value, onName, placeholder }: PlayerInputProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const text = typed ?? value;
  const query = isOpen ? text.trim() : "";
  const answer = useAnswer(query || null, (signal) => players(query, signal), REST);
  const found: PlayerGames[] = query ? (answer.value?.players ?? []) : [];
  const isShown = isOpen && found.length > 0;

  const take = (name: string) => {
    setOpen(false);
    setActive(-1);
    setTyped(null);
    if (name.trim() !== value) onName(name.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length) {
      setActive((active + step + found.length) % found.length);
      event.preventDefault();
    } else if (event.key === "Enter") {
      take(found[active]?.name ?? text);
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
      <div class="names" id={`${id}-names`} role="listbox" aria-label={`${label}: names`} hidden={!isShown}>
        {found.map(({ name, games }, place) => (
          <div
            key={name}
            id={`${id}-${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === active}
            // Before the field loses the focus, which would take what was typed.
            onMouseDown={(event) => {
              event.preventDefault();
              take(name);
            }}
          >
            <span>{name}</span> <span class="muted">{many(games, "game")}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
