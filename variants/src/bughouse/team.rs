//! A player that looks at both boards and all four clocks: what to play on one board with the partner in
//! mind, or whether to sit.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{Analysis, Limits, Score};
use shakmaty::Move;

use super::advice::needs;
use super::game::{Bughouse, Seat, Side};
use super::message::Message;
use super::searcher::Searcher;
use super::values::Wishes;

/// What each look at the other board may take, in moves; there are a dozen of them. Guessed: some hundredths of a
/// second in all.
const LOOK: u64 = 3000;

/// A player who sits moves when no more than this is left. Guessed: time enough for some quick moves.
pub const RESERVE: Duration = Duration::from_secs(3);

/// A player sits when it is mated in at most this many moves. Guessed.
const DOOMED: i32 = 4;

/// What the four clocks show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// By board, White's and Black's.
    pub left: [[Duration; 2]; 2],
}

impl Clocks {
    /// What a player's clock shows.
    pub fn left(&self, seat: Seat) -> Duration {
        self.left[seat.board as usize][seat.color.fold_wb(0, 1)]
    }
}

/// What a player does.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move; none: sit, and choose again when a piece has come or time has gone by.
    pub m: Option<Move>,
    /// What the search of the player's own board found.
    pub found: Analysis,
    /// What the partner needs, as the search went by it.
    pub partner: Vec<Message>,
}

/// What the player whose turn it is on a board does, within limits for the search of it.
pub fn choose(
    searchers: &mut [Searcher; 2],
    game: &Bughouse,
    board: Side,
    limits: &Limits,
    clocks: &Clocks,
    stop: &AtomicBool,
) -> Choice {
    let seat = game.to_move(board);
    let [own, other] = searchers;
    let theirs = game.board(board.other());
    let partner = needs(other, theirs, !seat.color, LOOK, stop);
    let mut wishes = Wishes::default();
    for &message in &partner {
        wishes.apply(message);
    }
    let found = own.search(
        game.board(board),
        game.earlier(board),
        limits,
        &wishes,
        stop,
        |_| (),
    );
    let look = Limits {
        nodes: Some(LOOK),
        ..Limits::default()
    };
    let earlier = game.earlier(board.other());
    let there = other.search(theirs, earlier, &look, &Wishes::default(), stop, |_| ());
    let there = there.lines.first().map_or(Score::Cp(0), |line| line.score);
    let there = if theirs.turn() == seat.color {
        there.opposite()
    } else {
        there
    };
    let here = found.lines.first().map_or(Score::Cp(0), |line| line.score);
    let m = found
        .best_move()
        .filter(|_| !sits(seat, clocks, here, there));
    Choice { m, found, partner }
}

/// Whether a player who could move sits instead, by the scores of its own and of its partner's board, both from
/// its team's view: mated in any case, it waits for the partner if that one mates, or if the partner's opponent,
/// who may sit as well, has less time.
pub fn sits(seat: Seat, clocks: &Clocks, here: Score, there: Score) -> bool {
    let wins = matches!(there, Score::Mate(moves) if moves > 0);
    let left = clocks.left(seat);
    let rival = clocks.left(seat.partner().opponent());
    is_doomed(here) && left > RESERVE && (wins || left > rival)
}

/// Whether a player is mated soon unless it waits.
pub fn is_doomed(score: Score) -> bool {
    matches!(score, Score::Mate(moves) if (-DOOMED..=0).contains(&moves))
}
