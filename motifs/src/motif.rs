//! One motif found in a position, and all of them.

use shakmaty::{Bitboard, Board, CastlingSide, Chess, Color, Move, Position, Square};

use crate::motif_kind::MotifKind;
use crate::space::SPACE_ADVANTAGE;
use crate::{PawnStructure, for_each_pawn_structure};
use crate::{
    advanced_pawns, bad_bishops, bishop_pair, breaks, candidates, castled, discovered_attacks,
    doubled_rooks, fianchettoes, forks, half_open_files, hanging_pawns, hanging_pieces,
    king_shield, knight_outposts, levers, majorities, mates_in_one, mates_in_two, open_files,
    opposite_bishops, opposite_castling, outposts, outside_passed, overloads, pins, rams,
    rooks_on_seventh, skewers, space, space_count, weak_back_rank, weak_squares,
};

/// A motif of a position, e.g. "White's d4 pawn is isolated".
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Motif {
    /// What it is.
    pub kind: MotifKind,
    /// Whose it is: the owner of a strength or a weakness, the side that pins, forks or mates;
    /// of what hangs or is overloaded, its owner; none where both sides make it.
    pub color: Option<Color>,
    /// Its squares, in the order that the docs of its [`MotifKind`] give, or else ascending.
    pub squares: Vec<Square>,
    /// The moves that it consists of, from this position: none for what stands on the board, one
    /// for a chance, three for a mate in two.
    pub line: Vec<Move>,
}

impl Motif {
    /// The pawn structure that it is, if it is one of the six.
    pub fn pawn_structure(&self) -> Option<PawnStructure> {
        Some(PawnStructure {
            kind: self.kind.structure()?,
            color: self.color?,
            pawns: self.squares.iter().copied().collect(),
        })
    }
}

/// All motifs of a position: what stands on the board, White's first, then what the side to move
/// can do about it.
///
/// It takes some 35 microseconds, and a few milliseconds where a mate in two is near (measured on
/// 7,000 puzzles, on one core).
pub fn motifs(position: &Chess) -> Vec<Motif> {
    let mut motifs = static_motifs(position.board());
    motifs.extend(tactical_motifs(position));
    motifs
}

/// The motifs of the board alone, independent of the side to move: all down to
/// [`MotifKind::Pin`]. Ordered by colour, White's first and those of neither side last, then kind.
pub fn static_motifs(board: &Board) -> Vec<Motif> {
    let mut found = Found::default();
    for_each_pawn_structure(board, |structure| {
        found.see(
            structure.kind.into(),
            Some(structure.color),
            structure.squares(),
        );
    });
    for color in Color::ALL {
        let side = Some(color);
        found.groups(MotifKind::HangingPawns, side, hanging_pawns(board, color));
        found.groups(MotifKind::PawnMajority, side, majorities(board, color));
        found.each(MotifKind::CandidatePassed, side, candidates(board, color));
        found.each(MotifKind::OutsidePassed, side, outside_passed(board, color));
        found.each(MotifKind::AdvancedPawn, side, advanced_pawns(board, color));
        for (pawn, stop) in breaks(board, color) {
            found.see(MotifKind::PawnBreak, side, [pawn, stop]);
        }
        let files = half_open_files(board, color).map(Bitboard::from);
        found.groups(MotifKind::HalfOpenFile, side, files);
        found.each(
            MotifKind::RookOnSeventh,
            side,
            rooks_on_seventh(board, color),
        );
        found.groups(MotifKind::DoubledRooks, side, doubled_rooks(board, color));
        let knights = knight_outposts(board, color);
        found.each(MotifKind::Outpost, side, outposts(board, color) & !knights);
        found.each(MotifKind::KnightOutpost, side, knights);
        found.groups(MotifKind::BishopPair, side, bishop_pair(board, color));
        for (bishop, pawns) in bad_bishops(board, color) {
            found.see(
                MotifKind::BadBishop,
                side,
                [bishop].into_iter().chain(pawns),
            );
        }
        found.each(MotifKind::Fianchetto, side, fianchettoes(board, color));
        found.groups(MotifKind::WeakSquares, side, weak_squares(board, color));
        if let (Some(castled), Some(king)) = (castled(board, color), board.king_of(color)) {
            let kind = match castled {
                CastlingSide::KingSide => MotifKind::CastledKingside,
                CastlingSide::QueenSide => MotifKind::CastledQueenside,
            };
            found.see(kind, side, [king]);
        }
        if let Some((king, pawns)) = king_shield(board, color) {
            found.see(MotifKind::KingShield, side, [king].into_iter().chain(pawns));
        }
        if space_count(board, color) >= space_count(board, !color) + SPACE_ADVANTAGE {
            found.see(MotifKind::Space, side, space(board, color));
        }
        if let Some(king) = weak_back_rank(board, color) {
            found.see(MotifKind::BackRankWeakness, side, [king]);
        }
        for pin in pins(board, color) {
            found.see(MotifKind::Pin, side, [pin.pinner, pin.pinned, pin.behind]);
        }
    }
    for (white, black) in levers(board) {
        found.see(MotifKind::Lever, None, [white, black]);
    }
    for (white, black) in rams(board) {
        found.see(MotifKind::Ram, None, [white, black]);
    }
    let files = open_files(board).map(Bitboard::from);
    found.groups(MotifKind::OpenFile, None, files);
    if let Some((white, black)) = opposite_bishops(board) {
        found.see(MotifKind::OppositeBishops, None, [white, black]);
    }
    if let Some((white, black)) = opposite_castling(board) {
        found.see(MotifKind::OppositeCastling, None, [white, black]);
    }
    found.0.sort_by_key(|motif| {
        let side = motif.color.map_or(2, |color| color.fold_wb(0, 1));
        (side, motif.kind)
    });
    found.0
}

/// The motifs that are chances of the side to move, in the order of [`MotifKind`].
pub fn tactical_motifs(position: &Chess) -> Vec<Motif> {
    let (board, us) = (position.board(), position.turn());
    let mut found = Found(chances_but_mates(position));
    for mate in mates_in_one(position) {
        let squares = path(mate).chain(board.king_of(!us));
        found.chance(MotifKind::MateIn1, us, squares, [mate]);
    }
    for line in mates_in_two(position) {
        let squares = path(line[0]).chain(board.king_of(!us));
        found.chance(MotifKind::MateIn2, us, squares, line);
    }
    found.0
}

/// Those of [`tactical_motifs`] that are not mates: a small part of the work.
pub fn chances_but_mates(position: &Chess) -> Vec<Motif> {
    let (board, us) = (position.board(), position.turn());
    let mut found = Found::default();
    for hanging in hanging_pieces(position) {
        let line = [hanging.capture];
        found.chance(MotifKind::HangingPiece, !us, [hanging.square], line);
    }
    for overload in overloads(board, !us) {
        let squares = [overload.defender].into_iter().chain(overload.held);
        found.chance(MotifKind::Overloading, !us, squares, []);
    }
    for attack in discovered_attacks(position) {
        let squares = [attack.moving, attack.attacker, attack.target];
        found.chance(MotifKind::DiscoveredAttack, us, squares, []);
    }
    for fork in forks(position) {
        let squares = path(fork.by).chain(fork.targets);
        found.chance(MotifKind::Fork, us, squares, [fork.by]);
    }
    for skewer in skewers(position) {
        let squares = path(skewer.by).chain([skewer.front, skewer.behind]);
        found.chance(MotifKind::Skewer, us, squares, [skewer.by]);
    }
    found.0
}

/// The squares that a move goes from and to; of castling, those of king and rook.
fn path(m: Move) -> impl Iterator<Item = Square> {
    m.from().into_iter().chain([m.to()])
}

/// The motifs found so far.
#[derive(Default)]
struct Found(Vec<Motif>);

impl Found {
    /// One of these squares.
    fn see(
        &mut self,
        kind: MotifKind,
        color: Option<Color>,
        squares: impl IntoIterator<Item = Square>,
    ) {
        self.0.push(Motif {
            kind,
            color,
            squares: squares.into_iter().collect(),
            line: Vec::new(),
        });
    }

    /// One for each square.
    fn each(&mut self, kind: MotifKind, color: Option<Color>, squares: Bitboard) {
        for square in squares {
            self.see(kind, color, [square]);
        }
    }

    /// One for each set of squares.
    fn groups(
        &mut self,
        kind: MotifKind,
        color: Option<Color>,
        groups: impl IntoIterator<Item = Bitboard>,
    ) {
        for group in groups {
            self.see(kind, color, group);
        }
    }

    /// One with moves.
    fn chance(
        &mut self,
        kind: MotifKind,
        color: Color,
        squares: impl IntoIterator<Item = Square>,
        line: impl IntoIterator<Item = Move>,
    ) {
        self.0.push(Motif {
            kind,
            color: Some(color),
            squares: squares.into_iter().collect(),
            line: line.into_iter().collect(),
        });
    }
}
