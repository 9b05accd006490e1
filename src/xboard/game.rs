//! The game that `tabiya xboard` plays: chess, crazyhouse, or one board of bughouse.

use anyhow::Context;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{ByColor, CastlingMode, Chess, Color, Move, Position, PositionError, Role};
use variants::bughouse::{DROPS, Kind, Pocket, PocketBoard};

/// Which game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Variant {
    Normal,
    Pockets(Kind),
}

impl Variant {
    /// By the name that the protocol gives it.
    pub(crate) fn from_name(name: &str) -> Option<Variant> {
        Some(match name {
            "normal" => Variant::Normal,
            "crazyhouse" => Variant::Pockets(Kind::Crazyhouse),
            "bughouse" => Variant::Pockets(Kind::Bughouse),
            _ => return None,
        })
    }
}

/// All positions of a game so far, the present one last; there is one at least.
#[derive(Clone)]
pub(crate) enum Game {
    Chess(Vec<engine::Game>),
    Pockets(Vec<PocketBoard>),
}

impl Game {
    pub(crate) fn new(variant: Variant) -> Game {
        match variant {
            Variant::Normal => Game::Chess(vec![engine::Game::default()]),
            Variant::Pockets(kind) => Game::Pockets(vec![PocketBoard::new(kind)]),
        }
    }

    pub(crate) fn from_fen(variant: Variant, text: &str) -> anyhow::Result<Game> {
        let kind = match variant {
            Variant::Pockets(kind) => kind,
            Variant::Normal => {
                let fen: Fen = text.parse().with_context(|| format!("bad FEN {text}"))?;
                let chess: Chess = fen
                    .into_position(CastlingMode::Standard)
                    .or_else(PositionError::ignore_invalid_castling_rights)
                    .or_else(PositionError::ignore_invalid_ep_square)
                    .or_else(PositionError::ignore_too_much_material)
                    .or_else(PositionError::ignore_impossible_check)
                    .with_context(|| format!("bad FEN {text}"))?;
                return Ok(Game::Chess(vec![engine::Game::new(chess)]));
            }
        };
        Ok(Game::Pockets(vec![PocketBoard::from_fen(text, kind)?]))
    }

    /// The pieces on the board.
    pub(crate) fn chess(&self) -> &Chess {
        match self {
            Game::Chess(games) => games[games.len() - 1].position(),
            Game::Pockets(boards) => boards[boards.len() - 1].chess(),
        }
    }

    /// The board with its pockets, where there are any.
    pub(crate) fn board(&self) -> Option<&PocketBoard> {
        match self {
            Game::Chess(_) => None,
            Game::Pockets(boards) => boards.last(),
        }
    }

    pub(crate) fn is_bughouse(&self) -> bool {
        self.board()
            .is_some_and(|board| board.kind() == Kind::Bughouse)
    }

    pub(crate) fn turn(&self) -> Color {
        self.chess().turn()
    }

    /// How many moves were made.
    pub(crate) fn plies(&self) -> usize {
        match self {
            Game::Chess(games) => games.len() - 1,
            Game::Pockets(boards) => boards.len() - 1,
        }
    }

    /// The legal move that is meant by `e2e4`, `e7e8q`, `P@e4`, `O-O` or SAN.
    pub(crate) fn parse_move(&self, text: &str) -> Option<Move> {
        if let Some(board) = self.board() {
            return board.parse_move(text);
        }
        let chess = self.chess();
        match text.parse::<UciMove>() {
            Ok(uci) => uci.to_move(chess).ok(),
            Err(_) => pgn::moves::meant(text.parse::<SanPlus>().ok()?.san, &chess.legal_moves()),
        }
    }

    /// Plays the opponent's drop of a piece that the interface has already taken out of its hand, as some do before
    /// they send the move; none if the text is not such a drop.
    pub(crate) fn play_late_drop(&mut self, text: &str, held: &ByColor<Pocket>) -> Option<()> {
        let mut board = self.board()?.clone();
        let now = *board.pockets();
        board.set_pocket(board.turn(), *held.get(board.turn()));
        let m = board.parse_move(text).filter(|m| m.from().is_none())?;
        board.play(m);
        board.set_pocket(Color::White, now.white);
        board.set_pocket(Color::Black, now.black);
        if let Game::Pockets(boards) = self {
            boards.push(board);
        }
        Some(())
    }

    /// Plays a legal move.
    pub(crate) fn play(&mut self, m: Move) {
        match self {
            Game::Chess(games) => {
                let mut game = games[games.len() - 1].clone();
                game.play(m);
                games.push(game);
            }
            Game::Pockets(boards) => {
                let mut board = boards[boards.len() - 1].clone();
                board.play(m);
                boards.push(board);
            }
        }
    }

    /// Takes moves back, at most as many as were played.
    pub(crate) fn undo(&mut self, plies: usize) {
        let left = self.plies().saturating_sub(plies) + 1;
        match self {
            Game::Chess(games) => games.truncate(left),
            Game::Pockets(boards) => {
                let mut held = boards[boards.len() - 1].clone();
                for pair in boards[left - 1..].windows(2) {
                    if let Some(role) = dropped(&pair[0], &pair[1]) {
                        held.add(pair[0].turn(), role);
                    }
                }
                boards.truncate(left);
                // What the partner sent stays sent, and what was dropped is in hand again.
                self.hold(held.pockets().white, held.pockets().black);
            }
        }
    }

    /// Sets what White and Black have in hand, where the partners decide that; true if it changes.
    pub(crate) fn hold(&mut self, white: Pocket, black: Pocket) -> bool {
        if let Game::Pockets(boards) = self
            && let Some(board) = boards.last_mut()
            && board.kind() == Kind::Bughouse
        {
            let before = *board.pockets();
            board.set_pocket(Color::White, white);
            board.set_pocket(Color::Black, black);
            return *board.pockets() != before;
        }
        false
    }

    /// Whether the side to move has no legal move now.
    pub(crate) fn is_stuck(&self) -> bool {
        match self.board() {
            Some(board) => board.is_stuck(),
            None => self.chess().legal_moves().is_empty(),
        }
    }

    /// The result and why, as the protocol wants it, if the game is over on this board.
    pub(crate) fn result(&self) -> Option<&'static str> {
        let chess = self.chess();
        let mate = match self.board() {
            Some(board) => board.is_mate(),
            None => chess.is_checkmate(),
        };
        if mate {
            return Some(match chess.turn() {
                Color::White => "0-1 {Black mates}",
                Color::Black => "1-0 {White mates}",
            });
        }
        match self {
            Game::Chess(_) if chess.is_insufficient_material() => {
                Some("1/2-1/2 {Insufficient material}")
            }
            _ if !self.is_bughouse() && self.is_stuck() => Some("1/2-1/2 {Stalemate}"),
            _ => None,
        }
    }
}

/// The piece that was dropped between a position and the next one, if all others stand where they stood.
fn dropped(before: &PocketBoard, after: &PocketBoard) -> Option<Role> {
    let (before, after) = (before.chess().board(), after.chess().board());
    if !before.occupied().is_subset(after.occupied()) {
        return None;
    }
    let square = (after.occupied() & !before.occupied()).single_square()?;
    after.role_at(square)
}

/// Pieces in hand as `holding` lists them: `[PPN]`.
pub(crate) fn read_pocket(text: &str) -> Option<Pocket> {
    let letters = text.strip_prefix('[')?.strip_suffix(']')?;
    let mut pocket = Pocket::default();
    for letter in letters.chars() {
        let role = Role::from_char(letter.to_ascii_lowercase())?;
        if !DROPS.contains(&role) {
            return None;
        }
        let count = pocket.get_mut(role);
        *count = count.saturating_add(1);
    }
    Some(pocket)
}
