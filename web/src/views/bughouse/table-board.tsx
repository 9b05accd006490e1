/** One of the two boards: a player above, one below, and what both have in hand. */

import type { Api } from "chessground/api";
import type { Color, Piece, Role } from "chessops/types";
import { opposite } from "chessops/util";
import { useState } from "preact/hooks";
import { Board } from "../../board/board";
import { dragHandlers } from "../../board/dragging";
import { pieceName } from "../../board/pieces";
import { MoveInput } from "../../board/position-box";
import { t } from "../../language/language";
import { focusBoard } from "../../ui/focus";
import { PLAYERS, type Player } from "./match";
import {
  bareFenAt,
  boardName,
  type Clocks,
  colorOf,
  DROPS,
  dropsOf,
  handCount,
  PIECES,
  parseMove,
  type Seat,
  type Side,
  seatName,
  seatOf,
  seatToMove,
  sideOf,
  type Table,
} from "./rules";

/** `Board A` */
const nameOf = (side: Side) => t("Board {board}", { board: boardName(side) });

/** `2:05`, and below ten seconds `9.8`. */
function clockText(milliseconds: number): string {
  if (milliseconds < 10_000) return (Math.floor(milliseconds / 100) / 10).toFixed(1);
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

interface TableBoardProps {
  side: Side;
  table: Table;
  view: Color;
  clocks: Clocks | null;
  players: Record<Seat, Player>;
  isRunning: boolean;
  onMove: (uci: string) => void;
  onPlayer: (seat: Seat, player: Player) => void;
}

export function TableBoard({
  side,
  table,
  view,
  clocks,
  players,
  isRunning,
  onMove,
  onPlayer,
}: TableBoardProps) {
  const [hand, setHand] = useState<Role | null>(null);
  const [api, setApi] = useState<Api | null>(null);
  const [round, setRound] = useState(0);
  const [note, setNote] = useState("");
  const name = nameOf(side);
  const seat = seatToMove(table, side);
  const isMine = isRunning && !table.outcome && players[seat] === "person";
  const last = table.plies.findLast((ply) => sideOf(ply.seat) === side);
  // A piece that is gone, or another player's, is not in hand.
  const inHand = isMine && hand && handCount(table, seat, hand) ? hand : null;
  const drops = inHand ? dropsOf(table, side, inHand) : [];
  const drop = (role: Role, square: string) => {
    setHand(null);
    const letter = role === "knight" ? "N" : (role[0] ?? "").toUpperCase();
    const uci = parseMove(table, side, `${letter}@${square}`);
    const piece = t(PIECES[letter.toLowerCase()] ?? "a pawn");
    const begun = piece.charAt(0).toUpperCase() + piece.slice(1);
    setNote(uci ? "" : t("{piece} cannot be dropped on {square}.", { piece: begun, square }));
    // A piece dragged to a wrong square stays there until the board is set up again.
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
              {t(player.label)}
            </option>
          ))}
        </select>
        {pocket(color)}
        {clocks && (
          <span class="clock" role="timer" aria-label={t("Clock of {player}", { player: seatName(of) })}>
            {clockText(clocks[of])}
          </span>
        )}
      </div>
    );
  };
  return (
    <section
      class="table-board"
      aria-label={name}
      onKeyDown={(event) => event.key === "Escape" && setHand(null)}
    >
      {bar(opposite(view))}
      <Board
        name={name}
        // Pieces that come to hand do not disturb a drag or the choice of a promotion.
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
          onMove(parseMove(table, side, uci) ?? "");
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
          label={t("Move on {board}", { board: boardName(side) })}
          onMove={onMove}
        />
      </div>
    </section>
  );
}

/** The squares of a move; a drop has one, twice. */
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

/** What a player has in hand: drag a piece onto the board, or choose it and then a square. */
function Pocket({ seat, table, chosen, isMine, api, onChoose }: PocketProps) {
  const color = colorOf(seat);
  return (
    <div class="pocket" role="toolbar" aria-label={t("In hand: {player}", { player: seatName(seat) })}>
      {DROPS.map((role) => {
        const count = handCount(table, seat, role);
        const piece: Piece = { color, role };
        const isOff = !isMine || !count;
        return (
          <button
            key={role}
            type="button"
            class={`cg-wrap${count ? "" : " none"}`}
            aria-label={t("{piece}, {n} in hand", { piece: pieceName(piece), n: count })}
            aria-pressed={chosen === role}
            // The keyboard skips what is not there.
            tabIndex={isOff ? -1 : 0}
            {...dragHandlers(isOff ? null : api, piece, false)}
            aria-disabled={isOff}
            onClick={(event) => {
              if (isOff) return;
              onChoose(chosen === role ? null : role);
              // By keyboard: on to the square.
              if (event.detail === 0) focusBoard(nameOf(sideOf(seat)));
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
