//! What stands on the boards of a game for a while, such as a named structure, and the plies at which it does.

use motifs::named_structures;
use pgn::Played;
use shakmaty::{Chess, Color, Position};

use crate::record::whose::Whose;

/// The number of half-moves that it must stand to count. Guessed: four moves of each side; what goes sooner was
/// on the way to something else.
const LEAST_PLIES: usize = 8;

/// A structure or motif that stood on the boards of a game for eight half-moves or more.
#[derive(Clone, Debug)]
pub(crate) struct Lasting {
    pub(crate) name: &'static str,
    /// Whose it is; `None` if it is both sides'.
    pub(crate) side: Option<Whose>,
    /// The plies at which it stood, ascending.
    pub(crate) plies: Vec<u32>,
}

/// What has stood in a game so far, for however long.
#[derive(Default)]
pub(crate) struct Standing(Vec<Lasting>);

impl Standing {
    /// Notes that something of a colour, or of both, stands at a ply of a game of a player; returns its place.
    pub(crate) fn see(
        &mut self,
        name: &'static str,
        of: Option<Color>,
        player: Color,
        ply: usize,
    ) -> usize {
        let side = of.map(|of| {
            if of == player {
                Whose::Player
            } else {
                Whose::Opponent
            }
        });
        let is_it = |known: &Lasting| (known.name, known.side) == (name, side);
        let place = self.0.iter().position(is_it).unwrap_or_else(|| {
            self.0.push(Lasting {
                name,
                side,
                plies: Vec::new(),
            });
            self.0.len() - 1
        });
        self.see_again(place, ply);
        place
    }

    /// Notes that what has this place stands at a later ply, too.
    pub(crate) fn see_again(&mut self, place: usize, ply: usize) {
        let plies = &mut self.0[place].plies;
        if plies.last() != Some(&(ply as u32)) {
            plies.push(ply as u32);
        }
    }

    /// Returns what stood for eight half-moves or more.
    pub(crate) fn lasting(self) -> Vec<Lasting> {
        let mut lasting = self.0;
        lasting.retain(|one| one.plies.len() >= LEAST_PLIES);
        lasting
    }
}

/// Returns the named structures of a game: those that were the best named one of the board.
pub(crate) fn structures(line: &[(Chess, Option<Played>)], player: Color) -> Vec<Lasting> {
    let mut standing = Standing::default();
    let (mut pawns, mut now) = (None, None);
    for (ply, (position, _)) in line.iter().enumerate() {
        let board = position.board();
        let here = (board.pawns() & board.white(), board.pawns() & board.black());
        if pawns.replace(here) != Some(here) {
            let best = named_structures(board).into_iter().next();
            now = best.map(|best| standing.see(best.name, best.color, player, ply));
        } else if let Some(now) = now {
            standing.see_again(now, ply);
        }
    }
    standing.lasting()
}
