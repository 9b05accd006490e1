/** Pieces by name. */

import type { Color, Role } from "chessops/types";

export const ROLES: Role[] = ["king", "queen", "rook", "bishop", "knight", "pawn"];

/** `white knight` */
export const pieceName = (piece: { color: Color; role: Role }) => `${piece.color} ${piece.role}`;
