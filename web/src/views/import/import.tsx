/** Imports PGN files, dropped or chosen, one after another, and shows the result of each. */

import { useRef, useState } from "preact/hooks";
import { Problem, type Progress, type Status } from "../../api/client";
import { importGames } from "../../api/import";
import { focusMain } from "../../ui/focus";
import { bytes, count, many } from "../../ui/format";
import { Icon } from "../../ui/icons";
import { sentence } from "../../ui/parts";
import { Token, useToken } from "../../ui/token";

interface Item {
  id: number;
  file: File;
  state: "waiting" | "sending" | "done" | "failed";
  /** The share of the file that is sent, from 0 to 1. */
  sent: number;
  progress: Progress | null;
  problem: Problem | null;
}

let last = 0;

/** The names that the file dialog offers; other files are tried, too. */
const NAMES = ".pgn,.pgn.zst,.pgn.gz,.pgn.bz2,.zst,.gz,.bz2,application/x-chess-pgn";

export function Import({ status, refresh }: { status: Status | null; refresh: () => void }) {
  const [items, setItems] = useState<Item[]>([]);
  const [isOver, setOver] = useState(false);
  const [refused, setRefused] = useState<Problem | null>(null);
  /** The progress of the current file, for screen readers. */
  const [announcement, announce] = useState("");
  const queue = useRef<Item[]>([]);
  const isRunning = useRef(false);
  const token = useToken();
  const secret = useRef(token.value);
  const input = useRef<HTMLInputElement>(null);

  const change = (id: number, changed: Partial<Item>) =>
    setItems((items) => items.map((item) => (item.id === id ? { ...item, ...changed } : item)));

  const run = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    for (let item = queue.current[0]; item; item = queue.current[0]) {
      const { id, file } = item;
      change(id, { state: "sending", problem: null });
      announce(`Sending ${file.name}`);
      try {
        const end = await importGames(
          file,
          secret.current,
          (sent) => change(id, { sent }),
          (progress) => change(id, { progress }),
        );
        change(id, { state: end.error ? "failed" : "done", progress: end, sent: 1 });
        if (secret.current) token.keep(secret.current);
        announce(`${file.name}: ${counted(end)}`);
      } catch (error) {
        const problem = error instanceof Problem ? error : new Problem(0, String(error));
        if (problem.status === 401 || (problem.status === 403 && secret.current)) {
          change(id, { state: "waiting" });
          announce("");
          setRefused(problem);
          break;
        }
        change(id, { state: "failed", problem });
      }
      queue.current.shift();
      refresh();
    }
    isRunning.current = false;
  };

  const add = (files: Iterable<File>) => {
    const more = [...files].map(
      (file): Item => ({ id: ++last, file, state: "waiting", sent: 0, progress: null, problem: null }),
    );
    queue.current.push(...more);
    setItems((items) => [...items, ...more]);
    if (!refused) run();
  };

  return (
    <div class="page import">
      <h1>Import games</h1>
      <p class="lead">
        Games that are already in the index are skipped, so it is safe to import a file again.
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
        <p>Drop PGN files here, plain or compressed (zst, gz, bz2), of any size</p>
        <button type="button" class="primary" onClick={() => input.current?.click()}>
          Choose files
        </button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept={NAMES}
          aria-label="PGN files"
          onChange={(event) => {
            add(event.currentTarget.files ?? []);
            event.currentTarget.value = "";
          }}
        />
      </div>
      {/* Below the other content, so that nothing moves when it appears. */}
      <p class="here">
        {status &&
          (status.games
            ? `${many(status.games, "game")} with ${many(status.positions, "position")} in the index, ${bytes(status.indexBytes)} in all.`
            : "There are no games yet.")}
      </p>
      {refused && (
        <Token
          isWrong={refused.status === 403}
          onToken={(value) => {
            secret.current = value;
            // The field disappears, and comes back if the token was wrong.
            focusMain();
            setRefused(null);
            run();
          }}
        />
      )}
      <p class="hidden" role="status">
        {announcement}
      </p>
      <ul class="files" aria-label="Files">
        {items.map((item) => (
          <FileRow key={item.id} item={item} />
        ))}
      </ul>
    </div>
  );
}

/** The counts of a file, each with its word. */
const COUNTS = [
  ["games", "new game", "new games"],
  ["positions", "position", "positions"],
  ["duplicates", "duplicate", "duplicates"],
  ["rejectedCount", "rejected", "rejected"],
] as const;

const counted = (progress: Progress) =>
  COUNTS.map(([name, one, more]) => many(progress[name], one, more)).join(", ");

function FileRow({ item }: { item: Item }) {
  const { file, state, progress, problem, sent } = item;
  const rejected = progress?.rejected ?? [];
  const stateText = {
    waiting: "waiting",
    sending: sent < 1 ? `${Math.round(sent * 100)}% sent` : "indexing",
    done: "done",
    failed: progress ? "stopped early" : "not imported",
  }[state];
  return (
    <li class={state}>
      <div class="row">
        <b class="name">{file.name}</b>
        <span class="muted">{bytes(file.size)}</span>
        <span class="spring" />
        <span class="state">{stateText}</span>
      </div>
      <progress
        aria-label={`Upload of ${file.name}`}
        max={1}
        value={state === "done" ? 1 : state === "waiting" ? 0 : sent}
      />
      {progress && (
        <p class="counts">
          {COUNTS.map(([name, one, more], place) => (
            <span key={name}>
              {place > 0 && ", "}
              <b>{count(progress[name])}</b> {progress[name] === 1 ? one : more}
            </span>
          ))}
        </p>
      )}
      {(problem || progress?.error) && (
        <p class="wrong" role="alert">
          {sentence(problem?.message ?? progress?.error ?? "")}
        </p>
      )}
      {rejected.length > 0 && (
        <details>
          <summary>{many(progress?.rejectedCount ?? 0, "game")} rejected, and why</summary>
          <table>
            <thead>
              <tr>
                <th scope="col">Game</th>
                <th scope="col">Line</th>
                <th scope="col">Reason</th>
              </tr>
            </thead>
            <tbody>
              {rejected.map((game) => (
                <tr key={game.game}>
                  <td>{count(game.game)}</td>
                  <td>{count(game.line)}</td>
                  <td>{game.reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </li>
  );
}
