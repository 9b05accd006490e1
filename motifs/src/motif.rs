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
    /// The pawn structure that it is, if it is one of the seven.
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
    let mut motifs = MotifList::default();
    for_each_pawn_structure(board, |structure| {
        motifs.add(
            structure.kind.into(),
            Some(structure.color),
            structure.squares(),
        );
    });
    for color in Color::ALL {
        let side = Some(color);
        motifs.add_groups(MotifKind::HangingPawns, side, hanging_pawns(board, color));
        motifs.add_groups(MotifKind::PawnMajority, side, majorities(board, color));
        motifs.add_each(MotifKind::CandidatePassed, side, candidates(board, color));
        motifs.add_each(MotifKind::OutsidePassed, side, outside_passed(board, color));
        motifs.add_each(MotifKind::AdvancedPawn, side, advanced_pawns(board, color));
        for (pawn, stop) in breaks(board, color) {
            motifs.add(MotifKind::PawnBreak, side, [pawn, stop]);
        }
        let files = half_open_files(board, color).map(Bitboard::from);
        motifs.add_groups(MotifKind::HalfOpenFile, side, files);
        motifs.add_each(
            MotifKind::RookOnSeventh,
            side,
            rooks_on_seventh(board, color),
        );
        motifs.add_groups(MotifKind::DoubledRooks, side, doubled_rooks(board, color));
        let knights = knight_outposts(board, color);
        motifs.add_each(MotifKind::Outpost, side, outposts(board, color) & !knights);
        motifs.add_each(MotifKind::KnightOutpost, side, knights);
        motifs.add_groups(MotifKind::BishopPair, side, bishop_pair(board, color));
        for (bishop, pawns) in bad_bishops(board, color) {
            motifs.add(
                MotifKind::BadBishop,
                side,
                [bishop].into_iter().chain(pawns),
            );
        }
        motifs.add_each(MotifKind::Fianchetto, side, fianchettoes(board, color));
        motifs.add_groups(MotifKind::WeakSquares, side, weak_squares(board, color));
        if let (Some(castled), Some(king)) = (castled(board, color), board.king_of(color)) {
            let kind = match castled {
                CastlingSide::KingSide => MotifKind::CastledKingside,
                CastlingSide::QueenSide => MotifKind::CastledQueenside,
            };
            motifs.add(kind, side, [king]);
        }
        if let Some((king, pawns)) = king_shield(board, color) {
            motifs.add(MotifKind::KingShield, side, [king].into_iter().chain(pawns));
        }
        if space_count(board, color) >= space_count(board, !color) + SPACE_ADVANTAGE {
            motifs.add(MotifKind::Space, side, space(board, color));
        }
        if let Some(king) = weak_back_rank(board, color) {
            motifs.add(MotifKind::BackRankWeakness, side, [king]);
        }
        for pin in pins(board, color) {
            motifs.add(MotifKind::Pin, side, [pin.pinner, pin.pinned, pin.behind]);
        }
    }
    for (white, black) in levers(board) {
        motifs.add(MotifKind::Lever, None, [white, black]);
    }
    for (white, black) in rams(board) {
        motifs.add(MotifKind::Ram, None, [white, black]);
    }
    let files = open_files(board).map(Bitboard::from);
    motifs.add_groups(MotifKind::OpenFile, None, files);
    if let Some((white, black)) = opposite_bishops(board) {
        motifs.add(MotifKind::OppositeBishops, None, [white, black]);
    }
    if let Some((white, black)) = opposite_castling(board) {
        motifs.add(MotifKind::OppositeCastling, None, [white, black]);
    }
    motifs.0.sort_by_key(|motif| {
        let side = motif.color.map_or(2, |color| color.fold_wb(0, 1));
        (side, motif.kind)
    });
    motifs.0
}

/// The motifs that are chances of the side to move, in the order of [`MotifKind`].
pub fn tactical_motifs(position: &Chess) -> Vec<Motif> {
    let (board, us) = (position.board(), position.turn());
    let mut motifs = MotifList(chances_but_mates(position));
    for mate in mates_in_one(position) {
        let squares = path(mate).chain(board.king_of(!us));
        motifs.add_chance(MotifKind::MateIn1, us, squares, [mate]);
    }
    for line in mates_in_two(position) {
        let squares = path(line[0]).chain(board.king_of(!us));
        motifs.add_chance(MotifKind::MateIn2, us, squares, line);
    }
    motifs.0
}

/// Those of [`tactical_motifs`] that are not mates: a small part of the work.
pub fn chances_but_mates(position: &Chess) -> Vec<Motif> {
    let (board, us) = (position.board(), position.turn());
    let mut motifs = MotifList::default();
    for hanging in hanging_pieces(position) {
        let line = [hanging.capture];
        motifs.add_chance(MotifKind::HangingPiece, !us, [hanging.square], line);
    }
    for overload in overloads(board, !us) {
        let squares = [overload.defender].into_iter().chain(overload.held);
        motifs.add_chance(MotifKind::Overloading, !us, squares, []);
    }
    for attack in discovered_attacks(position) {
        let squares = [attack.moving, attack.attacker, attack.target];
        motifs.add_chance(MotifKind::DiscoveredAttack, us, squares, []);
    }
    for fork in forks(position) {
        let squares = path(fork.by).chain(fork.targets);
        motifs.add_chance(MotifKind::Fork, us, squares, [fork.by]);
    }
    for skewer in skewers(position) {
        let squares = path(skewer.by).chain([skewer.front, skewer.behind]);
        motifs.add_chance(MotifKind::Skewer, us, squares, [skewer.by]);
    }
    motifs.0
}

/// The squares that a move goes from and to; of castling, those of king and rook.
fn path(m: Move) -> impl Iterator<Item = Square> {
    m.from().into_iter().chain([m.to()])
}

/// The motifs of a position so far.
#[derive(Default)]
struct MotifList(Vec<Motif>);

impl MotifList {
    /// One of these squares.
    fn add(
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
    fn add_each(&mut self, kind: MotifKind, color: Option<Color>, squares: Bitboard) {
        for square in squares {
            self.add(kind, color, [square]);
        }
    }

    /// One for each set of squares.
    fn add_groups(
        &mut self,
        kind: MotifKind,
        color: Option<Color>,
        groups: impl IntoIterator<Item = Bitboard>,
    ) {
        for group in groups {
            self.add(kind, color, group);
        }
    }

    /// One with moves.
    fn add_chance(
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
