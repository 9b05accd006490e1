/** Terms of an explanation, as the README lists them, in words. */

import type { Family } from "../../api/client";

const NAMES: Record<string, string> = {
  p: "pawn",
  n: "knight",
  b: "bishop",
  r: "rook",
  q: "queen",
  k: "king",
};

const PLURALS: Record<string, string> = {
  P: "pawns",
  N: "knights",
  B: "bishops",
  R: "rooks",
  Q: "queens",
  K: "kings",
};

const side = (letter: string) => (letter === letter.toUpperCase() ? "White" : "Black");
const piece = (letter: string) => `${side(letter)}’s ${NAMES[letter.toLowerCase()] ?? letter}`;
const list = (squares: string) => squares.split(/[-/]/).filter(Boolean).join(", ");

/** Each kind of term: how it is written, and what it says. */
const KINDS: [RegExp, (parts: string[], family: string) => string][] = [
  [
    /^([PNBRQK])([a-h][1-8])(?:\|.*)?$/i,
    ([p = "", at = ""], family) =>
      family === "reachability" ? `${piece(p)} can go to ${at}` : `${piece(p)} on ${at}`,
  ],
  [
    /^([PNBRQK])>([PNBRQK])([a-h][1-8])$/i,
    ([p = "", q = "", at = ""]) => `${piece(p)} attacks the ${NAMES[q.toLowerCase()]} on ${at}`,
  ],
  [
    /^([PNBRQK])<([PNBRQK])([a-h][1-8])$/i,
    ([p = "", q = "", at = ""]) => `${piece(p)} defends the ${NAMES[q.toLowerCase()]} on ${at}`,
  ],
  [/^([PNBRQK])>([PNBRQK])$/i, ([p = "", q = ""]) => `${piece(p)} attacks a ${NAMES[q.toLowerCase()]}`],
  [/^([PNBRQK])<([PNBRQK])$/i, ([p = "", q = ""]) => `${piece(p)} defends a ${NAMES[q.toLowerCase()]}`],
  [/^\?([PNBRQK])([a-h][1-8])$/i, ([p = "", at = ""]) => `${piece(p)} on ${at} hangs`],
  [
    /^!([PNBRQK])([a-h][1-8])$/i,
    ([p = "", at = ""]) => `${piece(p)} on ${at} is attacked by something cheaper`,
  ],
  [
    /^([PNBRQK])x([PNBRQK])([a-h][1-8])$/i,
    ([p = "", q = "", at = ""]) => `${piece(p)} wins the ${NAMES[q.toLowerCase()]} on ${at}`,
  ],
  [/^(I)([a-h][1-8])$/i, ([p = "", at = ""]) => `${side(p)}’s pawn on ${at} is isolated`],
  [/^'(F)([a-h][1-8])$/i, ([p = "", at = ""]) => `${side(p)}’s pawn on ${at} is a protected passed pawn`],
  [/^(F)([a-h][1-8])$/i, ([p = "", at = ""]) => `${side(p)}’s pawn on ${at} is passed`],
  [/^(L)([a-h][1-8])$/i, ([p = "", at = ""]) => `${side(p)}’s pawn on ${at} is backward`],
  [/^(S)\{(.+)\}$/i, ([p = "", at = ""]) => `${side(p)}’s pawns on ${list(at)} are doubled`],
  [/^(W)\[(.+)\]$/i, ([p = "", at = ""]) => `${side(p)}’s pawn chain ${list(at)}`],
  [/^([Pp])\((\d)\)$/, ([p = "", n = ""]) => `${side(p)} has ${n} pawn ${n === "1" ? "island" : "islands"}`],
  [
    /^([PNBRQK])=(\d+),[pnbrqk]=(\d+)$/,
    ([p = "", white = "", black = ""]) => `${PLURALS[p]}: White ${white}, Black ${black}`,
  ],
  [
    /^([PNBRQK])-[pnbrqk]=(-?\d+)$/,
    ([p = "", more = "0"]) =>
      more === "0"
        ? `as many ${PLURALS[p]} each`
        : `${Number(more) > 0 ? "White" : "Black"} has ${Math.abs(Number(more))} more of the ${PLURALS[p]}`,
  ],
  [
    /^cp=(-?\d+)\.\.(-?\d+)$/,
    ([least = "0", most = "0"]) => {
      const pawns = (cp: string) => (Number(cp) / 100).toFixed(2).replace("-", "−");
      return `evaluation between ${pawns(least)} and ${pawns(most)}`;
    },
  ],
  [/^~([A-E]\d\d)$/, ([eco = ""]) => `an opening of ${eco}, as other hits have`],
  [/^~([PNBRQK])([a-h][1-8])$/i, ([p = "", at = ""]) => `${piece(p)} goes to ${at} soon, as in other hits`],
  [
    /^([a-h](?:-[a-h])?|[a-h]+)\(([^/]*)\/([^)]*)\)$/,
    ([, white = "", black = ""]) =>
      `pawns: ${white ? `White ${list(white)}` : "White none"}; ${black ? `Black ${list(black)}` : "Black none"}`,
  ],
];

/** A term in words; one of a new kind as it is. */
export function inWords(term: string, family: string): string {
  for (const [form, say] of KINDS) {
    const parts = form.exec(term);
    if (parts) return say(parts.slice(1), family);
  }
  return term;
}

/** The squares that a term names. */
export const squaresOf = (term: string): string[] => term.match(/[a-h][1-8]/g) ?? [];

/** What families of terms are called on the page, and what they compare. */
export const FAMILY_NAMES: Record<Family, string> = {
  naive: "Pieces",
  reachability: "Reach",
  connectivity: "Attacks",
  pawns: "Pawns",
  tactics: "Tactics",
  material: "Material",
  evaluation: "Evaluation",
  continuation: "Plans",
};

export const PROFILES = [
  { name: "tabiya", label: "All-round", about: "everything counts, and how such games went on" },
  { name: "thesis", label: "Classic", about: "the formula of Plut’s thesis: pieces, reach, attacks, pawns" },
  { name: "structure", label: "Structure", about: "pawns and material" },
  { name: "tactics", label: "Tactics", about: "attacks, captures and hanging pieces" },
] as const;

export type Profile = (typeof PROFILES)[number]["name"];
