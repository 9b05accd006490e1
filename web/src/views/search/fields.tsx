/** The fields that set filters. */

import { useState } from "preact/hooks";
import { collections } from "../../api/client";
import { t } from "../../language/language";
import { isolated } from "../../ui/format";
import { useAnswer } from "../../ui/hooks";
import { Choice, Toggle } from "../../ui/parts";
import { PlayerInput } from "../../ui/player-input";
import {
  consistent,
  type Filter,
  type FiltersProps,
  firstPly,
  lastPly,
  materialOf,
  movesOf,
  SPEED_WORDS,
  SPEEDS,
  TEXTS,
} from "./filters";

const SIDES = [
  { name: "any", label: "Any" },
  { name: "white", label: "White" },
  { name: "black", label: "Black" },
] as const;

export function Fields({ filter, fen, onFilter }: FiltersProps) {
  const set = (changed: Filter) => onFilter(consistent({ ...filter, ...changed }));
  const side = (name: "any" | "white" | "black") => (name === "any" ? undefined : name);
  const date = (field: "since" | "until", label: string, placeholder: string) => (
    <Text
      label={label}
      placeholder={placeholder}
      value={filter[field] ?? ""}
      onText={(value) => set({ [field]: value })}
    />
  );
  /** A field of a number, which may be shown in another unit. */
  const number = (
    field: "minRating" | "maxRating" | "minPly" | "maxPly",
    label: string,
    placeholder: string,
    shown = (value: number) => value,
    meant = (value: number) => value,
  ) => {
    const value = filter[field];
    return (
      <Text
        label={label}
        placeholder={placeholder}
        isNumber
        value={value == null ? "" : String(shown(value))}
        onText={(typed) => set({ [field]: /^\d{1,5}$/.test(typed) ? meant(Number(typed)) : undefined })}
      />
    );
  };
  const moveOf = (ply: number) => Math.floor(ply / 2) + 1;
  const hasPlayer = Boolean(filter.player || filter.opponent);
  return (
    <>
      <PlayerInput
        label={t("Player")}
        value={filter.player ?? ""}
        placeholder="Carlsen"
        onName={(player) => set({ player })}
      />
      <PlayerInput
        label={t("Opponent")}
        value={filter.opponent ?? ""}
        placeholder="Anand"
        onName={(opponent) => set({ opponent })}
      />
      <div class="field">
        <span aria-hidden="true">{t("Player’s colour")}</span>
        <Choice
          label={t("Player’s colour")}
          name="filter-color"
          value={filter.color ?? "any"}
          options={SIDES}
          isDisabled={!hasPlayer}
          onChange={(name) => set({ color: side(name) })}
        />
      </div>
      <div class="field">
        <label for="filter-result">{t("Result")}</label>
        <select
          id="filter-result"
          value={filter.result ?? ""}
          onChange={(event) => set({ result: (event.currentTarget.value || undefined) as Filter["result"] })}
        >
          <option value="">{t("Any")}</option>
          <option value="white">{t("White won")}</option>
          <option value="draw">{t("Draw")}</option>
          <option value="black">{t("Black won")}</option>
          <option value="win" disabled={!filter.player}>
            {t("The player won")}
          </option>
          <option value="loss" disabled={!filter.player}>
            {t("The player lost")}
          </option>
          <option value="unknown">{t("Unknown")}</option>
        </select>
      </div>
      <fieldset class="field pair">
        <legend>{t("Average rating")}</legend>
        {number("minRating", t("Rating from"), "2500")}
        <span aria-hidden="true">–</span>
        {number("maxRating", t("Rating to"), "2900")}
      </fieldset>
      <fieldset class="field pair">
        <legend>{t("Played")}</legend>
        {date("since", t("Played since"), "2010")}
        <span aria-hidden="true">–</span>
        {date("until", t("Played until"), "2015-06")}
      </fieldset>
      {TEXTS.map(({ name, label, example }) => (
        <div key={name} class="field">
          <label for={`filter-${name}`}>{t(label)}</label>
          <Text
            id={`filter-${name}`}
            placeholder={example}
            value={filter[name] ?? ""}
            onText={(value) => set({ [name]: value })}
          />
        </div>
      ))}
      <div class="field">
        <span aria-hidden="true">{t("To move")}</span>
        <Choice
          label={t("To move")}
          name="filter-turn"
          value={filter.turn ?? "any"}
          options={SIDES}
          onChange={(name) => set({ turn: side(name) })}
        />
      </div>
      <fieldset class="field pair">
        <legend>{t("Moves")}</legend>
        {number("minPly", t("First move"), "15", moveOf, firstPly)}
        <span aria-hidden="true">–</span>
        {number("maxPly", t("Last move"), "40", moveOf, lastPly)}
      </fieldset>
      <div class="field">
        <label for="filter-material">{t("Material")}</label>
        <span class="with-button">
          <Text
            id="filter-material"
            placeholder="KRPPkrpp"
            value={filter.material ?? ""}
            onText={(material) => set({ material })}
          />
          <button type="button" onClick={() => set({ material: materialOf(fen) })}>
            {t("Same as board")}
          </button>
        </span>
      </div>
      <div class="field">
        <label for="filter-played">{t("Played within six moves")}</label>
        <Text
          id="filter-played"
          placeholder="Bxh7+ Ng5"
          value={filter.played?.join(" ") ?? ""}
          onText={(text) => set({ played: movesOf(text) })}
        />
      </div>
      <OfCollection value={filter.collection ?? []} onNames={(collection) => set({ collection })} />
      <fieldset class="field several">
        <legend>{t("Speed")}</legend>
        {SPEEDS.map((speed) => (
          <Toggle
            key={speed}
            label={t(SPEED_WORDS[speed])}
            checked={filter.speeds?.includes(speed) ?? false}
            onChange={(isChosen) => {
              const others = (filter.speeds ?? []).filter((other) => other !== speed);
              set({ speeds: isChosen ? [...others, speed] : others });
            }}
          />
        ))}
      </fieldset>
    </>
  );
}

/** Chooses a collection of the server; an address may name several. */
function OfCollection({ value, onNames }: { value: string[]; onNames: (names: string[]) => void }) {
  const listed = useAnswer("collections", collections).value?.collections ?? [];
  const chosen = value.join(",");
  const names = new Set(listed.map(({ name }) => name));
  if (chosen && !names.has(chosen)) names.add(chosen);
  return (
    <div class="field">
      <label for="filter-collection">{t("Collection")}</label>
      <select
        id="filter-collection"
        value={chosen}
        disabled={!names.size}
        onChange={(event) => onNames(event.currentTarget.value ? event.currentTarget.value.split(",") : [])}
      >
        <option value="">{t("Any")}</option>
        {[...names].map((name) => (
          <option key={name} value={name}>
            {isolated(name)}
          </option>
        ))}
      </select>
    </div>
  );
}

interface TextProps {
  id?: string;
  label?: string;
  placeholder: string;
  value: string;
  isNumber?: boolean;
  /** Receives the text when the field is left, or on Enter. */
  onText: (text: string) => void;
}

/** A text field that keeps what is being typed while the page around it changes. */
function Text({ id, label, placeholder, value, isNumber, onText }: TextProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <input
      id={id}
      type="text"
      inputMode={isNumber ? "numeric" : undefined}
      autocomplete="off"
      spellcheck={false}
      aria-label={label}
      placeholder={placeholder}
      value={typed ?? value}
      onInput={(event) => setTyped(event.currentTarget.value)}
      onChange={(event) => {
        setTyped(null);
        onText(event.currentTarget.value.trim());
      }}
    />
  );
}
