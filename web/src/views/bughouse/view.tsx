/** Bughouse: two boards with pockets and clocks, for people and engines at any of the four seats. */

import "../../styles/bughouse.css";

import type { Api } from "chessground/api";
import type { Color, Piece, Role } from "chessops/types";
import { opposite } from "chessops/util";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type BughouseRequest, bughouse, onHeard, Problem } from "../../api/client";
import { Board } from "../../board/board";
import { dragged } from "../../board/dragging";
import { pieceName } from "../../board/pieces";
import { MoveInput } from "../../board/position-box";
import { focusBoard } from "../../ui/focus";
import { useNewest } from "../../ui/hooks";
import { Icon } from "../../ui/icons";
import { Tool, Trouble, unless } from "../../ui/parts";
import { save } from "../../ui/save";
import {
  bareFenAt,
  begun,
  boardName,
  bpgn,
  type Clocks,
  colorOf,
  DROPS,
  dropsOf,
  elapsed,
  fallen,
  fenAt,
  held,
  isStuck,
  lost,
  moveOf,
  partnerOf,
  played,
  SEATS,
  type Seat,
  SIDES,
  type Side,
  said,
  seatName,
  seatOf,
  sideOf,
  type Table,
  TEAMS,
  told,
  toMove,
} from "./game";

/** Who may sit at a board. */
const PLAYERS = [
  { name: "person", label: "Person" },
  { name: "easy", label: "Engine, easy" },
  { name: "medium", label: "Engine, medium" },
  { name: "strong", label: "Engine, strong" },
] as const;
type Player = (typeof PLAYERS)[number]["name"];

/** What each has for the whole game, in minutes; 0: no clocks. */
const TIMES = [1, 2, 3, 5, 10, 0] as const;

/** A strong engine takes this share of what its clock shows, within bounds, in milliseconds. Guessed. */
const STRONG = { share: 1 / 40, least: 50, most: 1500 };

/** How long an engine's move takes at least, in milliseconds: one wants to see it. Of a clock that runs out, less. */
const PAUSE = { usual: 350, share: 1 / 40 };
/** How often in a row a server that is busy is asked again for a move. Guessed. */
const REFUSALS = 5;
/** After how long one that waits is asked again, in milliseconds. */
const WAITS = 1500;
/** How often clocks are looked at, in milliseconds. */
const TICK = 100;

/** A game with its clocks, and who plays. */
interface Play {
  table: Table;
  /** What the clocks showed at `since`, in milliseconds; null without clocks. */
  clocks: Clocks | null;
  /** When they were looked at, by `performance.now()`; null while they stand. */
  since: number | null;
  /** Whether it was ever started. */
  isBegun: boolean;
  players: Record<Seat, Player>;
  /** What each had at its beginning, and what each is to have in the next game. */
  minutes: number;
  next: number;
  talk: { seat: Seat; words: string }[];
}

function fresh(players: Record<Seat, Player>, minutes: number): Play {
  const full = minutes * 60_000;
  return {
    table: begun(),
    clocks: minutes ? { A: full, a: full, B: full, b: full } : null,
    since: null,
    isBegun: false,
    players,
    minutes,
    next: minutes,
    talk: [],
  };
}

/** What is left on the clocks now, below zero where a flag has fallen. */
function left({ clocks, since, table }: Play, now: number): Clocks | null {
  return clocks && since !== null && !table.outcome ? elapsed(table, clocks, now - since) : clocks;
}

/** With the clocks as they are now, and a flag that has fallen. */
function ticked(play: Play, now: number): Play {
  if (play.since === null || play.table.outcome) return play;
  const clocks = left(play, now);
  const flag = clocks && fallen(clocks);
  if (!flag) return { ...play, clocks, since: now };
  // When it fell the others had more than they have now.
  return {
    ...play,
    clocks: left(play, now + clocks[flag]),
    table: lost(play.table, "time", flag),
    since: null,
  };
}

/** A game that goes on. */
const started = (play: Play): Play =>
  play.since === null ? { ...play, isBegun: true, since: performance.now() } : play;

/** With the clocks at a stand. */
const paused = (play: Play): Play => ({ ...ticked(play, performance.now()), since: null });

/** After a move; the same where it may not be played. */
function moved(play: Play, side: Side, uci: string): Play {
  const now = ticked(play, performance.now());
  const table = played(now.table, side, uci, now.clocks?.[toMove(now.table, side)] ?? null);
  return table ? { ...now, table, since: table.outcome ? null : now.since } : now;
}

/** What an engine is asked. */
function requestOf({ table, players }: Play, clocks: Clocks | null, side: Side): BughouseRequest {
  const seat = toMove(table, side);
  const player = players[seat];
  const left = clocks?.[seat] ?? Number.POSITIVE_INFINITY;
  const { share, least, most } = STRONG;
  const time = Math.round(Math.max(least, Math.min(most, left * share)));
  const effort =
    player === "easy" ? { depth: 1 } : player === "medium" ? { nodes: 3000 } : { movetimeMs: time };
  const of = (side: Side) => ({
    white: clocks?.[seatOf(side, "white")] ?? 0,
    black: clocks?.[seatOf(side, "black")] ?? 0,
  });
  return {
    boards: [fenAt(table, 0), fenAt(table, 1)],
    board: side === 0 ? "a" : "b",
    ...effort,
    ...(clocks ? { clocksMs: { a: of(0), b: of(1) } } : {}),
  };
}

/** `2:05`, and below ten seconds `9.8`. */
function clockText(milliseconds: number): string {
  if (milliseconds < 10_000) return (Math.floor(milliseconds / 100) / 10).toFixed(1);
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The game, while the page is open: it stands still when another view is shown. */
let kept: Play | null = null;

export function BughouseView() {
  const [play, set] = useState<Play>(
    () => kept ?? fresh({ A: "person", a: "medium", B: "medium", b: "medium" }, 3),
  );
  const latest = useRef(play);
  latest.current = play;
  const [view, setView] = useState<Color>("white");
  const [problem, setProblem] = useState<Problem | null>(null);
  const [, look] = useState(0);
  const { table, players, isBegun } = play;
  const isRunning = play.since !== null;
  const isOver = table.outcome !== null;

  useEffect(() => {
    document.title = "Bughouse · Tabiya";
    return () => {
      kept = paused(latest.current);
    };
  }, []);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => {
      const clocks = left(latest.current, performance.now());
      if (clocks && fallen(clocks)) set((play) => ticked(play, performance.now()));
      else look((times) => times + 1);
    }, TICK);
    return () => clearInterval(timer);
  }, [isRunning]);

  const fail = (problem: Problem) => {
    // Nobody loses on time because there is no server.
    set(paused);
    setProblem(problem);
  };
  const start = () => {
    setProblem(null);
    set(started);
  };
  const begin = () => {
    setProblem(null);
    set((play) => fresh(play.players, play.next));
  };
  const resign = (seat: Seat) =>
    set((play) => {
      const now = ticked(play, performance.now());
      return { ...now, table: lost(now.table, "resignation", seat), since: null };
    });
  const isUnheard = problem?.status === 0;
  // What stopped because there was no server goes on when it is back.
  useLayoutEffect(() => (isUnheard ? onHeard((heard) => heard && start()) : undefined), [isUnheard]);
  const answered = (seat: Seat, uci: string | null, words: string[]) =>
    set((play) => {
      // Paused meanwhile, or another game: the answer is to what is no more.
      if (play.since === null || toMove(play.table, sideOf(seat)) !== seat) return play;
      const text = words.map(said).join(", ");
      const isNew = text && play.talk.findLast((one) => one.seat === seat)?.words !== text;
      const talk = isNew ? [...play.talk, { seat, words: text }] : play.talk;
      return { ...(uci ? moved(play, sideOf(seat), uci) : play), talk };
    });
  for (const side of SIDES) useMover({ play, latest, side, isRunning, answered, fail });

  const people = SEATS.filter((seat) => players[seat] === "person");
  // One of each team that people are in speaks for it.
  const captains = TEAMS.map((team) => team.find((seat) => people.includes(seat)));
  const resigning = captains.filter((seat) => seat !== undefined);
  // What partners tell each other is for them alone; where nobody plays one may hear it all.
  const heard = play.talk
    .map((one, at) => ({ ...one, at }))
    .filter(({ seat }) => !people.length || people.includes(partnerOf(seat)));
  const talk = useNewest<HTMLDivElement>(heard.length);
  const plies = useNewest<HTMLOListElement>(table.plies.length);
  const text = table.outcome
    ? told(table.outcome)
    : isRunning
      ? turnsOf(table, people)
      : isBegun
        ? "Paused."
        : "Choose who plays, and start.";
  const now = left(play, performance.now());
  const clocks = now && floored(now);
  return (
    <div class="bughouse">
      <section class="table-head" aria-label="Game">
        <h1>Bughouse</h1>
        <p class="status-line" role="status">
          {text}
        </p>
        {problem && <Trouble problem={problem} again={start} />}
        <div class="row">
          <button
            type="button"
            class="primary"
            {...unless(isOver, () => (isRunning ? set(paused) : start()))}
          >
            {isRunning ? "Pause" : isBegun && !isOver ? "Go on" : "Start"}
          </button>
          <button type="button" {...unless(!isBegun, () => begin())}>
            New game
          </button>
          {resigning.length < 2 ? (
            <button
              type="button"
              {...unless(!isRunning || !people.length, () => resign(resigning[0] as Seat))}
            >
              Resign
            </button>
          ) : (
            resigning.map((seat) => (
              <button key={seat} type="button" {...unless(!isRunning, () => resign(seat))}>
                {seatName(seat)} resigns
              </button>
            ))
          )}
          <Tool icon="flip" label="Turn the boards" onClick={() => setView(opposite(view))} />
        </div>
        <a href="/play">Play a game</a>
      </section>
      {SIDES.map((side) => (
        <House
          key={side}
          side={side}
          table={table}
          // Partners sit side by side.
          view={side === 0 ? view : opposite(view)}
          clocks={clocks}
          players={players}
          isRunning={isRunning}
          onMove={(uci) => set((play) => moved(play, side, uci))}
          onPlayer={(seat, player) =>
            set((play) => ({ ...play, players: { ...play.players, [seat]: player } }))
          }
        />
      ))}
      <section class="table" aria-label="Talk and moves">
        <div class="panel">
          <label class="select">
            <span>Time for each</span>
            <select
              value={String(play.next)}
              onChange={(event) => {
                const next = Number(event.currentTarget.value);
                set((play) => (play.isBegun ? { ...play, next } : fresh(play.players, next)));
              }}
            >
              {TIMES.map((time) => (
                <option key={time} value={String(time)}>
                  {time === 0 ? "no clocks" : time === 1 ? "1 minute" : `${time} minutes`}
                </option>
              ))}
            </select>
          </label>
          {isBegun && play.next !== play.minutes && (
            <p class="note" role="status">
              From the next game on.
            </p>
          )}
          <p class="muted rules">
            What you capture is your partner’s to drop, and your partner’s captures are yours. Mate on one
            board ends the game on both. You may wait with a move as long as your clock allows.
          </p>
        </div>
        <div class="panel">
          <h2>Partners say</h2>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable */}
          <div class="talk" role="log" aria-label="Partners say" tabIndex={0} ref={talk}>
            {heard.map(({ seat, words, at }) => (
              <p key={at}>
                <b>{seatName(seat)}:</b> {words}
              </p>
            ))}
          </div>
        </div>
        <div class="panel">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable */}
          <ol class="plies" aria-label="Moves" tabIndex={0} ref={plies}>
            {table.plies.map(({ seat, number, san }) => (
              <li key={`${number}${seat}`}>
                <span class="muted">
                  {number}
                  {seat}.
                </span>{" "}
                {san}
              </li>
            ))}
          </ol>
          <div class="row">
            <button
              type="button"
              {...unless(!table.plies.length, () => save("tabiya-bughouse.bpgn", bpgnOf(play)))}
            >
              <Icon name="download" /> BPGN
            </button>
          </div>
        </div>
      </section>
    </div>
  );
}

/** Clocks as they are shown and told: nobody has less than nothing. */
function floored(clocks: Clocks): Clocks {
  const floored = { ...clocks };
  for (const seat of SEATS) floored[seat] = Math.max(0, clocks[seat]);
  return floored;
}

/** Which of the people are to move; who has no move may get one. */
function turnsOf(table: Table, people: Seat[]): string {
  const turns = SIDES.filter((side) => people.includes(toMove(table, side)));
  const named = (sides: Side[]) => sides.map((side) => seatName(toMove(table, side))).join(", ");
  const free = turns.filter((side) => !isStuck(table.boards[side]));
  const stuck = turns.filter((side) => isStuck(table.boards[side]));
  const told = [
    ...(free.length ? [`Your move: ${named(free)}.`] : []),
    ...(stuck.length ? [`No move until your partner captures something: ${named(stuck)}.`] : []),
  ];
  return told.join(" ") || "The others are to move.";
}

function bpgnOf({ table, players, minutes }: Play): string {
  const name = (seat: Seat) => (players[seat] === "person" ? "Person" : `Tabiya, ${players[seat]}`);
  const today = new Date();
  const date = [today.getFullYear(), today.getMonth() + 1, today.getDate()];
  return bpgn(table, {
    Event: "Bughouse",
    Site: "Tabiya",
    Date: date.map((part) => String(part).padStart(2, "0")).join("."),
    WhiteA: name("A"),
    BlackA: name("a"),
    WhiteB: name("B"),
    BlackB: name("b"),
    TimeControl: minutes ? String(minutes * 60) : "-",
  });
}

interface Mover {
  play: Play;
  latest: { current: Play };
  side: Side;
  isRunning: boolean;
  answered: (seat: Seat, uci: string | null, words: string[]) => void;
  fail: (problem: Problem) => void;
}

/** Asks the engine for its move on a board when it is its turn; one that waits again when something came. */
function useMover({ play, latest, side, isRunning, answered, fail }: Mover) {
  const { table, players } = play;
  const seat = toMove(table, side);
  const isEngines = isRunning && !table.outcome && players[seat] !== "person";
  const made = table.plies.filter((ply) => sideOf(ply.seat) === side).length;
  const [round, setRound] = useState(0);
  const waits = useRef(false);
  const refusals = useRef(0);
  useEffect(() => {
    if (!isEngines) return;
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const again = (milliseconds: number) => {
      timer = setTimeout(() => setRound((round) => round + 1), milliseconds);
    };
    waits.current = false;
    const now = left(latest.current, performance.now());
    const clocks = now && floored(now);
    const long = Math.min(PAUSE.usual, (clocks?.[seat] ?? Number.POSITIVE_INFINITY) * PAUSE.share);
    const pause = new Promise((resolve) => setTimeout(resolve, long));
    bughouse(requestOf(latest.current, clocks, side), abort.signal)
      .then(async ({ uci, say }) => {
        refusals.current = 0;
        await pause;
        if (abort.signal.aborted) return;
        const isLegal = uci && moveOf(latest.current.table, side, uci);
        answered(seat, isLegal || null, say);
        if (isLegal) return;
        waits.current = true;
        again(WAITS);
      })
      .catch((error: unknown) => {
        if (abort.signal.aborted) return;
        const problem = error instanceof Problem ? error : new Problem(0, String(error));
        refusals.current += 1;
        if (problem.wait !== null && refusals.current < REFUSALS) return again(problem.wait * 1000);
        refusals.current = 0;
        fail(problem);
      });
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [isEngines, seat, made, players[seat], round]);
  // Something came from the other board.
  const come = table.plies.length - made;
  useEffect(() => {
    if (waits.current) setRound((round) => round + 1);
  }, [come]);
}

interface HouseProps {
  side: Side;
  table: Table;
  view: Color;
  clocks: Clocks | null;
  players: Record<Seat, Player>;
  isRunning: boolean;
  onMove: (uci: string) => void;
  onPlayer: (seat: Seat, player: Player) => void;
}

/** One of the two boards: a player above, one below, and what both have in hand. */
function House({ side, table, view, clocks, players, isRunning, onMove, onPlayer }: HouseProps) {
  const [hand, setHand] = useState<Role | null>(null);
  const [api, setApi] = useState<Api | null>(null);
  const [round, setRound] = useState(0);
  const [note, setNote] = useState("");
  const name = `Board ${boardName(side)}`;
  const seat = toMove(table, side);
  const isMine = isRunning && !table.outcome && players[seat] === "person";
  const last = table.plies.findLast((ply) => sideOf(ply.seat) === side);
  // What is gone, or another's, is not in hand.
  const inHand = isMine && hand && held(table, seat, hand) ? hand : null;
  const drops = inHand ? dropsOf(table, side, inHand) : [];
  const drop = (role: Role, square: string) => {
    setHand(null);
    const letter = role === "knight" ? "N" : (role[0] ?? "").toUpperCase();
    const uci = moveOf(table, side, `${letter}@${square}`);
    setNote(uci ? "" : `A ${role} cannot be put on ${square}.`);
    // A man that was dragged there lies there: the board is to be set up again.
    if (uci) onMove(uci);
    else setRound((round) => round + 1);
  };
  const pocket = (color: Color) => (
    <Pocket
      seat={seatOf(side, color)}
      table={table}
      chosen={isMine && colorOf(seat) === color ? inHand : null}
      isMine={isMine && colorOf(seat) === color}
      api={api}
      onChoose={(role) => setHand(role)}
    />
  );
  const bar = (color: Color) => {
    const of = seatOf(side, color);
    return (
      <div class={`seat${isRunning && !table.outcome && seat === of ? " turn" : ""}`}>
        <i class={`dot ${color}`} aria-hidden="true" />
        <select
          aria-label={seatName(of)}
          value={players[of]}
          onChange={(event) => onPlayer(of, event.currentTarget.value as Player)}
        >
          {PLAYERS.map((player) => (
            <option key={player.name} value={player.name}>
              {player.label}
            </option>
          ))}
        </select>
        {pocket(color)}
        {clocks && (
          <span class="clock" role="timer" aria-label={`Clock of ${seatName(of)}`}>
            {clockText(clocks[of])}
          </span>
        )}
      </div>
    );
  };
  return (
    <section class="house" aria-label={name} onKeyDown={(event) => event.key === "Escape" && setHand(null)}>
      {bar(opposite(view))}
      <Board
        name={name}
        // What comes to hand while one drags, or chooses what to promote to, changes nothing on the board.
        fen={bareFenAt(table, side)}
        orientation={view}
        mode={isMine ? "legal" : "none"}
        player={colorOf(seat)}
        lastMove={squaresOf(last?.uci)}
        hand={inHand ? { role: inHand, color: colorOf(seat) } : null}
        squares={new Map(drops.map((square) => [square, "move-dest"]))}
        round={round}
        onMove={(uci) => {
          setNote("");
          onMove(moveOf(table, side, uci) ?? "");
        }}
        onDrop={drop}
        onReady={setApi}
      />
      {bar(view)}
      <div class="position-box solving">
        <p class="muted" role="status">
          {note || (last ? `${last.number}${last.seat}. ${last.san}` : " ")}
        </p>
        <MoveInput
          position={isMine ? table.boards[side] : null}
          label={`Move on ${boardName(side)}`}
          onMove={onMove}
        />
      </div>
    </section>
  );
}

/** The squares of a move, of a drop the one twice. */
const squaresOf = (uci: string | undefined) =>
  uci?.includes("@") ? uci.slice(2, 4) + uci.slice(2, 4) : (uci ?? null);

interface PocketProps {
  seat: Seat;
  table: Table;
  chosen: Role | null;
  isMine: boolean;
  api: Api | null;
  onChoose: (role: Role | null) => void;
}

/** What a player has in hand: to drag onto the board, or to choose, and then a square. */
function Pocket({ seat, table, chosen, isMine, api, onChoose }: PocketProps) {
  const color = colorOf(seat);
  return (
    <div class="pocket" role="toolbar" aria-label={`In hand: ${seatName(seat)}`}>
      {DROPS.map((role) => {
        const count = held(table, seat, role);
        const piece: Piece = { color, role };
        const isOff = !isMine || !count;
        return (
          <button
            key={role}
            type="button"
            class={`cg-wrap${count ? "" : " none"}`}
            aria-label={`${pieceName(piece)}, ${count} in hand`}
            aria-pressed={chosen === role}
            // Who goes by keyboard need not pass what is not there.
            tabIndex={isOff ? -1 : 0}
            {...dragged(isOff ? null : api, piece, false)}
            aria-disabled={isOff}
            onClick={(event) => {
              if (isOff) return;
              onChoose(chosen === role ? null : role);
              // By keyboard: on to the square.
              if (event.detail === 0) focusBoard(`Board ${boardName(sideOf(seat))}`);
            }}
          >
            <piece class={`${color} ${role}`} />
            {count > 1 && <b aria-hidden="true">{count}</b>}
          </button>
        );
      })}
    </div>
  );
}
