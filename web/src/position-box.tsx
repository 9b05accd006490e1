/** A position and a move as text, to copy and to type. */

import type { Chess } from "chessops/chess";
import { useState } from "preact/hooks";
import { type Step, typedMove } from "./chess";

/** The position as a FEN, to copy and to type; and a move to type. */
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

/** A move to type, as `Nf3` or `g1f3`. */
export function MoveInput({ position, onMove }: { position: Chess | null; onMove: (uci: string) => void }) {
  const [move, setMove] = useState("");
  const uci = move && position ? typedMove(position, move) : null;
  return (
    <label class="typed-move">
      <span>Move</span>
      <input
        type="text"
        spellcheck={false}
        autocomplete="off"
        placeholder="Nf3"
        value={move}
        // Not disabled: it would lose the focus while the other side replies.
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

/** Whether a text is a whole FEN, or enough of one. */
function isPosition(text: string): boolean {
  const [board = ""] = text.trim().split(/[\s_]/);
  const ranks = board.split("/");
  const isWhole = (rank: string) =>
    [...rank].reduce((sum, letter) => sum + (Number.parseInt(letter, 10) || 1), 0) === 8;
  return ranks.length === 8 && ranks.every((rank) => /^[1-8pnbrqk]+$/i.test(rank) && isWhole(rank));
}
