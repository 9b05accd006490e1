/** What can be done with a position or with hits: save, edit, share, take away. */

import { named, t } from "../language/language";
import "../styles/collections.css";
import { useState } from "preact/hooks";
import { game, motifs, openingOf, Problem, pgn, type Similar } from "../api/client";
import { stored, useAnswer, useHere } from "../ui/hooks";
import { Icon } from "../ui/icons";
import { unless } from "../ui/parts";
import { save as saveFile } from "../ui/save";
import {
  collectionOf,
  first,
  merged,
  newId,
  oneLine,
  type Saved,
  type Shown,
  savable,
  untitled,
  withChange,
  withPosition,
} from "./collections";
import { addressOf, diagram } from "./diagram";
import { art, colors } from "./look";
import { known, legal, originOf, pgnOf, titleOf } from "./pgn";
import { openSheet, sheetOfHits } from "./sheet";
import { change, current, full, useKept } from "./store";
import { openWindow, say } from "./window";

/** Where the last position went. */
const LAST = "collection";

function remember(name: string) {
  try {
    localStorage.setItem(LAST, name);
  } catch {
    // Then the first one is suggested.
  }
}

/** The collection that is suggested. */
function suggested(): string {
  const last = stored(LAST);
  if (last && collectionOf(current(), last)) return last;
  return current().collections[0]?.name ?? first();
}

/** The most half-moves after a position that are saved with it. Guessed: as many as a solution or an idea takes. */
const MOST_MOVES = 12;

/** How long saving waits for a game, in milliseconds. Guessed. */
const PATIENCE = 5000;

/** A position as it is saved, with what is known of its game. */
function savedOf({ fen, game, ply, next = [], tags = new Map() }: Shown): Saved {
  const ofGame: Record<string, string | null> | undefined = game && {
    White: game.white.name,
    Black: game.black.name,
    Date: game.date,
    Event: game.event,
    Site: game.site,
    Round: game.round,
    Result: game.result ?? (game.winner && { white: "1-0", black: "0-1" }[game.winner]),
    GameId: String(game.id),
    Ply: ply === undefined ? null : String(ply),
  };
  // The number and the ply of a PGN are those of the position that it begins with.
  const tag = (name: string) => (ofGame ? ofGame[name] : /^(GameId|Ply)$/.test(name) ? null : tags.get(name));
  const [white, black, date] = [known(tag("White")), known(tag("Black")), known(tag("Date"))];
  return {
    id: newId(),
    fen,
    title: titleOf(white, black, date),
    note: "",
    white,
    black,
    date,
    moves: legal(fen, next.slice(0, MOST_MOVES)),
    ...originOf(tag),
  };
}

/** A position with the moves that followed in its game, which the server has; null if that does not answer. */
async function withMoves(saved: Saved, { game: header, ply, next }: Shown): Promise<Saved | null> {
  if (!header || ply === undefined || (next && next.length >= MOST_MOVES)) return saved;
  try {
    const { moves } = await game(header.id, AbortSignal.timeout(PATIENCE));
    const played = legal(saved.fen, moves.split(" ").slice(ply, ply + MOST_MOVES));
    return played.length > saved.moves.length ? { ...saved, moves: played } : saved;
  } catch (error) {
    // One game may be gone.
    return error instanceof Problem && error.status === 404 ? saved : null;
  }
}

/** The name of the opening or structure of a position. */
async function nameOf({ fen, line }: Shown, signal: AbortSignal): Promise<string> {
  const played = line?.moves.slice(0, line.ply) ?? [];
  const opening = line && played.length ? await openingOf(line.fen, played, signal) : null;
  if (opening) return opening.name;
  const { opening: own, structures } = await motifs(fen, signal, 0);
  return own?.name ?? named(structures[0]?.name ?? "");
}

export const openSave = (shown: Shown) =>
  openWindow(t("Save this position"), (close) => (
    <Fields
      shown={shown}
      position={savedOf(shown)}
      whole={(saved) => withMoves(saved, shown)}
      close={close}
      onSave={(position, to) => change((kept) => withPosition(kept, to, position))}
    />
  ));

/** Changes a saved position, or moves it to another collection. */
export const openEdit = (position: Saved, from: string) =>
  openWindow(t("Edit or move"), (close) => (
    <Fields
      position={position}
      from={from}
      close={close}
      onSave={(position, to) => change((kept) => withChange(kept, from, to, position))}
    />
  ));

interface FieldsProps {
  /** Asked for its name, if it has no title. */
  shown?: Shown;
  position: Saved;
  /** Adds to it what the server has. */
  whole?: (position: Saved) => Promise<Saved | null>;
  /** The collection that it is in. */
  from?: string;
  close: () => void;
  /** Saves it in a collection; whether the browser has taken it. */
  onSave: (position: Saved, to: string) => boolean;
}

function Fields({ shown, position: begun, whole, from, close, onSave }: FieldsProps) {
  // Drawn anew, a position gets another number.
  const [position] = useState(begun);
  // The server answers while the fields are filled in.
  const [completed] = useState(() => whole?.(position) ?? null);
  const [isBusy, setBusy] = useState(false);
  const [title, setTitle] = useState<string | null>(position.title || null);
  const [note, setNote] = useState(position.note);
  const [name, setName] = useState(() => from ?? suggested());
  const [isLost, setLost] = useState(false);
  const isHere = useHere();
  const asked = shown && !position.title ? shown : null;
  const named = useAnswer(asked?.fen ?? null, (signal) => nameOf(asked as Shown, signal));
  const shownTitle = title ?? named.value ?? "";
  if (isLost) return <Full close={close} />;
  const submit = async () => {
    if (isBusy) return;
    setBusy(true);
    const to = oneLine(name) || first();
    remember(to);
    const complete = (await completed) ?? position;
    // Closed meanwhile.
    if (!isHere.current) return;
    if (!onSave({ ...complete, title: oneLine(shownTitle) || untitled(), note: note.trim() }, to))
      return setLost(true);
    close();
    say(t("Saved in “{name}”.", { name: to }));
  };
  return (
    <form
      class="fields"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label>
        <span>{t("Title")}</span>
        <input
          type="text"
          autocomplete="off"
          placeholder={untitled()}
          value={shownTitle}
          onInput={(event) => setTitle(event.currentTarget.value)}
        />
      </label>
      <label>
        <span>{t("Note")}</span>
        <textarea rows={3} value={note} onInput={(event) => setNote(event.currentTarget.value)} />
      </label>
      <CollectionField name={name} onName={setName} />
      <div class="row">
        <button type="submit" class="primary">
          {t("Save")}
        </button>
        <button type="button" onClick={close}>
          {t("Cancel")}
        </button>
      </div>
    </form>
  );
}

/** The choice of a collection, or the name of a new one. */
function CollectionField({ name, onName }: { name: string; onName: (name: string) => void }) {
  const { kept } = useKept();
  const [isNew, setNew] = useState(!collectionOf(kept, name));
  return (
    <div class="row collection-field">
      {kept.collections.length > 0 && (
        <label>
          <span>{t("List")}</span>
          <select
            value={isNew ? "new" : `in ${name}`}
            onChange={({ currentTarget: { value } }) => {
              setNew(value === "new");
              onName(value === "new" ? "" : value.slice(3));
            }}
          >
            {kept.collections.map(({ name }) => (
              <option key={name} value={`in ${name}`}>
                {name}
              </option>
            ))}
            <option value="new">{t("New list")}</option>
          </select>
        </label>
      )}
      {isNew && (
        <label>
          <span>{kept.collections.length > 0 ? t("Its name") : t("New list")}</span>
          <input
            type="text"
            autocomplete="off"
            placeholder={first()}
            value={name}
            onInput={(event) => onName(event.currentTarget.value)}
          />
        </label>
      )}
    </div>
  );
}

/** Says that the browser keeps no more, and offers what it does not keep as a file. */
function Full({ close }: { close: () => void }) {
  return (
    <>
      <p role="alert">{full()}</p>
      <div class="row">
        <button type="button" class="primary" onClick={exportAll}>
          {t("Export as PGN")}
        </button>
        <button type="button" onClick={close}>
          {t("Close")}
        </button>
      </div>
    </>
  );
}

/** Saves all collections as a file. */
export const exportAll = () => saveFile("tabiya-saved.pgn", pgnOf(current().collections));

export const openShare = (shown: Shown) => openWindow(t("Share this position"), () => <Share {...shown} />);

function Share({ fen, view, lastMove }: Shown) {
  const [said, setSaid] = useState("");
  const svg = diagram({ fen, orientation: view, lastMove, colors: colors(), art });
  const copy = async (text: string, done: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(done);
    } catch {
      setSaid(t("The browser does not allow copying: {text}", { text }));
    }
  };
  const copyLink = () => copy(location.href, t("Link copied."));
  const share = async () => {
    try {
      await navigator.share({ title: document.title, url: location.href });
    } catch (error) {
      // Whoever has closed the sheet wants nothing.
      if (!(error instanceof DOMException && error.name === "AbortError")) copyLink();
    }
  };
  return (
    <>
      <img class="diagram" src={addressOf(svg)} alt={t("Diagram")} />
      <div class="row">
        <button type="button" onClick={() => copy(fen, t("FEN copied."))}>
          {t("Copy FEN")}
        </button>
        {"share" in navigator ? (
          <button type="button" onClick={share}>
            {t("Share a link")}
          </button>
        ) : (
          <button type="button" onClick={copyLink}>
            {t("Copy link")}
          </button>
        )}
        <button type="button" onClick={() => saveFile("position.svg", svg, "image/svg+xml")}>
          <Icon name="download" /> {t("Diagram")}
        </button>
      </div>
      <p class="muted" role="status">
        {said}
      </p>
    </>
  );
}

export const openHits = (similar: Similar) =>
  openWindow(t("{n|count} similar position{{s}}", { n: similar.hits.length }), (close) => (
    <Hits similar={similar} close={close} />
  ));

function Hits({ similar: { hits }, close }: { similar: Similar; close: () => void }) {
  const [said, setSaid] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [name, setName] = useState(suggested);
  const [isLost, setLost] = useState(false);
  const isHere = useHere();
  const ids = [...new Set(hits.map(({ game }) => game.id))];
  const games = async () => {
    setBusy(true);
    try {
      const pgns: string[] = [];
      for (const id of ids) {
        setSaid(t("{done} of {n|count} game{{s}}…", { done: pgns.length, n: ids.length }));
        pgns.push((await pgn(id)).trim());
      }
      saveFile("similar-positions.pgn", `${pgns.join("\n\n")}\n`);
      setSaid(t("{n|count} game{{s}} saved.", { n: ids.length }));
    } catch {
      setSaid(t("The server has not answered. Nothing was saved; try again."));
    }
    setBusy(false);
  };
  const keep = async () => {
    if (isBusy) return;
    setBusy(true);
    const to = oneLine(name) || first();
    remember(to);
    const positions: Saved[] = [];
    let isAway = false;
    for (const hit of hits) {
      setSaid(t("{done} of {n|count} game{{s}}…", { done: positions.length, n: hits.length }));
      const shown = savable(hit, "white");
      const begun = savedOf(shown);
      // A server that has not answered once is not waited for again.
      const whole: Saved | null = isAway ? null : await withMoves(begun, shown);
      isAway ||= whole === null;
      const saved = whole ?? begun;
      positions.push({ ...saved, title: saved.title || untitled() });
    }
    if (!isHere.current) return;
    if (!change((kept) => merged(kept, [{ name: to, positions }]).kept)) return setLost(true);
    close();
    say(t("Saved in “{name}”.", { name: to }));
  };
  if (isLost) return <Full close={close} />;
  return (
    <>
      <div class="row">
        <button type="button" {...unless(isBusy, games)}>
          <Icon name="download" /> {t("Game{{n:|s}} as PGN", { n: ids.length })}
        </button>
        <button
          type="button"
          onClick={() => {
            close();
            openSheet(sheetOfHits(hits));
          }}
        >
          {t("Print")}
        </button>
      </div>
      <p class="muted" role="status">
        {said}
      </p>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault();
          keep();
        }}
      >
        <CollectionField name={name} onName={setName} />
        <div class="row">
          <button type="submit">{t("Save {{n:it|all}} in this list", { n: hits.length })}</button>
        </div>
      </form>
    </>
  );
}
