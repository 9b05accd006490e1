/** A small board to look at, which highlights what it shares with another position. */

import type { Color } from "chessops/types";
import { t } from "../language/language";
import { describe, piecesOf, placeOf } from "./chess";

interface MiniProps {
  fen: string;
  orientation: Color;
  /** The position it is compared with. */
  query?: string;
  /** The move played next, UCI. */
  next?: string | null;
  /** Squares to highlight. */
  lit?: string[];
}

/** Says how many pixels the device has for one of CSS, so that the squares of small boards have whole ones. */
function watchPixels() {
  document.documentElement.style.setProperty("--dpr", String(devicePixelRatio));
  matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener("change", watchPixels, { once: true });
}
watchPixels();

export function Mini({ fen, orientation, query, next, lit = [] }: MiniProps) {
  const pieces = [...piecesOf(fen)];
  const queryPieces = query ? piecesOf(query) : null;
  const isSame = (square: string, color: Color, role: string) => {
    const other = queryPieces?.get(square);
    return other?.color === color && other.role === role;
  };
  const at = (square: string) => {
    const [x, y] = placeOf(square, orientation);
    return { transform: `translate(${x * 100}%, ${y * 100}%)` };
  };
  const shared = queryPieces ? pieces.filter(([square, { color, role }]) => isSame(square, color, role)) : [];
  const common = queryPieces
    ? ` ${t("{n} of {all} pieces stand as in your position.", { n: shared.length, all: pieces.length })}`
    : "";
  const from = next && placeOf(next.slice(0, 2), orientation);
  const to = next && placeOf(next.slice(2, 4), orientation);
  return (
    <div class="mini cg-wrap" role="img" aria-label={describe(fen) + common}>
      {shared.map(([square]) => (
        <i key={`s${square}`} class="shared" style={at(square)} />
      ))}
      {lit.map((square) => (
        <i key={`l${square}`} class="lit" style={at(square)} />
      ))}
      {pieces.map(([square, { color, role }]) => (
        <piece
          key={square}
          class={`${color} ${role}${queryPieces && !isSame(square, color, role) ? " faint" : ""}`}
          style={at(square)}
        />
      ))}
      {from && to && <Arrow from={from} to={to} />}
    </div>
  );
}

function Arrow({ from, to }: { from: [number, number]; to: [number, number] }) {
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(x, y);
  if (!length) return null;
  const [ux, uy] = [x / length, y / length];
  const end = [to[0] + 0.5 - ux * 0.12, to[1] + 0.5 - uy * 0.12] as const;
  const neck = [end[0] - ux * 0.42, end[1] - uy * 0.42] as const;
  const wing = 0.26;
  const start = [from[0] + 0.5 + ux * 0.3, from[1] + 0.5 + uy * 0.3];
  const head = [end, [neck[0] - uy * wing, neck[1] + ux * wing], [neck[0] + uy * wing, neck[1] - ux * wing]];
  return (
    <svg class="arrow" viewBox="0 0 8 8" aria-hidden="true">
      <line x1={start[0]} y1={start[1]} x2={neck[0]} y2={neck[1]} />
      <polygon points={head.map((point) => point.join(",")).join(" ")} />
    </svg>
  );
}
