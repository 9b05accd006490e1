//! What a report says: tables of games and moves.

use std::collections::BTreeMap;

use serde::Serialize;
use shakmaty::Color;
use utoipa::ToSchema;

use crate::database::View;
use crate::error::Error;
use crate::motifs::Opening;
use crate::names::{Name, Whose, WhoseName};
use crate::record::opened::Openings;
use crate::record::stood::Stood;
use crate::report::Report;
use crate::report::book::ReportBook;
use crate::report::digest::{Digest, OwnMove};
use crate::report::mistakes::{ReportMistake, kinds};
use crate::report::tally::{ReportScore, Tally};

/// The most rows of a table. Guessed: more than fit on a screen.
const MOST_ROWS: usize = 30;

/// A report on a player's games.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportResponse {
    /// The player, as the request names it.
    pub player: String,
    /// The number of games of the player that pass the filter.
    pub games: u64,
    /// The number of them that the report is about: those with the highest numbers.
    pub read: u64,
    /// The number of these in which every position that the player moved in has a score.
    pub evaluated_games: u64,
    /// Whether engines have nothing left to do.
    pub complete: bool,
    /// All games that were read.
    pub all: ReportScore,
    /// Those with White.
    pub white: ReportSide,
    /// Those with Black.
    pub black: ReportSide,
    /// Named structures that stood for eight half-moves or more, at most 30; the moves are those made while they stood. The
    /// most surprising come first: by how far the points are from the expected ones, for the number of rated games.
    pub structures: Vec<ReportRow>,
    /// Motifs that stood on the board for as long, likewise.
    pub motifs: Vec<ReportRow>,
    /// Opening, middlegame and endgame, with the moves made in them.
    pub phases: Vec<ReportRow>,
    /// Null if no game has clocks.
    pub time: Option<ReportTime>,
    /// Null if there is no book.
    pub book: Option<ReportBook>,
    /// The kinds of mistakes that cost most, the costliest first.
    #[schema(max_items = 10)]
    pub mistakes: Vec<ReportMistake>,
}

/// A player's games of one colour.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportSide {
    /// All of them.
    #[serde(flatten)]
    pub score: ReportScore,
    /// Their openings, the most frequent first; 30 at most.
    pub openings: Vec<ReportOpening>,
}

/// An opening: all its variations together.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportOpening {
    /// Code and name of the position after `moves`.
    #[serde(flatten)]
    pub opening: Opening,
    /// The moves by which it was most often reached, in standard algebraic notation: `e4 c5`.
    pub moves: String,
    /// Its games.
    #[serde(flatten)]
    pub score: ReportScore,
}

/// What some games have in common.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportRow {
    /// Its name, e.g. `Carlsbad structure`, `isolated`, `endgame`.
    pub name: &'static str,
    /// Whose it is: of `player` or `opponent`; null if it is both sides'.
    #[schema(inline)]
    pub side: Option<WhoseName>,
    /// The games with it, and the moves made while it stood.
    #[serde(flatten)]
    pub score: ReportScore,
}

/// Time trouble: moves made with less than a tenth of the initial time left.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportTime {
    /// The number of games with clocks.
    pub games: u64,
    /// The number of the player's moves in them.
    pub moves: u64,
    /// The number of these made in time trouble.
    pub moves_in_trouble: u64,
    /// The number of games that the player lost on time, with clocks or without.
    pub lost_on_time: u64,
    /// The games in which the player was in time trouble, with the moves made in it.
    pub trouble: ReportScore,
    /// The games with clocks in which the player was not, with all their moves, and the other moves of the former.
    pub calm: ReportScore,
}

impl Report {
    /// The report so far.
    ///
    /// # Errors
    ///
    /// What the index reports.
    pub fn response(&self, view: &View) -> Result<ReportResponse, Error> {
        let digests = &self.digests;
        let of = |color: Color| digests.iter().filter(move |digest| digest.color == color);
        let evaluated = digests.iter().filter(|digest| {
            let mut moves = digest.moves.iter();
            !digest.moves.is_empty() && moves.all(|own| own.loss.is_some() || is_last(digest, own))
        });
        Ok(ReportResponse {
            player: self.player.clone(),
            games: self.games,
            read: digests.len() as u64,
            evaluated_games: evaluated.count() as u64,
            complete: self.engines_used && self.is_analysed(),
            all: tally(digests).score(),
            white: side(of(Color::White)),
            black: side(of(Color::Black)),
            structures: rows(digests, |digest| &digest.structures),
            motifs: rows(digests, |digest| &digest.motifs),
            phases: phases(digests),
            time: time(digests),
            book: self
                .book
                .as_ref()
                .map(|book| book.summary(digests.iter().zip(&self.courses))),
            mistakes: kinds(&self.mistakes, |id| view.game(id))?,
        })
    }
}

/// Whether a move is the last of its game: one that mates has no score after it.
fn is_last(digest: &Digest, own: &OwnMove) -> bool {
    own.ply as usize + 2 == digest.scores.len()
}

/// The sum of some games and all their moves.
fn tally<'a>(digests: impl IntoIterator<Item = &'a Digest>) -> Tally {
    let mut tally = Tally::default();
    for digest in digests {
        tally.count(digest);
        tally.count_moves(&digest.moves);
    }
    tally
}

/// The games of a colour, by opening.
fn side<'a>(digests: impl Iterator<Item = &'a Digest> + Clone) -> ReportSide {
    let mut openings: Openings<Tally> = Openings::new();
    for digest in digests.clone() {
        if let Some(opened) = &digest.opening {
            let tally = openings.of(opened);
            tally.count(digest);
            tally.count_moves(&digest.moves);
        }
    }
    let listed = openings.all().map(|(opening, moves, tally)| ReportOpening {
        opening,
        moves,
        score: tally.score(),
    });
    let mut listed: Vec<ReportOpening> = listed.collect();
    listed.sort_by_key(|opening| std::cmp::Reverse(opening.score.score.games));
    listed.truncate(MOST_ROWS);
    ReportSide {
        score: tally(digests).score(),
        openings: listed,
    }
}

/// How far the points of some games are from what was to be expected, by what chance alone does in as many games.
fn surprise(score: &ReportScore) -> f64 {
    let rated = score.rated.max(1) as f64;
    (score.points - score.expected).abs() / rated.sqrt()
}

/// A row for each thing that stood in games, the most surprising first.
fn rows(digests: &[Digest], stood: impl Fn(&Digest) -> &[Stood]) -> Vec<ReportRow> {
    let mut rows: BTreeMap<_, Tally> = BTreeMap::new();
    for digest in digests {
        for Stood { name, side, plies } in stood(digest) {
            let tally = rows.entry((*name, *side)).or_default();
            let during = digest.moves.iter();
            tally.count(digest);
            tally.count_moves(during.filter(|own| plies.binary_search(&own.ply).is_ok()));
        }
    }
    let mut rows: Vec<_> = rows
        .into_iter()
        .map(|((name, side), tally)| row(name, side, tally))
        .collect();
    rows.sort_by(|one, other| {
        let by_surprise = surprise(&other.score).total_cmp(&surprise(&one.score));
        by_surprise.then(other.score.score.games.cmp(&one.score.score.games))
    });
    rows.truncate(MOST_ROWS);
    rows
}

fn row(name: &'static str, side: Option<Whose>, tally: Tally) -> ReportRow {
    ReportRow {
        name,
        side: side.map(Name),
        score: tally.score(),
    }
}

/// A row for each phase that the player moved in.
fn phases(digests: &[Digest]) -> Vec<ReportRow> {
    let phases = ["opening", "middlegame", "endgame"].map(|phase| {
        let mut tally = Tally::default();
        for digest in digests {
            let within = || digest.moves.iter().filter(|own| own.phase == phase);
            if within().next().is_some() {
                tally.count(digest);
                tally.count_moves(within());
            }
        }
        row(phase, None, tally)
    });
    phases
        .into_iter()
        .filter(|row| row.score.score.games > 0)
        .collect()
}

/// Time trouble in the games that have clocks.
fn time(digests: &[Digest]) -> Option<ReportTime> {
    let (mut trouble, mut calm) = (Tally::default(), Tally::default());
    let (mut moves, mut moves_in_trouble) = (0, 0);
    let with_clocks = digests.iter().filter(|digest| digest.has_clocks);
    for digest in with_clocks.clone() {
        let short = || {
            digest
                .moves
                .iter()
                .filter(|own| own.in_trouble == Some(true))
        };
        moves += digest.moves.len() as u64;
        let hurried = short().count() as u64;
        moves_in_trouble += hurried;
        if hurried > 0 { &mut trouble } else { &mut calm }.count(digest);
        trouble.count_moves(short());
        calm.count_moves(
            digest
                .moves
                .iter()
                .filter(|own| own.in_trouble != Some(true)),
        );
    }
    let games = with_clocks.count() as u64;
    (games > 0).then(|| ReportTime {
        games,
        moves,
        moves_in_trouble,
        lost_on_time: digests
            .iter()
            .filter(|digest| digest.is_lost_on_time)
            .count() as u64,
        trouble: trouble.score(),
        calm: calm.score(),
    })
}
