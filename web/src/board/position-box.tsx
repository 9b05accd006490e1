/** A position and a move as text. */

import type { Position } from "chessops/chess";
import { useState } from "preact/hooks";
import { parseMove, type Step } from "./chess";

/** The position as a FEN, to copy or to type, and a move to type. */
export function PositionBox({
  step,
  onTake,
  onMove,
}: {
  step: Step;
  onTake: (text: string) => boolean;
  onMove: (uci: string) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && typed.trim() !== "" && !isPosition(typed);
  return (
    <div class="position-box">
      <label>
        <span>FEN, or paste a FEN or PGN anywhere</span>
        <input
          class="position"
          type="text"
          spellcheck={false}
          autocomplete="off"
          value={typed ?? step.fen}
          aria-invalid={isWrong}
          onFocus={(event) => event.currentTarget.select()}
          onInput={(event) => {
            const text = event.currentTarget.value;
            setTyped(text);
            if (isPosition(text)) onTake(text);
          }}
          onBlur={() => setTyped(null)}
          onKeyDown={(event) => {
            if (event.key === "Enter") setTyped(null);
          }}
        />
      </label>
      <MoveInput position={step.position} onMove={onMove} />
    </div>
  );
}

interface MoveInputProps {
  /** Null while no move can be made. */
  position: Position | null;
  label?: string;
  onMove: (uci: string) => void;
}

/** A move to type, as `Nf3` or `g1f3`, or `N@f3` for a drop. */
export function MoveInput({ position, label = "Move", onMove }: MoveInputProps) {
  const [move, setMove] = useState("");
  const uci = move && position ? parseMove(position, move) : null;
  return (
    <label class="typed-move">
      <span>{label}</span>
      <input
        type="text"
        spellcheck={false}
        autocomplete="off"
        placeholder="Nf3"
        value={move}
        // A disabled field would lose the focus while the other side replies.
        readOnly={!position}
        aria-disabled={!position}
        aria-invalid={move.length > 1 && !uci}
        onInput={(event) => setMove(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !uci) return;
          onMove(uci);
          setMove("");
        }}
      />
    </label>
  );
}

/** Whether a text is a FEN, or at least a whole board. */
function isPosition(text: string): boolean {
  const [board = ""] = text.trim().split(/[\s_]/);
  const ranks = board.split("/");
  const isWhole = (rank: string) =>
    [...rank].reduce((sum, letter) => sum + (Number.parseInt(letter, 10) || 1), 0) === 8;
  return ranks.length === 8 && ranks.every((rank) => /^[1-8pnbrqk]+$/i.test(rank) && isWhole(rank));
}
