/** The options of a search in its address: `?scoring=structure&player=Carlsen&view=black`. */

import type { Color } from "chessops/types";
import type { SimilarRequest } from "../../api/client";
import { type Line, toQuery } from "../../board/chess";
import { withQuery } from "../../ui/router";
import { hasPlans } from "./early";
import { type Filter, filterOf, setFilter } from "./filters";
import { PROFILES, type Profile } from "./scoring";

export interface Options {
  scoring: Profile;
  limit: number;
  /** Whether the same side must be to move as in the query; a filter may name a side instead. */
  sameTurn: boolean;
  flip: boolean;
  plans: boolean;
  filter: Filter;
  view: Color;
}

export function optionsOf(query: URLSearchParams): Options {
  const limit = Number.parseInt(query.get("limit") ?? "", 10);
  return {
    scoring: PROFILES.find(({ name }) => name === query.get("scoring"))?.name ?? "tabiya",
    limit: limit >= 1 && limit <= 1000 ? limit : 10,
    sameTurn: query.get("turn") === "same",
    flip: query.get("flip") === "true",
    plans: query.get("plans") !== "false",
    filter: filterOf(query),
    view: query.get("view") === "black" ? "black" : "white",
  };
}

/** Options with some of them changed; of two that exclude each other, the changed one stays. */
export function withOptions(options: Options, changed: Partial<Options>): Options {
  const next = { ...options, ...changed };
  if (changed.sameTurn) next.filter = { ...next.filter, turn: undefined };
  else if (changed.filter?.turn) next.sameTurn = false;
  return next;
}

export function addressOf(path: string, line: Line, options: Options): string {
  const query = toQuery(line);
  if (options.scoring !== "tabiya") query.set("scoring", options.scoring);
  if (options.limit !== 10) query.set("limit", String(options.limit));
  if (options.sameTurn) query.set("turn", "same");
  setFilter(query, options.filter);
  if (options.flip) query.set("flip", "true");
  if (!options.plans) query.set("plans", "false");
  if (options.view === "black") query.set("view", "black");
  return withQuery(path, query);
}

/** The request of a search. */
export function requestOf(fen: string, options: Options): SimilarRequest {
  const { scoring, limit, sameTurn, flip, plans, filter } = options;
  return {
    fen,
    scoring,
    limit,
    turn: sameTurn ? "same" : "any",
    flip,
    plans: plans && hasPlans(fen),
    // Identical positions are one hit, in the profile of the thesis, too.
    distinct: "board",
    filter: Object.keys(filter).length ? filter : null,
  };
}
