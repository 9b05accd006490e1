//! The kinds of a player's mistakes, the costliest first.

use std::collections::BTreeMap;

use engine::{Analysis, Score};
use pgn::{Game, Played};
use shakmaty::{Chess, Move, Position};

use crate::annotate::Mark;
use crate::chances::centipawns;
use crate::report::digest::{Digest, Loss, OwnMove};
use crate::report::kind::{MATE, MistakeKind, MistakeWay};
use crate::themes::tactics;

/// The most kinds of a report. Read: the issue that asked for reports.
pub const MOST_KINDS: usize = 10;

/// A move loses too little to count below this much of the winning chances, of which a side has from -1 to 1. Read: what
/// lichess calls a mistake, and by which an exercise differs from other positions.
const LEAST: Mark = Mark::Mistake;

/// A reply is known to be good if it keeps all but this many centipawns of the score before it. Guessed: half a pawn.
const KEPT: i32 = 50;

/// A mistake of a game.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// Id of the game.
    pub game: u64,
    /// The player's move.
    pub own: OwnMove,
    /// What it lost.
    pub loss: Loss,
    how: Option<MistakeWay>,
    motif: Option<&'static str>,
    /// The best move, if it is known.
    pub best: Option<Move>,
    /// The opponent's best reply to the mistake, if it is known.
    pub reply: Option<Move>,
    /// Whether engines have looked at it.
    pub is_searched: bool,
}

/// What there is to know of a mistake from positions, scores and lines.
struct Around<'a> {
    before: &'a Chess,
    after: &'a Chess,
    loss: Loss,
    best: Option<Move>,
    reply: Option<Move>,
}

impl Mistake {
    /// True if engines have found nothing better.
    pub(crate) fn is_refuted(&self) -> bool {
        self.is_searched && self.best.is_none()
    }

    /// Its kind.
    pub fn kind(&self) -> MistakeKind {
        MistakeKind {
            how: self.how,
            motif: self.motif,
            phase: self.motif.is_none().then_some(self.own.phase),
        }
    }

    /// Ply of the position to learn from: the one before the mistake, or, if something was allowed, the one after it, with the
    /// opponent to move.
    pub fn taught_ply(&self, kind: MistakeKind) -> usize {
        self.own.ply as usize + usize::from(kind.how == Some(MistakeWay::Allowed))
    }

    /// Points that it cost, of which a won game has one.
    pub fn cost(&self) -> f64 {
        self.loss.chances / 2.0
    }

    /// Adds the engines' analyses of the positions before and after the mistake. If the move played is their best, `best` is
    /// `None`.
    pub(crate) fn learn(&mut self, game: &Game, found: [&Analysis; 2]) {
        self.is_searched = true;
        let ply = self.own.ply as usize;
        let mut positions = game.positions().skip(ply);
        let (Some((before, played)), Some((after, _))) = (positions.next(), positions.next())
        else {
            return;
        };
        let [best, reply] = found.map(first_move);
        let best = best.filter(|best| played != Some(Played::Move(*best)));
        (self.best, self.reply) = (best, reply);
        (self.how, self.motif) = kind(&Around {
            before: &before,
            after: &after,
            loss: self.loss,
            best,
            reply,
        });
    }
}

fn first_move(analysis: &Analysis) -> Option<Move> {
    analysis.lines.first()?.moves.first().copied()
}

/// Finds the mistakes of a game, by the scores that are known of it.
pub(crate) fn mistakes(game: &Game, digest: &Digest) -> Vec<Mistake> {
    let bad = digest.moves.iter().filter_map(|own| {
        let loss = own.loss?;
        (loss.mark? >= LEAST).then_some((*own, loss))
    });
    let bad: Vec<(OwnMove, Loss)> = bad.collect();
    if bad.is_empty() {
        return Vec::new();
    }
    let line: Vec<_> = game.positions().collect();
    let described = bad.into_iter().filter_map(|(own, loss)| {
        let ply = own.ply as usize;
        let ((before, _), (after, reply)) = (line.get(ply)?, line.get(ply + 1)?);
        let reply = good_reply(digest, ply + 1, *reply);
        let (how, motif) = kind(&Around {
            before,
            after,
            loss,
            best: None,
            reply,
        });
        Some(Mistake {
            game: game.id,
            own,
            loss,
            how,
            motif,
            best: None,
            reply,
            is_searched: false,
        })
    });
    described.collect()
}

/// What the opponent replied, if the scores say that it was good.
fn good_reply(digest: &Digest, ply: usize, reply: Option<Played>) -> Option<Move> {
    let score = |ply: usize| {
        let score = (*digest.scores.get(ply)?)?;
        let opponents = digest.color.fold_wb(score.opposite(), score);
        Some(centipawns(opponents))
    };
    match reply? {
        Played::Move(m) => (score(ply + 1)? >= score(ply)? - KEPT).then_some(m),
        Played::Null => None,
    }
}

/// What was allowed or missed: mates by the scores, otherwise what the opponent's good reply or the best move is.
fn kind(around: &Around) -> (Option<MistakeWay>, Option<&'static str>) {
    let Around {
        before,
        after,
        loss,
        best,
        reply,
    } = around;
    let own = |score: Score| before.turn().fold_wb(score, score.opposite());
    if matches!(own(loss.after), Score::Mate(..=0)) {
        return (Some(MistakeWay::Allowed), Some(MATE));
    }
    if matches!(own(loss.before), Score::Mate(1..)) {
        return (Some(MistakeWay::Missed), Some(MATE));
    }
    let of = |position: &Chess, m: &Option<Move>| m.and_then(|m| tactics(position, m).next());
    if let Some(motif) = of(after, reply) {
        return (Some(MistakeWay::Allowed), Some(motif));
    }
    match of(before, best) {
        Some(motif) => (Some(MistakeWay::Missed), Some(motif)),
        None => (None, None),
    }
}

/// Groups mistakes by kind, the costliest kind first, and of each the costliest mistake first.
pub fn by_kind(mistakes: &[Mistake]) -> Vec<(MistakeKind, Vec<&Mistake>)> {
    let mut kinds: BTreeMap<_, Vec<&Mistake>> = BTreeMap::new();
    for mistake in mistakes {
        kinds.entry(mistake.kind()).or_default().push(mistake);
    }
    let mut kinds: Vec<_> = kinds.into_iter().collect();
    for (_, mistakes) in &mut kinds {
        mistakes.sort_by(|one, other| other.cost().total_cmp(&one.cost()));
    }
    kinds.sort_by(|(_, one), (_, other)| cost(other).total_cmp(&cost(one)));
    kinds
}

/// Points that mistakes cost together, of which a won game has one.
pub fn cost(mistakes: &[&Mistake]) -> f64 {
    // The sum of no numbers is -0.0.
    mistakes
        .iter()
        .fold(0.0, |sum, mistake| sum + mistake.cost())
}
