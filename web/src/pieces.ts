/** Letters of pieces, for mini boards and motifs. */

import type { Color, Role } from "chessops/types";

export const LETTERS: Record<Role, string> = {
  pawn: "P",
  knight: "N",
  bishop: "B",
  rook: "R",
  queen: "Q",
  king: "K",
};

export const ROLES: Role[] = ["king", "queen", "rook", "bishop", "knight", "pawn"];

/** `white knight` */
export const pieceName = (piece: { color: Color; role: Role }) => `${piece.color} ${piece.role}`;
