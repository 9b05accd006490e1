//! From a position to its terms.
//!
//! Castling rights and en passant change nothing, whose move it is only what can be won. Pieces move
//! pseudo-legally (no check test, no castling, no en passant), pins are ignored and nothing is seen
//! through another piece. Source: Plut 2018, sections 4.1 to 4.4, for the terms of the thesis.

use motifs::{
    Attacks, attacked_by_cheaper, for_each_pawn_structure, hanging, pesto, winning_captures,
};
use shakmaty::{Bitboard, Board, Chess, Color, File, Piece, Position, Rank, Role, Square, attacks};

use crate::terms::profile::{Feature, Weights};
use crate::terms::term::Term;

/// All terms of a position in ascending order, each once.
pub fn terms(position: &Chess) -> Vec<Term> {
    let mut terms = Vec::with_capacity(256);
    for_each_term(position, |term| terms.push(term));
    terms.sort_unstable();
    terms
}

/// Calls `emit` with every term of a position exactly once, in an order that the position fixes.
pub(crate) fn for_each_term(position: &Chess, mut emit: impl FnMut(Term)) {
    for_each_other_term(position, &Needs::ALL, &mut emit);
    for_each_pawn_file(position.board(), &mut emit);
}

/// Calls `emit` with the pawns of every file: the terms that other pieces never change.
pub(crate) fn for_each_pawn_file(board: &Board, emit: impl FnMut(Term)) {
    pawn_files(board).for_each(emit);
}

/// The pawns of every file.
pub(crate) fn pawn_files(board: &Board) -> impl Iterator<Item = Term> {
    let [white, black] = Color::ALL.map(|color| board.pawns() & board.by_color(color));
    File::ALL
        .into_iter()
        .map(move |file| Term::pawn_file(file, white, black))
}

/// By kind of piece, in the order of [`KINDS`]: some squares.
pub(crate) type Squares = [Bitboard; 12];

/// Which terms are needed where others may be skipped, for speed.
pub(crate) struct Needs {
    /// Those of reachability for these squares.
    pub(crate) reach: Squares,
    /// Those of attack, defence, connection and difference of pieces if they have a weight here; others
    /// are there anyway.
    pub(crate) weights: Option<Weights>,
}

impl Needs {
    /// All of them.
    const ALL: Needs = Needs {
        reach: [Bitboard::FULL; 12],
        weights: None,
    };

    fn has(&self, feature: Feature) -> bool {
        let weights = self.weights.as_ref();
        weights.is_none_or(|weights| weights.counts(feature))
    }
}

/// Calls `emit` with all other terms that are needed.
pub(crate) fn for_each_other_term(position: &Chess, needs: &Needs, mut emit: impl FnMut(Term)) {
    let board = position.board();
    let attacks = for_each_needed_thesis_term(board, needs, &mut emit);
    let danger = Color::ALL.map(|color| {
        let hanging = hanging(board, &attacks, color);
        (hanging, attacked_by_cheaper(board, &attacks, color))
    });
    let by_kind = KINDS.map(|piece| board.by_piece(piece));
    for (piece, squares) in KINDS.into_iter().zip(by_kind) {
        let reached = attacks.of(piece);
        if needs.has(Feature::Connection) {
            for (target, squares) in KINDS.into_iter().zip(by_kind) {
                if (reached & squares).any() {
                    emit(Term::connection(piece, target));
                }
            }
        }
        let (hanging, cheaper) = danger[piece.color.fold_wb(0, 1)];
        for square in squares & hanging {
            emit(Term::hanging(piece, square));
        }
        for square in squares & cheaper {
            emit(Term::cheaper_attacker(piece, square));
        }
    }
    winning_captures(
        board,
        &attacks,
        position.turn(),
        |actor, target, squares| {
            for square in squares {
                emit(Term::winning_capture(actor, target, square));
            }
        },
    );
    for role in Role::ALL.into_iter().filter(|role| *role != Role::King) {
        let [white, black] = Color::ALL.map(|color| board.by_piece(role.of(color)).count());
        emit(Term::piece_count(role, white, black));
        if needs.has(Feature::PieceDifference) {
            emit(Term::piece_difference(role, white, black));
        }
    }
    for term in Term::evaluations(pesto(board)) {
        emit(term);
    }
}

/// The kinds of pieces, White's first.
pub(crate) const KINDS: [Piece; 12] = {
    let mut kinds = [Piece {
        color: Color::White,
        role: Role::Pawn,
    }; 12];
    let mut number = 0;
    while number < 12 {
        kinds[number].role = Role::ALL[number % 6];
        if number >= 6 {
            kinds[number].color = Color::Black;
        }
        number += 1;
    }
    kinds
};

/// Calls `emit` with every term that the thesis has of a board; their number is |D| of its score.
pub(crate) fn for_each_thesis_term(board: &Board, mut emit: impl FnMut(Term)) {
    for_each_needed_thesis_term(board, &Needs::ALL, &mut emit);
}

/// Calls `emit` with those of them that are needed. Returns the attacks that were met.
fn for_each_needed_thesis_term(
    board: &Board,
    needs: &Needs,
    emit: &mut impl FnMut(Term),
) -> Attacks {
    let mut standing = [Role::Pawn.of(Color::White); 64];
    for piece in KINDS {
        for square in board.by_piece(piece) {
            standing[square as usize] = piece;
            emit(Term::naive(piece, square));
        }
    }
    let mut attacks = Attacks::default();
    for (piece, within) in KINDS.into_iter().zip(needs.reach) {
        let pieces = board.by_piece(piece);
        if pieces.any() {
            let reach = reach(board, piece, pieces);
            reachability(piece, &reach, within, emit);
            let own = board.by_color(piece.color) & all_if(needs.has(Feature::Defence));
            let other = board.by_color(!piece.color) & all_if(needs.has(Feature::Attack));
            for square in reach.attacks & (own | other) {
                emit(Term::connectivity(piece, standing[square as usize], square));
            }
            attacks.add(piece, reach.attacks);
        }
    }
    for_each_pawn_structure(board, |structure| emit(Term::pawns(structure)));
    attacks
}

/// All squares, or none.
fn all_if(wanted: bool) -> Bitboard {
    if wanted {
        Bitboard::FULL
    } else {
        Bitboard::EMPTY
    }
}

/// What all pieces of one kind can do together.
struct Reach {
    /// The squares that they can move to, by distance: `moves[1]` one king's step away.
    moves: [Bitboard; 8],
    /// The squares that they attack or defend.
    attacks: Bitboard,
}

fn reach(board: &Board, piece: Piece, pieces: Bitboard) -> Reach {
    let mut moves = [Bitboard::EMPTY; 8];
    let mut attacks = Bitboard::EMPTY;
    match piece.role {
        Role::Pawn => {
            for pawn in pieces {
                attacks |= attacks::pawn_attacks(piece.color, pawn);
            }
            let forward = |squares: Bitboard| {
                let ahead = piece.color.fold_wb(squares.0 << 8, squares.0 >> 8);
                Bitboard(ahead) & !board.occupied()
            };
            let second = Bitboard::from(piece.color.fold_wb(Rank::Second, Rank::Seventh));
            moves[1] = forward(pieces) | attacks & board.by_color(!piece.color);
            moves[2] = forward(forward(pieces & second));
        }
        Role::Knight | Role::King => {
            for from in pieces {
                attacks |= board.attacks_from(from);
            }
            let distance = if piece.role == Role::Knight { 2 } else { 1 };
            moves[distance] = attacks & !board.by_color(piece.color);
        }
        Role::Bishop | Role::Rook | Role::Queen => {
            for from in pieces {
                let targets = board.attacks_from(from);
                attacks |= targets;
                let free = targets & !board.by_color(piece.color);
                for (squares, ring) in moves.iter_mut().zip(&RINGS[from as usize]) {
                    *squares |= free & *ring;
                }
            }
        }
    }
    Reach { moves, attacks }
}

fn reachability(piece: Piece, reach: &Reach, within: Bitboard, emit: &mut impl FnMut(Term)) {
    // Where several pieces of a kind reach one square, the nearest one counts.
    let mut nearer = Bitboard::EMPTY;
    for (distance, squares) in (1..).zip(&reach.moves[1..]) {
        for square in *squares & within & !nearer {
            emit(Term::reachability(piece, square, distance));
        }
        nearer |= *squares;
    }
}

/// `RINGS[square][distance]`: the squares at that Chebyshev distance.
static RINGS: [[Bitboard; 8]; 64] = {
    let mut rings = [[Bitboard::EMPTY; 8]; 64];
    let mut from = 0;
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            let distance = Square::new(from).distance(Square::new(to));
            rings[from as usize][distance as usize].0 |= 1 << to;
            to += 1;
        }
        from += 1;
    }
    rings
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::profile::Family;
    use shakmaty::fen::Fen;

    /// The worked example of the design, complete; a weight's third digit and on is not printed.
    const EXAMPLE: (&str, [(Family, &str); 4]) = (
        "2kr3r/2p1qnpp/1p3p2/pP1Np3/4P3/3PPR2/2P3PP/1R2Q1K1 b - - 1 17",
        [
            (
                Family::Naive,
                "Rb1 Qe1 Kg1 Pc2 Pg2 Ph2 Pd3 Pe3 Rf3 Pe4 pa5 Pb5 Nd5 pe5 pb6 pf6 pc7 qe7 nf7 pg7
                 ph7 kc8 rd8 rh8",
            ),
            (
                Family::Reachability,
                "Ra1|0.89 Rc1|0.89 Rd1|0.78 Rb2|0.89 Rb3|0.78 Rb4|0.67 Qc1|0.78 Qd1|0.89 Qf1|0.89
                 Qd2|0.89 Qe2|0.89 Qf2|0.89 Qc3|0.78 Qg3|0.78 Qb4|0.67 Qh4|0.67 Qa5|0.56 Kf1|0.89
                 Kh1|0.89 Kf2|0.89 Pc3|0.89 Pc4|0.78 Pg3|0.89 Pg4|0.78 Ph3|0.89 Ph4|0.78 Pd4|0.89
                 Rf1|0.78 Rf2|0.89 Rg3|0.89 Rh3|0.78 Rf4|0.89 Rf5|0.78 Rf6|0.67 pa4|0.89 Nc3|0.78
                 Nb4|0.78 Nf4|0.78 Nb6|0.78 Nf6|0.78 Nc7|0.78 Ne7|0.78 pf5|0.89 pc5|0.78 pc6|0.89
                 qa3|0.56 qb4|0.67 qc5|0.78 qd6|0.89 qe6|0.89 qd7|0.89 qe8|0.89 qf8|0.89 ng5|0.78
                 nd6|0.78 nh6|0.78 pg5|0.78 pg6|0.89 ph5|0.78 ph6|0.89 kb7|0.89 kd7|0.89 kb8|0.89
                 rd5|0.67 rd6|0.78 rd7|0.89 re8|0.89 rf8|0.78 rg8|0.89",
            ),
            (
                Family::Connectivity,
                "Q>pa5 r>Nd5 N>pb6 R>pf6 N>pf6 N>pc7 N>qe7 Q<Rb1 R<Qe1 Q<Kg1 K<Pg2 K<Ph2 P<Pd3
                 Q<Pe3 R<Pe3 N<Pe3 P<Rf3 P<Pe4 p<pa5 R<Pb5 P<Nd5 p<pe5 q<pe5 n<pe5 p<pb6 q<pf6
                 p<pf6 q<pc7 k<pc7 q<nf7 r<ph7 r<kc8 q<rd8 n<rd8 k<rd8 r<rd8 n<rh8 r<rh8",
            ),
            (
                Family::Pawns,
                "lc7 'fa5 S{e3-e4} W[c2/d3/e4] w[c7/b6/a5] w[g7/f6/e5] P(2) p(2)",
            ),
        ],
    );

    /// The terms of a board that the thesis has.
    fn terms(fen: &str) -> Vec<Term> {
        let mut terms = Vec::new();
        let board = fen.parse::<Fen>().expect("a FEN").into_setup().board;
        for_each_thesis_term(&board, |term| terms.push(term));
        terms
    }

    #[test]
    fn worked_example() {
        let (fen, families) = EXAMPLE;
        let counts = families.map(|(family, expected)| {
            let mut expected: Vec<String> =
                expected.split_whitespace().map(str::to_owned).collect();
            let mut ours: Vec<String> = terms(fen)
                .into_iter()
                .filter(|term| term.family() == family)
                .map(|term| term.to_string())
                .collect();
            expected.sort();
            ours.sort();
            assert_eq!(ours, expected);
            ours.len()
        });
        assert_eq!(counts, [24, 69, 38, 8]);
    }

    /// What the thesis does not have, worked out by hand: White's knight is attacked
    /// by a pawn; elsewhere a rook hangs to a knight.
    #[test]
    fn what_the_thesis_does_not_have() {
        let position = pgn::parse_fen("4k3/p7/8/4p3/r2N4/8/PB6/4K3 w - - 0 1").expect("a FEN");
        let cases = [
            (Feature::Connection, "B<N p>N r>P r>N r<p"),
            (Feature::Hanging, "?Pa2"),
            (Feature::CheaperAttacker, "!Nd4"),
            (Feature::WinningCapture, ""),
            (
                Feature::PawnFile,
                "a(a2/a7) b(/) c(/) d(/) e(/e5) f(/) g(/) h(/)",
            ),
            (
                Feature::PieceCount,
                "P=1,p=2 N=1,n=0 B=1,b=0 R=0,r=1 Q=0,q=0",
            ),
            (Feature::PieceDifference, "P-p=-1 N-n=1 B-b=1 R-r=-1 Q-q=0"),
        ];
        let terms = crate::terms(&position);
        for (feature, expected) in cases {
            let ours = terms.iter().filter(|term| term.feature() == feature);
            let ours: Vec<String> = ours.map(Term::to_string).collect();
            assert_eq!(ours.join(" "), expected, "{feature:?}");
        }
        let evaluations = terms
            .iter()
            .filter(|term| term.feature() == Feature::Evaluation);
        assert_eq!(evaluations.count(), 4);
        let hanging = pgn::parse_fen("4k3/8/8/4r3/8/3N4/4P3/4K3 w - - 0 1").expect("a FEN");
        let texts: Vec<String> = crate::terms(&hanging).iter().map(Term::to_string).collect();
        for text in ["?re5", "!re5", "Nxre5"] {
            assert!(
                texts.iter().any(|term| term == text),
                "{text} not in {texts:?}"
            );
        }
    }

    /// One fine point of the definitions a row: the terms that must be there, and those that must not.
    #[test]
    fn fine_points() {
        let cases = [
            (
                "two rooks reach e1: the nearer one counts",
                "8/8/8/8/8/8/8/3R3R",
                "Re1|0.89",
                "Re1|0.67",
            ),
            (
                "a rook does not pass a friend",
                "8/8/8/8/8/8/8/R2P4",
                "Rc1|0.78",
                "Rd1|0.67",
            ),
            (
                "a rook takes an enemy and stops",
                "8/8/8/8/8/8/8/R2p4",
                "Rd1|0.67",
                "Re1|0.56",
            ),
            (
                "a pawn takes only where an enemy stands",
                "8/8/8/8/8/2p5/1P6/8",
                "Pc3|0.89",
                "Pa3|0.89",
            ),
            (
                "a blocked pawn does not jump",
                "8/8/8/8/8/1n6/1P6/8",
                "Pb2",
                "Pb4|0.78",
            ),
            (
                "no double step from the third rank",
                "8/8/8/8/8/1P6/8/8",
                "Pb4|0.89",
                "Pb5|0.78",
            ),
            (
                "Black's double step",
                "8/1p6/8/8/8/8/8/8",
                "pb5|0.78",
                "pb4|0.67",
            ),
            (
                "a king may walk into check",
                "8/8/8/8/8/8/r7/7K",
                "Kg2|0.89",
                "Kg3|0.78",
            ),
            (
                "a pinned knight still defends",
                "4r3/8/8/8/8/2P5/4N3/4K3",
                "N<Pc3",
                "K<Pc3",
            ),
            (
                "no x-ray through a friend",
                "8/8/8/8/8/8/8/QR1p4",
                "R>pd1",
                "Q>pd1",
            ),
            (
                "the actor's square is not named",
                "8/8/8/1P6/8/8/8/1R5R",
                "R<Pb5",
                "R<Ph1",
            ),
        ];
        for (why, fen, present, absent) in cases {
            let terms: Vec<String> = terms(fen).iter().map(Term::to_string).collect();
            assert!(
                terms.iter().any(|t| t == present),
                "{why}: no {present} in {terms:?}"
            );
            assert!(
                !terms.iter().any(|t| t == absent),
                "{why}: {absent} in {terms:?}"
            );
        }
    }
}
