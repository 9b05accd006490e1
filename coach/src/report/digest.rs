//! What a report needs of one game.

use engine::Score;
use motifs::static_motifs;
use pgn::{Game, Played};
use shakmaty::{Chess, Color, Position};

use crate::annotate::{Mark, mark};
use crate::chances::{centipawns, chances};
use crate::record::{Lasting, OpeningLine, Results, Standing, structures_of_game};
use crate::report::book::Course;
use crate::report::clocks::Clocks;
use crate::themes::phase;

/// The score of the usual start. Read: lila's `Eval.initial`.
const INITIAL: Score = Score::Cp(15);

/// A game of the player.
#[derive(Clone, Debug)]
pub struct Digest {
    /// Id of the game.
    pub id: u64,
    /// The player's colour.
    pub color: Color,
    /// The player's rating, if it is known.
    pub(crate) rating: Option<u32>,
    /// How it ended: one game.
    pub(crate) results: Results,
    /// The points that the ratings predict, if they and the result are known.
    pub(crate) expected: Option<f64>,
    pub(crate) opening: Option<OpeningLine>,
    pub(crate) structures: Vec<Lasting>,
    pub(crate) motifs: Vec<Lasting>,
    /// The player's moves.
    pub(crate) moves: Vec<OwnMove>,
    /// By ply the score after that many half-moves, from White's side.
    pub(crate) scores: Vec<Option<Score>>,
    /// Whether some of the scores are of a report's own engines.
    pub(crate) is_scored_here: bool,
    pub(crate) has_clocks: bool,
    pub(crate) is_lost_on_time: bool,
    /// How it goes through the book; `None` without a book.
    pub(crate) course: Option<Course>,
}

/// A move of the player.
#[derive(Copy, Clone, Debug)]
pub struct OwnMove {
    /// Number of half-moves before it.
    pub ply: u32,
    /// `opening`, `middlegame` or `endgame`.
    pub phase: &'static str,
    /// Whether the player was short of time; `None` without clocks.
    pub in_trouble: Option<bool>,
    /// What it lost; `None` if a score before or after it is not known.
    pub loss: Option<Loss>,
}

/// What a move lost, by the scores before and after it.
#[derive(Copy, Clone, Debug)]
pub struct Loss {
    /// Loss of the player's score, which counts from -1000 to 1000.
    pub centipawns: u32,
    /// Loss of the player's winning chances, from 0 to 2.
    pub chances: f64,
    /// How bad that is, if it is.
    pub mark: Option<Mark>,
    /// The score before the move, from White's side.
    pub before: Score,
    /// The score after it, from White's side.
    pub after: Score,
}

impl Digest {
    /// Reads a game of the player of this colour.
    pub fn new(game: &Game, color: Color) -> Digest {
        let line: Vec<_> = game.positions().collect();
        let results = Results::of_game(game, color);
        let clocks = Clocks::new(game, color);
        let own = (0..).zip(&line).filter(|(_, (position, played))| {
            position.turn() == color && matches!(played, Some(Played::Move(_)))
        });
        let moves = own.map(|(ply, (position, _))| OwnMove {
            ply,
            phase: phase(position),
            in_trouble: clocks.as_ref().map(|clocks| clocks.is_short(ply)),
            loss: None,
        });
        let mut digest = Digest {
            id: game.id,
            color,
            rating: rating(game, color),
            expected: expected(game, color).filter(|_| results.are_known()),
            results,
            opening: OpeningLine::of(game, &line),
            structures: structures_of_game(&line, color),
            motifs: motifs(&line, color),
            moves: moves.collect(),
            scores: scores(game, &line),
            is_scored_here: false,
            is_lost_on_time: results.losses > 0 && ended_on_time(game),
            has_clocks: clocks.is_some(),
            course: None,
        };
        digest.count_losses();
        digest
    }

    /// True if all of the player's moves, of which there is one at least, have a score before and after them. The last
    /// move of a game needs none after it, as it may mate.
    pub fn is_evaluated(&self) -> bool {
        let is_last = |own: &OwnMove| own.ply as usize + 2 == self.scores.len();
        let mut moves = self.moves.iter();
        !self.moves.is_empty() && moves.all(|own| own.loss.is_some() || is_last(own))
    }

    /// Returns the positions of its game that have no score, and a legal move, each with its ply.
    pub(crate) fn unscored(&self, game: &Game) -> (Vec<usize>, Vec<Chess>) {
        let positions = game.positions().enumerate();
        let positions = positions.map(|(ply, (position, _))| (ply, position));
        let unscored = positions.filter(|(ply, position)| {
            let is_over = position.legal_moves().is_empty();
            !is_over && self.scores.get(*ply).is_some_and(Option::is_none)
        });
        unscored.unzip()
    }

    /// Puts in scores of a report's own engines, by ply and from White's side, where there are none.
    pub(crate) fn add_scores(&mut self, scores: impl IntoIterator<Item = (usize, Score)>) {
        for (ply, score) in scores {
            if let Some(place) = self.scores.get_mut(ply) {
                place.get_or_insert(score);
            }
        }
        self.is_scored_here = true;
        self.count_losses();
    }

    fn count_losses(&mut self) {
        for own in &mut self.moves {
            let ply = own.ply as usize;
            let (Some(Some(before)), Some(Some(after))) =
                (self.scores.get(ply), self.scores.get(ply + 1))
            else {
                continue;
            };
            own.loss = Some(Loss::new(self.color, *before, *after));
        }
    }
}

impl Loss {
    fn new(color: Color, before: Score, after: Score) -> Loss {
        let own = |score: Score| color.fold_wb(score, score.opposite());
        let (from, to) = (own(before), own(after));
        let centipawns = centipawns(from).saturating_sub(centipawns(to));
        Loss {
            centipawns: centipawns.max(0) as u32,
            chances: (chances(from) - chances(to)).max(0.0),
            mark: mark(from, to),
            before,
            after,
        }
    }
}

/// The scores that the game comes with, for each position one or none.
fn scores(game: &Game, line: &[(Chess, Option<Played>)]) -> Vec<Option<Score>> {
    let score = |(ply, (position, _)): (usize, &(Chess, _))| {
        let player = position.turn().other();
        let found = game.annotations.evaluation(ply, player)?;
        Some(match found.score {
            pgn::Score::Cp(cp) => Score::Cp(cp),
            pgn::Score::Mate(moves) => Score::Mate(moves),
        })
    };
    let mut scores: Vec<Option<Score>> = line.iter().enumerate().map(score).collect();
    if scores.get(1).is_some_and(Option::is_some) && game.tags.get("FEN").is_none() {
        scores[0].get_or_insert(INITIAL);
    }
    scores
}

/// The motifs that stand on the board.
fn motifs(line: &[(Chess, Option<Played>)], player: Color) -> Vec<Lasting> {
    let mut standing = Standing::default();
    for (ply, (position, _)) in line.iter().enumerate() {
        for motif in static_motifs(position.board()) {
            standing.see(motif.kind.name(), motif.color, player, ply);
        }
    }
    standing.lasting()
}

/// The rating of a player, if it is known.
fn rating(game: &Game, color: Color) -> Option<u32> {
    let elo = game.tags.get(color.fold_wb("WhiteElo", "BlackElo"))?;
    elo.trim().parse().ok().filter(|rating| *rating > 0)
}

/// The points that the ratings let a player of a colour expect.
///
/// Source: FIDE Rating Regulations, 8.1, whose table is this curve in steps.
fn expected(game: &Game, color: Color) -> Option<f64> {
    let rating = |tag: &str| game.tags.get(tag)?.trim().parse::<f64>().ok();
    let (white, black) = (rating("WhiteElo")?, rating("BlackElo")?);
    let higher = color.fold_wb(black - white, white - black);
    (white > 0.0 && black > 0.0).then(|| 1.0 / (1.0 + 10_f64.powf(higher / 400.0)))
}

/// Whether a player ran out of time: lichess's `Time forfeit`, chess.com's `NAME won on time`.
fn ended_on_time(game: &Game) -> bool {
    let termination = game.tags.get("Termination").unwrap_or_default();
    let termination = termination.to_lowercase();
    ["time forfeit", "on time"]
        .iter()
        .any(|how| termination.contains(how))
}
