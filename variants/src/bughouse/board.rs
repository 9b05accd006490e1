//! A board with pockets: a game of crazyhouse, or one of the two boards of bughouse.

use std::fmt;
use std::str::FromStr;

use shakmaty::attacks::between;
use shakmaty::fen::{Fen, LossyFenError};
use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::zobrist::{Zobrist64, ZobristValue};
use shakmaty::{
    Bitboard, ByColor, ByRole, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Move,
    Position, PositionError, Role, Setup, Square,
};

/// Where captured pieces go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Into the pocket of the player who captures.
    Crazyhouse,
    /// To the partner, on the other board.
    #[default]
    Bughouse,
}

/// Pieces in hand.
pub type Pocket = ByRole<u8>;

/// The roles that can be in hand, the cheapest first.
pub const DROPS: [Role; 5] = [
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
];

/// A board with pockets. As text it is a FEN with the pieces in hand in brackets, e.g.
/// `r1bqk2r/ppp2ppp/8/8/8/8/PPP2PPP/R1BQ~K2R[NPbp] w KQkq - 0 9`; `~` marks what was promoted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PocketBoard {
    kind: Kind,
    chess: Chess,
    promoted: Bitboard,
    pockets: ByColor<Pocket>,
    /// Kings that are not known to have moved.
    unmoved: ByColor<bool>,
    /// Whether a dropped rook may castle with such a king.
    dropped_rook_castles: bool,
}

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("bad FEN {text:?}: {why}")]
pub struct BoardError {
    /// As written.
    pub text: String,
    /// What is wrong with it.
    pub why: String,
}

impl PocketBoard {
    /// The usual start, with empty pockets.
    pub fn new(kind: Kind) -> PocketBoard {
        PocketBoard {
            kind,
            chess: Chess::default(),
            promoted: Bitboard::EMPTY,
            pockets: ByColor::default(),
            unmoved: ByColor::new_with(|_| true),
            dropped_rook_castles: false,
        }
    }

    /// A position from its FEN. Kings have not moved if they may castle.
    ///
    /// # Errors
    ///
    /// The text is not a FEN, or not a position of two kings where the side to move cannot take one.
    pub fn from_fen(text: &str, kind: Kind) -> Result<PocketBoard, BoardError> {
        let wrong = |why: String| BoardError {
            text: text.to_owned(),
            why,
        };
        let fen: Fen = text
            .parse()
            .map_err(|error: shakmaty::fen::ParseFenError| wrong(error.to_string()))?;
        let mut setup = fen.into_setup();
        let pockets = setup.pockets.take().unwrap_or_default();
        if pockets.iter().any(|pocket| pocket.king > 0) {
            return Err(wrong("a king is in hand".to_owned()));
        }
        let promoted = setup.promoted & setup.board.occupied();
        let promoted = promoted & !setup.board.pawns() & !setup.board.kings();
        let chess = chess(setup).map_err(wrong)?;
        let unmoved = ByColor::new_with(|color| chess.castles().has_color(color));
        Ok(PocketBoard {
            kind,
            chess,
            promoted,
            pockets,
            unmoved,
            dropped_rook_castles: false,
        })
    }

    /// The same board, where a rook that is dropped into a corner may castle, or may not.
    #[must_use]
    pub fn with_dropped_rook_castling(mut self, allowed: bool) -> PocketBoard {
        self.dropped_rook_castles = allowed;
        self
    }

    /// Where captured pieces go.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The pieces on the board, without the pockets.
    pub fn chess(&self) -> &Chess {
        &self.chess
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.chess.turn()
    }

    /// Where pieces stand that were promoted, and become pawns when captured.
    pub fn promoted(&self) -> Bitboard {
        self.promoted
    }

    /// The pieces in hand.
    pub fn pockets(&self) -> &ByColor<Pocket> {
        &self.pockets
    }

    /// Sets what a side has in hand.
    pub fn set_pocket(&mut self, color: Color, pocket: Pocket) {
        *self.pockets.get_mut(color) = Pocket { king: 0, ..pocket };
    }

    /// Adds a piece to a side's hand; never a king.
    pub fn add(&mut self, color: Color, role: Role) {
        if role != Role::King {
            let count = self.pockets.get_mut(color).get_mut(role);
            *count = count.saturating_add(1);
        }
    }

    /// Where the side to move could drop a piece if it had one: pawns not on the first and last rank.
    pub fn drop_squares(&self) -> Bitboard {
        let checkers = self.chess.checkers();
        let king = self.chess.board().king_of(self.turn());
        match (checkers.first(), checkers.more_than_one(), king) {
            (None, ..) => !self.chess.board().occupied(),
            (Some(checker), false, Some(king)) => between(checker, king),
            _ => Bitboard::EMPTY,
        }
    }

    /// The drops of the side to move.
    pub fn drops(&self) -> impl Iterator<Item = Move> + use<> {
        let pocket = *self.pockets.get(self.turn());
        let squares = self.drop_squares();
        let held = DROPS.into_iter().filter(move |&role| *pocket.get(role) > 0);
        held.flat_map(move |role| {
            let squares = match role {
                Role::Pawn => squares & !Bitboard::BACKRANKS,
                _ => squares,
            };
            squares.into_iter().map(move |to| Move::Put { role, to })
        })
    }

    /// All legal moves, drops last.
    pub fn legal_moves(&self) -> Vec<Move> {
        // There are more drops than shakmaty's list has room for.
        let moves = self.chess.legal_moves().into_iter();
        moves.chain(self.drops()).collect()
    }

    /// Whether a move is legal.
    pub fn is_legal(&self, m: Move) -> bool {
        match m {
            Move::Put { .. } => self.drops().any(|drop| drop == m),
            _ => self.chess.legal_moves().contains(&m),
        }
    }

    /// Whether the side to move is mated: in crazyhouse by what it has in hand, in bughouse only if nothing
    /// that its partner could capture would help.
    pub fn is_mate(&self) -> bool {
        if !self.chess.is_check() || !self.chess.legal_moves().is_empty() {
            return false;
        }
        match self.kind {
            Kind::Crazyhouse => self.drops().next().is_none(),
            Kind::Bughouse => self.drop_squares().is_empty(),
        }
    }

    /// Whether the side to move has no move now. In bughouse it may get one.
    pub fn is_stuck(&self) -> bool {
        self.chess.legal_moves().is_empty() && self.drops().next().is_none()
    }

    /// Plays a legal move and returns what it captures, as it comes into a hand: what was promoted is a pawn again.
    pub fn play(&mut self, m: Move) -> Option<Role> {
        let turn = self.turn();
        let captured = m.capture().map(|role| {
            let promoted = !m.is_en_passant() && self.promoted.contains(m.to());
            if promoted { Role::Pawn } else { role }
        });
        match m {
            Move::Normal {
                from,
                to,
                promotion,
                role,
                ..
            } => {
                let promoted = self.promoted.remove(from) || promotion.is_some();
                self.promoted.set(to, promoted);
                if role == Role::King {
                    *self.unmoved.get_mut(turn) = false;
                }
            }
            Move::Castle { .. } => *self.unmoved.get_mut(turn) = false,
            Move::Put { role, .. } => {
                let count = self.pockets.get_mut(turn).get_mut(role);
                *count = count.saturating_sub(1);
            }
            Move::EnPassant { .. } => {}
        }
        self.chess.play_unchecked(m);
        if let (Kind::Crazyhouse, Some(role)) = (self.kind, captured) {
            self.add(turn, role);
        }
        if let Move::Put {
            role: Role::Rook,
            to,
        } = m
            && self.dropped_rook_castles
            && *self.unmoved.get(turn)
        {
            self.let_castle(turn, to);
        }
        captured
    }

    /// Lets a rook castle that was dropped into a corner of its side.
    fn let_castle(&mut self, color: Color, rook: Square) {
        let corners = color.fold_wb([Square::A1, Square::H1], [Square::A8, Square::H8]);
        if corners.contains(&rook) {
            let mut setup = self.chess.to_setup(EnPassantMode::Always);
            setup.castling_rights.add(rook);
            if let Ok(chess) = chess(setup) {
                self.chess = chess;
            }
        }
    }

    /// The same position if the side to move could pass; none where it is in check.
    pub(crate) fn pass(&self) -> Option<PocketBoard> {
        let chess = self.chess.clone().swap_turn().ok()?;
        Some(PocketBoard {
            chess,
            ..self.clone()
        })
    }

    /// Positions with the same pieces on the board and in hand, the same side to move and the same rights have
    /// the same key.
    pub fn key(&self) -> u64 {
        let mut key = self.chess.zobrist_hash::<Zobrist64>(EnPassantMode::Legal);
        for square in self.promoted {
            key ^= Zobrist64::zobrist_for_promoted(square);
        }
        for (color, pocket) in self.pockets.zip_color() {
            for (role, count) in pocket.zip_role() {
                key ^= Zobrist64::zobrist_for_pocket(color, role, count);
            }
        }
        key.0
    }

    /// The move of a SAN (`Nf3`, `N@f3`, `@e4`, with or without the sign of a capture) or UCI text (`g1f3`, `N@f3`,
    /// castling in both ways); `None` if it names no legal move, or more than one.
    pub fn parse_move(&self, text: &str) -> Option<Move> {
        let text = text.trim_end_matches(['!', '?']);
        let moves = self.legal_moves();
        if let Ok(uci) = text.parse::<UciMove>() {
            let ways = [CastlingMode::Standard, CastlingMode::Chess960];
            let meant = |m: &Move| ways.iter().any(|&way| m.to_uci(way) == uci);
            return moves.into_iter().find(meant);
        }
        let san = text.parse::<SanPlus>().ok()?.san;
        pgn::moves::meant(san, &moves)
    }

    /// A legal move in SAN with `+` and `#`.
    pub fn san(&self, m: Move) -> String {
        let san = match m {
            // shakmaty would leave out the P of a pawn's, but servers do not.
            Move::Put { role, to } => format!("{}@{to}", role.upper_char()),
            _ => San::from_move(&self.chess, m).to_string(),
        };
        let mut after = self.clone();
        after.play(m);
        let suffix = if after.is_mate() {
            "#"
        } else if after.chess.is_check() {
            "+"
        } else {
            ""
        };
        san + suffix
    }

    /// A move in UCI: `g1f3`, `e7e8q`, `e1g1`, `N@f3`.
    pub fn uci(&self, m: Move) -> String {
        m.to_uci(self.chess.castles().mode()).to_string()
    }
}

/// More pieces than chess has, and checks that cannot come about there, are usual here.
fn chess(setup: Setup) -> Result<Chess, String> {
    Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .map_err(|error| error.to_string())
}

impl fmt::Display for PocketBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut setup = self.chess.to_setup(EnPassantMode::Legal);
        setup.promoted = self.promoted;
        setup.pockets = Some(self.pockets);
        let fen = Fen::try_from_setup(setup).unwrap_or_else(LossyFenError::ignore);
        fen.fmt(f)
    }
}

impl FromStr for PocketBoard {
    type Err = BoardError;

    /// A board of bughouse, see [`PocketBoard::from_fen`].
    fn from_str(text: &str) -> Result<PocketBoard, BoardError> {
        PocketBoard::from_fen(text, Kind::Bughouse)
    }
}
