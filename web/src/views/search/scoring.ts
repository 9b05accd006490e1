/** The scorings and the families of terms, as the page calls them. */

import type { Family } from "../../api/client";
import type { Plain } from "../../language/catalogue";

/** The names of the families of terms on the page. */
export const FAMILY_NAMES: Record<Family, Plain> = {
  naive: "Pieces",
  reachability: "Reach",
  connectivity: "Attacks",
  pawns: "Pawns",
  tactics: "Tactics",
  material: "Material",
  evaluation: "Evaluation",
  continuation: "Plans",
  idea: "Idea",
  learned: "Usefulness",
};

/** The scorings to choose from, and what each compares. */
export const PROFILES = [
  { name: "tabiya", label: "All-round", about: "everything, and how such games continued" },
  {
    name: "thesis",
    label: "Classic",
    about: "the formula of Plut’s thesis: pieces, reach, attacks and pawns",
  },
  { name: "structure", label: "Structure", about: "pawns and material" },
  { name: "tactics", label: "Tactics", about: "attacks, captures and hanging pieces" },
  { name: "ideas", label: "Ideas", about: "what is to be played, as in exercises with the same solution" },
] as const;

export type Profile = (typeof PROFILES)[number]["name"];
