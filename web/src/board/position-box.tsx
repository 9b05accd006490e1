/** A position and a move as text. */

import type { Position } from "chessops/chess";
import { useEffect, useId, useState } from "preact/hooks";
import { t } from "../language/language";
import { parseMove, type Step, wrongPosition } from "./chess";
import { wrongBoard } from "./fen";

/** The position as a FEN, to copy or to type, and a move to type. */
export function PositionBox({
  step,
  onTake,
  onMove,
}: {
  step: Step;
  /** Shows a FEN or PGN, or says what is wrong with the text. */
  onTake: (text: string) => void;
  onMove: (uci: string) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const wrong = typed?.trim() ? wrongBoard(typed) : null;
  return (
    <div class="position-box">
      <label>
        <span>{t("FEN, or paste a FEN or PGN anywhere")}</span>
        <input
          class="position"
          type="text"
          spellcheck={false}
          autocomplete="off"
          value={typed ?? step.fen}
          aria-invalid={wrong !== null || (typed === null && wrongPosition(step.fen) !== null)}
          aria-describedby="wrong-fen wrong-position"
          onFocus={(event) => event.currentTarget.select()}
          onInput={(event) => {
            const text = event.currentTarget.value;
            // What is pasted may be a PGN, and is all there.
            const isPasted = event.inputType === "insertFromPaste";
            setTyped(isPasted ? null : text);
            if (isPasted || !wrongBoard(text)) onTake(text);
          }}
          onBlur={() => setTyped(null)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !wrong) setTyped(null);
          }}
        />
      </label>
      <MoveInput position={step.position} onMove={onMove} />
      <p id="wrong-fen" class="wrong" role="status">
        {wrong}
      </p>
    </div>
  );
}

interface MoveInputProps {
  /** Null while no move can be made. */
  position: Position | null;
  label?: string;
  onMove: (uci: string) => void;
}

/** How long a text stands that is no move until the field says so, in milliseconds. Guessed. */
const PATIENCE = 1000;

/** A move to type, as `Nf3` or `g1f3`, or `N@f3` for a drop. */
export function MoveInput({ position, label = t("Move"), onMove }: MoveInputProps) {
  const [move, setMove] = useState("");
  /** The text that was entered, or stood for a while, though it is no move. */
  const [refused, refuse] = useState("");
  const uci = move && position ? parseMove(position, move) : null;
  const isWrong = Boolean(move && position && !uci && refused === move);
  const wrong = useId();
  useEffect(() => {
    const timer = setTimeout(() => refuse(move), PATIENCE);
    return () => clearTimeout(timer);
  }, [move]);
  return (
    <>
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
          aria-invalid={isWrong}
          aria-describedby={wrong}
          onInput={(event) => setMove(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            if (!uci) return refuse(move);
            onMove(uci);
            setMove("");
          }}
        />
      </label>
      <p id={wrong} class="wrong" aria-live="polite">
        {isWrong && t("“{move}” is not a legal move here.", { move: move.trim() })}
      </p>
    </>
  );
}
