//! Combinations: what the side to move would play begins with a check that offers material, or offers it on the way to mate.
//!
//! Who asks with such a position looks for the idea more than for the squares. So the terms of what takes part in it
//! count several times, more positions are considered, and those in which the same was played, or mates as well, come
//! first.

use pgn::{MoveKey, Played};
use shakmaty::attacks::king_attacks;
use shakmaty::{Bitboard, Chess, Color, Move, Position, Role, Square};

use crate::passages::continuation::Continuation;
use crate::scoring::idea::{Ideas, balance, to_move};
use crate::terms::term::Term;

/// How many half-moves of the line are looked at. Guessed: a smothered mate has seven.
const LINE: usize = 8;

/// How many pawns a combination offers with check, at least: a piece for a pawn.
const OFFERS: i32 = 2;

/// By how many pawns it must be worth more than the material. Guessed: a won exchange is often worth no more to the engine.
const PAYS: f64 = 0.75;

/// How much less of a combination is shared for each move of its side before it. Guessed.
const LATER: f64 = 0.05;

/// How much of a combination that mates is shared where its first move is played. Measured on a smothered mate: with 1.0
/// none of ten hits has it, with 0.2 nine.
const FIRST_OF_MATE: f64 = 0.2;

/// What the side to move would play: a check that offers material and pays, or a mate with such an offer on the way.
#[derive(Clone, Debug)]
pub(crate) struct Combination {
    /// The side that plays it.
    color: Color,
    /// The position and the line's legal moves.
    position: Chess,
    line: Vec<Move>,
    mates: bool,
    /// Its first move in standard algebraic notation.
    san: String,
}

/// What a position has of a combination.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shared {
    /// Its first move is played in the game, after this number of the side's other moves.
    Played(usize),
    /// Its line mates, if its side is to move.
    Mate,
}

impl Combination {
    /// That of the side to move, if what it would play is one.
    pub(crate) fn of(position: &Chess, ideas: &Ideas) -> Option<Combination> {
        let color = position.turn();
        let idea = ideas.get(color).as_ref()?;
        let line: Vec<Move> = idea.line.iter().copied().take(LINE).collect();
        let first = *line.first()?;
        let mates = after(position, &line).is_checkmate();
        let offers = |nth: usize| {
            let position = after(position, &line[..nth]);
            after(&position, &line[nth..=nth]).is_check()
                && motifs::exchange(&position, line[nth]) <= -OFFERS
        };
        let pays = || {
            let score = color.fold_wb(1.0, -1.0) * idea.score;
            score - balance(position, color) as f64 >= PAYS
        };
        let is_one = if mates {
            (0..line.len()).step_by(2).any(offers)
        } else {
            offers(0) && pays()
        };
        is_one.then(|| Combination {
            color,
            position: position.clone(),
            san: Played::Move(first).san(position),
            line,
            mates,
        })
    }

    /// The terms of what takes part: the enemy king; what is taken, and that it is attacked; where its pieces go; and of a
    /// mate what stands in the king's way.
    pub(crate) fn terms(&self) -> Vec<Term> {
        let (board, color) = (self.position.board(), self.color);
        let own = || self.line.iter().step_by(2);
        let mut standing = Bitboard::EMPTY;
        standing.extend(board.king_of(!color));
        standing.extend(own().filter(|m| m.is_capture()).map(|m| m.to()));
        let end = after(&self.position, &self.line);
        if let Some(king) = end.board().king_of(!color).filter(|_| self.mates) {
            let around = king_attacks(king) & end.board().by_color(!color);
            let unmoved =
                |square: &Square| board.piece_at(*square) == end.board().piece_at(*square);
            standing.extend(around.into_iter().filter(unmoved));
        }
        let standing = standing.into_iter();
        let naive = |square| Some(Term::naive(board.piece_at(square)?, square));
        let mut terms: Vec<Term> = standing.filter_map(naive).collect();
        for m in own() {
            let mover = m.role().of(color);
            terms.push(Term::naive(mover, m.to()));
            let victim = board.piece_at(m.to()).filter(|piece| piece.color != color);
            terms.extend(victim.map(|victim| Term::connectivity(mover, victim, m.to())));
        }
        terms.sort_unstable();
        terms.dedup();
        terms
    }

    /// What the position of a game has of it.
    pub(crate) fn shared(&self, continuation: &Continuation) -> Option<Shared> {
        let (position, _) = continuation.line.first()?;
        if self.mates && self.mates_in(position) {
            return Some(Shared::Mate);
        }
        let first = self.line[0];
        let key = Played::Move(first).key(self.color);
        let own = continuation.line.iter();
        let own = own.filter(|(position, _)| position.turn() == self.color);
        let is_same = |played: &Option<Played>| match played {
            Some(Played::Move(m)) => {
                Played::Move(*m).key(self.color) == key && m.is_capture() == first.is_capture()
            }
            Some(Played::Null) | None => false,
        };
        let mut played = own.map(|(_, played)| played);
        played.position(is_same).map(Shared::Played)
    }

    /// How much of it is shared, from 0 to 1.
    pub(crate) fn share(&self, shared: Shared) -> f64 {
        match shared {
            Shared::Mate => 1.0,
            Shared::Played(_) if self.mates => FIRST_OF_MATE,
            Shared::Played(before) => 1.0 - LATER * before as f64,
        }
    }

    /// The same in words.
    pub(crate) fn text(&self, shared: Shared) -> String {
        let san = &self.san;
        match shared {
            Shared::Mate => format!("the same mate, which begins with {san}"),
            Shared::Played(0) => format!("{san}, as could be played in your position"),
            Shared::Played(_) => format!("{san} soon, as could be played in your position"),
        }
    }

    /// Whether the same line mates in another position. The enemy answers with the line's moves, or else the only legal one.
    fn mates_in(&self, position: &Chess) -> bool {
        let Some(mut position) = to_move(position, self.color) else {
            return false;
        };
        for m in &self.line {
            let turn = position.turn();
            let wanted = key(*m, turn);
            let legal = position.legal_moves();
            let same = legal.iter().find(|m| key(**m, turn) == wanted);
            let forced = legal
                .first()
                .filter(|_| legal.len() == 1 && turn != self.color);
            let Some(m) = same.or(forced).copied() else {
                return false;
            };
            position.play_unchecked(m);
        }
        position.is_checkmate()
    }
}

/// What two moves have in common that do the same.
fn key(m: Move, turn: Color) -> (Option<MoveKey>, Option<Role>) {
    (Played::Move(m).key(turn), m.promotion())
}

/// The position after a line.
fn after(position: &Chess, line: &[Move]) -> Chess {
    let mut position = position.clone();
    for m in line {
        position.play_unchecked(*m);
    }
    position
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::uci::UciMove;
    use shakmaty::{ByColor, CastlingMode};

    use super::*;
    use crate::scoring::idea::Idea;

    fn position(fen: &str) -> Chess {
        let fen: Fen = fen.parse().expect("a FEN");
        fen.into_position(CastlingMode::Standard)
            .expect("a position")
    }

    /// What is made of a line of the side to move, worth this many pawns from White's side.
    fn combination(fen: &str, line: &str, score: f64) -> Option<Combination> {
        let position = position(fen);
        let mut after = position.clone();
        let line = line.split(' ').map(|uci| {
            let uci: UciMove = uci.parse().expect("a move");
            let m = uci.to_move(&after).expect("a legal move");
            after.play_unchecked(m);
            m
        });
        let idea = Idea {
            line: line.collect(),
            score,
        };
        let ideas = ByColor::new_with(|color| (color == position.turn()).then(|| idea.clone()));
        Combination::of(&position, &ideas)
    }

    const SMOTHERED: &str = "5r1k/6pp/8/6N1/2Q5/8/1q4PP/6K1 w - - 0 1";
    const LINE: &str = "g5f7 h8g8 f7h6 g8h8 c4g8 f8g8 h6f7";
    const GREEK: &str = "r1bq1rk1/pp1nbppp/2n1p3/2ppP3/3P3P/2PB1N2/PP3PP1/RNBQK2R w KQ - 0 9";

    #[test]
    fn what_is_a_combination() {
        let cases = [
            // A piece for a pawn, with check, if that pays.
            (GREEK, "d3h7 g8h7 f3g5", 1.7, true),
            (GREEK, "d3h7 g8h7 f3g5", 0.2, false),
            // Nothing is offered, or without check.
            (GREEK, "e1g1", 1.7, false),
            (GREEK, "f3g5 e7g5 h4g5", 1.7, false),
            // A mate with an offer on the way, and without.
            (SMOTHERED, LINE, 10.0, true),
            ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", 10.0, false),
        ];
        for (fen, line, score, expected) in cases {
            let is_one = combination(fen, line, score).is_some();
            assert_eq!(is_one, expected, "{fen} {line} {score}");
        }
    }

    #[test]
    fn what_takes_part() {
        let terms = |fen, line| {
            let combination = combination(fen, line, 10.0).expect("a combination");
            let mut terms: Vec<String> = combination
                .terms()
                .iter()
                .map(ToString::to_string)
                .collect();
            terms.sort();
            terms.join(" ")
        };
        let greek = "Bh7 B>ph7 Ng5 kg8 ph7";
        let smothered = "Nf7 Nh6 Qg8 kh8 pg7 ph7";
        for (fen, line, expected) in [
            (GREEK, "d3h7 g8h7 f3g5", greek),
            (SMOTHERED, LINE, smothered),
        ] {
            let mut expected: Vec<&str> = expected.split(' ').collect();
            expected.sort_unstable();
            assert_eq!(terms(fen, line), expected.join(" "));
        }
    }

    #[test]
    fn the_same_mate() {
        let smothered = combination(SMOTHERED, LINE, 10.0).expect("a combination");
        let cases = [
            (SMOTHERED, true),
            // Black to move: it is threatened.
            ("5r1k/6pp/8/6N1/2Q5/8/1q4PP/6K1 b - - 0 1", true),
            // The queen comes from elsewhere, another piece is in the way.
            ("r4r1k/6pp/8/6N1/8/1Q6/1q4PP/6K1 w - - 0 1", true),
            // The king has somewhere to go; the rook is missing; Black is in check.
            ("5r1k/6p1/7p/6N1/2Q5/8/1q4PP/6K1 w - - 0 1", false),
            ("7k/6pp/8/6N1/2Q5/8/1q4PP/6K1 w - - 0 1", false),
            ("5r1k/7p/8/6N1/3Q4/8/6PP/6K1 b - - 0 1", false),
        ];
        for (fen, expected) in cases {
            assert_eq!(smothered.mates_in(&position(fen)), expected, "{fen}");
        }
    }
}
