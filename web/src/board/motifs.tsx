/** The opening, the pawn structures and the motifs of a position, listed and drawn on the board. */

import type { DrawShape } from "chessground/draw";
import type { Key } from "chessground/types";
import { useState } from "preact/hooks";
import { type Motif, type Motifs, motifs } from "../api/client";
import type { Plain } from "../language/catalogue";
import { language, named, t } from "../language/language";
import { useFocusCaught } from "../ui/focus";
import { type Answer, useAnswer } from "../ui/hooks";
import { Trouble } from "../ui/parts";

export const useMotifs = (fen: string | null): Answer<Motifs> =>
  useAnswer(fen, (signal) => motifs(fen ?? "", signal), 100);

/** A motif's moves as arrows, and its squares. */
export function drawMotif(motif: Motif | null): { shapes: DrawShape[]; squares: Map<string, string> } {
  if (!motif) return { shapes: [], squares: new Map() };
  const shapes: DrawShape[] = motif.moves.map(({ uci }, place) => ({
    orig: uci.slice(0, 2) as Key,
    dest: uci.slice(2, 4) as Key,
    brush: place % 2 ? "reply" : "accent",
  }));
  if (motif.kind === "chain") {
    for (const [place, square] of motif.squares.slice(1).entries()) {
      shapes.push({ orig: motif.squares[place] as Key, dest: square as Key, brush: "accent" });
    }
  }
  return { shapes, squares: new Map(motif.squares.map((square) => [square, "motif"])) };
}

/** The motif that is pointed at, or else the chosen one. */
export function useMotif(fen: string) {
  const [state, set] = useState<{ fen: string; hover: Motif | null; chosen: Motif | null }>({
    fen,
    hover: null,
    chosen: null,
  });
  const now = state.fen === fen ? state : { fen, hover: null, chosen: null };
  return {
    motif: now.hover ?? now.chosen,
    chosen: now.chosen,
    hover: (hover: Motif | null) => set({ ...now, hover }),
    choose: (motif: Motif) => set({ ...now, chosen: now.chosen?.text === motif.text ? null : motif }),
  };
}

/** `Black structure, 86 % match` */
export function matchOf({ color, grade }: Motifs["structures"][number]): string {
  const n = Math.round(grade * 100);
  if (!color) return t("{n} % match", { n });
  return color === "white"
    ? t("White structure, {n} % match", { n })
    : t("Black structure, {n} % match", { n });
}

/** Kinds whose names leave out that they are about pawns. */
const OF_PAWNS = /^(isolated|backward|doubled|passed|\w+Passed)$/;

/** The name of a kind of motif or of a structure: `Mate in 2` of `mateIn2`. */
export function themeName(theme: string): string {
  const name = named(theme);
  if (name !== theme) return name;
  const words = theme.replace(/([a-z])([A-Z\d])/g, (_, end: string, begin: string) => `${end} ${begin}`);
  const english =
    words.charAt(0).toUpperCase() + (words === theme ? theme.slice(1) : words.slice(1).toLowerCase());
  return OF_PAWNS.test(theme) ? `${english} pawn${theme === "doubled" ? "s" : ""}` : english;
}

/** Kinds that say little by themselves, and come last. */
const QUIET = new Set(["islands", "halfOpenFile", "openFile", "kingShield", "space", "chain"]);

const GROUPS: [Plain, (motif: Motif) => boolean][] = [
  ["Tactics", (motif) => motif.moves.length > 0 || motif.kind === "hangingPiece"],
  ["White", (motif) => motif.color === "white"],
  ["Black", (motif) => motif.color === "black"],
  ["Both", () => true],
];

interface ListProps {
  answer: Answer<Motifs>;
  of: ReturnType<typeof useMotif>;
}

export function MotifList({ answer, of }: ListProps) {
  const { value, problem, isLoading } = answer;
  // The motif that had the focus may have gone with the last move.
  useFocusCaught(value?.fen ?? null);
  if (problem && problem.status !== 0) return <Trouble problem={problem} again={answer.again} />;
  if (!value) {
    // Its own element: the panel of motifs stands below that of structures.
    return (
      <div key="waiting" class="motifs" aria-busy={isLoading}>
        <p class="panel muted">{t("Looking at the position…")}</p>
      </div>
    );
  }
  const left = [...value.motifs].sort((a, b) => Number(QUIET.has(a.kind)) - Number(QUIET.has(b.kind)));
  const groups = GROUPS.map(([name, isOf]) => {
    const some = left.filter(isOf);
    for (const motif of some) left.splice(left.indexOf(motif), 1);
    return { name, some };
  });
  return (
    <div key="motifs" class="motifs" aria-busy={isLoading}>
      {value.structures.map((structure) => (
        <section key={structure.name + structure.color} class="panel structure">
          <header>
            <h2>{named(structure.name)}</h2>
            <span class="muted">{matchOf(structure)}</span>
          </header>
          <p lang="en">{structure.about}</p>
          <dl>
            <dt>{t("White")}</dt>
            <dd lang="en">{structure.plans.white}</dd>
            <dt>{t("Black")}</dt>
            <dd lang="en">{structure.plans.black}</dd>
          </dl>
        </section>
      ))}
      <section class="panel" aria-label={t("Motifs")}>
        {groups
          .filter(({ some }) => some.length)
          .map(({ name, some }) => (
            <div class="motif-group" key={name}>
              <h2>{t(name)}</h2>
              <ul>
                {some.map((motif) => (
                  <li key={motif.text}>
                    <button
                      type="button"
                      aria-pressed={of.chosen?.text === motif.text}
                      onMouseEnter={() => of.hover(motif)}
                      onMouseLeave={() => of.hover(null)}
                      onFocus={() => of.hover(motif)}
                      onBlur={() => of.hover(null)}
                      onClick={() => of.choose(motif)}
                    >
                      {language() !== "en" && `${themeName(motif.kind)}: `}
                      <span lang="en">{motif.text}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        {!value.motifs.length && <p class="muted">{t("Nothing stands out.")}</p>}
      </section>
    </div>
  );
}

const PHASES = { opening: "Opening", middlegame: "Middlegame", endgame: "Endgame" } as const;

/** A phase of a game in words, by its name in answers. */
export function phaseName(phase: string): string {
  const known = PHASES[phase as keyof typeof PHASES];
  return known ? t(known) : phase;
}

/** A kind of mistakes in words, by the name that requests have: `missed fork`, `endgame`. */
export function kindName(kind: string): string {
  const [how = "", motif] = kind.split(" ");
  if (!motif) return t("Other mistakes: {phase}", { phase: phaseName(how) });
  const what = motif === "mate" ? t("mate") : themeName(motif);
  return how === "allowed" ? t("Allowed: {what}", { what }) : t("Missed: {what}", { what });
}
