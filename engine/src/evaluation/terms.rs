//! What the tapered evaluation sees on a board.
//!
//! Each term is counted for White, and against it for Black. Evaluation multiplies the counts with
//! weights, the tuner looks for the weights. Source of most of them:
//! <https://www.chessprogramming.org/Evaluation>.

use motifs::{
    ahead, beside, doubled, fallen, islands, isolated, passed, pawn_attacks, protected, stragglers,
};
use shakmaty::attacks::{
    bishop_attacks, king_attacks, knight_attacks, queen_attacks, rook_attacks,
};
use shakmaty::{Bitboard, Board, ByColor, Color, File, Rank, Role, Square};

use super::group::Group;
use super::sign::sign;

/// What is to be known of the pawns of both sides to count the other terms.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Pawns {
    passed: Bitboard,
    /// Backward if pieces do not help them.
    stragglers: Bitboard,
    /// Where a pawn of this colour defends what no enemy pawn can ever attack.
    outposts: ByColor<Bitboard>,
}

/// Calls `see` with the terms of a board and how many more of them White has than Black: a term
/// may come more than once. The side to move is not seen here.
pub fn for_each_term(board: &Board, mut see: impl FnMut(usize, i32)) {
    let pawns = for_each_pawn_term(board, &mut see);
    for_each_other_term(board, &pawns, see);
}

/// The terms that pawns and kings alone decide, and what else is to be known of pawns.
pub(crate) fn for_each_pawn_term(board: &Board, see: &mut impl FnMut(usize, i32)) -> Pawns {
    let mut known = Pawns::default();
    // Written out for each colour: what differs between them is then known beforehand.
    pawns(board, Color::Black, &mut known, see);
    pawns(board, Color::White, &mut known, see);
    known
}

/// The terms of a side's pawns and king, and what else is to be known of its pawns.
#[inline(always)]
#[expect(clippy::inline_always, reason = "faster, as the colour is known")]
fn pawns(board: &Board, color: Color, known: &mut Pawns, see: &mut impl FnMut(usize, i32)) {
    let mut see = |group: Group, number, count: i32| {
        see(group.first() + number, sign(color) * count);
    };
    let pawns = board.pawns() & board.by_color(color);
    let enemies = board.pawns() & board.by_color(!color);
    let passed = passed(board, color);
    let defended = protected(board, color, pawns);
    for pawn in pawns {
        see(Group::Pawn, place(color, pawn), 1);
    }
    for pawn in isolated(board, color) {
        let file = u32::from(pawn.file());
        see(Group::Isolated, file.min(7 - file) as usize, 1);
    }
    for (group, pawns) in [
        (Group::Phalanx, pawns & beside(pawns)),
        (Group::Defended, defended),
        (Group::Passed, passed),
        (Group::PassedDefended, passed & defended),
    ] {
        for pawn in pawns {
            see(group, relative_rank(color, pawn), 1);
        }
    }
    for group in doubled(board, color) {
        see(Group::Doubled, 0, group.count() as i32 - 1);
    }
    see(Group::Island, 0, islands(board, color) as i32);
    if let (Some(king), Some(enemy)) = (board.king_of(color), board.king_of(!color)) {
        see(Group::King, place(color, king), 1);
        shelter(color, king, pawns, enemies, &mut see);
        for pawn in passed {
            if relative_rank(color, pawn) >= 3
                && let Some(stop) = pawn.offset(color.fold_wb(8, -8))
            {
                see(Group::PassedKing, king.distance(stop) as usize, 1);
                see(Group::PassedEnemy, enemy.distance(stop) as usize, 1);
            }
        }
    }
    let attackable = ahead(!color, beside(enemies));
    known.passed |= passed;
    known.stragglers |= stragglers(board, color);
    let outposts = pawn_attacks(color, pawns) & outpost_ranks(color) & !attackable;
    *known.outposts.get_mut(color) = outposts;
}

/// Pawns around the king, its own and the enemy's that come near.
fn shelter(
    color: Color,
    king: Square,
    pawns: Bitboard,
    enemies: Bitboard,
    see: &mut impl FnMut(Group, usize, i32),
) {
    // At the edge there are three files, too.
    let center = u32::from(king.file()).clamp(1, 6);
    let rank = relative_rank(color, king);
    for file in center - 1..=center + 1 {
        let level = Bitboard::from(Square::from_coords(File::new(file), king.rank()));
        let file = level | ahead(color, level);
        for (group, pawns) in [(Group::Shelter, pawns), (Group::Storm, enemies)] {
            let there = pawns & file;
            let nearest = color.fold_wb(there.first(), there.last());
            // A pawn beside the king is as near as one just ahead: 1 to 7.
            let distance = nearest.map_or(0, |pawn| (relative_rank(color, pawn) - rank).max(1));
            see(group, distance, 1);
        }
    }
}

/// The terms that more than pawns and kings decide.
pub(crate) fn for_each_other_term(board: &Board, pawns: &Pawns, mut see: impl FnMut(usize, i32)) {
    let (Some(black), Some(white)) = (board.king_of(Color::Black), board.king_of(Color::White))
    else {
        return;
    };
    let kings = ByColor { black, white };
    // Written out for each colour: what differs between them is then known beforehand.
    let attacks = ByColor {
        black: pieces(board, Color::Black, kings, &mut see),
        white: pieces(board, Color::White, kings, &mut see),
    };
    against(board, Color::Black, kings, pawns, &attacks, &mut see);
    against(board, Color::White, kings, pawns, &attacks, &mut see);
}

/// What a side attacks.
#[derive(Default)]
struct Attacks {
    /// By kind of piece, pawns first.
    by: [Bitboard; 6],
    /// By any of them.
    all: Bitboard,
    /// Squares around the enemy's king, weighted by who attacks them.
    pressure: usize,
}

/// The terms of a side's pieces, whatever those of the enemy do, and what the side attacks.
#[inline(always)]
#[expect(clippy::inline_always, reason = "faster, as the colour is known")]
fn pieces(
    board: &Board,
    color: Color,
    kings: ByColor<Square>,
    see: &mut impl FnMut(usize, i32),
) -> Attacks {
    let mut see = |group: Group, number, count: i32| {
        see(group.first() + number, sign(color) * count);
    };
    let us = board.by_color(color);
    let pawns = board.pawns() & us;
    let enemy_pawns = board.pawns() & board.by_color(!color);
    let (king, enemy_king) = (*kings.get(color), *kings.get(!color));
    let mut own = Attacks::default();
    own.by[0] = pawn_attacks(color, pawns);
    own.by[5] = king_attacks(king);

    let area = !(pawn_attacks(!color, enemy_pawns) | pawns | Bitboard::from(king));
    let zone = king_attacks(enemy_king) | Bitboard::from(enemy_king);
    let mut add = |role: Role, groups: (Group, Group), weight, square, reach: Bitboard| {
        own.by[role as usize - 1] |= reach;
        see(groups.0, place(color, square), 1);
        see(groups.1, (reach & area).count(), 1);
        own.pressure += weight * (reach & zone).count();
    };
    let knights = board.knights() & us;
    for square in knights {
        let groups = (Group::Knight, Group::KnightMobility);
        add(Role::Knight, groups, 3, square, knight_attacks(square));
    }
    // X-rays through pieces that would go ahead on the same line.
    let occupied = board.occupied();
    let through = occupied ^ board.queens();
    let bishops = board.bishops() & us;
    for square in bishops {
        let groups = (Group::Bishop, Group::BishopMobility);
        let reach = bishop_attacks(square, through);
        add(Role::Bishop, groups, 2, square, reach);
    }
    let rooks = board.rooks() & us;
    let through = through ^ rooks;
    for square in rooks {
        let groups = (Group::Rook, Group::RookMobility);
        add(Role::Rook, groups, 3, square, rook_attacks(square, through));
    }
    for square in board.queens() & us {
        let groups = (Group::Queen, Group::QueenMobility);
        let reach = queen_attacks(square, occupied);
        add(Role::Queen, groups, 4, square, reach);
    }
    own.all = own.by.into_iter().fold(Bitboard::EMPTY, |all, by| all | by);

    if bishops.more_than_one() {
        see(Group::BishopPair, 0, 1);
    }
    for colour in [Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES] {
        let bishops = bishops & colour;
        if bishops.any() {
            let same = (pawns & colour).count();
            see(Group::BishopPawns, same.min(8), bishops.count() as i32);
        }
    }
    let all_pawns = board.pawns().count().min(16);
    see(Group::KnightPawns, all_pawns, knights.count() as i32);
    see(Group::RookPawns, all_pawns, rooks.count() as i32);
    for rook in rooks {
        let file = Bitboard::from(rook.file());
        if (file & pawns).is_empty() {
            let half = usize::from((file & enemy_pawns).any());
            see(Group::RookFile, half, 1);
        }
    }
    own
}

/// The terms of a side that depend on what both sides attack.
#[inline(always)]
#[expect(clippy::inline_always, reason = "faster, as the colour is known")]
fn against(
    board: &Board,
    color: Color,
    kings: ByColor<Square>,
    pawns: &Pawns,
    attacks: &ByColor<Attacks>,
    see: &mut impl FnMut(usize, i32),
) {
    let mut see = |group: Group, number, count: i32| {
        see(group.first() + number, sign(color) * count);
    };
    let us = board.by_color(color);
    let outposts = *pawns.outposts.get(color) & us;
    see_all(Group::Outpost, 0, outposts & board.knights(), &mut see);
    see_all(Group::Outpost, 1, outposts & board.bishops(), &mut see);
    let stragglers = pawns.stragglers & us;
    if stragglers.any() {
        let backward = fallen(board, color, stragglers);
        see(Group::Backward, 0, backward.count() as i32);
    }
    threats(board, color, attacks, &mut see);
    king_attack(board, color, *kings.get(!color), attacks, &mut see);
    passers(board, color, pawns.passed & us, attacks, &mut see);
}

/// Sees a term as often as there are squares. Most often there is none.
fn see_all(
    group: Group,
    number: usize,
    squares: Bitboard,
    see: &mut impl FnMut(Group, usize, i32),
) {
    if squares.any() {
        see(group, number, squares.count() as i32);
    }
}

/// What a side attacks that is worth more, or that is not defended.
fn threats(
    board: &Board,
    color: Color,
    attacks: &ByColor<Attacks>,
    see: &mut impl FnMut(Group, usize, i32),
) {
    let (own, other) = (attacks.get(color), attacks.get(!color));
    let enemies = board.by_color(!color);
    let minors = own.by[1] | own.by[2];
    // Attacks on what is defended and worth no more threaten nothing.
    let weak = enemies & !other.all;
    for (number, role) in TARGETS.into_iter().enumerate() {
        let targets = board.by_role(role) & enemies;
        if let Some(number) = number.checked_sub(1) {
            see_all(Group::PawnThreat, number, own.by[0] & targets, see);
        }
        let minor = if number < 3 { targets & weak } else { targets };
        see_all(Group::MinorThreat, number, minors & minor, see);
        let rook = if number < 4 { targets & weak } else { targets };
        see_all(Group::RookThreat, number, own.by[3] & rook, see);
    }
    let hanging = weak & own.all;
    see_all(Group::Hanging, 0, hanging & !board.pawns(), see);
    see_all(Group::Hanging, 1, hanging & board.pawns(), see);
}

/// What may be threatened.
const TARGETS: [Role; 5] = [
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
];

/// Safe checks, and how strong the attack on the enemy's king is.
fn king_attack(
    board: &Board,
    color: Color,
    enemy_king: Square,
    attacks: &ByColor<Attacks>,
    see: &mut impl FnMut(Group, usize, i32),
) {
    let (own, other) = (attacks.get(color), attacks.get(!color));
    let safe = !(other.all | board.by_color(color));
    let lines = rook_attacks(enemy_king, board.occupied());
    let diagonals = bishop_attacks(enemy_king, board.occupied());
    let from = [
        knight_attacks(enemy_king),
        diagonals,
        lines,
        lines | diagonals,
    ];
    let mut checks = 0;
    for (number, from) in from.into_iter().enumerate() {
        let found = own.by[number + 1] & from & safe;
        checks += found.count();
        see_all(Group::Check, number, found, see);
    }
    // Weak are squares that only the king or a queen defend. How much each thing weighs in an
    // attack on the king is guessed; what an attack is worth is tuned.
    let zone = king_attacks(enemy_king) | Bitboard::from(enemy_king);
    let held = other.by[0] | other.by[1] | other.by[2] | other.by[3];
    let weak = (zone & own.all & !held).count();
    let danger = (own.pressure + 2 * weak + 3 * checks) / 2;
    let queens = board.queens() & board.by_color(color);
    let group = if queens.any() {
        Group::KingAttack
    } else {
        Group::KingAttackAlone
    };
    see(group, danger.min(39), 1);
}

/// The terms of passed pawns that depend on other pieces than kings.
fn passers(
    board: &Board,
    color: Color,
    passed: Bitboard,
    attacks: &ByColor<Attacks>,
    see: &mut impl FnMut(Group, usize, i32),
) {
    for pawn in passed {
        let rank = relative_rank(color, pawn);
        let Some(stop) = pawn.offset(color.fold_wb(8, -8)) else {
            continue;
        };
        if !board.occupied().contains(stop) {
            see(Group::PassedFree, rank, 1);
        }
        if !attacks.get(!color).all.contains(stop) {
            see(Group::PassedSafe, rank, 1);
        }
        let behind = Bitboard::from(pawn.file()) & ahead(!color, Bitboard::from(pawn));
        let rooks = board.rooks() & behind;
        if rooks.any() {
            let [own, other] = [color, !color].map(|side| (rooks & board.by_color(side)).count());
            see(Group::RookBehind, 0, own as i32);
            see(Group::RookBehind, 1, other as i32);
        }
    }
}

/// A square as White sees it, or as Black does.
fn place(color: Color, square: Square) -> usize {
    usize::from(square) ^ color.fold_wb(0, 56)
}

/// A rank as a side counts it, 0 to 7.
fn relative_rank(color: Color, square: Square) -> usize {
    let rank = u32::from(square.rank()) as usize;
    color.fold_wb(rank, 7 - rank)
}

/// The fourth to the sixth rank.
fn outpost_ranks(color: Color) -> Bitboard {
    let ranks = color.fold_wb(
        [Rank::Fourth, Rank::Fifth, Rank::Sixth],
        [Rank::Third, Rank::Fourth, Rank::Fifth],
    );
    ranks
        .into_iter()
        .fold(Bitboard::EMPTY, |all, rank| all | rank)
}
