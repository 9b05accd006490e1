//! `/api/bughouse`: what a player of bughouse does on one of two boards, with all four clocks in mind, and what it
//! tells its partner. Nothing is kept from request to request.

use std::time::Duration;

use engine::{Clock, Limits, NoMemory, Score};
use serde::{Deserialize, Serialize};
use shakmaty::fen::Fen as ShakmatyFen;
use shakmaty::{Color, Position};
use utoipa::ToSchema;
use variants::bughouse::{
    Bughouse, Choice, Clocks, House, Kind, Rules, Searcher, Side, choose, needs,
};

use crate::analysts::Until;
use crate::extract::{number, object};
use crate::problem::{Problem, quoted};
use crate::schemas::{BughouseFen, bughouse_rules, color, side_of_house};

/// The hash tables of a request, in mebibytes: of the player's own board, of the partner's. Guessed: enough for a
/// second.
const HASH: usize = 4;

/// How many moves a search makes unless asked otherwise. Guessed: a tenth of a second.
const USUAL_NODES: u64 = 50_000;

/// What each look at what the player needs may take, in moves; there are eleven. As much as `variants` takes for what
/// the partner needs.
const ADVICE: u64 = 3000;

/// What a move takes on its way to the board, with a clock. Guessed.
const OVERHEAD: Duration = Duration::from_millis(100);

/// The longest text that is taken for a FEN, in bytes: 64 squares, as many men in hand, the other fields. Guessed.
const LONGEST_FEN: usize = 300;

/// Two sets of chess have so many men.
const MEN: usize = 64;

/// The most that a clock shows, in milliseconds: a day.
const LONGEST: f64 = 86_400_000.0;

/// Both boards, and whose turn is asked about.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct BughouseRequest {
    /// Boards A and B: FENs with the men in hand in brackets, and `~` behind men that were promoted, e.g.
    /// `r1bqk2r/ppp2ppp/8/8/8/8/PPP2PPP/R1BQ~K2R[NPbp] w KQkq - 0 9`.
    #[schema(value_type = Vec<BughouseFen>, min_items = 2, max_items = 2)]
    pub boards: Vec<String>,
    /// On which board the side to move is asked, `a` or `b`.
    #[schema(schema_with = side_of_house)]
    pub board: String,
    /// What the four clocks show. Without them nobody has less time than the others.
    #[serde(default, deserialize_with = "object")]
    pub clocks_ms: Option<BughouseClocks>,
    /// `usual`, as servers play it, unless said; or `thesis`: no clocks, no draw by repetition, and a dropped rook may
    /// castle.
    #[schema(schema_with = bughouse_rules)]
    pub rules: Option<String>,
    /// How deep it searches, in plies, from 1 to 127.
    #[serde(default, deserialize_with = "number")]
    #[schema(value_type = Option<u32>, minimum = 1, maximum = 127)]
    pub depth: Option<f64>,
    /// How many moves it makes in its search, from 1 on. Without `depth`, `nodes` and `movetimeMs` it goes by its
    /// clock, or makes 50,000.
    #[serde(default, deserialize_with = "number")]
    #[schema(value_type = Option<u64>, minimum = 1, maximum = 1_000_000_000_000u64)]
    pub nodes: Option<f64>,
    /// How long it searches, in milliseconds, from 1 to 3,600,000.
    #[serde(default, deserialize_with = "number")]
    #[schema(value_type = Option<u32>, minimum = 1, maximum = 3_600_000)]
    pub movetime_ms: Option<f64>,
}

/// What the four clocks show.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BughouseClocks {
    /// Of board A.
    #[serde(default, deserialize_with = "object")]
    #[schema(value_type = BoardClocks, required = true)]
    pub a: Option<BoardClocks>,
    /// Of board B.
    #[serde(default, deserialize_with = "object")]
    #[schema(value_type = BoardClocks, required = true)]
    pub b: Option<BoardClocks>,
}

/// What the clocks of a board show, in milliseconds, from 0 to 86,400,000.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardClocks {
    /// White's.
    #[serde(default, deserialize_with = "number")]
    #[schema(value_type = f64, minimum = 0, maximum = 86_400_000, required = true)]
    pub white: Option<f64>,
    /// Black's.
    #[serde(default, deserialize_with = "number")]
    #[schema(value_type = f64, minimum = 0, maximum = 86_400_000, required = true)]
    pub black: Option<f64>,
}

/// What the player does.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BughouseResponse {
    /// The boards as they were understood.
    #[schema(value_type = Vec<BughouseFen>, min_items = 2, max_items = 2)]
    pub boards: Vec<String>,
    /// The board, `a` or `b`.
    #[schema(schema_with = side_of_house)]
    pub board: &'static str,
    /// The player, `white` or `black`.
    #[schema(schema_with = color)]
    pub color: &'static str,
    /// The move in UCI, e.g. `g1f3`, `N@f3`; null: it waits, and is to be asked again when a man has come or time has
    /// gone by.
    pub uci: Option<String>,
    /// The same for people, e.g. `Nf3`, `N@f3+`.
    pub san: Option<String>,
    /// The score of its board from White's side, in centipawns; null if somebody mates.
    pub cp: Option<i32>,
    /// White mates in so many moves; negative: Black does; null if nobody does.
    pub mate: Option<i32>,
    /// The depth that was finished, in plies.
    pub depth: u32,
    /// Moves made in the search.
    pub nodes: u64,
    /// How long the search took, in milliseconds.
    pub time_ms: u64,
    /// What it tells its partner, in the words of FICS: `+n`, `++n`, `+++n`: a knight would be good, very good, would
    /// decide; `-q`, `--q`, `---q`: a queen for the opponent would be bad, very bad, would mate.
    pub say: Vec<String>,
}

/// Finds what the side to move on a board does.
///
/// # Errors
///
/// 400 or 422 for the fields, 503 if there was no time.
pub fn bughouse(request: &BughouseRequest, until: &Until) -> Result<BughouseResponse, Problem> {
    let rules = request.rules()?;
    let board = request.board()?;
    let game = request.game(rules)?;
    let seat = game.to_move(board);
    let clocks = request.clocks()?;
    let limits = request.limits(clocks.as_ref().map(|clocks| clocks.left(seat)))?;
    if until.is_over() {
        return Err(Problem::busy());
    }
    let memory = |_: NoMemory| Problem::busy();
    let mut searchers = [
        Searcher::new(HASH).map_err(memory)?,
        Searcher::new(HASH).map_err(memory)?,
    ];
    let even = Clocks {
        left: [[Duration::MAX; 2]; 2],
    };
    let Choice { m, found, .. } = choose(
        &mut searchers,
        &game,
        board,
        &within(limits, until),
        clocks.as_ref().unwrap_or(&even),
        &until.stop,
    );
    let house = game.board(board);
    let mut after = house.clone();
    if let Some(m) = m {
        after.play(m);
    }
    let say = if after.is_mate() || until.is_over() {
        Vec::new()
    } else {
        let [own, _] = &mut searchers;
        needs(own, &after, seat.color, ADVICE, &until.stop)
    };
    let score = found.lines.first().map_or(Score::Cp(0), |line| line.score);
    let score = seat.color.fold_wb(score, score.opposite());
    let (cp, mate) = match score {
        Score::Cp(cp) => (Some(cp), None),
        Score::Mate(moves) => (None, Some(moves)),
    };
    Ok(BughouseResponse {
        boards: Side::ALL
            .map(|board| game.board(board).to_string())
            .to_vec(),
        board: match board {
            Side::A => "a",
            Side::B => "b",
        },
        color: match seat.color {
            Color::White => "white",
            Color::Black => "black",
        },
        uci: m.map(|m| house.uci(m)),
        san: m.map(|m| house.san(m)),
        cp,
        mate,
        depth: found.depth,
        nodes: found.nodes,
        time_ms: found.time.as_millis() as u64,
        say: say.iter().map(ToString::to_string).collect(),
    })
}

/// The limits of a search that ends in time.
fn within(limits: Limits, until: &Until) -> Limits {
    let left = until
        .deadline
        .map(|end| end.saturating_duration_since(std::time::Instant::now()));
    let time = match (limits.time, left) {
        (Some(time), Some(left)) => Some(time.min(left)),
        (time, left) => time.or(left),
    };
    Limits { time, ..limits }
}

impl BughouseRequest {
    fn rules(&self) -> Result<Rules, Problem> {
        match self.rules.as_deref() {
            None | Some("usual") => Ok(Rules::USUAL),
            Some("thesis") => Ok(Rules::THESIS),
            Some(other) => Err(Problem::impossible(format!(
                "rules: there is no {}; there are usual and thesis",
                quoted(other)
            ))),
        }
    }

    fn board(&self) -> Result<Side, Problem> {
        match self.board.as_str() {
            "a" => Ok(Side::A),
            "b" => Ok(Side::B),
            other => Err(Problem::impossible(format!(
                "board: there is no {}; there are a and b",
                quoted(other)
            ))),
        }
    }

    /// The game as it stands: not over, with men that there are.
    fn game(&self, rules: Rules) -> Result<Bughouse, Problem> {
        let [a, b] = &self.boards[..] else {
            let detail = format!("boards: there are {}; bughouse has two", self.boards.len());
            return Err(Problem::impossible(detail));
        };
        let (a, b) = (house(a, 0)?, house(b, 1)?);
        let men = men(&a) + men(&b);
        if men > MEN {
            return Err(Problem::impossible(format!(
                "boards: there are {men} men on both boards and in hand; two sets have {MEN}"
            )));
        }
        let game = Bughouse::from_text(&format!("{a} | {b}"), rules)
            .map_err(|error| Problem::impossible(format!("boards: {error}")))?;
        match game.outcome() {
            None => Ok(game),
            Some(outcome) => Err(Problem::impossible(format!(
                "boards: the game is over, {outcome} (A, a, B and b are White and Black on board A and B)"
            ))),
        }
    }

    fn clocks(&self) -> Result<Option<Clocks>, Problem> {
        let Some(clocks) = &self.clocks_ms else {
            return Ok(None);
        };
        let shown = |name: &str, clock: Option<f64>| {
            let clock = clock
                .ok_or_else(|| Problem::unreadable(format!("missing field `clocksMs.{name}`")))?;
            if (0.0..=LONGEST).contains(&clock) {
                return Ok(Duration::from_micros((clock * 1e3) as u64));
            }
            Err(Problem::impossible(format!(
                "clocksMs.{name}: {clock} is out of range; it is a number from 0 to {LONGEST}"
            )))
        };
        let board = |name: &str, clocks: &Option<BoardClocks>| {
            let clocks = clocks.clone().unwrap_or_default();
            Ok::<_, Problem>([
                shown(&format!("{name}.white"), clocks.white)?,
                shown(&format!("{name}.black"), clocks.black)?,
            ])
        };
        let left = [board("a", &clocks.a)?, board("b", &clocks.b)?];
        Ok(Some(Clocks { left }))
    }

    /// What the search of the player's board may take, with so much left on its clock.
    fn limits(&self, left: Option<Duration>) -> Result<Limits, Problem> {
        let whole = |name: &str, number: Option<f64>, most: u64| match number {
            None => Ok(None),
            Some(number) if number.fract() == 0.0 && (1.0..=most as f64).contains(&number) => {
                Ok(Some(number as u64))
            }
            Some(number) => Err(Problem::impossible(format!(
                "{name}: {number} is out of range; it is a whole number from 1 to {most}"
            ))),
        };
        let depth = whole("depth", self.depth, 127)?;
        let nodes = whole("nodes", self.nodes, 1_000_000_000_000)?;
        let time = whole("movetimeMs", self.movetime_ms, 3_600_000)?;
        let is_free = depth.is_none() && nodes.is_none() && time.is_none();
        let clock = left.filter(|_| is_free).map(|left| Clock {
            left,
            increment: Duration::ZERO,
            moves_to_go: None,
            overhead: OVERHEAD,
        });
        let usual = (is_free && clock.is_none()).then_some(USUAL_NODES);
        Ok(Limits {
            depth: depth.map(|depth| depth as u32),
            nodes: nodes.or(usual),
            time: time.map(Duration::from_millis),
            clock,
            ..Limits::default()
        })
    }
}

/// A board from its FEN, with spaces or `_`.
fn house(text: &str, place: usize) -> Result<House, Problem> {
    if text.len() > LONGEST_FEN {
        return Err(Problem::unreadable(format!(
            "boards[{place}]: it has {} bytes, too many for a FEN",
            text.len()
        )));
    }
    let fields = text.split(|c: char| c == '_' || c.is_whitespace());
    let fields: Vec<&str> = fields.filter(|field| !field.is_empty()).collect();
    let fen = fields.join(" ");
    let read: Result<ShakmatyFen, _> = fen.parse();
    read.map_err(|error| {
        Problem::unreadable(format!(
            "boards[{place}]: {} is not a FEN: {error}",
            quoted(text)
        ))
    })?;
    House::from_fen(&fen, Kind::Bughouse)
        .map_err(|error| Problem::impossible(format!("boards[{place}]: {error}")))
}

/// How many men a board has, on it and in hand.
fn men(house: &House) -> usize {
    let held: usize = house
        .pockets()
        .iter()
        .map(|pocket| {
            pocket
                .iter()
                .map(|&count| usize::from(count))
                .sum::<usize>()
        })
        .sum();
    house.chess().board().occupied().count() + held
}
