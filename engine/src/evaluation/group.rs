//! The terms of the tapered evaluation, by group, and how many each group has.

/// A group of terms; each term has two weights, for the opening and for the endgame.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Group {
    /// A pawn on a square, White's view, a1 first.
    Pawn,
    /// A knight on a square.
    Knight,
    /// A bishop on a square.
    Bishop,
    /// A rook on a square.
    Rook,
    /// A queen on a square.
    Queen,
    /// The king on a square.
    King,
    /// A knight, by the number of squares it can go to.
    KnightMobility,
    /// A bishop, by the number of squares it can go to.
    BishopMobility,
    /// A rook, by the number of squares it can go to.
    RookMobility,
    /// A queen, by the number of squares it can go to.
    QueenMobility,
    /// Two bishops.
    BishopPair,
    /// A bishop, by the number of its side's pawns on squares of its colour.
    BishopPawns,
    /// A knight, by the number of pawns on the board.
    KnightPawns,
    /// A rook, by the number of pawns on the board.
    RookPawns,
    /// A rook on a file without pawns, and on one without pawns of its side.
    RookFile,
    /// A knight, and a bishop, that a pawn defends where no enemy pawn can ever attack it.
    Outpost,
    /// An isolated pawn, by how far it is from the edge.
    Isolated,
    /// A pawn with a friendly pawn ahead on its file.
    Doubled,
    /// A backward pawn.
    Backward,
    /// A pawn with a friendly pawn beside it, by its rank.
    Phalanx,
    /// A pawn that a pawn defends, by its rank.
    Defended,
    /// A pawn island.
    Island,
    /// A passed pawn, by its rank.
    Passed,
    /// A passed pawn that a pawn defends, by its rank.
    PassedDefended,
    /// A passed pawn whose next square is empty, by its rank.
    PassedFree,
    /// A passed pawn whose next square no enemy attacks, by its rank.
    PassedSafe,
    /// A passed pawn beyond the middle, by how far its own king is from its next square.
    PassedKing,
    /// A passed pawn beyond the middle, by how far the enemy's king is from its next square.
    PassedEnemy,
    /// A rook behind a passed pawn of its side, and behind one of the enemy's.
    RookBehind,
    /// A file beside or on the king's, by how far the nearest pawn of its side is ahead; 0: none.
    Shelter,
    /// A file beside or on the king's, by how far the nearest enemy pawn is ahead; 0: none.
    Storm,
    /// Squares around the enemy's king that pieces attack, weighted by kind, and how weak they are,
    /// in steps.
    KingAttack,
    /// The same, of a side without a queen.
    KingAttackAlone,
    /// Squares from which a knight, bishop, rook or queen could safely give check.
    Check,
    /// A pawn that attacks a knight, bishop, rook or queen.
    PawnThreat,
    /// A knight or bishop that attacks a pawn, knight, bishop, rook or queen.
    MinorThreat,
    /// A rook that attacks a pawn, knight, bishop, rook or queen.
    RookThreat,
    /// A piece, and a pawn, of the enemy that is attacked and not defended.
    Hanging,
    /// The side to move.
    Tempo,
}

use Group as G;

/// All groups in the order of their terms, with the number of terms.
pub const GROUPS: [(Group, usize); 39] = [
    (G::Pawn, 64),
    (G::Knight, 64),
    (G::Bishop, 64),
    (G::Rook, 64),
    (G::Queen, 64),
    (G::King, 64),
    (G::KnightMobility, 9),
    (G::BishopMobility, 14),
    (G::RookMobility, 15),
    (G::QueenMobility, 28),
    (G::BishopPair, 1),
    (G::BishopPawns, 9),
    (G::KnightPawns, 17),
    (G::RookPawns, 17),
    (G::RookFile, 2),
    (G::Outpost, 2),
    (G::Isolated, 4),
    (G::Doubled, 1),
    (G::Backward, 1),
    (G::Phalanx, 8),
    (G::Defended, 8),
    (G::Island, 1),
    (G::Passed, 8),
    (G::PassedDefended, 8),
    (G::PassedFree, 8),
    (G::PassedSafe, 8),
    (G::PassedKing, 8),
    (G::PassedEnemy, 8),
    (G::RookBehind, 2),
    (G::Shelter, 8),
    (G::Storm, 8),
    (G::KingAttack, 40),
    (G::KingAttackAlone, 40),
    (G::Check, 4),
    (G::PawnThreat, 4),
    (G::MinorThreat, 5),
    (G::RookThreat, 5),
    (G::Hanging, 2),
    (G::Tempo, 1),
];

/// How many terms there are.
pub const TERMS: usize = FIRST[GROUPS.len()];

/// Where each group begins, and where the last one ends.
const FIRST: [usize; GROUPS.len() + 1] = {
    let mut first = [0; GROUPS.len() + 1];
    let mut group = 0;
    while group < GROUPS.len() {
        assert!(GROUPS[group].0 as usize == group, "the groups are in order");
        first[group + 1] = first[group] + GROUPS[group].1;
        group += 1;
    }
    first
};

impl Group {
    /// The number of its first term.
    pub const fn first(self) -> usize {
        FIRST[self as usize]
    }
}
