/** The choice of exercises: their source, level and number. */

import { useRef, useState } from "preact/hooks";
import { type Pasted, START, steps, toQuery } from "../../board/chess";
import { Mini } from "../../board/mini";
import { themeName } from "../../board/motifs";
import { firstOf, usePaste } from "../../board/paste";
import { named, rich, t } from "../../language/language";
import { bytes } from "../../ui/format";
import { Icon } from "../../ui/icons";
import { Choice } from "../../ui/parts";
import { PlayerInput } from "../../ui/player-input";
import { go, withQuery } from "../../ui/router";
import { LEVELS, type Level, STRUCTURES, TACTICS } from "./exercises";
import { keepOwn, ownGames } from "./own";
import { Files, Today } from "./today";

/** Searches positions like the pasted one. */
export const searchPasted = ({ line, games }: Pasted) =>
  go(withQuery("/", toQuery(line)), false, firstOf(games.length));

const SOURCES = [
  { name: "player", label: "A player" },
  { name: "theme", label: "A theme" },
  { name: "fen", label: "A position" },
  { name: "pgn", label: "My games" },
] as const;
type Source = (typeof SOURCES)[number]["name"];

/** The most bytes of games: the server accepts requests of 1 MiB, a little of which is not games. */
const LARGEST = (1 << 20) - 1000;

/** The length of a text in a request, in bytes; line ends and quotes take two there. */
const sentBytes = (text: string) => new TextEncoder().encode(JSON.stringify(text)).length;

const LIMITS = ["5", "10", "20"] as const;

export function Choose({ url, isEmpty }: { url: URL; isEmpty: boolean }) {
  const query = url.searchParams;
  const given = query.has("pgn") ? "pgn" : SOURCES.find(({ name }) => query.get(name))?.name;
  const [source, setSource] = useState<Source>(given ?? "player");
  const [player, setPlayer] = useState(query.get("player") ?? "");
  const [theme, setTheme] = useState(query.get("theme") ?? "fork");
  const [fen, setFen] = useState(query.get("fen")?.replaceAll("_", " ") ?? START);
  const [level, setLevel] = useState<Level>("any");
  const [limit, setLimit] = useState<string>(query.get("limit") ?? "10");
  const [isSubmitted, setSubmitted] = useState(false);
  const [own, setOwnText] = useState(() => ownGames() ?? "");
  /** By how much the last text or file is too large, in bytes. */
  const [tooLarge, setTooLarge] = useState(0);
  const file = useRef<HTMLInputElement>(null);
  const missing =
    source === "player" && !player
      ? t("Name a player first.")
      : source === "pgn" && !own.trim()
        ? t("Paste games first, or choose a file.")
        : null;
  const setOwn = (text: string) => {
    setOwnText(text);
    setTooLarge(Math.max(0, sentBytes(text) - LARGEST));
  };
  usePaste((pasted, text) => {
    const { line, games } = pasted;
    if (source === "pgn" && games.length) setOwn(text);
    else if (source === "fen") setFen(steps(line).at(-1)?.fen ?? line.fen);
    else searchPasted(pasted);
  });
  const begin = () => {
    setSubmitted(true);
    if (missing || (source === "pgn" && sentBytes(own) > LARGEST)) return;
    const chosen = new URLSearchParams();
    if (source === "pgn") {
      chosen.set("pgn", keepOwn(own));
      if (player) chosen.set("player", player);
    } else chosen.set(source, { player, theme, fen: fen.trim().replaceAll(" ", "_") }[source]);
    chosen.set("level", level);
    chosen.set("limit", limit);
    go(withQuery("/training", chosen));
  };
  const read = async (chosen: File | undefined) => {
    if (!chosen) return;
    if (chosen.size > LARGEST) setTooLarge(chosen.size - LARGEST);
    else setOwn(await chosen.text());
  };
  return (
    <div class="page training">
      <h1>{t("Exercises")}</h1>
      <p class="lead">
        {t(
          "Positions with a single good move, found by the engine in the games of the index or in your own. Choose a source and a level.",
        )}
      </p>
      <Today />
      {query.has("pgn") && query.has("level") && (
        <p class="note" role="status">
          {t("The games of this link are gone. Paste them again, or choose their file.")}
        </p>
      )}
      <form
        class="panel choose"
        onSubmit={(event) => {
          event.preventDefault();
          begin();
        }}
      >
        <div class="field">
          <span aria-hidden="true">{t("Source")}</span>
          <Choice label={t("Source")} name="source" value={source} options={SOURCES} onChange={setSource} />
        </div>
        {isEmpty && source !== "pgn" && (
          <p class="note" role="status">
            {rich("There are no games yet. {link}, or choose “My games”.", {
              link: <a href="/import">{t("Import some")}</a>,
            })}
          </p>
        )}
        {source === "player" && (
          <PlayerInput
            label={t("Player: what this player could have found")}
            value={player}
            placeholder="Carlsen"
            onName={setPlayer}
          />
        )}
        {source === "theme" && (
          <div class="field">
            <label for="theme">{t("Motif or pawn structure")}</label>
            <select id="theme" value={theme} onChange={(event) => setTheme(event.currentTarget.value)}>
              <optgroup label={t("Motifs")}>
                {TACTICS.map((name) => (
                  <option key={name} value={name}>
                    {themeName(name)}
                  </option>
                ))}
              </optgroup>
              <optgroup label={t("Structures")}>
                {STRUCTURES.map((name) => (
                  <option key={name} value={name}>
                    {named(name)}
                  </option>
                ))}
              </optgroup>
            </select>
          </div>
        )}
        {source === "fen" && (
          <div class="with-board">
            <Mini fen={fen} orientation="white" />
            <div class="field">
              <label for="fen">{t("FEN: exercises from games with similar positions")}</label>
              <input
                id="fen"
                type="text"
                spellcheck={false}
                autocomplete="off"
                value={fen}
                onInput={(event) => setFen(event.currentTarget.value)}
              />
            </div>
          </div>
        )}
        {source === "pgn" && (
          <>
            <div class="field">
              <label for="pgn">{t("PGN: exercises from these games")}</label>
              <textarea
                id="pgn"
                rows={8}
                spellcheck={false}
                value={own}
                onInput={(event) => setOwn(event.currentTarget.value)}
              />
            </div>
            <div class="row">
              <button type="button" onClick={() => file.current?.click()}>
                <Icon name="upload" /> {t("Choose a file")}
              </button>
              <span class="muted">{t("The server reads the games and keeps nothing.")}</span>
              <input
                ref={file}
                type="file"
                hidden
                accept=".pgn,application/x-chess-pgn"
                aria-label={t("PGN file")}
                onChange={(event) => {
                  read(event.currentTarget.files?.[0]);
                  event.currentTarget.value = "";
                }}
              />
            </div>
            {tooLarge > 0 && (
              <p class="wrong" role="alert">
                {rich(
                  "That is {excess} too much: the server accepts {most} at a time. Choose fewer games, or {link}.",
                  {
                    excess: bytes(tooLarge),
                    most: bytes(LARGEST),
                    link: <a href="/import">{t("import them")}</a>,
                  },
                )}
              </p>
            )}
            <div class="field">
              <label for="whose">{t("Whose moves (everyone’s if empty)")}</label>
              <input
                id="whose"
                type="text"
                spellcheck={false}
                autocomplete="off"
                value={player}
                onInput={(event) => setPlayer(event.currentTarget.value)}
              />
            </div>
          </>
        )}
        <div class="field">
          <span aria-hidden="true">{t("Level: the rating of players who solve half of them")}</span>
          <Choice label={t("Level")} name="level" value={level} options={LEVELS} onChange={setLevel} />
        </div>
        <label class="select">
          <span>{t("Exercises")}</span>
          <select value={limit} onChange={(event) => setLimit(event.currentTarget.value)}>
            {[...new Set([...LIMITS, limit])].map((number) => (
              <option key={number} value={number}>
                {number}
              </option>
            ))}
          </select>
        </label>
        {isSubmitted && missing && (
          <p class="wrong" role="alert">
            {missing}
          </p>
        )}
        <div>
          <button type="submit" class="primary">
            {t("Make exercises")}
          </button>
        </div>
      </form>
      <Files />
    </div>
  );
}
