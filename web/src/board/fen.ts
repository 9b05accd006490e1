/** What is wrong with a text that should be a FEN, in one sentence. */

import { t } from "../language/language";

const PIECES = "kqrbnpKQRBNP";

/** The most letters of it that a sentence shows. Guessed: they fit into half a line. */
const LONGEST_SHOWN = 24;

const shortened = (text: string) => (text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text);

/** One sentence about the first fault in the board or the side to move of a FEN; null without one. */
export function wrongBoard(text: string): string | null {
  const [board = "", turn = "w"] = text.split(/[\s_]+/).filter(Boolean);
  const ranks = board.split("/");
  if (ranks.length === 1) {
    return t(
      "“{text}” is not a FEN, which begins with the pieces rank by rank and / between, such as 4k3/8/8/8/8/8/4P3/4K3.",
      { text: shortened(board) },
    );
  }
  const letter = [...board].find((one) => !/[1-8/]/.test(one) && !PIECES.includes(one));
  if (letter)
    return t("“{letter}” is no piece: a FEN has K, Q, R, B, N, P for White, small letters for Black.", {
      letter,
    });
  if (ranks.length !== 8)
    return t("A FEN has eight ranks with / between them; this has {n}.", { n: ranks.length });
  for (const [place, rank] of ranks.entries()) {
    const squares = [...rank].reduce((sum, one) => sum + (Number.parseInt(one, 10) || 1), 0);
    if (squares !== 8)
      return t("Rank {rank} has {n} square{{s}} instead of 8.", { rank: 8 - place, n: squares });
  }
  if (turn !== "w" && turn !== "b")
    return t("After the pieces, a FEN gives the side to move, w or b; this one has “{text}”.", {
      text: shortened(turn),
    });
  return null;
}
