/** PGN files into the index: dropped or chosen, one after another, each with what came of it. */

import { useRef, useState } from "preact/hooks";
import { importGames, Problem, type Progress, type Status } from "../../api/client";
import { focusMain } from "../../ui/focus";
import { bytes, count, many } from "../../ui/format";
import { Icon } from "../../ui/icons";
import { sentence } from "../../ui/parts";
import { Token, useToken } from "../../ui/token";

interface Item {
  id: number;
  file: File;
  state: "waiting" | "sending" | "done" | "failed";
  /** How much of it is sent, from 0 to 1. */
  sent: number;
  progress: Progress | null;
  problem: Problem | null;
}

let last = 0;

/** Names of files that are read; others are tried, too. */
const NAMES = ".pgn,.pgn.zst,.pgn.gz,.pgn.bz2,.zst,.gz,.bz2,application/x-chess-pgn";

export function Import({ status, refresh }: { status: Status | null; refresh: () => void }) {
  const [items, setItems] = useState<Item[]>([]);
  const [isOver, setOver] = useState(false);
  const [refused, setRefused] = useState<Problem | null>(null);
  /** What came of a file, for who hears it. */
  const [said, say] = useState("");
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
      say(`Sending ${file.name}`);
      try {
        const end = await importGames(
          file,
          secret.current,
          (sent) => change(id, { sent }),
          (progress) => change(id, { progress }),
        );
        change(id, { state: end.error ? "failed" : "done", progress: end, sent: 1 });
        if (secret.current) token.keep(secret.current);
        say(`${file.name}: ${counted(end)}`);
      } catch (error) {
        const problem = error instanceof Problem ? error : new Problem(0, String(error));
        if (problem.status === 401 || (problem.status === 403 && secret.current)) {
          change(id, { state: "waiting" });
          say("");
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
      <p class="lead">Games that are here already are left out, so a file may be sent again.</p>
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
      {/* Below, where it moves nothing when it comes. */}
      <p class="here">
        {status &&
          (status.games
            ? `${many(status.games, "game")} with ${many(status.positions, "position")} are here, ${bytes(status.indexBytes)} in all.`
            : "There are no games here yet.")}
      </p>
      {refused && (
        <Token
          isWrong={refused.status === 403}
          onToken={(value) => {
            secret.current = value;
            // The field goes; it comes again if that was not the token.
            focusMain();
            setRefused(null);
            run();
          }}
        />
      )}
      <p class="hidden" role="status">
        {said}
      </p>
      <ul class="files" aria-label="Files">
        {items.map((item) => (
          <FileRow key={item.id} item={item} />
        ))}
      </ul>
    </div>
  );
}

/** What is counted of a file, in words. */
const COUNTS = [
  ["games", "new games"],
  ["positions", "positions"],
  ["duplicates", "duplicates"],
  ["rejectedCount", "rejected"],
] as const;

const counted = (progress: Progress) =>
  COUNTS.map(([name, words]) => `${count(progress[name])} ${words}`).join(", ");

function FileRow({ item }: { item: Item }) {
  const { file, state, progress, problem, sent } = item;
  const rejected = progress?.rejected ?? [];
  const said = {
    waiting: "waiting",
    sending: sent < 1 ? `${Math.round(sent * 100)} % sent` : "indexing",
    done: "done",
    failed: progress ? "ended early" : "not imported",
  }[state];
  return (
    <li class={state}>
      <div class="row">
        <b class="name">{file.name}</b>
        <span class="muted">{bytes(file.size)}</span>
        <span class="spring" />
        <span class="state">{said}</span>
      </div>
      <progress
        aria-label={`${file.name}, sent`}
        max={1}
        value={state === "done" ? 1 : state === "waiting" ? 0 : sent}
      />
      {progress && (
        <p class="counts">
          {COUNTS.map(([name, words], place) => (
            <span key={name}>
              {place > 0 && ", "}
              <b>{count(progress[name])}</b> {words}
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
          <summary>{many(progress?.rejectedCount ?? 0, "game")} left out, and why</summary>
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
