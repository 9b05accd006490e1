//! Games of collections as they are needed here: moves as numbers, and results.

use std::fs::File;
use std::io::{BufReader, Read};
use std::ops::ControlFlow;
use std::path::Path;

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::{Chess, Move, Position};

/// A game from the usual position.
#[derive(Debug, PartialEq)]
pub(crate) struct Game {
    /// White's points, doubled.
    pub(crate) result: u8,
    /// Its moves, each as its place among [`sorted_moves`].
    pub(crate) moves: Vec<u8>,
}

/// The legal moves, always in the same order; never more than 218.
pub(crate) fn sorted_moves(position: &Chess) -> Vec<Move> {
    let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
    moves.sort_unstable_by_key(|m| (m.from(), m.to(), m.promotion()));
    moves
}

/// The positions of a game, the first one included.
pub(crate) fn line(game: &Game) -> Vec<Chess> {
    let mut line = vec![Chess::default()];
    for m in &game.moves {
        let next = line.last().and_then(|last| after(last, *m));
        line.extend(next);
    }
    line
}

/// The position after the move in some place of the legal ones.
pub(crate) fn after(position: &Chess, place: u8) -> Option<Chess> {
    let m = *sorted_moves(position).get(usize::from(place))?;
    let mut next = position.clone();
    next.play_unchecked(m);
    Some(next)
}

/// All games of a collection, plain or compressed by zstd, that begin from the usual position and have a result.
pub(crate) fn read_games(path: &Path) -> std::io::Result<Vec<Game>> {
    let file = BufReader::new(File::open(path)?);
    let text: Box<dyn Read> = if path.extension().is_some_and(|end| end == "zst") {
        Box::new(zstd::Decoder::new(file)?)
    } else {
        Box::new(file)
    };
    let mut games = Games(Vec::new());
    Reader::new(text).visit_all_games(&mut games)?;
    Ok(games.0)
}

struct Games(Vec<Game>);

struct Moves {
    position: Chess,
    game: Game,
}

impl Visitor for Games {
    /// White's points, doubled; none if the game has no result or another first position.
    type Tags = Option<u8>;
    type Movetext = Moves;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Option<u8>> {
        ControlFlow::Continue(None)
    }

    fn tag(&mut self, tags: &mut Option<u8>, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        if name == b"Result" {
            *tags = match value.as_bytes() {
                b"1-0" => Some(2),
                b"0-1" => Some(0),
                b"1/2-1/2" => Some(1),
                _ => None,
            };
        }
        if name == b"FEN" {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Option<u8>) -> ControlFlow<(), Moves> {
        let Some(result) = tags else {
            return ControlFlow::Break(());
        };
        let game = Game {
            result,
            moves: Vec::new(),
        };
        ControlFlow::Continue(Moves {
            position: Chess::default(),
            game,
        })
    }

    fn begin_variation(&mut self, _: &mut Moves) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, moves: &mut Moves, san: SanPlus) -> ControlFlow<()> {
        let Ok(m) = san.san.to_move(&moves.position) else {
            return ControlFlow::Break(());
        };
        let place = sorted_moves(&moves.position)
            .iter()
            .position(|other| *other == m);
        let Some(place) = place else {
            return ControlFlow::Break(());
        };
        moves.game.moves.push(place as u8);
        moves.position.play_unchecked(m);
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, moves: Moves) {
        self.0.push(moves.game);
    }
}
