/** Imports PGN files, dropped or chosen, one after another, and shows the result of each. */

import type { Plain } from "../../language/catalogue";
import { count, t } from "../../language/language";
import "../../styles/import.css";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Status } from "../../api/client";
import type { Schemas } from "../../api/tabiya";
import { useDrop } from "../../board/drop";
import { focusMain } from "../../ui/focus";
import { bytes } from "../../ui/format";
import { Icon } from "../../ui/icons";
import { showImporting } from "../../ui/importing";
import { secondsLeft, timeLeft } from "../../ui/left";
import { sentence } from "../../ui/parts";
import { Token } from "../../ui/token";
import { ByName, timeSoFar } from "./by-name";
import { Options } from "./options";
import { add, again, COUNTS, cancel, type Item, unlock, useQueue } from "./queue";

/** The names that the file dialog offers; other files are tried, too. */
const NAMES = ".pgn,.pgn.zst,.pgn.gz,.pgn.bz2,.zst,.gz,.bz2,application/x-chess-pgn";

export function Import({ status }: { status: Status | null }) {
  const { items, refused, announcement } = useQueue();
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useDrop(add);
  // What was offered elsewhere can be chosen here.
  useEffect(() => showImporting({ offered: [] }), []);

  return (
    <div class="page import">
      <h1>{t("Import games")}</h1>
      <p class="lead">
        {t("Games that are already in the index are skipped, so it is safe to import a file again.")}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files can be chosen with the button, too */}
      <div
        class={`drop${isOver ? " over" : ""}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          add(event.dataTransfer?.files ?? []);
        }}
      >
        <Icon name="upload" />
        <p>{t("Drop PGN files here, plain or compressed (zst, gz, bz2), of any size")}</p>
        <button type="button" class="primary" onClick={() => input.current?.click()}>
          {t("Choose files")}
        </button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept={NAMES}
          aria-label={t("PGN files")}
          onChange={(event) => {
            add(event.currentTarget.files ?? []);
            event.currentTarget.value = "";
          }}
        />
      </div>
      <ByName />
      <Options />
      {/* Below the other content, so that nothing moves when it appears. */}
      <p class="here">
        {status &&
          (status.games
            ? t(
                "{games|count} {{games:game|games}} with {n|count} position{{s}} in the index, {size} in all.",
                {
                  games: status.games,
                  n: status.positions,
                  size: bytes(status.indexBytes),
                },
              )
            : t("There are no games yet."))}
      </p>
      {refused && (
        <Token
          problem={refused}
          onToken={(token) => {
            // The field disappears, and comes back if the token was wrong.
            focusMain();
            unlock(token);
          }}
        />
      )}
      <p class="hidden" role="status">
        {announcement}
      </p>
      <ul class="files" aria-label={t("Files")}>
        {items.map((item) => (
          <FileRow key={item.id} item={item} />
        ))}
      </ul>
    </div>
  );
}

/** What can be said of a file while it is sent, `3.1 MB of 12 MB, about 2 minutes left`. */
function sentOf({ file, state, sent, began }: Item): string {
  if (state !== "sending" || sent >= 1) return bytes(file.size);
  const left = secondsLeft(sent, (performance.now() - began) / 1000);
  const size = t("{sent} of {size}", { sent: bytes(sent * file.size), size: bytes(file.size) });
  return left === null ? size : `${size}, ${timeLeft(left)}`;
}

function FileRow({ item }: { item: Item }) {
  const { file, state, progress, problem, sent } = item;
  const rejected = progress?.rejected ?? [];
  const stateText = {
    waiting: t("waiting"),
    blocked: t("waiting for another import to end"),
    sending: item.player
      ? t("fetching")
      : sent < 1
        ? t("{n}% sent", { n: Math.round(sent * 100) })
        : t("indexing"),
    done: t("done"),
    failed: progress ? t("stopped early") : t("not imported"),
    cancelled: t("cancelled"),
  }[state];
  const isOver = state === "failed" || state === "cancelled";
  const why = problem?.message ?? progress?.error;
  return (
    <li class={state}>
      <div class="row">
        <b class="name">{file.name}</b>
        {item.collection && <span class="tag">{item.collection}</span>}
        <span class="muted">{item.player ? timeSoFar(item) : sentOf(item)}</span>
        <span class="spring" />
        <span class="state">{stateText}</span>
        {state !== "done" && (
          // The same button: the focus stays.
          <button
            type="button"
            aria-label={
              isOver ? t("Try again: {file}", { file: file.name }) : t("Cancel: {file}", { file: file.name })
            }
            onClick={() => (isOver ? again(item) : cancel(item))}
          >
            {isOver ? t("Try again") : t("Cancel")}
          </button>
        )}
      </div>
      {item.player && state === "sending" ? (
        <progress aria-label={t("Games of {player}", { player: file.name })} />
      ) : (
        <progress
          aria-label={t("Upload of {file}", { file: file.name })}
          max={1}
          value={state === "done" ? 1 : sent}
        />
      )}
      {progress && (
        <p class="counts">
          {state === "cancelled" && `${t("At least")} `}
          {COUNTS.map(([name, words], place) => {
            const [, number, rest] = /^(\S+)(.*)$/.exec(t(words, { n: progress[name] })) ?? [];
            return (
              <span key={name}>
                {place > 0 && ", "}
                <b>{number}</b>
                {rest}
              </span>
            );
          })}
        </p>
      )}
      {state === "failed" && why && (
        <p class="wrong" role="alert">
          {sentence(why)}
        </p>
      )}
      {isOver && (progress || sent > 0) && (
        <p class="muted">
          {t(
            "The whole games that the server had received are in the index, and are skipped when you try again.",
          )}
        </p>
      )}
      {rejected.length > 0 && (
        <Places
          summary={t("{n|count} game{{s}} rejected, and why", { n: progress?.rejectedCount ?? 0 })}
          places={rejected}
        />
      )}
      {progress?.corrections?.map(({ kind, games, first }) => (
        <Places key={kind} summary={`${t(CORRECTIONS[kind])}: ${count(games)}`} places={first} />
      ))}
    </li>
  );
}

/** Games of a file, each with what is said of it. */
function Places({ summary, places }: { summary: string; places: Schemas["RejectedGame"][] }) {
  return (
    <details>
      <summary>{summary}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("Game")}</th>
            <th scope="col">{t("Line")}</th>
            <th scope="col">{t("Reason")}</th>
          </tr>
        </thead>
        <tbody>
          {places.map((game) => (
            <tr key={game.game}>
              <td>{count(game.game)}</td>
              <td>{count(game.line)}</td>
              <td lang="en">{game.reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** What was put right in games, or left out of them. */
const CORRECTIONS: Record<Schemas["Corrections"]["kind"], Plain> = {
  captureSign: "Capture signs added or left out",
  language: "Pieces read by the letters of another language",
  joinedMoves: "Two moves read from one word",
  result: "Results taken from the end of the moves",
  cutOff: "Last words left out",
  annotations: "Comments and variations left out",
  illegalMove: "Games ended before an illegal move",
  contained: "Games that are part of longer ones",
};
