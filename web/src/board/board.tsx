/** The board: chessground, with support for keyboards and screen readers. */

import { Chessground } from "chessground";
import type { Api } from "chessground/api";
import type { Config } from "chessground/config";
import type { DrawShape } from "chessground/draw";
import type { Key } from "chessground/types";
import type { Color, Piece, Role } from "chessops/types";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { t } from "../language/language";
import { stored } from "../ui/hooks";
import { describe, destinations, piecesOf, positionOf, promotes } from "./chess";
import { pieceName } from "./pieces";

export interface BoardProps {
  /** Its name, where there are several. */
  name?: string;
  fen: string;
  orientation: Color;
  /** `legal`: moves; `free`: pieces go anywhere, and off the board; `none`: nothing moves. */
  mode: "legal" | "free" | "none";
  /** The side that may move, both by default. */
  player?: Color;
  lastMove?: string | null;
  shapes?: DrawShape[];
  /** Classes by square, e.g. of motifs. */
  squares?: Map<string, string>;
  /** The piece that Enter or a click puts down; in the mode `free` also `trash`, which removes pieces. */
  hand?: Piece | "trash" | null;
  /** Another number sets the pieces up again, after a move that was not accepted. */
  round?: number;
  onMove?: (uci: string) => void;
  /** A piece in hand was dropped in the mode `legal`, perhaps on a square where it may not go. */
  onDrop?: (role: Role, square: string) => void;
  /** The pieces were changed in the mode `free`; receives the first field of a FEN. */
  onEdit?: (board: string) => void;
  /** Receives the board, onto which new pieces can be dragged. */
  onReady?: (api: Api) => void;
}

const FILES = "abcdefgh";

/** The brushes of arrows: those of the page, and those that are drawn with the right button. */
const BRUSHES = {
  green: brush("g", "#0f7a68"),
  red: brush("r", "#b23b34"),
  blue: brush("b", "#2f5f9e"),
  yellow: brush("y", "#c08a1e"),
  accent: brush("accent", "#0b6b5d"),
  reply: brush("reply", "#7a4b2b"),
};

function brush(key: string, color: string) {
  return { key, color, opacity: 0.9, lineWidth: 9 };
}

/** A pawn's move whose piece is being chosen, and where the keyboard's cursor is. */
interface Promotion {
  from: string;
  to: string;
  color: Color;
  cursor: string | null;
}

export function Board(props: BoardProps) {
  const element = useRef<HTMLDivElement>(null);
  const board = useRef<HTMLDivElement>(null);
  const api = useRef<Api | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const [promotion, setPromotion] = useState<Promotion | null>(null);
  const choices = useRef<HTMLDivElement>(null);
  const [undone, setUndone] = useState(0);
  const [cursor, setCursor] = useState<string | null>(null);
  /** Where the cursor was when the board lost the focus. */
  const left = useRef<string | null>(null);
  const [picked, setPicked] = useState<string | null>(null);
  const [announcement, announce] = useState("");

  const { fen, orientation, mode, hand } = props;
  const position = mode === "free" ? null : positionOf(fen);

  /** Handles a move on the board, which may be a promotion. */
  const onMoved = (from: string, to: string, cursor: string | null = null) => {
    const { fen, onMove } = latest.current;
    const now = latest.current.mode === "legal" ? positionOf(fen) : null;
    if (!now) return;
    if (promotes(now, from, to)) setPromotion({ from, to, color: now.turn, cursor });
    else onMove?.(from + to);
  };

  // Before the browser paints, so that the board is never missing.
  useLayoutEffect(() => {
    if (!element.current) return;
    const config: Config = {
      coordinates: true,
      addPieceZIndex: false,
      animation: { duration: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 180 },
      highlight: { lastMove: true, check: true },
      premovable: { enabled: false },
      drawable: { enabled: true, eraseOnClick: true, brushes: BRUSHES },
      draggable: { showGhost: true },
      movable: {
        events: {
          after: (from, to) => onMoved(from, to),
          afterNewPiece: (role, to) => latest.current.onDrop?.(role, to),
        },
      },
      events: {
        change: () => {
          const { mode, onEdit } = latest.current;
          if (mode === "free" && api.current) onEdit?.(api.current.getFen());
        },
        select: (key) => {
          const { mode, hand, onDrop } = latest.current;
          if (mode === "free" && hand) put(key, hand);
          else if (mode === "legal" && hand && hand !== "trash") onDrop?.(hand.role, key);
        },
      },
    };
    const ground = Chessground(element.current, config);
    api.current = ground;
    latest.current.onReady?.(ground);
    return () => ground.destroy();
  }, []);

  /** Puts a piece down, or removes one. */
  const put = (square: string, what: Piece | "trash" | null) => {
    const ground = api.current;
    if (!ground) return;
    const there = ground.state.pieces.get(square as Key);
    const isSame = what && what !== "trash" && there?.role === what.role && there.color === what.color;
    const piece = !what || what === "trash" || isSame ? undefined : { role: what.role, color: what.color };
    ground.setPieces(new Map([[square as Key, piece]]));
    ground.cancelMove();
    latest.current.onEdit?.(ground.getFen());
  };

  const custom = new Map(props.squares);
  if (cursor) custom.set(cursor, `${custom.get(cursor) ?? ""} cursor`);
  if (picked) custom.set(picked, `${custom.get(picked) ?? ""} selected`);
  const squares = JSON.stringify([...custom]);
  const shapes = JSON.stringify(props.shapes ?? []);
  const isPlacing = mode === "free" && Boolean(hand);

  useLayoutEffect(() => {
    const turn = fen.split(" ")[1] === "b" ? "black" : "white";
    const isOver = mode === "none" || (mode === "legal" && !position);
    api.current?.set({
      fen,
      orientation,
      turnColor: turn,
      check: position?.isCheck() ?? false,
      lastMove: props.lastMove
        ? ([props.lastMove.slice(0, 2), props.lastMove.slice(2, 4)] as Key[])
        : undefined,
      viewOnly: false,
      highlight: { custom: custom as Map<Key, string> },
      draggable: { deleteOnDropOff: mode === "free", enabled: !isOver && !isPlacing },
      selectable: { enabled: !isPlacing },
      movable: {
        free: mode === "free",
        color: isOver ? undefined : mode === "free" ? "both" : (props.player ?? "both"),
        dests: position && !isOver ? (destinations(position) as Map<Key, Key[]>) : new Map(),
        showDests: true,
      },
    });
  }, [fen, orientation, mode, props.player, props.lastMove, props.round, undone, squares, isPlacing]);

  const sounded = useRef(fen);
  useEffect(() => {
    const before = sounded.current;
    sounded.current = fen;
    const { lastMove, onDrop } = latest.current;
    if (!lastMove || before === fen || stored("sound") !== "on") return;
    import("./sounds")
      .then(({ playMove }) => playMove(before, fen, lastMove, Boolean(onDrop)))
      .catch(() => undefined);
  }, [fen]);

  // On their own: setting the position again would take a new piece out of the hand that drags it.
  useLayoutEffect(() => {
    api.current?.setAutoShapes(JSON.parse(shapes));
  }, [shapes]);

  // Once for each dialog, since the focus may move on to another piece; and before the browser paints, since the
  // next key is meant for the dialog.
  useLayoutEffect(() => {
    if (promotion) choices.current?.querySelector("button")?.focus({ preventScroll: true });
  }, [promotion]);
  // The pawn that was to promote is gone.
  useEffect(() => {
    if (choices.current?.contains(document.activeElement)) board.current?.focus({ preventScroll: true });
    setPromotion(null);
  }, [fen]);

  /** Closes the dialog; the board gets the focus back, and the cursor is where it was. */
  const close = (promotion: Promotion) => {
    setPromotion(null);
    board.current?.focus({ preventScroll: true });
    setCursor(promotion.cursor);
  };
  const promote = ({ from, to, ...rest }: Promotion, role: Role) => {
    close({ from, to, ...rest });
    props.onMove?.(from + to + (role === "knight" ? "n" : role[0]));
  };
  const cancel = (promotion: Promotion) => {
    close(promotion);
    // chessground has moved the pawn already, and must be set up again.
    setUndone((undone) => undone + 1);
  };

  /** A square and its piece, for screen readers. */
  const squareText = (square: string) => {
    const piece = piecesOf(fen).get(square);
    return `${square}, ${piece ? pieceName(piece) : t("empty")}`;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target !== event.currentTarget) return;
    const at = cursor ?? left.current ?? (orientation === "white" ? "e2" : "e7");
    const sign = orientation === "white" ? 1 : -1;
    const step: Record<string, [number, number]> = {
      ArrowLeft: [-sign, 0],
      ArrowRight: [sign, 0],
      ArrowUp: [0, sign],
      ArrowDown: [0, -sign],
    };
    const by = step[event.key];
    if (by) {
      const file = Math.max(0, Math.min(7, FILES.indexOf(at[0] ?? "a") + (cursor ? by[0] : 0)));
      const rank = Math.max(1, Math.min(8, Number(at[1]) + (cursor ? by[1] : 0)));
      const to = `${FILES[file]}${rank}`;
      setCursor(to);
      announce(squareText(to));
    } else if (event.key === "Enter" || event.key === " ") {
      act(at);
    } else if ((event.key === "Delete" || event.key === "Backspace") && mode === "free") {
      put(at, null);
      announce(t("{square} is empty now", { square: at }));
    } else if (event.key === "Escape" && picked) {
      setPicked(null);
      announce("");
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** Handles Enter: picks a piece up, or puts it down. */
  const act = (at: string) => {
    if (mode === "none") return;
    if (mode === "free" && hand) {
      put(at, hand);
      announce(
        hand === "trash"
          ? t("{square} is empty now", { square: at })
          : t("{piece} on {square}", { piece: pieceName(hand), square: at }),
      );
    } else if (hand && hand !== "trash") {
      announce(t("{piece} to {square}", { piece: pieceName(hand), square: at }));
      props.onDrop?.(hand.role, at);
    } else if (!picked) {
      const piece = piecesOf(fen).get(at);
      const mayMove = mode === "free" ? piece : position?.turn === piece?.color && piece;
      if (!mayMove || (mode === "legal" && props.player && props.player !== mayMove.color))
        return announce(t("nothing to move on {square}", { square: at }));
      setPicked(at);
      announce(t("{piece} picked up", { piece: pieceName(mayMove) }));
    } else if (picked === at) {
      setPicked(null);
      announce(t("put back"));
    } else if (mode === "free") {
      const piece = piecesOf(fen).get(picked);
      if (piece) {
        api.current?.setPieces(
          new Map([
            [picked as Key, undefined],
            [at as Key, { role: piece.role, color: piece.color }],
          ]),
        );
        props.onEdit?.(api.current?.getFen() ?? "");
        announce(t("{piece} to {square}", { piece: pieceName(piece), square: at }));
      }
      setPicked(null);
    } else if (
      position &&
      destinations(position)
        .get(picked as never)
        ?.includes(at as never)
    ) {
      setPicked(null);
      announce(t("{from} to {to}", { from: picked, to: at }));
      onMoved(picked, at, at);
    } else {
      announce(t("{from} cannot move to {to}", { from: picked, to: at }));
    }
  };

  return (
    <div class="board-frame">
      <div
        ref={board}
        class="board"
        data-name={props.name}
        role="application"
        aria-roledescription={t("chess board")}
        aria-label={`${props.name ?? t("Chess board")}. ${t("Arrow keys choose a square, Enter picks up and puts down.")} ${describe(fen)}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application is interactive
        tabIndex={0}
        // Content that appears above the board moves it, which chessground does not notice.
        onPointerDownCapture={() => api.current?.state.dom.bounds.clear()}
        onKeyDown={onKeyDown}
        onBlur={() => {
          left.current = cursor ?? left.current;
          setCursor(null);
          setPicked(null);
        }}
      >
        {/* The pieces are part of the label of the board. */}
        <div ref={element} class="ground" aria-hidden="true" />
      </div>
      <div class="hidden" aria-live="polite">
        {announcement}
      </div>
      {promotion && (
        <div
          ref={choices}
          class="promotion"
          role="dialog"
          aria-label={t("Promote to")}
          onKeyDown={(event) => event.key === "Escape" && cancel(promotion)}
        >
          {(["queen", "knight", "rook", "bishop"] as Role[]).map((role) => (
            <button
              key={role}
              type="button"
              class="cg-wrap"
              aria-label={t(role)}
              onClick={() => promote(promotion, role)}
            >
              <piece class={`${promotion.color} ${role}`} />
            </button>
          ))}
          <button type="button" class="quiet" onClick={() => cancel(promotion)}>
            {t("Cancel")}
          </button>
        </div>
      )}
    </div>
  );
}
