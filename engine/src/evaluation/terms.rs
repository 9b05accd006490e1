//! What the tapered evaluation sees on a board.
//!
//! Each term is counted for White, and against it for Black. Evaluation multiplies the counts with
//! weights, the tuner looks for the weights. Source of most of them:
//! <https://www.chessprogramming.org/Evaluation>.

use motifs::{
    ahead, backward, beside, doubled, islands, isolated, passed, pawn_attacks, protected,
};
use shakmaty::attacks::{
    bishop_attacks, king_attacks, knight_attacks, queen_attacks, rook_attacks,
};
use shakmaty::{Bitboard, Board, ByColor, Color, File, Rank, Role, Square};

use super::group::Group;
use super::sign;

/// The passed pawns of both sides: all that the other terms need to know of pawns.
pub(crate) type Passed = ByColor<Bitboard>;

/// Calls `see` with the terms of a board and how many more of them White has than Black: a term
/// may come more than once. The side to move is not seen here.
pub fn for_each_term(board: &Board, mut see: impl FnMut(usize, i32)) {
    let passed = for_each_pawn_term(board, &mut see);
    for_each_other_term(board, &passed, see);
}

/// The terms that pawns alone decide, and the passed pawns.
pub(crate) fn for_each_pawn_term(board: &Board, see: &mut impl FnMut(usize, i32)) -> Passed {
    ByColor::new_with(|color| {
        let mut see = |group: Group, number, count: i32| {
            see(group.first() + number, sign(color) * count);
        };
        let pawns = board.pawns() & board.by_color(color);
        let isolated = isolated(board, color);
        let passed = passed(board, color);
        let defended = protected(board, color, pawns);
        let phalanx = pawns & beside(pawns);
        for pawn in pawns {
            let rank = relative_rank(color, pawn);
            see(Group::Pawn, place(color, pawn), 1);
            if isolated.contains(pawn) {
                let file = u32::from(pawn.file());
                see(Group::Isolated, file.min(7 - file) as usize, 1);
            }
            if phalanx.contains(pawn) {
                see(Group::Phalanx, rank, 1);
            }
            if defended.contains(pawn) {
                see(Group::Defended, rank, 1);
            }
            if passed.contains(pawn) {
                see(Group::Passed, rank, 1);
                if defended.contains(pawn) {
                    see(Group::PassedDefended, rank, 1);
                }
            }
        }
        for group in doubled(board, color) {
            see(Group::Doubled, 0, group.count() as i32 - 1);
        }
        see(Group::Island, 0, islands(board, color) as i32);
        passed
    })
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

/// The terms that more than pawns decide.
pub(crate) fn for_each_other_term(board: &Board, passed: &Passed, mut see: impl FnMut(usize, i32)) {
    let (Some(black), Some(white)) = (board.king_of(Color::Black), board.king_of(Color::White))
    else {
        return;
    };
    let kings = ByColor { black, white };
    let pawns = ByColor::new_with(|color| board.pawns() & board.by_color(color));
    let mut attacks = ByColor::new_with(|_| Attacks::default());
    for color in Color::ALL {
        let own = attacks.get_mut(color);
        own.by[0] = pawn_attacks(color, *pawns.get(color));
        own.by[5] = king_attacks(*kings.get(color));
        own.all = own.by[0] | own.by[5];
    }
    for color in Color::ALL {
        let mut see = |group: Group, number, count: i32| {
            see(group.first() + number, sign(color) * count);
        };
        let enemy_pawns = attacks.get(!color).by[0];
        let king = *kings.get(color);
        let area = !(enemy_pawns | *pawns.get(color) | Bitboard::from(king));
        see(Group::King, place(color, king), 1);
        if (board.bishops() & board.by_color(color)).more_than_one() {
            see(Group::BishopPair, 0, 1);
        }
        let zone = king_attacks(*kings.get(!color)) | Bitboard::from(*kings.get(!color));
        let occupied = board.occupied();
        let own = attacks.get_mut(color);
        let mut add = |role: Role, groups: (Group, Group), weight, square, reach: Bitboard| {
            own.by[role as usize - 1] |= reach;
            see(groups.0, place(color, square), 1);
            see(groups.1, (reach & area).count(), 1);
            own.pressure += weight * (reach & zone).count();
        };
        for square in board.by_piece(Role::Knight.of(color)) {
            let groups = (Group::Knight, Group::KnightMobility);
            add(Role::Knight, groups, 3, square, knight_attacks(square));
        }
        // X-rays through pieces that would go ahead on the same line.
        let through = occupied ^ board.queens();
        for square in board.by_piece(Role::Bishop.of(color)) {
            let groups = (Group::Bishop, Group::BishopMobility);
            let reach = bishop_attacks(square, through);
            add(Role::Bishop, groups, 2, square, reach);
        }
        let through = through ^ (board.rooks() & board.by_color(color));
        for square in board.by_piece(Role::Rook.of(color)) {
            let groups = (Group::Rook, Group::RookMobility);
            add(Role::Rook, groups, 3, square, rook_attacks(square, through));
        }
        for square in board.by_piece(Role::Queen.of(color)) {
            let groups = (Group::Queen, Group::QueenMobility);
            let reach = queen_attacks(square, occupied);
            add(Role::Queen, groups, 4, square, reach);
        }
        for colour in [Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES] {
            let bishops = board.bishops() & board.by_color(color) & colour;
            if bishops.any() {
                let same = (*pawns.get(color) & colour).count();
                see(Group::BishopPawns, same.min(8), bishops.count() as i32);
            }
        }
        for (role, group) in [
            (Role::Knight, Group::KnightPawns),
            (Role::Rook, Group::RookPawns),
        ] {
            let count = board.by_piece(role.of(color)).count();
            see(group, board.pawns().count().min(16), count as i32);
        }
        own.all = own.by.into_iter().fold(own.all, |all, by| all | by);
        for rook in board.rooks() & board.by_color(color) {
            let file = Bitboard::from(rook.file());
            if (file & *pawns.get(color)).is_empty() {
                let half = usize::from((file & *pawns.get(!color)).any());
                see(Group::RookFile, half, 1);
            }
        }
        let attackable = ahead(!color, beside(*pawns.get(!color)));
        let outposts = own.by[0] & outpost_ranks(color) & !attackable & board.by_color(color);
        see(
            Group::Outpost,
            0,
            (outposts & board.knights()).count() as i32,
        );
        see(
            Group::Outpost,
            1,
            (outposts & board.bishops()).count() as i32,
        );
        see(Group::Backward, 0, backward(board, color).count() as i32);
        shelter(color, king, &pawns, &mut see);
    }
    for color in Color::ALL {
        let mut see = |group: Group, number, count: i32| {
            see(group.first() + number, sign(color) * count);
        };
        threats(board, color, &attacks, *kings.get(!color), &mut see);
        passers(board, color, *passed.get(color), &attacks, kings, &mut see);
    }
}

/// Pawns around the king, its own and the enemy's that come near.
fn shelter(
    color: Color,
    king: Square,
    pawns: &ByColor<Bitboard>,
    see: &mut impl FnMut(Group, usize, i32),
) {
    // At the edge there are three files, too.
    let center = u32::from(king.file()).clamp(1, 6);
    let rank = relative_rank(color, king);
    for file in center - 1..=center + 1 {
        let level = Bitboard::from(Square::from_coords(File::new(file), king.rank()));
        let file = level | ahead(color, level);
        for (group, side) in [(Group::Shelter, color), (Group::Storm, !color)] {
            let there = *pawns.get(side) & file;
            let nearest = color.fold_wb(there.first(), there.last());
            // A pawn beside the king is as near as one just ahead: 1 to 7.
            let distance = nearest.map_or(0, |pawn| (relative_rank(color, pawn) - rank).max(1));
            see(group, distance, 1);
        }
    }
}

/// What a side attacks.
fn threats(
    board: &Board,
    color: Color,
    attacks: &ByColor<Attacks>,
    enemy_king: Square,
    see: &mut impl FnMut(Group, usize, i32),
) {
    let (own, other) = (attacks.get(color), attacks.get(!color));
    let enemies = board.by_color(!color);
    // Most often there is nothing to count.
    let mut count = |group, number, found: Bitboard| {
        if found.any() {
            see(group, number, found.count() as i32);
        }
    };
    let minors = own.by[1] | own.by[2];
    // Attacks on what is defended and worth no more threaten nothing.
    let weak = enemies & !other.all;
    for (number, role) in TARGETS.into_iter().enumerate() {
        let targets = board.by_role(role) & enemies;
        if let Some(number) = number.checked_sub(1) {
            count(Group::PawnThreat, number, own.by[0] & targets);
        }
        let minor = if number < 3 { targets & weak } else { targets };
        count(Group::MinorThreat, number, minors & minor);
        let rook = if number < 4 { targets & weak } else { targets };
        count(Group::RookThreat, number, own.by[3] & rook);
    }
    let hanging = weak & own.all;
    count(Group::Hanging, 0, hanging & !board.pawns());
    count(Group::Hanging, 1, hanging & board.pawns());

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
        count(Group::Check, number, found);
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

/// What may be threatened.
const TARGETS: [Role; 5] = [
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
];

/// The terms of passed pawns that depend on other pieces.
fn passers(
    board: &Board,
    color: Color,
    passed: Bitboard,
    attacks: &ByColor<Attacks>,
    kings: ByColor<Square>,
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
        if rank >= 3 {
            see(
                Group::PassedKing,
                kings.get(color).distance(stop) as usize,
                1,
            );
            see(
                Group::PassedEnemy,
                kings.get(!color).distance(stop) as usize,
                1,
            );
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
