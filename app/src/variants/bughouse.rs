//! Bughouse: what a player does on one of two boards, with all four clocks in mind, and its messages to the partner.
//! Nothing is kept from request to request.

use std::time::Duration;

use engine::{Clock, Limits, NoMemory, Score};
use index::Pace;
use serde::Serialize;
use shakmaty::Position;
use shakmaty::fen::Fen as ShakmatyFen;
use utoipa::ToSchema;
use variants::bughouse::{
    Bughouse, Choice, Clocks, Kind, PocketBoard, Rules, Searcher, Side, choose, needs,
};

use crate::analysis::{Depth, Milliseconds, Nodes};
use crate::error::{Error, quoted};
use crate::names::{BoardName, ColorName, Name};
use crate::schemas::BughouseFen;

/// The hash tables of a request, in mebibytes: of the player's own board, of the partner's. Guessed: enough for a
/// second.
const HASH: usize = 4;

/// The number of moves that a search makes by default. Guessed: a tenth of a second.
const DEFAULT_NODES: u64 = 50_000;

/// The number of moves of each of the eleven searches for what the player needs. As many as in `variants` for what the
/// partner needs.
const ADVICE: u64 = 3000;

/// What a move takes on its way to the board, with a clock. Guessed.
const OVERHEAD: Duration = Duration::from_millis(100);

/// The longest FEN, in bytes: 64 squares, as many pieces in hand, the other fields. Guessed.
const LONGEST_FEN: usize = 300;

/// The number of pieces in two sets of chess.
const PIECES: usize = 64;

/// Both boards, and the player whose turn it is.
#[derive(Clone, Debug)]
pub struct BughouseRequest {
    /// The game, which is not over.
    pub game: Bughouse,
    /// The board of the player, who is to move on it.
    pub board: Side,
    /// What the four clocks show; without them all players have the same time.
    pub clocks: Option<Clocks>,
    /// The depth of the search.
    pub depth: Option<Depth>,
    /// The number of moves in the search. Without any limit it depends on the clock, or is 50,000.
    pub nodes: Option<Nodes>,
    /// The time of the search.
    pub movetime_ms: Option<Milliseconds>,
}

/// What the player does.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BughouseAnswer {
    /// The boards, as they were read.
    #[schema(value_type = Vec<BughouseFen>, min_items = 2, max_items = 2)]
    pub boards: Vec<String>,
    /// The board, `a` or `b`.
    #[schema(inline)]
    pub board: BoardName,
    /// The player, `white` or `black`.
    #[schema(inline)]
    pub color: ColorName,
    /// The move in UCI, e.g. `g1f3`, `N@f3`; null: it waits, and is to be asked again when a piece has come or time has
    /// passed.
    pub uci: Option<String>,
    /// The same in standard algebraic notation, e.g. `Nf3`, `N@f3+`.
    pub san: Option<String>,
    /// The score of its board from White's side, in centipawns; null for a mate.
    pub cp: Option<i32>,
    /// White mates in this number of moves; negative: Black does; null without a mate.
    pub mate: Option<i32>,
    /// The depth that was completed, in plies.
    pub depth: u32,
    /// The number of moves made in the search.
    pub nodes: u64,
    /// How long the search took, in milliseconds.
    pub time_ms: u64,
    /// Its messages to the partner, in the words of FICS: `+n`, `++n`, `+++n`: a knight would be good, very good, would
    /// decide; `-q`, `--q`, `---q`: a queen for the opponent would be bad, very bad, would mate.
    pub say: Vec<String>,
}

/// Finds what the side to move on a board does.
///
/// # Errors
///
/// [`Error::OutOfTime`] if there was no time to begin, or no memory.
pub fn bughouse(request: &BughouseRequest, pace: &Pace) -> Result<BughouseAnswer, Error> {
    let BughouseRequest { game, board, .. } = request;
    let seat = game.to_move(*board);
    let clocks = request.clocks.as_ref();
    let limits = request.limits(clocks.map(|clocks| clocks.left(seat)));
    if pace.is_over() {
        return Err(Error::NO_TIME);
    }
    let memory = |_: NoMemory| Error::NO_TIME;
    let mut searchers = [
        Searcher::new(HASH).map_err(memory)?,
        Searcher::new(HASH).map_err(memory)?,
    ];
    let even = Clocks {
        left: [[Duration::MAX; 2]; 2],
    };
    let Choice { m, found, .. } = choose(
        &mut searchers,
        game,
        *board,
        &within(limits, pace),
        clocks.unwrap_or(&even),
        &pace.stop,
    );
    let position = game.board(*board);
    let mut after = position.clone();
    if let Some(m) = m {
        after.play(m);
    }
    let say = if after.is_mate() || pace.is_over() {
        Vec::new()
    } else {
        let [own, _] = &mut searchers;
        needs(own, &after, seat.color, ADVICE, &pace.stop)
    };
    let score = found.lines.first().map_or(Score::Cp(0), |line| line.score);
    let score = seat.color.fold_wb(score, score.opposite());
    let (cp, mate) = match score {
        Score::Cp(cp) => (Some(cp), None),
        Score::Mate(moves) => (None, Some(moves)),
    };
    Ok(BughouseAnswer {
        boards: Side::ALL
            .map(|board| game.board(board).to_string())
            .to_vec(),
        board: Name(*board),
        color: Name(seat.color),
        uci: m.map(|m| position.uci(m)),
        san: m.map(|m| position.san(m)),
        cp,
        mate,
        depth: found.depth,
        nodes: found.nodes,
        time_ms: found.time.as_millis() as u64,
        say: say.iter().map(ToString::to_string).collect(),
    })
}

/// The limits of a search that ends in time.
fn within(limits: Limits, pace: &Pace) -> Limits {
    let left = pace
        .deadline
        .map(|end| end.saturating_duration_since(std::time::Instant::now()));
    let time = match (limits.time, left) {
        (Some(time), Some(left)) => Some(time.min(left)),
        (time, left) => time.or(left),
    };
    Limits { time, ..limits }
}

impl BughouseRequest {
    /// The limits of the search of the player's board, with this much left on its clock.
    fn limits(&self, left: Option<Duration>) -> Limits {
        let is_free = self.depth.is_none() && self.nodes.is_none() && self.movetime_ms.is_none();
        let clock = left.filter(|_| is_free).map(|left| Clock {
            left,
            increment: Duration::ZERO,
            moves_to_go: None,
            overhead: OVERHEAD,
        });
        let by_default = (is_free && clock.is_none()).then_some(DEFAULT_NODES);
        Limits {
            depth: self.depth.map(|depth| depth.get() as u32),
            nodes: self.nodes.map(Nodes::get).or(by_default),
            time: self.movetime_ms.map(|ms| Duration::from_millis(ms.get())),
            clock,
            ..Limits::default()
        }
    }
}

/// Parses a game that is not over, from the FENs of its two boards, with at most the pieces of two sets.
///
/// # Errors
///
/// [`Error::Unreadable`] for a text that is not a FEN, [`Error::Impossible`] for an impossible game.
pub fn parse_bughouse(boards: &[String], rules: Rules) -> Result<Bughouse, Error> {
    let [a, b] = boards else {
        let why = format!("there are {}; bughouse has two", boards.len());
        return Err(Error::impossible("boards", why));
    };
    let (a, b) = (board(a, 0)?, board(b, 1)?);
    let pieces = pieces(&a) + pieces(&b);
    if pieces > PIECES {
        let why =
            format!("there are {pieces} pieces on both boards and in hand; two sets have {PIECES}");
        return Err(Error::impossible("boards", why));
    }
    let game = Bughouse::from_text(&format!("{a} | {b}"), rules)
        .map_err(|error| Error::impossible("boards", error))?;
    match game.outcome() {
        None => Ok(game),
        Some(outcome) => {
            let why = format!(
                "the game is over, {outcome} (A, a, B and b are White and Black on board A and B)"
            );
            Err(Error::impossible("boards", why))
        }
    }
}

/// A board from its FEN, with spaces or `_`.
fn board(text: &str, place: usize) -> Result<PocketBoard, Error> {
    let field = format!("boards[{place}]");
    if text.len() > LONGEST_FEN {
        let why = format!("it has {} bytes, too many for a FEN", text.len());
        return Err(Error::unreadable(&field, why));
    }
    let fields = text.split(|c: char| c == '_' || c.is_whitespace());
    let fields: Vec<&str> = fields.filter(|field| !field.is_empty()).collect();
    let fen = fields.join(" ");
    let read: Result<ShakmatyFen, _> = fen.parse();
    read.map_err(|error| {
        Error::unreadable(&field, format!("{} is not a FEN: {error}", quoted(text)))
    })?;
    PocketBoard::from_fen(&fen, Kind::Bughouse).map_err(|error| Error::impossible(&field, error))
}

/// The number of pieces of a board, on it and in hand.
fn pieces(board: &PocketBoard) -> usize {
    let pockets = board.pockets().iter().flatten();
    let held: usize = pockets.map(|&count| usize::from(count)).sum();
    board.chess().board().occupied().count() + held
}
