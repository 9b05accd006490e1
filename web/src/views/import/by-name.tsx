/** Imports the games of a player of lichess or chess.com, by name. */

import { useState } from "preact/hooks";
import { t } from "../../language/language";
import { addPlayer, type Item, type Player } from "./queue";

const SITES = [
  ["lichess", "lichess"],
  ["chesscom", "chess.com"],
] as const;

/** What a name is made of, as the server says. */
const NAME = "[A-Za-z0-9_\\-]{1,40}";

export function ByName() {
  const [site, setSite] = useState<Player["site"]>("lichess");
  const [name, setName] = useState("");
  return (
    <form
      class="by-name"
      aria-label={t("Games by name")}
      onSubmit={(event) => {
        event.preventDefault();
        const shown = SITES.find(([value]) => value === site)?.[1];
        addPlayer({ site, name: name.trim() }, `${name.trim()} (${shown})`);
        setName("");
      }}
    >
      <p>{t("Or fetch all games of a player; next time, only the new ones")}</p>
      <label>
        <span class="hidden">{t("Site")}</span>
        <select value={site} onChange={(event) => setSite(event.currentTarget.value as Player["site"])}>
          {SITES.map(([value, shown]) => (
            <option key={value} value={value}>
              {shown}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span class="hidden">{t("Name")}</span>
        <input
          type="text"
          placeholder={t("Name")}
          required
          pattern={NAME}
          title={t("Letters, digits, _ and -")}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <button type="submit">{t("Fetch games")}</button>
    </form>
  );
}

/** What can be said of a player's games while they come, `12 s so far`. */
export function timeSoFar({ state, began }: Item): string {
  if (state !== "sending") return "";
  return t("{s|count} s so far", { s: Math.round((performance.now() - began) / 1000) });
}
