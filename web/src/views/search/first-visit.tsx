/** What is shown before there is a position to search: what this is, and tabiyas to begin with. */

import { lineOf, steps, toQuery } from "../../board/chess";
import { Mini } from "../../board/mini";
import { t } from "../../language/language";
import { withQuery } from "../../ui/router";

/** Positions that many games go through, by their moves. */
const TABIYAS = (
  [
    {
      name: "Carlsbad",
      about: "the minority attack",
      moves: "d4 d5 c4 e6 Nc3 Nf6 cxd5 exd5 Bg5 Be7 e3 c6 Qc2 Nbd7 Bd3 O-O Nf3 Re8 O-O Nf8",
    },
    {
      name: "Najdorf",
      about: "castling on opposite sides",
      moves: "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3 e5 Nb3 Be6 f3 Be7 Qd2 O-O O-O-O Nbd7",
    },
    {
      name: "Isolani",
      about: "activity against a weak pawn",
      moves: "d4 d5 c4 e6 Nc3 Nf6 Nf3 c5 cxd5 Nxd5 e3 Nc6 Bd3 cxd4 exd4 Be7 O-O O-O Re1 Nf6 a3 b6",
    },
  ] as const
).map(({ moves, ...rest }) => {
  const line = lineOf(null, moves);
  const played = { ...line, ply: line.moves.length };
  return { ...rest, line: played, fen: steps(played).at(-1)?.fen ?? "" };
});

export function FirstVisit() {
  return (
    <div class="first-visit">
      <h1>{t("See what was played in positions like yours")}</h1>
      <p>
        {t(
          "Paste a FEN or a PGN anywhere, move on the board, or begin with one of these: Tabiya shows the games that reached the position, the plans in it, and the positions most like it.",
        )}
      </p>
      <ul class="tabiyas" aria-label={t("Tabiyas")}>
        {TABIYAS.map(({ name, about, line, fen }) => (
          <li key={name} class="card">
            <Mini fen={fen} orientation="white" />
            <a href={withQuery("/", toQuery(line))}>
              <b>{t(name)}</b>
              <span class="muted">{t(about)}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
