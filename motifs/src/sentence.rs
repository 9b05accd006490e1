//! What a motif is, in one sentence.

use shakmaty::san::SanPlus;
use shakmaty::{Board, Chess, Color, File, Move, Position, Role, Square};

use crate::structure::listed;
use crate::{Motif, MotifKind, space_count};

impl Motif {
    /// One readable sentence, e.g. `White's bishop on g5 pins Black's knight on f6 to the queen on
    /// d8.`
    ///
    /// `position` is the one that the motif was found in.
    #[expect(clippy::too_many_lines, reason = "one arm a kind")]
    pub fn sentence(&self, position: &Chess) -> String {
        let board = position.board();
        let side = self.color.map_or("Both", name);
        let other = self.color.map_or("Both", |color| name(!color));
        let squares = &self.squares;
        let first = squares.first().map(ToString::to_string).unwrap_or_default();
        let rest = squares.get(1..).unwrap_or_default();
        let file = squares.first().map_or('?', |square| square.file().char());
        let wing = if squares
            .first()
            .is_some_and(|square| square.file() < File::E)
        {
            "queenside"
        } else {
            "kingside"
        };
        // `the knight on f6`
        let the = |nth: usize| {
            squares
                .get(nth)
                .map_or_else(String::new, |at| piece(board, *at))
        };
        let line = sans(position, &self.line);
        let mv = &line;
        match self.kind {
            MotifKind::HangingPawns => {
                format!("{side}'s pawns on {} are hanging pawns.", all(squares))
            }
            MotifKind::PawnMajority => {
                let enemies =
                    board.pawns() & board.by_color(self.color.map_or(Color::Black, |c| !c));
                let on_wing = |square: &Square| (square.file() < File::E) == (wing == "queenside");
                let against = enemies.into_iter().filter(on_wing).count();
                let own = squares.len();
                format!("{side} has a pawn majority on the {wing}, {own} to {against}.")
            }
            MotifKind::CandidatePassed => {
                format!("{side}'s {first} pawn is a candidate passed pawn.")
            }
            MotifKind::OutsidePassed => format!("{side}'s {first} pawn is an outside passed pawn."),
            MotifKind::AdvancedPawn => format!("{side}'s {first} pawn is far advanced."),
            MotifKind::Lever => format!("The pawns on {} can capture each other.", all(squares)),
            MotifKind::PawnBreak => format!("{side} can break with {first}-{}.", all(rest)),
            MotifKind::Ram => format!("The pawns on {} block each other.", all(squares)),
            MotifKind::OpenFile => format!("The {file}-file is open."),
            MotifKind::HalfOpenFile => format!("The {file}-file is half-open for {side}."),
            MotifKind::RookOnSeventh => format!("{side}'s rook on {first} is on its seventh rank."),
            MotifKind::DoubledRooks => {
                format!(
                    "{side}'s rooks on {} are doubled on the {file}-file.",
                    all(squares)
                )
            }
            MotifKind::Outpost => format!("{first} is an outpost for {side}."),
            MotifKind::KnightOutpost => format!("{side}'s knight on {first} stands on an outpost."),
            MotifKind::BishopPair => format!("{side} has the bishop pair."),
            MotifKind::BadBishop => format!(
                "{side}'s bishop on {first} is bad: its own pawns on {} are blocked on squares of its colour.",
                all(rest)
            ),
            MotifKind::OppositeBishops => {
                format!("The bishops on {} are of opposite colours.", all(squares))
            }
            MotifKind::Fianchetto => format!("{side}'s bishop on {first} is fianchettoed."),
            MotifKind::WeakSquares => {
                let light = squares.first().is_some_and(|square| square.is_light());
                let color = if light { "light" } else { "dark" };
                format!("{side} is weak on the {color} squares {}.", all(squares))
            }
            MotifKind::CastledKingside => format!("{side}'s king on {first} has castled kingside."),
            MotifKind::CastledQueenside => {
                format!("{side}'s king on {first} has castled queenside.")
            }
            MotifKind::OppositeCastling => "The kings have castled on opposite sides.".to_owned(),
            MotifKind::KingShield => {
                format!(
                    "{side}'s king on {first} is sheltered by the pawns on {}.",
                    all(rest)
                )
            }
            MotifKind::Space => {
                let count = |color: Color| space_count(board, color);
                let counts = self.color.map(|color| (count(color), count(!color)));
                let (more, less) = counts.unwrap_or_default();
                format!("{side} has more space, {more} to {less}.")
            }
            MotifKind::BackRankWeakness => {
                format!("{side}'s back rank is weak: the king on {first} cannot leave it.")
            }
            MotifKind::Pin => format!(
                "{side}'s {} pins {other}'s {} to the {}.",
                the(0),
                the(1),
                the(2)
            ),
            MotifKind::HangingPiece => {
                format!("{side}'s {} hangs: {other} can win it with {mv}.", the(0))
            }
            MotifKind::Overloading => {
                let held: Vec<String> = rest
                    .iter()
                    .map(|at| format!("the {}", piece(board, *at)))
                    .collect();
                format!(
                    "{side}'s {} is overloaded: it alone holds {}.",
                    the(0),
                    listed(&held)
                )
            }
            MotifKind::DiscoveredAttack => {
                let check = squares.get(2).and_then(|at| board.role_at(*at)) == Some(Role::King);
                let what = if check {
                    "check".to_owned()
                } else {
                    format!("attack on the {}", the(2))
                };
                format!(
                    "{side}'s {} can move and discover the {}'s {what}.",
                    the(0),
                    the(1)
                )
            }
            MotifKind::Fork => {
                let targets = rest.get(1..).unwrap_or_default();
                let targets: Vec<String> = targets.iter().map(|at| piece(board, *at)).collect();
                format!("With {mv} {side} forks {other}'s {}.", listed(&targets))
            }
            MotifKind::Skewer => format!(
                "With {mv} {side} skewers {other}'s {} and the {} behind it.",
                the(2),
                the(3)
            ),
            MotifKind::MateIn1 => format!("{side} mates with {mv}."),
            MotifKind::MateIn2 => format!("{side} mates in two with {mv}."),
            MotifKind::Isolated
            | MotifKind::Passed
            | MotifKind::ProtectedPassed
            | MotifKind::Backward
            | MotifKind::Doubled
            | MotifKind::Chain
            | MotifKind::Islands => {
                let structure = self.pawn_structure();
                structure.map_or_else(String::new, |structure| structure.sentence())
            }
        }
    }
}

/// `White`
fn name(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// `knight on f6`
fn piece(board: &Board, square: Square) -> String {
    let name = match board.role_at(square) {
        Some(Role::Pawn) => "pawn",
        Some(Role::Knight) => "knight",
        Some(Role::Bishop) => "bishop",
        Some(Role::Rook) => "rook",
        Some(Role::Queen) => "queen",
        Some(Role::King) => "king",
        None => "square",
    };
    format!("{name} on {square}")
}

/// `c2, c3 and c5`
fn all(squares: &[Square]) -> String {
    let squares: Vec<String> = squares.iter().map(ToString::to_string).collect();
    listed(&squares)
}

/// The moves of a line in SAN, e.g. `Qh5+ Kg8 Qh7#`.
fn sans(position: &Chess, line: &[Move]) -> String {
    let mut position = position.clone();
    let sans: Vec<String> = line
        .iter()
        .map(|m| SanPlus::from_move_and_play_unchecked(&mut position, *m).to_string())
        .collect();
    sans.join(" ")
}
