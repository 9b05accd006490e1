//! The kinds of a player's mistakes, the costliest first, with examples.

use std::collections::BTreeMap;

use coach::{Mark, tactics};
use engine::{Analysis, Score};
use pgn::{Game, Played};
use serde::Serialize;
use shakmaty::{Chess, Move as Moved, Position};
use utoipa::ToSchema;

use crate::analysis::Searched;
use crate::games::GameHeader;
use crate::moves::Move;
use crate::names::{MistakeWay, Name, WayName};
use crate::report::digest::{Digest, Loss, OwnMove};
use crate::report::kind::{MATE, MistakeKind};
use crate::schemas::Fen;

/// The kinds of an answer. Read: the issue that asked for reports.
pub(crate) const MOST_KINDS: usize = 10;

/// The examples of each kind. Guessed.
const EXAMPLES: usize = 5;

/// A move loses too little to count below this much of the winning chances, of which a side has from -1 to 1. Read: what
/// lichess calls a mistake, and by which an exercise differs from other positions.
const LEAST: Mark = Mark::Mistake;

/// A reply is known to be good if it keeps all but this many centipawns of the score before it. Guessed: half a pawn.
const KEPT: i32 = 50;

/// A kind of mistake.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportMistake {
    /// `allowed` what the opponent could then do, or `missed` what the player could have done; null if it is neither of
    /// these, or not known.
    #[schema(inline)]
    pub how: Option<WayName>,
    /// What was allowed or missed: a motif such as `fork`, or `mate`; null if neither is known.
    pub motif: Option<&'static str>,
    /// `opening`, `middlegame` or `endgame`, if there is no motif.
    pub phase: Option<&'static str>,
    /// The number of such mistakes, blunders included.
    pub count: u64,
    /// The number of them made in time trouble.
    pub in_time_trouble: u64,
    /// What they cost in all: points, of which a won game has one, by lichess's winning chances.
    pub cost: f64,
    /// The costliest.
    #[schema(max_items = 5)]
    pub examples: Vec<MistakeExample>,
}

impl ReportMistake {
    /// Its kind, by whose name exercises of it are asked for.
    pub fn kind(&self) -> MistakeKind {
        MistakeKind {
            how: self.how.map(|Name(how)| how),
            motif: self.motif,
            phase: self.phase,
        }
    }
}

/// A mistake.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MistakeExample {
    /// The game.
    pub game: GameHeader,
    /// The number of half-moves before the mistake.
    pub ply: u32,
    /// The position.
    pub fen: Fen,
    /// What the player played.
    pub played: Move,
    /// What was best, if that is known.
    pub best: Option<Move>,
    /// What the opponent could reply, if that is known.
    pub reply: Option<Move>,
    /// The score before it, from White's side, as PGN has it: `0.31`, `#-3`.
    pub before: String,
    /// The score after it.
    pub after: String,
    /// What it cost, in points.
    pub cost: f64,
}

/// A mistake of a game.
#[derive(Clone, Debug)]
pub(crate) struct Mistake {
    pub(crate) game: u64,
    pub(crate) own: OwnMove,
    pub(crate) loss: Loss,
    how: Option<MistakeWay>,
    motif: Option<&'static str>,
    pub(crate) best: Option<Moved>,
    reply: Option<Moved>,
    /// Whether engines have looked at it.
    pub(crate) is_searched: bool,
}

/// What there is to know of a mistake from positions, scores and lines.
struct Around<'a> {
    before: &'a Chess,
    after: &'a Chess,
    loss: Loss,
    best: Option<Moved>,
    reply: Option<Moved>,
}

impl Mistake {
    /// Whether engines have found nothing better.
    pub(crate) fn is_refuted(&self) -> bool {
        self.is_searched && self.best.is_none()
    }

    /// What kind of mistake it is.
    pub(crate) fn kind(&self) -> MistakeKind {
        MistakeKind {
            how: self.how,
            motif: self.motif,
            phase: self.motif.is_none().then_some(self.own.phase),
        }
    }

    /// The points that it cost.
    fn cost(&self) -> f64 {
        self.loss.chances / 2.0
    }

    /// Takes in what engines have found before and after it. If the move that was played is the best one to them, none is
    /// named.
    pub(crate) fn learn(&mut self, game: &Game, found: [&Searched; 2]) {
        self.is_searched = true;
        let ply = self.own.ply as usize;
        let mut positions = game.positions().skip(ply);
        let (Some((before, played)), Some((after, _))) = (positions.next(), positions.next())
        else {
            return;
        };
        let [best, reply] = found.map(|found| first_move(&found.analysis));
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

fn first_move(analysis: &Analysis) -> Option<Moved> {
    analysis.lines.first()?.moves.first().copied()
}

/// The mistakes of a game, by the scores that are known of it.
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
fn good_reply(digest: &Digest, ply: usize, reply: Option<Played>) -> Option<Moved> {
    let score = |ply: usize| {
        let score = (*digest.scores.get(ply)?)?;
        let opponents = digest.color.fold_wb(score.opposite(), score);
        Some(coach::centipawns(opponents))
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
    let of = |position: &Chess, m: &Option<Moved>| m.and_then(|m| tactics(position, m).next());
    if let Some(motif) = of(after, reply) {
        return (Some(MistakeWay::Allowed), Some(motif));
    }
    match of(before, best) {
        Some(motif) => (Some(MistakeWay::Missed), Some(motif)),
        None => (None, None),
    }
}

/// Mistakes by kind, the costliest kind first, and of each the costliest mistake.
pub(crate) fn by_kind(mistakes: &[Mistake]) -> Vec<(MistakeKind, Vec<&Mistake>)> {
    let mut kinds: BTreeMap<_, Vec<&Mistake>> = BTreeMap::new();
    for mistake in mistakes {
        kinds.entry(mistake.kind()).or_default().push(mistake);
    }
    let mut kinds: Vec<_> = kinds.into_iter().collect();
    for (_, mistakes) in &mut kinds {
        mistakes.sort_by(|one, other| other.cost().total_cmp(&one.cost()));
    }
    kinds.sort_by(|(_, one), (_, other)| sum(other).total_cmp(&sum(one)));
    kinds
}

/// The points that mistakes cost.
fn sum(mistakes: &[&Mistake]) -> f64 {
    mistakes.iter().map(|mistake| mistake.cost()).sum()
}

/// What mistakes cost, in points, as answers have it.
pub(crate) fn cost(mistakes: &[&Mistake]) -> f64 {
    hundredths(sum(mistakes))
}

/// The costliest kinds; `game` gives the game of an id.
pub(crate) fn kinds<E>(
    mistakes: &[Mistake],
    mut game: impl FnMut(u64) -> Result<Option<Game>, E>,
) -> Result<Vec<ReportMistake>, E> {
    let mut kinds = by_kind(mistakes);
    kinds.truncate(MOST_KINDS);
    let described = kinds
        .into_iter()
        .map(|(MistakeKind { how, motif, phase }, mistakes)| {
            let examples = mistakes.iter().take(EXAMPLES);
            let mut shown = Vec::new();
            for mistake in examples {
                if let Some(game) = game(mistake.game)? {
                    shown.extend(example(&game, mistake));
                }
            }
            let hurried = mistakes
                .iter()
                .filter(|mistake| mistake.own.in_trouble == Some(true));
            Ok(ReportMistake {
                how: how.map(Name),
                motif,
                phase,
                count: mistakes.len() as u64,
                in_time_trouble: hurried.count() as u64,
                cost: cost(&mistakes),
                examples: shown,
            })
        });
    described.collect()
}

fn example(game: &Game, mistake: &Mistake) -> Option<MistakeExample> {
    let ply = mistake.own.ply;
    let mut positions = game.positions().skip(ply as usize);
    let (before, played) = positions.next()?;
    let (after, _) = positions.next()?;
    Some(MistakeExample {
        game: GameHeader::new(game),
        ply,
        fen: Fen::from(&before),
        played: Move::played(&before, played?),
        best: mistake.best.map(|m| Move::new(&before, m)),
        reply: mistake.reply.map(|m| Move::new(&after, m)),
        before: coach::written(mistake.loss.before),
        after: coach::written(mistake.loss.after),
        cost: hundredths(mistake.cost()),
    })
}

fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}
