/** Saved positions, in collections. */

import { count, rich, t } from "../../language/language";
import "../../styles/collections.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { lineOf, MOST_PASTED, toMove, toQuery } from "../../board/chess";
import { textOf, useDrop } from "../../board/drop";
import { Mini } from "../../board/mini";
import {
  type Collection,
  collectionOf,
  merged,
  oneLine,
  renamed,
  type Saved,
  withBack,
  withCollection,
  withoutCollection,
  withoutPosition,
  withPosition,
} from "../../keep/collections";
import { exportAll, openEdit } from "../../keep/dialogs";
import { pgnOf, read, titleOf } from "../../keep/pgn";
import { openSheet, sheetOfCollection, variation } from "../../keep/sheet";
import { change, current, full, useKept } from "../../keep/store";
import { openWindow } from "../../keep/window";
import { useFocusCaught } from "../../ui/focus";
import { isolated, joined, result } from "../../ui/format";
import { useTitle } from "../../ui/hooks";
import { Icon } from "../../ui/icons";
import { Tool } from "../../ui/parts";
import { go, withQuery } from "../../ui/router";
import { save } from "../../ui/save";

const ofCollection = (name: string) => withQuery("/collections", new URLSearchParams({ name }));

/** What was deleted, in a sentence, and how it comes back. */
interface Deleted {
  text: string;
  undo: () => void;
}

export function Collections({ url }: { url: URL }) {
  const { kept, isFull } = useKept();
  const { collections } = kept;
  const collection = collectionOf(kept, url.searchParams.get("name") ?? "") ?? collections[0];
  const [deleted, setDeleted] = useState<Deleted | null>(null);
  const [note, setNote] = useState("");
  const name = collection?.name;
  useFocusCaught(name ?? "");
  useTitle(name ?? t("Saved positions"));
  const importAll = async (files: File[]) => {
    setDeleted(null);
    const notes: string[] = [];
    for (const file of files) notes.push(await importFile(file));
    setNote(notes.join(" "));
  };
  useDrop(importAll);
  const remove = (deleted: Deleted) => {
    setNote("");
    setDeleted(deleted);
  };
  return (
    <div class="page collections">
      <header class="row">
        <h1>{t("Saved positions")}</h1>
        <span class="spring" />
        <button type="button" class="text-tool" onClick={() => openName(t("New list"))}>
          {t("New list")}
        </button>
        <Files onFiles={importAll} isEmpty={!collections.length} />
      </header>
      <p class="muted">
        {isFull
          ? full()
          : t("Positions and notes are kept in this browser only. Export takes them away as PGN.")}
      </p>
      <div role="status">{note && <p class="note">{note}</p>}</div>
      {deleted && <Undo deleted={deleted} onDone={() => setDeleted(null)} />}
      {collection ? (
        <>
          <nav class="row" aria-label={t("Lists")}>
            {collections.map(({ name, positions }) => (
              <a
                key={name}
                class="button"
                href={ofCollection(name)}
                aria-current={name === collection.name ? "page" : undefined}
              >
                {name} <span class="muted number">{count(positions.length)}</span>
              </a>
            ))}
          </nav>
          <Opened collection={collection} onDeleted={remove} />
        </>
      ) : (
        <div class="notice">
          <h2>{t("Nothing saved yet")}</h2>
          <p>
            {rich(
              "{save} is below the board of Search, of Analysis and of games, and on each similar position.",
              {
                save: <i>{t("Save")}</i>,
              },
            )}{" "}
            {t("Add from PGN takes a PGN with positions (FEN tags), such as a study or exercises.")}
          </p>
        </div>
      )}
    </div>
  );
}

/** Asks for the name of a new collection, or another name for one. */
function openName(title: string, from = "") {
  openWindow(title, (close) => <Name from={from} close={close} />);
}

function Name({ from, close }: { from: string; close: () => void }) {
  const { kept } = useKept();
  const [typed, setTyped] = useState(from);
  const name = oneLine(typed);
  const isTaken = name !== from && collectionOf(kept, name) !== undefined;
  return (
    <form
      class="fields"
      onSubmit={(event) => {
        event.preventDefault();
        if (!name || isTaken) return;
        change((kept) => (from ? renamed(kept, from, name) : withCollection(kept, name)));
        close();
        go(ofCollection(name), Boolean(from));
      }}
    >
      <label>
        <span>{t("Name")}</span>
        <input
          type="text"
          autocomplete="off"
          value={typed}
          aria-invalid={isTaken}
          aria-describedby="taken"
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <p id="taken" class="wrong" role="status">
        {isTaken && t("A list with this name already exists.")}
      </p>
      <div class="row">
        <button type="submit" class="primary">
          {from ? t("Rename") : t("Make")}
        </button>
        <button type="button" onClick={close}>
          {t("Cancel")}
        </button>
      </div>
    </form>
  );
}

/** Says what was deleted, and brings it back. */
function Undo({ deleted, onDone }: { deleted: Deleted; onDone: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  // What had the focus was deleted.
  useEffect(() => button.current?.focus(), [deleted]);
  return (
    <div class="note row" role="status">
      <span>{deleted.text}</span>
      <button
        ref={button}
        type="button"
        onClick={() => {
          deleted.undo();
          onDone();
        }}
      >
        {t("Undo")}
      </button>
    </div>
  );
}

interface OpenedProps {
  collection: Collection;
  onDeleted: (deleted: Deleted) => void;
}

function Opened({ collection, onDeleted }: OpenedProps) {
  const { name, positions } = collection;
  const remove = () => {
    const place = current().collections.findIndex((one) => one.name === name);
    change((kept) => withoutCollection(kept, name));
    onDeleted({
      text: t("“{name}” and {n|count} position{{s}} deleted.", { name, n: positions.length }),
      undo: () => {
        change((kept) => withBack(kept, collection, place));
        go(ofCollection(name), true);
      },
    });
  };
  return (
    <section aria-labelledby="collection">
      <header class="row">
        <h2 id="collection">{name}</h2>
        <span class="spring" />
        <button type="button" class="text-tool" onClick={() => openName(t("Rename"), name)}>
          <Icon name="edit" /> {t("Rename")}
        </button>
        {positions.length > 0 && (
          <>
            <button
              type="button"
              class="text-tool"
              onClick={() => save(`${fileName(name)}.pgn`, pgnOf([collection]))}
            >
              <Icon name="download" /> PGN
            </button>
            <button type="button" class="text-tool" onClick={() => openSheet(sheetOfCollection(collection))}>
              {t("Print")}
            </button>
          </>
        )}
        <button type="button" class="text-tool" onClick={remove}>
          <Icon name="trash" /> {t("Delete")}
        </button>
      </header>
      {positions.length === 0 && <p class="muted">{t("No positions yet.")}</p>}
      <ol class="results saved" aria-label={t("Positions of {name}", { name })}>
        {positions.map((position, place) => (
          <Card
            key={position.id}
            position={position}
            onEdit={() => openEdit(position, name)}
            onDelete={() => {
              change((kept) => withoutPosition(kept, name, position.id));
              onDeleted({
                text: t("“{name}” deleted.", { name: position.title }),
                undo: () => {
                  change((kept) => withPosition(kept, name, position, place));
                },
              });
            }}
          />
        ))}
      </ol>
    </section>
  );
}

interface CardProps {
  position: Saved;
  onEdit: () => void;
  onDelete: () => void;
}

function Card({ position, onEdit, onDelete }: CardProps) {
  const { fen, title, note, white, black, date } = position;
  const line = { ...lineOf(fen, position.moves.join(" ")), ply: 0 };
  const query = toQuery(line);
  const players = titleOf(white, black, date);
  const { id, ply = 0, result: ended = null } = position.game ?? {};
  const about = joined([players !== title && players, result({ winner: null, result: ended })]);
  return (
    <li class="card">
      <Mini fen={fen} orientation="white" />
      <div class="about">
        <h3>{isolated(title)}</h3>
        {about && <p class="muted">{about}</p>}
        <p class="muted">{toMove(fen)}</p>
        {position.moves.length > 0 && <p class="line">{variation(fen, position.moves)}</p>}
        {note && <p class="words">{note}</p>}
      </div>
      <div class="foot">
        {id !== undefined && (
          <a href={`/games/${id}?ply=${ply}`} aria-label={t("Open the game: {title}", { title })}>
            {t("Open the game")}
          </a>
        )}
        <a href={withQuery("/", query)} aria-label={t("Search: {title}", { title })}>
          {t("Search")}
        </a>
        <a href={withQuery("/analysis", query)} aria-label={t("Analyse: {title}", { title })}>
          {t("Analyse")}
        </a>
        <span class="spring" />
        <Tool icon="edit" label={t("Edit or move: {title}", { title })} onClick={onEdit} />
        <Tool icon="trash" label={t("Delete: {title}", { title })} onClick={onDelete} />
      </div>
    </li>
  );
}

/** A name as that of a file. */
const fileName = (name: string) =>
  name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "collection";

/** Adds the positions of a file; what was added, in a sentence. */
async function importFile(file: File): Promise<string> {
  const { text = "", wrong, isCut } = await textOf(file);
  if (wrong) return wrong;
  const { collections, left } = read(text, oneLine(file.name.replace(/\.(pgn|gz)/gi, "")) || t("Imported"));
  const all = collections.reduce((sum, { positions }) => sum + positions.length, 0);
  if (!all)
    return t("{file} has no game that begins with a position of its own, which a FEN tag would name.", {
      file: file.name,
    });
  let added = 0;
  change((kept) => {
    const both = merged(kept, collections);
    added = both.added;
    return both.kept;
  });
  const [first] = collections;
  if (first) go(ofCollection(first.name), true);
  return [
    t("{n|count} position{{s}} added from {file}.", { n: added, file: file.name }),
    all > added && t("{n|count} position{{s}} of it {{was|were}} there already.", { n: all - added }),
    left > 0 && t("{n|count} game{{s}} without a position of {{its|their}} own left out.", { n: left }),
    isCut &&
      t("It is long: only what begins in its first {n|count} characters was read.", { n: MOST_PASTED }),
  ]
    .filter(Boolean)
    .join(" ");
}

/** All collections as a file, and files with positions. */
function Files({ onFiles, isEmpty }: { onFiles: (files: File[]) => void; isEmpty: boolean }) {
  const file = useRef<HTMLInputElement>(null);
  return (
    <>
      {!isEmpty && (
        <button type="button" class="text-tool" onClick={exportAll}>
          <Icon name="download" /> {t("Export all")}
        </button>
      )}
      <button type="button" class="text-tool" onClick={() => file.current?.click()}>
        <Icon name="upload" /> {t("Add from PGN")}
      </button>
      <input
        ref={file}
        type="file"
        hidden
        multiple
        accept=".pgn,.pgn.gz,application/x-chess-pgn"
        aria-label={t("PGN with positions")}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = "";
        }}
      />
    </>
  );
}
