//! `GET /api/similar`: one position and a filter in a query string.

use serde::Deserialize;
use utoipa::IntoParams;

use crate::extract::{number, truth};
use crate::filter::FilterRequest;
use crate::schemas::{self, Fen};
use crate::similar::SimilarRequest;

/// What is looked for, the fields of the filter beside the others.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(crate) struct SimilarQuery {
    /// FEN or EPD.
    #[param(value_type = Fen, required)]
    fen: Option<String>,
    /// How many hits, a whole number from 1 to 1000; 10 unless said.
    #[serde(default, deserialize_with = "number")]
    #[param(value_type = Option<u32>, minimum = 1, maximum = 1000, default = 10)]
    limit: Option<f64>,
    /// The name of a scoring profile; `tabiya` unless said.
    #[param(schema_with = schemas::scoring)]
    scoring: Option<String>,
    /// Whose move it may be in a hit: `any` unless said, `same` as in the query, `white` or `black`.
    #[param(schema_with = schemas::turn)]
    turn: Option<String>,
    /// Whether positions are looked for, too, that are like it with the colours reversed.
    #[serde(default, deserialize_with = "truth")]
    #[param(default = false)]
    flip: Option<bool>,
    /// Whether hits are explained; they are unless said.
    #[serde(default, deserialize_with = "truth")]
    #[param(default = true)]
    explain: Option<bool>,
    /// Whether what was played next in the games of the best 100 positions is told.
    #[serde(default, deserialize_with = "truth")]
    #[param(default = false)]
    plans: Option<bool>,
    /// One of the players.
    player: Option<String>,
    /// That player's side.
    #[param(schema_with = schemas::side)]
    color: Option<String>,
    /// The other player.
    opponent: Option<String>,
    /// The player of the white pieces.
    white: Option<String>,
    /// The player of the black pieces.
    black: Option<String>,
    /// The smallest mean of both ratings.
    #[serde(default, deserialize_with = "number")]
    #[param(value_type = Option<u32>, minimum = 0, maximum = 100_000)]
    min_rating: Option<f64>,
    /// The greatest mean of both ratings.
    #[serde(default, deserialize_with = "number")]
    #[param(value_type = Option<u32>, minimum = 0, maximum = 100_000)]
    max_rating: Option<f64>,
    /// Played then or later: `2010`, `2010-06` or `2010-06-18`.
    since: Option<String>,
    /// Played then or earlier.
    until: Option<String>,
    /// What the ECO tag begins with, e.g. `B9`.
    eco: Option<String>,
    /// How it ended; `win` or `loss` of `player`.
    #[param(schema_with = schemas::result)]
    result: Option<String>,
    /// Words of the Event tag.
    event: Option<String>,
    /// The fewest half-moves before the position.
    #[serde(default, deserialize_with = "number")]
    #[param(value_type = Option<u32>, minimum = 0, maximum = 100_000)]
    min_ply: Option<f64>,
    /// The most.
    #[serde(default, deserialize_with = "number")]
    #[param(value_type = Option<u32>, minimum = 0, maximum = 100_000)]
    max_ply: Option<f64>,
    /// What stands on the board, e.g. `KRPPkrpp`.
    material: Option<String>,
}

impl From<SimilarQuery> for SimilarRequest {
    fn from(query: SimilarQuery) -> SimilarRequest {
        let filter = FilterRequest {
            player: query.player,
            color: query.color,
            opponent: query.opponent,
            white: query.white,
            black: query.black,
            min_rating: query.min_rating,
            max_rating: query.max_rating,
            since: query.since,
            until: query.until,
            eco: query.eco,
            result: query.result,
            event: query.event,
            turn: None,
            min_ply: query.min_ply,
            max_ply: query.max_ply,
            material: query.material,
        };
        SimilarRequest {
            fen: query.fen,
            limit: query.limit,
            scoring: query.scoring,
            turn: query.turn,
            flip: query.flip,
            explain: query.explain,
            plans: query.plans,
            filter: (filter != FilterRequest::default()).then_some(filter),
            ..SimilarRequest::default()
        }
    }
}
