//! What a position scores at most by its pieces, pawns and their number alone. Measured on 22.6 million positions:
//! [`Estimate`](super::Estimate), which takes several times as long, so looks at half of those of the passages that are
//! scored.
//!
//! A passage's bound counts whatever any of its positions has. What others of them have and a position has not is
//! taken off.

use shakmaty::{Bitboard, Color, File, Position, Role};

use super::{Formula, Query};
use crate::passages::packed_move::squares;
use crate::terms::of_position::{KINDS, Squares};
use crate::terms::pawn_set::PawnSet;
use crate::terms::term::Term;

/// Many times what rounding can add to a sum of some dozens of 64-bit floats.
const SLACK: f64 = 1e-6;

/// What a query looks for that pieces and pawns alone decide about.
pub(crate) struct Screen {
    /// By kind of piece: where the query looks for one.
    pieces: Squares,
    /// By kind and square: what a position without it loses at least, as one that could go there counts, too.
    lost: Box<[[f64; 64]; KINDS.len()]>,
    /// Pawns of files.
    pawns: Vec<PawnSet>,
    /// How many pieces of a role there are.
    numbers: Vec<(Role, Term)>,
    /// By bit of [`Sketch::others`]: what a position without it loses.
    others_lost: Vec<f64>,
}

/// What of it a position has.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Sketch {
    pieces: Squares,
    /// A bit each for pawns, then numbers.
    others: u64,
}

impl Sketch {
    /// That of no position.
    pub(crate) const NONE: Sketch = Sketch {
        pieces: [Bitboard::EMPTY; KINDS.len()],
        others: 0,
    };

    /// Takes in what another position has.
    pub(crate) fn unite(&mut self, other: &Sketch) {
        for (squares, others) in self.pieces.iter_mut().zip(other.pieces) {
            *squares |= others;
        }
        self.others |= other.others;
    }
}

impl Screen {
    /// `None` for the thesis's formula, which is not a sum.
    pub(crate) fn new(query: &Query) -> Option<Screen> {
        let Formula::Weighted(_) = query.formula else {
            return None;
        };
        let mut pieces = [Bitboard::EMPTY; KINDS.len()];
        let mut lost = Box::new([[0.0; 64]; KINDS.len()]);
        for asked in query.terms.iter().filter(|asked| asked.term.is_naive()) {
            let near = asked.counts(asked.term.at_distance(1).weight());
            let loses = asked.most(asked.term) - near.max(0.0);
            if loses > 0.0
                && let Some((kind, square)) = asked.term.place()
            {
                pieces[kind].add(square);
                lost[kind][square as usize] = loses;
            }
        }
        let board = query.position.board();
        let [white, black] = Color::ALL.map(|color| board.pawns() & board.by_color(color));
        let counts = |term: Term| {
            let place = query.terms.binary_search_by_key(&term, |asked| asked.term);
            place.map_or(0.0, |place| query.terms[place].own)
        };
        let files = File::ALL.into_iter().map(|file| {
            let set = PawnSet::new(file.into(), white, black);
            (set, counts(Term::pawn_file(file, white, black)))
        });
        let sets = query.sets.iter().map(|(set, _, counts)| (*set, *counts));
        let roles = Role::ALL.into_iter().filter(|role| *role != Role::King);
        let stand = squares(board);
        let numbers = roles.flat_map(|role| numbers(&stand, role).map(|term| (role, term)));
        let pawns = files.chain(sets).filter(|(_, lost)| *lost > 0.0);
        let (pawns, mut others_lost): (_, Vec<f64>) = pawns.unzip();
        let numbers = numbers.map(|(role, term)| ((role, term), counts(term)));
        let (numbers, numbers_lost): (_, Vec<f64>) =
            numbers.filter(|(_, lost)| *lost > 0.0).unzip();
        others_lost.extend(numbers_lost);
        Some(Screen {
            pieces,
            lost,
            pawns,
            numbers,
            others_lost,
        })
    }

    /// What of it a board has.
    pub(crate) fn sketch(&self, board: &Squares) -> Sketch {
        let pawns = Role::Pawn as usize - 1;
        let (white, black) = (board[pawns], board[pawns + Role::ALL.len()]);
        let pawns = self.pawns.iter().map(|set| set.is_on(white, black));
        let has = |role: Role, term: Term| numbers(board, role).contains(&term);
        let numbers = (self.numbers.iter()).map(|(role, term)| has(*role, *term));
        let others = pawns.chain(numbers);
        let others = (0..).zip(others);
        let none = Sketch {
            others: others.fold(0, |bits, (place, has)| bits | u64::from(has) << place),
            ..Sketch::NONE
        };
        self.sketch_after(board, &none)
    }

    /// The same for a board that has the pawns, and as many pieces, as the one of `before`.
    pub(crate) fn sketch_after(&self, board: &Squares, before: &Sketch) -> Sketch {
        let mut pieces = self.pieces;
        for (squares, stand) in pieces.iter_mut().zip(board) {
            *squares &= *stand;
        }
        Sketch { pieces, ..*before }
    }

    /// What a position scores at most in a passage with this bound, whose positions have all that is in `all` together.
    pub(crate) fn at_most(&self, bound: f64, all: &Sketch, position: &Sketch) -> f64 {
        let mut lost = 0.0;
        for (kind, (all, has)) in all.pieces.iter().zip(position.pieces).enumerate() {
            for square in *all & !has {
                lost += self.lost[kind][square as usize];
            }
        }
        for place in Bitboard(all.others & !position.others) {
            lost += self.others_lost[place as usize];
        }
        bound - lost + SLACK
    }
}

/// How many pieces of a role White and Black have, and how many more White has.
fn numbers(board: &Squares, role: Role) -> [Term; 2] {
    let kind = role as usize - 1;
    let [white, black] = [kind, kind + Role::ALL.len()].map(|kind| board[kind].count());
    [
        Term::piece_count(role, white, black),
        Term::piece_difference(role, white, black),
    ]
}

#[cfg(test)]
mod tests {
    use pgn::Games;

    use super::*;
    use crate::passages::passage::MAX_POSITIONS;
    use crate::terms::measures::penalty;
    use crate::terms::of_position::terms;
    use crate::terms::profile::Scoring;
    use crate::terms::statistics::Statistics;

    /// A game with a capture or a pawn's move at most of its plies, as queries and as passages.
    const GAME: &str = "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. d4 c6 5. Nf3 Bg4 6. h3 Bxf3 7. Qxf3 e6 8. Bd2 Qb6 9. d5 cxd5 \
        10. Nxd5 Qxb2 11. Rb1 Qxc2 12. Rxb7 exd5 13. Bb5+ Kd8 14. O-O Bd6 *";

    /// The most that a passage of these positions can score: what posting lists and the least penalty say.
    fn bound(query: &Query, positions: &[shakmaty::Chess]) -> f64 {
        let all: Vec<Term> = positions.iter().flat_map(terms).collect();
        let matching = query.terms.iter().map(|asked| {
            let most = |term: &Term| asked.most(*term);
            let matching = all.iter().filter(|term| term.query_term() == asked.term);
            matching.map(most).fold(0.0, f64::max)
        });
        let sets = query.term_sets().into_iter().map(|(set, counts)| {
            let has = set.iter().all(|term| all.contains(term));
            if has { counts } else { 0.0 }
        });
        let Formula::Weighted(weights) = query.formula else {
            panic!("weights");
        };
        let costs = positions.iter().map(|position| {
            let measures = query.matches(position).measures;
            penalty(&weights, &measures.rarities)
        });
        matching.chain(sets).sum::<f64>() - costs.fold(f64::INFINITY, f64::min)
    }

    /// Those of positions that follow each other, the same as each alone.
    fn sketches(screen: &Screen, positions: &[shakmaty::Chess]) -> Vec<Sketch> {
        let mut sketches: Vec<Sketch> = Vec::new();
        let fixed = |position: &shakmaty::Chess| {
            let board = position.board();
            (
                board.pawns() & board.white(),
                board.pawns() & board.black(),
                board.occupied().count(),
            )
        };
        for (place, position) in positions.iter().enumerate() {
            let board = squares(position.board());
            let sketch = screen.sketch(&board);
            if let Some(before) = place.checked_sub(1)
                && fixed(&positions[before]) == fixed(position)
            {
                assert_eq!(sketch, screen.sketch_after(&board, &sketches[before]));
            }
            sketches.push(sketch);
        }
        sketches
    }

    /// Of all passages of a game and queries from it: no less than the score, and less than the bound for most.
    #[test]
    fn between_score_and_bound() {
        let mut games = Games::new(GAME.as_bytes());
        let raw = games.next_game().expect("readable").expect("a game");
        let positions = pgn::parse(&raw).expect("legal moves").positions;
        let (mut all, mut less) = (0, 0);
        for weights in Scoring::ALL.into_iter().filter_map(Scoring::weights) {
            for query in positions.iter().step_by(3) {
                let scoring = Scoring::Custom(weights);
                let query = Query::new(query, &Statistics::default(), scoring);
                let screen = Screen::new(&query).expect("weights");
                for passage in positions.windows(MAX_POSITIONS).step_by(2) {
                    let bound = bound(&query, passage);
                    let sketches = sketches(&screen, passage);
                    let mut together = Sketch::NONE;
                    for sketch in &sketches {
                        together.unite(sketch);
                    }
                    for (position, sketch) in passage.iter().zip(&sketches) {
                        let most = screen.at_most(bound, &together, sketch);
                        let score = query.score(position);
                        assert!(most >= score, "{most} {score}");
                        all += 1;
                        less += usize::from(most < bound);
                    }
                }
            }
        }
        assert!(2 * less > all, "{less} of {all}");
    }
}
