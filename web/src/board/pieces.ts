/** Pieces by name. */

import type { Color, Role } from "chessops/types";
import { t } from "../language/language";

export const ROLES: Role[] = ["king", "queen", "rook", "bishop", "knight", "pawn"];

/** `white knight` */
export const pieceName = (piece: { color: Color; role: Role }) => t(`${piece.color} ${piece.role}` as const);
