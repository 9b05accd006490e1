/** What the position on the board is called: its opening and its pawn structure. */

import type { Color } from "chessops/types";
import type { Motifs, Opening } from "../../api/client";
import { toMove, turnOf } from "../../board/chess";
import { named, t } from "../../language/language";
import { joined } from "../../ui/format";
import { useTitle } from "../../ui/hooks";

interface HeadingProps {
  fen: string;
  opening: Opening | null;
  motifs: Motifs | null;
  isLoading: boolean;
}

export function Heading({ fen, opening, motifs, isLoading }: HeadingProps) {
  const structure = motifs?.structures[0];
  const called = structure && named(structure.name);
  const name = opening?.name ?? called;
  useTitle(`${name ? `${name}, ` : ""}${toMove(fen)}`);
  if (!motifs && isLoading) return <header class="called" aria-busy="true" />;
  return (
    <header class="called" aria-busy={isLoading}>
      <h1 title={name}>
        {opening && <span class="eco">{opening.eco}</span>}
        {name ?? t("This position")}
      </h1>
      <p class="muted">{structure && <Plan structure={structure} isNamed={!opening} turn={turnOf(fen)} />}</p>
    </header>
  );
}

interface PlanProps {
  structure: Motifs["structures"][number];
  /** Whether the heading is its name. */
  isNamed: boolean;
  turn: Color;
}

/** A structure's name, how well it fits if not exactly, and the plan of the side that has it, or else is to move. */
function Plan({ structure: { name, color, grade, plans }, isNamed, turn }: PlanProps) {
  const match = grade < 1 && t("{n} % match", { n: Math.round(100 * grade) });
  const what = joined([!isNamed && named(name), match], ", ");
  const side = color ?? turn;
  return (
    <>
      {what && `${what}. `}
      {side === "white" ? t("White’s plan:") : t("Black’s plan:")} <span lang="en">{plans[side]}</span>
    </>
  );
}
