//! The game that `tabiya xboard` plays: chess, crazyhouse, or one board of bughouse.

use anyhow::Context;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{ByColor, CastlingMode, Chess, Color, Move, Position, PositionError, Role};
use variants::bughouse::{DROPS, House, Kind, Pocket};

/// Which game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Variant {
    Normal,
    House(Kind),
}

impl Variant {
    /// By the name that the protocol gives it.
    pub(crate) fn read(name: &str) -> Option<Variant> {
        Some(match name {
            "normal" => Variant::Normal,
            "crazyhouse" => Variant::House(Kind::Crazyhouse),
            "bughouse" => Variant::House(Kind::Bughouse),
            _ => return None,
        })
    }
}

/// All positions of a game so far, the present one last; there is one at least.
#[derive(Clone)]
pub(crate) enum Game {
    Chess(Vec<engine::Game>),
    House(Vec<House>),
}

impl Game {
    pub(crate) fn new(variant: Variant) -> Game {
        match variant {
            Variant::Normal => Game::Chess(vec![engine::Game::default()]),
            Variant::House(kind) => Game::House(vec![House::new(kind)]),
        }
    }

    pub(crate) fn from_fen(variant: Variant, text: &str) -> anyhow::Result<Game> {
        let kind = match variant {
            Variant::House(kind) => kind,
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
        Ok(Game::House(vec![House::from_fen(text, kind)?]))
    }

    /// The men on the board.
    pub(crate) fn chess(&self) -> &Chess {
        match self {
            Game::Chess(games) => games[games.len() - 1].position(),
            Game::House(houses) => houses[houses.len() - 1].chess(),
        }
    }

    /// The board with its pockets, where there are any.
    pub(crate) fn house(&self) -> Option<&House> {
        match self {
            Game::Chess(_) => None,
            Game::House(houses) => houses.last(),
        }
    }

    pub(crate) fn is_bughouse(&self) -> bool {
        self.house()
            .is_some_and(|house| house.kind() == Kind::Bughouse)
    }

    pub(crate) fn turn(&self) -> Color {
        self.chess().turn()
    }

    /// How many moves were made.
    pub(crate) fn plies(&self) -> usize {
        match self {
            Game::Chess(games) => games.len() - 1,
            Game::House(houses) => houses.len() - 1,
        }
    }

    /// The legal move that is meant by `e2e4`, `e7e8q`, `P@e4`, `O-O` or SAN.
    pub(crate) fn read(&self, text: &str) -> Option<Move> {
        if let Some(house) = self.house() {
            return house.read(text);
        }
        let chess = self.chess();
        match text.parse::<UciMove>() {
            Ok(uci) => uci.to_move(chess).ok(),
            Err(_) => text.parse::<SanPlus>().ok()?.san.to_move(chess).ok(),
        }
    }

    /// Plays the opponent's drop of a man that was in hand before the interface took it out, as some do before
    /// they tell the move; none if it is not that.
    pub(crate) fn play_late_drop(&mut self, text: &str, held: &ByColor<Pocket>) -> Option<()> {
        let mut house = self.house()?.clone();
        let now = *house.pockets();
        house.set_pocket(house.turn(), *held.get(house.turn()));
        let m = house.read(text).filter(|m| m.from().is_none())?;
        house.play(m);
        house.set_pocket(Color::White, now.white);
        house.set_pocket(Color::Black, now.black);
        if let Game::House(houses) = self {
            houses.push(house);
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
            Game::House(houses) => {
                let mut house = houses[houses.len() - 1].clone();
                house.play(m);
                houses.push(house);
            }
        }
    }

    /// Takes so many moves back, as far as there are any.
    pub(crate) fn undo(&mut self, plies: usize) {
        let left = self.plies().saturating_sub(plies) + 1;
        match self {
            Game::Chess(games) => games.truncate(left),
            Game::House(houses) => {
                let mut held = houses[houses.len() - 1].clone();
                for pair in houses[left - 1..].windows(2) {
                    if let Some(role) = dropped(&pair[0], &pair[1]) {
                        held.add(pair[0].turn(), role);
                    }
                }
                houses.truncate(left);
                // What the partner sent stays sent, and what was dropped is in hand again.
                self.hold(held.pockets().white, held.pockets().black);
            }
        }
    }

    /// What White and Black have in hand, where the partners decide that; tells whether that is new.
    pub(crate) fn hold(&mut self, white: Pocket, black: Pocket) -> bool {
        if let Game::House(houses) = self
            && let Some(house) = houses.last_mut()
            && house.kind() == Kind::Bughouse
        {
            let before = *house.pockets();
            house.set_pocket(Color::White, white);
            house.set_pocket(Color::Black, black);
            return *house.pockets() != before;
        }
        false
    }

    /// Whether the side to move has no legal move now.
    pub(crate) fn is_stuck(&self) -> bool {
        match self.house() {
            Some(house) => house.is_stuck(),
            None => self.chess().legal_moves().is_empty(),
        }
    }

    /// The result and why, as the protocol wants it, if the game is over on this board.
    pub(crate) fn result(&self) -> Option<&'static str> {
        let chess = self.chess();
        let mate = match self.house() {
            Some(house) => house.is_mate(),
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

/// The man that was dropped between a position and the next one, if any was: all others stand where they stood.
fn dropped(before: &House, after: &House) -> Option<Role> {
    let (before, after) = (before.chess().board(), after.chess().board());
    if !before.occupied().is_subset(after.occupied()) {
        return None;
    }
    let square = (after.occupied() & !before.occupied()).single_square()?;
    after.role_at(square)
}

/// Men in hand as `holding` tells them: `[PPN]`.
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
