//! Remarks on the games of an import: the rejected games, the duplicates, and the corrections by kind.

use std::collections::HashSet;

use pgn::{Correction, Rejected};
use serde::Serialize;
use similarity::{IdRanges, Original};
use utoipa::ToSchema;
use utoipa::openapi::{RefOr, Schema};

use crate::database::Database;
use crate::error::Error;
use crate::import::RemarkKind;
use crate::schemas::one_of;

/// The number of games named for each kind of correction. Guessed: enough to look at.
const PLACES: usize = 3;

/// Maximum number of ranges of stored ids. Guessed: a folder has one range; a cluster has one per batch while other
/// writers are at work.
const MOST_RANGES: usize = 1000;

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

/// A game that was skipped because the index has it already.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DuplicateGame {
    /// The file of the game, or its address if it was fetched; null in the body of a request.
    pub file: Option<String>,
    /// The number of the game in the file, or among the games that were fetched, from 1.
    pub game: u64,
    /// The line that it begins on in the file, from 1; 0 in a Scid database, which has no lines.
    pub line: u64,
    /// The id of the game that the index has; null if that game was removed meanwhile.
    pub id: Option<u64>,
}

/// Consecutive ids of games.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct IdRange {
    /// The smallest id.
    pub first: u64,
    /// The greatest id.
    pub last: u64,
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
    pub(crate) duplicates: Vec<DuplicateGame>,
    /// Per duplicate: the key of the stored game; `None` once its id is known.
    keys: Vec<Option<u64>>,
    pub(crate) stored: Vec<IdRange>,
}

impl Remarks {
    /// Adds a remark on a game. Only the first `most` rejected games and the first `most` duplicates are kept.
    pub fn add(&mut self, kind: RemarkKind, game: RejectedGame, most: usize) {
        if let RemarkKind::Duplicate(original) = kind {
            if self.duplicates.len() < most {
                self.add_duplicate(original, game);
            }
            return;
        }
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

    fn add_duplicate(&mut self, original: Original, game: RejectedGame) {
        let (key, id) = match original {
            Original::Key(key) => (Some(key), None),
            Original::Id(id) => (None, Some(id)),
        };
        self.keys.push(key);
        self.duplicates.push(DuplicateGame {
            file: game.file,
            game: game.game,
            line: game.line,
            id,
        });
    }

    /// Adds the ids of the games that an import has stored, and of the games that the duplicates repeat.
    pub(crate) fn add_ids(&mut self, index: &Database, stored: &IdRanges) -> Result<(), Error> {
        let ranges = stored.0.iter().take(MOST_RANGES);
        let range = ranges.map(|ids| IdRange {
            first: *ids.start(),
            last: *ids.end(),
        });
        self.stored = range.collect();
        let keys: HashSet<u64> = self.keys.iter().flatten().copied().collect();
        if keys.is_empty() {
            return Ok(());
        }
        let ids = index.snapshot()?.ids(&keys)?;
        for (duplicate, key) in self.duplicates.iter_mut().zip(&mut self.keys) {
            duplicate.id = duplicate
                .id
                .or(key.take().and_then(|key| ids.get(&key).copied()));
        }
        Ok(())
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
