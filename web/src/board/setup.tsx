/** Setting up a position: spare pieces, the side to move, castling rights. */

import type { Api } from "chessground/api";
import type { Color, Piece } from "chessops/types";
import { t } from "../language/language";
import { focusBoard } from "../ui/focus";
import { Icon } from "../ui/icons";
import { Choice, Toggle } from "../ui/parts";
import { START, withFields } from "./chess";
import { dragHandlers } from "./dragging";
import { pieceName, ROLES } from "./pieces";

interface SpareProps {
  color: Color;
  hand: Piece | "trash" | null;
  onHand: (hand: Piece | "trash" | null) => void;
  board: Api | null;
}

/** The spare pieces of a colour: drag one onto the board, or choose it and then squares. */
export function Spare({ color, hand, onHand, board }: SpareProps) {
  const take = (taken: Piece | "trash" | null, event: MouseEvent) => {
    onHand(taken);
    // By keyboard, the next step is to choose a square.
    if (taken && event.detail === 0) focusBoard();
  };
  return (
    <div
      class="spare"
      role="toolbar"
      aria-label={color === "white" ? t("White pieces to place") : t("Black pieces to place")}
    >
      {ROLES.map((role) => {
        const piece = { color, role };
        const isChosen = hand !== null && hand !== "trash" && hand.role === role && hand.color === color;
        return (
          <button
            key={role}
            type="button"
            class="cg-wrap"
            aria-label={pieceName(piece)}
            aria-pressed={isChosen}
            {...dragHandlers(board, piece, true)}
            onClick={(event) => take(isChosen ? null : piece, event)}
          >
            <piece class={`${color} ${role}`} />
          </button>
        );
      })}
      <button
        type="button"
        aria-label={t("Remove pieces")}
        title={t("Remove pieces")}
        aria-pressed={hand === "trash"}
        onClick={(event) => take(hand === "trash" ? null : "trash", event)}
      >
        <Icon name="trash" />
      </button>
    </div>
  );
}

const RIGHTS = [
  ["K", "White O-O"],
  ["Q", "White O-O-O"],
  ["k", "Black O-O"],
  ["q", "Black O-O-O"],
] as const;

/** The side to move and the castling rights of a position, and positions to start from. */
export function SetupFields({ fen, onFen }: { fen: string; onFen: (fen: string) => void }) {
  const [, turn = "w", castling = "-"] = fen.split(" ");
  const side = turn === "b" ? "b" : "w";
  return (
    <div class="setup-fields">
      <div class="field">
        <span aria-hidden="true">{t("To move")}</span>
        <Choice
          label={t("To move")}
          name="turn"
          value={side}
          options={[
            { name: "w", label: "White" },
            { name: "b", label: "Black" },
          ]}
          onChange={(turn) => onFen(withFields(fen, turn, castling))}
        />
      </div>
      <fieldset class="rights">
        <legend>{t("Castling")}</legend>
        {RIGHTS.map(([right, label]) => (
          <Toggle
            key={right}
            label={t(label)}
            checked={castling.includes(right)}
            onChange={(may) =>
              onFen(withFields(fen, side, may ? castling + right : castling.replace(right, "")))
            }
          />
        ))}
      </fieldset>
      <div class="row">
        <button type="button" onClick={() => onFen(START)}>
          {t("Starting position")}
        </button>
        <button type="button" onClick={() => onFen("4k3/8/8/8/8/8/8/4K3 w - - 0 1")}>
          {t("Kings only")}
        </button>
      </div>
    </div>
  );
}
