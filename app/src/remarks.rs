//! Remarks on the games of an import: the rejected games, and the corrections by kind.

use pgn::{Correction, Rejected};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::{RefOr, Schema};

use crate::import::RemarkKind;
use crate::schemas::one_of;

/// The number of games named for each kind of correction. Guessed: enough to look at.
const PLACES: usize = 3;

/// A game that was rejected or corrected.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RejectedGame {
    /// The file of the game, or its address if it was fetched; null in the body of a request.
    pub file: Option<String>,
    /// The number of the game in the file, or among the games that were fetched, from 1.
    pub game: u64,
    /// The line that it begins on in the file, from 1; 0 in a Scid database, which has no lines.
    pub line: u64,
    /// Why, e.g. `illegal move Ke3 (move 12, Black)`, or what was corrected, e.g. `Ncd5 is read as Ncxd5 (move 12, White)`.
    pub reason: String,
}

impl RejectedGame {
    /// A rejected or corrected game, of a file or of the body of a request.
    pub fn new(file: Option<&str>, rejected: Rejected) -> RejectedGame {
        RejectedGame {
            file: file.map(str::to_owned),
            game: rejected.game,
            line: rejected.line,
            reason: rejected.reason,
        }
    }
}

/// The corrections of one kind.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Corrections {
    /// The kind:
    ///
    /// | kind | |
    /// |---|---|
    /// | `captureSign` | the sign of a capture was missing or too much |
    /// | `language` | the pieces had letters of another language |
    /// | `joinedMoves` | two moves were one word |
    /// | `result` | the result after the moves counts, as the tag says nothing |
    /// | `cutOff` | the last word was cut off and is left out |
    /// | `annotations` | comments and variations beyond a megabyte are left out |
    /// | `illegalMove` | an illegal move is left out with all that follows (`keepLegal`) |
    /// | `contained` | the game is part of a longer one, or a longer one of it (`contained`) |
    #[schema(schema_with = kind_schema)]
    pub kind: &'static str,
    /// The number of games.
    pub games: u64,
    /// The first three of them.
    pub first: Vec<RejectedGame>,
}

impl Corrections {
    /// The kind in words, e.g. `capture signs added or left out`.
    pub fn words(&self) -> &'static str {
        let mut known = KINDS.iter().filter(|(_, name, _)| *name == self.kind);
        known.next().map_or("", |(_, _, words)| words)
    }
}

/// The kinds of corrections: their names and words.
const KINDS: [(RemarkKind, &str, &str); 8] = [
    (
        RemarkKind::Corrected(Correction::CaptureSign),
        "captureSign",
        "capture signs added or left out",
    ),
    (
        RemarkKind::Corrected(Correction::Language),
        "language",
        "pieces read by the letters of another language",
    ),
    (
        RemarkKind::Corrected(Correction::JoinedMoves),
        "joinedMoves",
        "two moves read from one word",
    ),
    (
        RemarkKind::Corrected(Correction::Result),
        "result",
        "results taken from the end of the moves",
    ),
    (
        RemarkKind::Corrected(Correction::CutOff),
        "cutOff",
        "last words left out",
    ),
    (
        RemarkKind::Corrected(Correction::Annotations),
        "annotations",
        "comments and variations left out",
    ),
    (
        RemarkKind::Corrected(Correction::IllegalMove),
        "illegalMove",
        "games ended before an illegal move",
    ),
    (
        RemarkKind::Contained,
        "contained",
        "games that are part of longer ones",
    ),
];

/// The remarks on games so far.
#[derive(Debug, Default)]
pub struct Remarks {
    pub(crate) rejected: Vec<RejectedGame>,
    pub(crate) corrections: Vec<Corrections>,
}

impl Remarks {
    /// Adds a remark on a game; of more than `most` rejected games the first are kept.
    pub fn add(&mut self, kind: RemarkKind, game: RejectedGame, most: usize) {
        let Some(kind) = name(kind) else {
            if self.rejected.len() < most {
                self.rejected.push(game);
            }
            return;
        };
        let place = self.corrections.iter().position(|found| found.kind == kind);
        let place = place.unwrap_or_else(|| {
            self.corrections.push(Corrections {
                kind,
                games: 0,
                first: Vec::new(),
            });
            self.corrections.len() - 1
        });
        let found = &mut self.corrections[place];
        found.games += 1;
        if found.first.len() < PLACES {
            found.first.push(game);
        }
    }

    /// The corrections, by kind.
    pub fn corrections(&self) -> &[Corrections] {
        &self.corrections
    }
}

/// The name of a kind of correction; `None` of a game that was rejected.
fn name(kind: RemarkKind) -> Option<&'static str> {
    let mut known = KINDS.iter().filter(|(other, _, _)| *other == kind);
    known.next().map(|(_, name, _)| *name)
}

fn kind_schema() -> RefOr<Schema> {
    let names = KINDS.map(|(_, name, _)| name);
    RefOr::T(Schema::Object(one_of(names).build()))
}
