//! Which games of a cluster reached exactly a position, and what they played in it.
//!
//! The moves of openings are listed with their games and counted by OpenSearch, a bucket a move. Later positions are
//! looked for in the passages that have all pieces and pawns of the position, which are replayed here. A game counts
//! once, with what it played the last time.

use std::collections::BTreeMap;

use pgn::{Date, Game, moves};
use serde_json::{Map, Value, json};
use shakmaty::{Chess, Color, Position};
use similarity::{
    Count, ExploreOptions, Explored, Facts, GameFilter, GameResult, Hit, MAX_POSITIONS, Moment,
    Month, Outcomes, Plan, Ranked, Ratings, Tally, exact_terms, is_same, opening_numbers,
    opening_plies, plans, rating_rank,
};

use crate::bounds::has_term;
use crate::document::{of_span, result};
use crate::error::Error;
use crate::response::{Of, PassageDocument};
use crate::snapshot::Snapshot;

/// How many games one `terms` query leaves out. Read: OpenSearch takes 65,536.
const LEFT_OUT: usize = 65_536;

/// Factor by which more top games are requested than needed, to put games with equal means in order. Guessed: more
/// games with the same high mean are rare; if there are more, a game whose sum is greater by one may be missed. Read:
/// OpenSearch returns at most 100.
const TIES: usize = 3;

/// How games end.
const RESULTS: [GameResult; 4] = [
    GameResult::Won(Color::White),
    GameResult::Drawn,
    GameResult::Won(Color::Black),
    GameResult::Unknown,
];

/// What a game played in the position the last time.
struct Reached {
    code: u8,
    facts: Facts,
}

impl Snapshot {
    /// The games that reached exactly this position, indexed or not.
    ///
    /// # Errors
    ///
    /// [`Error::Unavailable`] if the cluster does not answer in full.
    pub fn explore(
        &self,
        position: &Chess,
        filter: &GameFilter,
        options: ExploreOptions,
    ) -> Result<Explored, Error> {
        let games = self.games_clauses(filter)?;
        let turn = position.turn();
        let mut count = Count::new(options);
        let reached = self.reached(position, &games)?;
        for (id, reached) in &reached {
            count.count(turn, reached.code, reached.facts, || Some(*id));
        }
        let ids: Vec<u64> = reached.into_keys().collect();
        let others: Vec<Value> = ids
            .chunks(LEFT_OUT)
            .map(|ids| json!({"terms": {"game": ids}}))
            .collect();
        self.count_openings(position, games, others, options, &mut count)?;
        Ok(count.explored(position))
    }

    /// Whether a game had this position in its opening.
    ///
    /// # Errors
    ///
    /// As [`Snapshot::explore`].
    pub fn is_opening(&self, position: &Chess) -> Result<bool, Error> {
        let numbers = opening_numbers(position);
        let range = json!({"range": {"opening": {
            "gte": numbers.start().cast_signed(), "lte": numbers.end().cast_signed(),
        }}});
        let body = json!({"size": 1, "track_total_hits": false});
        let found = self.documents(Of::Games, &json!({"filter": [range]}), &body)?;
        Ok(!found.hits.hits.is_empty())
    }

    /// The games that reached a position after their openings.
    fn reached(&self, position: &Chess, games: &[Value]) -> Result<BTreeMap<u64, Reached>, Error> {
        let terms = exact_terms(position.board()).into_iter().map(has_term);
        let clauses: Vec<Value> = terms.chain(games.iter().cloned()).collect();
        let mut candidates: BTreeMap<u64, Vec<PassageDocument>> = BTreeMap::new();
        self.for_each_passage(&json!({"bool": {"filter": clauses}}), |found| {
            // The positions of these are all of the opening, wherever that ends.
            if found.passage.ply + MAX_POSITIONS as u64 > opening_plies(0) as u64 {
                let of_game = candidates.entry(found.passage.game).or_default();
                of_game.push(found);
            }
            Ok(())
        })?;
        let ids: Vec<u64> = candidates.keys().copied().collect();
        let first = self.first_indexed(&ids)?;
        let mut reached = BTreeMap::new();
        for (game, passages) in candidates {
            let listed = first.get(&game).map_or(0, |first| opening_plies(*first)) as u64;
            for PassageDocument { passage, facts } in passages {
                let mut last = None;
                passage
                    .replay_moves(|ply, found, played| {
                        if ply >= listed && is_same(found, position) {
                            last = Some(played);
                        }
                    })
                    .ok_or_else(|| self.damaged(game))?;
                if let Some(played) = last {
                    let code = played.and_then(|played| moves::code(position, played));
                    let code = code.unwrap_or(moves::END);
                    reached.insert(game, Reached { code, facts });
                }
            }
        }
        Ok(reached)
    }

    /// The plies of the first indexed positions of games.
    fn first_indexed(&self, games: &[u64]) -> Result<BTreeMap<u64, usize>, Error> {
        let mut first = BTreeMap::new();
        for ids in games.chunks(10_000) {
            let query = json!({"filter": [{"terms": {"game": ids}}]});
            let body = json!({
                "size": ids.len(),
                "docvalue_fields": ["game", "span"],
                "track_total_hits": false,
            });
            for hit in self.documents(Of::Games, &query, &body)?.hits.hits {
                if let (Some(game), Some(span)) = (hit.field("game"), hit.field("span")) {
                    first.insert(game, of_span(span).0.start as usize);
                }
            }
        }
        Ok(first)
    }

    /// Counts the games that reached a position in their openings, but for some others.
    fn count_openings(
        &self,
        position: &Chess,
        games: Vec<Value>,
        mut others: Vec<Value>,
        options: ExploreOptions,
        count: &mut Count,
    ) -> Result<(), Error> {
        let numbers = opening_numbers(position);
        let number = |code: u8| (numbers.start() | u64::from(code)).cast_signed();
        // Codes are ordinals of legal moves; 0 is the end of a game, 255 a null move.
        let moves = position.legal_moves().len() as u8;
        let first = if options.finished { 1 } else { moves::END };
        let codes = || (first..=moves).chain([u8::MAX]);
        let range = json!({"range": {"opening": {
            "gte": number(first), "lte": numbers.end().cast_signed(),
        }}});
        let mut filter = games;
        filter.push(range);
        if options.finished {
            others.push(json!({"term": {"result": result(GameResult::Unknown)}}));
        }
        let query = json!({"filter": filter, "must_not": others});
        let played: Map<String, Value> = codes()
            .map(|code| {
                let played = json!({"term": {"opening": number(code)}});
                (code.to_string(), played)
            })
            .collect();
        let mut aggregations = json!({
            "moves": {"filters": {"filters": played}, "aggs": counts_of_move(options)},
        });
        if options.months {
            aggregations["months"] = counts_of_months();
        }
        let body = json!({"size": 0, "track_total_hits": false, "aggs": aggregations});
        let found = self.documents(Of::Games, &query, &body)?;
        let moves = &found.aggregations["moves"]["buckets"];
        let own = options.player.unwrap_or(position.turn());
        for code in codes() {
            let bucket = &moves[code.to_string()];
            let ranked = |hits: &Value, rank: &dyn Fn(&Value) -> Option<u64>| -> Vec<Ranked> {
                let ranked = |hit: &Value| {
                    Some(Ranked {
                        rank: rank(hit)?,
                        id: hit["sort"][1].as_u64()?,
                        code,
                    })
                };
                let hits = hits["hits"]["hits"].as_array();
                hits.into_iter().flatten().filter_map(ranked).collect()
            };
            let outcomes_of_move = outcomes(&bucket["results"]["buckets"]);
            let id = bucket["first"]["value"].as_f64().map(|id| id as u64);
            let against_rated = &bucket[rated(own.other())]["results"]["buckets"];
            count.add_tally(
                code,
                &Tally {
                    outcomes: outcomes_of_move,
                    ratings: ratings(&bucket[rating(own)]),
                    opponents: ratings(&bucket[rating(own.other())]),
                    against_rated: outcomes(against_rated),
                    only: id.filter(|_| outcomes_of_move.games() == 1),
                },
            );
            for (name, both_rated) in [("ranked", true), ("unranked", false)] {
                let top = &bucket[name]["top"];
                let rank = |hit: &Value| Some(rating_rank(both_rated, sum_of_ratings(hit)));
                for game in ranked(top, &rank) {
                    count.offer_top(game);
                }
            }
            for game in ranked(&bucket["recent"], &|hit| hit["sort"][0].as_u64()) {
                count.offer_recent(game);
            }
        }
        let months = found.aggregations["months"]["buckets"].as_array();
        for bucket in months.into_iter().flatten() {
            let bits = bucket["key"].as_f64().unwrap_or(0.0) as u64;
            if let Some(month) = Date::from_bits(bits).and_then(Month::of) {
                count.add_month(month, outcomes(&bucket["results"]["buckets"]));
            }
        }
        Ok(())
    }

    /// What was played next in the games of hits, most often first; hits with `true` are of reversed colours.
    ///
    /// # Errors
    ///
    /// As [`Snapshot::explore`].
    pub fn plans(&self, hits: &[(Hit, bool)]) -> Result<Vec<Plan>, Error> {
        let positions: Vec<Hit> = hits.iter().map(|(hit, _)| *hit).collect();
        let games = self.moments(&positions)?.into_iter().zip(hits);
        let games: Vec<(Game, Moment, bool)> = games
            .map(|((game, moment), (_, flipped))| (game, moment, *flipped))
            .collect();
        Ok(plans(&games))
    }
}

/// Returns the sum of a hit's known ratings.
fn sum_of_ratings(hit: &Value) -> u64 {
    let known = Color::ALL.map(|color| hit["fields"][rating(color)][0].as_u64());
    known.into_iter().flatten().sum()
}

/// The field of a player's rating, and the statistics of it.
fn rating(color: Color) -> &'static str {
    color.fold_wb("whiteRating", "blackRating")
}

/// The bucket of the games in which a player's rating is known.
fn rated(color: Color) -> &'static str {
    color.fold_wb("whiteRated", "blackRated")
}

/// How games ended, as an aggregation.
fn counts_of_results() -> Value {
    let results: Map<String, Value> = RESULTS
        .map(|ended| {
            let name = result(ended);
            (name.to_owned(), json!({"term": {"result": name}}))
        })
        .into_iter()
        .collect();
    json!({"filters": {"filters": results}})
}

/// How the games of each month ended: a date without its day is a multiple of 32.
fn counts_of_months() -> Value {
    json!({
        "histogram": {"field": "date", "interval": 32, "min_doc_count": 1},
        "aggs": {"results": counts_of_results()},
    })
}

/// What is counted of the games with a move: results, ratings, the first game, and as many top and recent ones as options.
fn counts_of_move(options: ExploreOptions) -> Value {
    let results = counts_of_results();
    let best = |rank: &str, size: usize| {
        json!({"top_hits": {
            "size": size,
            "sort": [{rank: {"order": "desc", "missing": 0}}, {"game": "asc"}],
            "_source": false,
        }})
    };
    let mut of_move = json!({"results": results, "first": {"min": {"field": "game"}}});
    let known = |color: Color| json!({"exists": {"field": rating(color)}});
    for color in Color::ALL {
        of_move[rating(color)] = json!({"stats": {"field": rating(color)}});
        of_move[rated(color)] = json!({"filter": known(color), "aggs": {"results": results}});
    }
    if options.top > 0 {
        // The stored mean is rounded down, so games with equal means are put in order here, by the sum.
        let mut top = best("rating", TIES * options.top);
        top["top_hits"]["docvalue_fields"] = json!(Color::ALL.map(rating));
        let top = json!({"top": top});
        let both = json!({"bool": {"filter": Color::ALL.map(known)}});
        let others = json!({"bool": {"must_not": both}});
        of_move["ranked"] = json!({"filter": both, "aggs": top});
        of_move["unranked"] = json!({"filter": others, "aggs": top});
    }
    if options.recent > 0 {
        of_move["recent"] = best("date", options.recent);
    }
    of_move
}

/// How games ended, by the number of documents.
fn outcomes(buckets: &Value) -> Outcomes {
    let [white, draws, black, unknown] = RESULTS.map(|ended| {
        let count = &buckets[result(ended)]["doc_count"];
        count.as_u64().unwrap_or(0)
    });
    Outcomes {
        white,
        draws,
        black,
        unknown,
    }
}

/// The sum of ratings; a float of OpenSearch's, which is exact for whole numbers of this size.
fn ratings(stats: &Value) -> Ratings {
    Ratings {
        sum: stats["sum"].as_f64().unwrap_or(0.0) as u64,
        count: stats["count"].as_u64().unwrap_or(0),
    }
}
