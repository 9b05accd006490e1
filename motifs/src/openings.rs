//! Names of openings, by position.
//!
//! The table is lichess's, see `data/README.md`: ECO code, name and moves, from which the positions
//! are made when a name is first needed. However a position comes about, its name is the same.

use std::collections::HashMap;
use std::io::Read;
use std::sync::LazyLock;

use flate2::read::GzDecoder;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Position};

/// ECO code, name, and moves in UCI, sorted by moves; the first line is a header.
static TABLE: LazyLock<String> = LazyLock::new(|| {
    let packed = include_bytes!(concat!(env!("OUT_DIR"), "/eco.tsv.gz"));
    let mut table = String::new();
    let read = GzDecoder::new(&packed[..]).read_to_string(&mut table);
    read.expect("the table that is built in is whole");
    table
});

/// An opening. Openings are ordered by code, then by name.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Opening {
    /// Its code in the Encyclopaedia of Chess Openings, e.g. `B90`.
    pub eco: &'static str,
    /// Its name, e.g. `Sicilian Defense: Najdorf Variation`.
    pub name: &'static str,
}

/// The opening that a position is named for: same pieces, side to move, castling rights and
/// en-passant square, by whatever moves; none for the initial position.
///
/// Source: <https://github.com/lichess-org/chess-openings>.
pub fn opening(position: &Chess) -> Option<Opening> {
    let table = &*OPENINGS;
    // Most positions of a game have fewer pieces than any opening.
    if position.board().occupied().count() < table.fewest_pieces {
        return None;
    }
    table.named.get(&key(position)).copied()
}

/// All openings, in no particular order.
pub fn openings() -> impl Iterator<Item = Opening> {
    OPENINGS.named.values().copied()
}

/// The opening of a game, by the last of its positions that has a name, and the ply of that one,
/// e.g. 10 for `1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6`. The positions come in the
/// game's order, the first one (ply 0) is that before any move.
pub fn opening_of_game(positions: impl IntoIterator<Item = Chess>) -> Option<(usize, Opening)> {
    let named = positions.into_iter().enumerate();
    named
        .filter_map(|(ply, position)| Some((ply, opening(&position)?)))
        .last()
}

/// The key of a position: different positions have different ones.
fn key(position: &Chess) -> Zobrist64 {
    position.zobrist_hash(EnPassantMode::Legal)
}

/// The openings of the table.
struct Openings {
    /// By the key of their position.
    named: HashMap<Zobrist64, Opening>,
    /// The number of pieces of the position with the fewest of them.
    fewest_pieces: usize,
}

static OPENINGS: LazyLock<Openings> = LazyLock::new(read_table);

fn read_table() -> Openings {
    let (mut named, mut fewest_pieces) = (HashMap::new(), usize::MAX);
    // The moves of the line before, and the positions after them: neighbours have most in common.
    let mut line: Vec<(&str, Chess)> = Vec::new();
    for row in TABLE.lines().skip(1) {
        let mut fields = row.split('\t');
        let (Some(eco), Some(name), Some(moves)) = (fields.next(), fields.next(), fields.next())
        else {
            continue;
        };
        let moves: Vec<&str> = moves.split(' ').collect();
        let known = line
            .iter()
            .zip(&moves)
            .take_while(|(was, is)| was.0 == **is)
            .count();
        line.truncate(known);
        for uci in &moves[known..] {
            let mut position = line
                .last()
                .map(|(_, position)| position.clone())
                .unwrap_or_default();
            let parsed = uci.parse::<UciMove>().ok();
            let Some(m) = parsed.and_then(|uci| uci.to_move(&position).ok()) else {
                break;
            };
            position.play_unchecked(m);
            line.push((uci, position));
        }
        if let Some((_, position)) = line.last().filter(|_| line.len() == moves.len()) {
            named.insert(key(position), Opening { eco, name });
            fewest_pieces = fewest_pieces.min(position.board().occupied().count());
        }
    }
    Openings {
        named,
        fewest_pieces,
    }
}
