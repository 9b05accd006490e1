//! The kinds of motif and their names, e.g. `hangingPiece`.

use crate::Kind;

/// The kinds of motif.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MotifKind {
    /// A pawn with no friendly pawn on an adjacent file, see [`isolated()`](crate::isolated()).
    Isolated,
    /// A pawn with no enemy pawn ahead, and not protected, see [`passed()`](crate::passed()).
    Passed,
    /// A passed pawn that a friendly pawn defends, see [`protected()`](crate::protected()).
    ProtectedPassed,
    /// A pawn left behind and unable to advance, see [`backward()`](crate::backward()).
    Backward,
    /// Two or more pawns on one file, see [`doubled()`](crate::doubled()).
    Doubled,
    /// A diagonal run of three or more pawns, base first, see [`chains()`](crate::chains()).
    Chain,
    /// How many groups the pawns of a colour form, see [`islands()`](crate::islands()).
    Islands,
    /// Two pawns alone in the centre, see [`hanging_pawns()`](crate::hanging_pawns()).
    HangingPawns,
    /// The pawns of a wing on which there are more of them, see [`majorities()`](crate::majorities()).
    PawnMajority,
    /// A pawn that will be passed, see [`candidates()`](crate::candidates()).
    CandidatePassed,
    /// A passed pawn far from the other pawns, see [`outside_passed()`](crate::outside_passed()).
    OutsidePassed,
    /// A pawn on its sixth or seventh rank, see [`advanced_pawns()`](crate::advanced_pawns()).
    AdvancedPawn,
    /// A white and a black pawn that can capture each other, see [`levers()`](crate::levers()).
    Lever,
    /// A pawn and the square where it would make a lever, see [`breaks()`](crate::breaks()).
    PawnBreak,
    /// A white and a black pawn that block each other, see [`rams()`](crate::rams()).
    Ram,
    /// The squares of a file without pawns, see [`open_files()`](crate::open_files()).
    OpenFile,
    /// The squares of a file with enemy pawns only, see [`half_open_files()`](crate::half_open_files()).
    HalfOpenFile,
    /// A rook on its seventh rank, see [`rooks_on_seventh()`](crate::rooks_on_seventh()).
    RookOnSeventh,
    /// Two rooks on one file, see [`doubled_rooks()`](crate::doubled_rooks()).
    DoubledRooks,
    /// A square that a piece could not be driven from, see [`outposts()`](crate::outposts()).
    Outpost,
    /// A knight on such a square, see [`knight_outposts()`](crate::knight_outposts()).
    KnightOutpost,
    /// Both bishops, when the opponent has not, see [`bishop_pair()`](crate::bishop_pair()).
    BishopPair,
    /// A bishop and the pawns in its way, see [`bad_bishops()`](crate::bad_bishops()).
    BadBishop,
    /// One bishop each, on squares of different colours, see [`opposite_bishops()`](crate::opposite_bishops()).
    OppositeBishops,
    /// A bishop on the long diagonal behind its pawn, see [`fianchettoes()`](crate::fianchettoes()).
    Fianchetto,
    /// Holes of one colour on a wing, see [`weak_squares()`](crate::weak_squares()).
    WeakSquares,
    /// A king that has castled kingside, see [`castled()`](crate::castled()).
    CastledKingside,
    /// A king that has castled queenside, see [`castled()`](crate::castled()).
    CastledQueenside,
    /// Both kings, castled on different sides, see [`opposite_castling()`](crate::opposite_castling()).
    OppositeCastling,
    /// A king and the pawns before it, see [`king_shield()`](crate::king_shield()).
    KingShield,
    /// The squares of the side that has clearly more space, see [`space_count()`](crate::space_count()).
    Space,
    /// A king that a rook or queen on its first rank would mate, see [`weak_back_rank()`](crate::weak_back_rank()).
    BackRankWeakness,
    /// The pinning piece, the pinned one, and what stands behind it, see [`pins()`](crate::pins()).
    Pin,
    /// A piece that the side to move wins by capturing it, see [`hanging_pieces()`](crate::hanging_pieces()).
    HangingPiece,
    /// A defender that has too much to hold against the side to move, and what it holds, see [`overloads()`](crate::overloads()).
    Overloading,
    /// The piece that would move, the one behind it, and what that attacks then, see
    /// [`discovered_attacks()`](crate::discovered_attacks()).
    DiscoveredAttack,
    /// The squares a piece goes from and to, and what it attacks from there, see [`forks()`](crate::forks()).
    Fork,
    /// The squares a piece goes from and to, the piece it attacks, and the one behind that, see
    /// [`skewers()`](crate::skewers()).
    Skewer,
    /// The squares a piece goes from and to, and the king it mates, see [`mates_in_one()`](crate::mates_in_one()).
    MateIn1,
    /// The same for the first move of a mate in two, see [`mates_in_two()`](crate::mates_in_two()).
    MateIn2,
}

impl MotifKind {
    /// All of them, in their order.
    pub const ALL: [MotifKind; 40] = [
        MotifKind::Isolated,
        MotifKind::Passed,
        MotifKind::ProtectedPassed,
        MotifKind::Backward,
        MotifKind::Doubled,
        MotifKind::Chain,
        MotifKind::Islands,
        MotifKind::HangingPawns,
        MotifKind::PawnMajority,
        MotifKind::CandidatePassed,
        MotifKind::OutsidePassed,
        MotifKind::AdvancedPawn,
        MotifKind::Lever,
        MotifKind::PawnBreak,
        MotifKind::Ram,
        MotifKind::OpenFile,
        MotifKind::HalfOpenFile,
        MotifKind::RookOnSeventh,
        MotifKind::DoubledRooks,
        MotifKind::Outpost,
        MotifKind::KnightOutpost,
        MotifKind::BishopPair,
        MotifKind::BadBishop,
        MotifKind::OppositeBishops,
        MotifKind::Fianchetto,
        MotifKind::WeakSquares,
        MotifKind::CastledKingside,
        MotifKind::CastledQueenside,
        MotifKind::OppositeCastling,
        MotifKind::KingShield,
        MotifKind::Space,
        MotifKind::BackRankWeakness,
        MotifKind::Pin,
        MotifKind::HangingPiece,
        MotifKind::Overloading,
        MotifKind::DiscoveredAttack,
        MotifKind::Fork,
        MotifKind::Skewer,
        MotifKind::MateIn1,
        MotifKind::MateIn2,
    ];

    /// Whether it is a chance of the side to move, found by [`tactical_motifs()`](crate::tactical_motifs()); the others stand on the
    /// board, [`static_motifs()`](crate::static_motifs()).
    pub fn is_chance(self) -> bool {
        self > MotifKind::Pin
    }

    /// The name on the wire: camelCase, lichess's where it has a theme of that kind, e.g.
    /// `hangingPiece`.
    pub fn name(self) -> &'static str {
        match self {
            MotifKind::Isolated => "isolated",
            MotifKind::Passed => "passed",
            MotifKind::ProtectedPassed => "protectedPassed",
            MotifKind::Backward => "backward",
            MotifKind::Doubled => "doubled",
            MotifKind::Chain => "chain",
            MotifKind::Islands => "islands",
            MotifKind::HangingPawns => "hangingPawns",
            MotifKind::PawnMajority => "pawnMajority",
            MotifKind::CandidatePassed => "candidatePassed",
            MotifKind::OutsidePassed => "outsidePassed",
            MotifKind::AdvancedPawn => "advancedPawn",
            MotifKind::Lever => "lever",
            MotifKind::PawnBreak => "pawnBreak",
            MotifKind::Ram => "ram",
            MotifKind::OpenFile => "openFile",
            MotifKind::HalfOpenFile => "halfOpenFile",
            MotifKind::RookOnSeventh => "rookOnSeventh",
            MotifKind::DoubledRooks => "doubledRooks",
            MotifKind::Outpost => "outpost",
            MotifKind::KnightOutpost => "knightOutpost",
            MotifKind::BishopPair => "bishopPair",
            MotifKind::BadBishop => "badBishop",
            MotifKind::OppositeBishops => "oppositeBishops",
            MotifKind::Fianchetto => "fianchetto",
            MotifKind::WeakSquares => "weakSquares",
            MotifKind::CastledKingside => "castledKingside",
            MotifKind::CastledQueenside => "castledQueenside",
            MotifKind::OppositeCastling => "oppositeCastling",
            MotifKind::KingShield => "kingShield",
            MotifKind::Space => "space",
            MotifKind::BackRankWeakness => "backRankWeakness",
            MotifKind::Pin => "pin",
            MotifKind::HangingPiece => "hangingPiece",
            MotifKind::Overloading => "overloading",
            MotifKind::DiscoveredAttack => "discoveredAttack",
            MotifKind::Fork => "fork",
            MotifKind::Skewer => "skewer",
            MotifKind::MateIn1 => "mateIn1",
            MotifKind::MateIn2 => "mateIn2",
        }
    }

    /// Whether it is one of the seven pawn structures that are terms too.
    pub(crate) fn structure(self) -> Option<Kind> {
        match self {
            MotifKind::Isolated => Some(Kind::Isolated),
            MotifKind::Passed => Some(Kind::Passed),
            MotifKind::ProtectedPassed => Some(Kind::ProtectedPassed),
            MotifKind::Backward => Some(Kind::Backward),
            MotifKind::Doubled => Some(Kind::Doubled),
            MotifKind::Chain => Some(Kind::Chain),
            MotifKind::Islands => Some(Kind::Islands),
            _ => None,
        }
    }
}

impl From<Kind> for MotifKind {
    fn from(kind: Kind) -> MotifKind {
        match kind {
            Kind::Isolated => MotifKind::Isolated,
            Kind::Passed => MotifKind::Passed,
            Kind::ProtectedPassed => MotifKind::ProtectedPassed,
            Kind::Backward => MotifKind::Backward,
            Kind::Doubled => MotifKind::Doubled,
            Kind::Chain => MotifKind::Chain,
            Kind::Islands => MotifKind::Islands,
        }
    }
}
