//! What a report says: tables of games and moves.

use coach::report::{
    Digest, ExitMove, Exits, MOST_KINDS, Mistake, MistakeKind, Row, Tally, TimeTrouble, by_kind,
    cost, motifs, openings, phases, structures, time_trouble,
};
use coach::written;
use pgn::Game;
use serde::Serialize;
use shakmaty::Color;
use utoipa::ToSchema;

use crate::database::View;
use crate::error::Error;
use crate::games::GameHeader;
use crate::motifs::Opening;
use crate::moves::Move;
use crate::names::{Name, WayName, WhoseName};
use crate::record::PlayerScore;
use crate::report::Report;
use crate::schemas::Fen;

/// The examples of each kind of mistakes. Guessed.
const EXAMPLES: usize = 5;

/// A report on a player's games.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportAnswer {
    /// The player, as the request names it.
    pub player: String,
    /// The number of games of the player that pass the filter.
    pub games: u64,
    /// The number of them that the report is about: those with the highest numbers.
    pub read: u64,
    /// The number of these in which every position that the player moved in has a score.
    pub evaluated_games: u64,
    /// Whether engines have nothing left to do.
    pub complete: bool,
    /// All games that were read.
    pub all: ReportScore,
    /// Those with White.
    pub white: ReportSide,
    /// Those with Black.
    pub black: ReportSide,
    /// Named structures that stood for eight half-moves or more, at most 30; the moves are those made while they stood. The
    /// most surprising come first: by how far the points are from the expected ones, for the number of rated games.
    pub structures: Vec<ReportRow>,
    /// Motifs that stood on the board for as long, likewise.
    pub motifs: Vec<ReportRow>,
    /// Opening, middlegame and endgame, with the moves made in them.
    pub phases: Vec<ReportRow>,
    /// Null if no game has clocks.
    pub time: Option<ReportTime>,
    /// Null if there is no book.
    pub book: Option<ReportBook>,
    /// The kinds of mistakes that cost most, the costliest first.
    #[schema(max_items = 10)]
    pub mistakes: Vec<ReportMistake>,
}

/// A player's games of one colour.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportSide {
    /// All of them.
    #[serde(flatten)]
    pub score: ReportScore,
    /// Their openings, the most frequent first; 30 at most.
    pub openings: Vec<ReportOpening>,
}

/// An opening: all its variations together.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportOpening {
    /// Code and name of the position after `moves`.
    #[serde(flatten)]
    pub opening: Opening,
    /// The moves by which it was most often reached, in standard algebraic notation: `e4 c5`.
    pub moves: String,
    /// Its games.
    #[serde(flatten)]
    pub score: ReportScore,
}

/// What some games have in common.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportRow {
    /// Its name, e.g. `Carlsbad structure`, `isolated`, `endgame`.
    pub name: &'static str,
    /// Whose it is: of `player` or `opponent`; null if it is both sides'.
    #[schema(inline)]
    pub side: Option<WhoseName>,
    /// The games with it, and the moves made while it stood.
    #[serde(flatten)]
    pub score: ReportScore,
}

/// Time trouble: moves made with less than a tenth of the initial time left.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportTime {
    /// The number of games with clocks.
    pub games: u64,
    /// The number of the player's moves in them.
    pub moves: u64,
    /// The number of these made in time trouble.
    pub moves_in_trouble: u64,
    /// The number of games that the player lost on time, with clocks or without.
    pub lost_on_time: u64,
    /// The games in which the player was in time trouble, with the moves made in it.
    pub trouble: ReportScore,
    /// The games with clocks in which the player was not, with all their moves, and the other moves of the former.
    pub calm: ReportScore,
}

/// Results of a set of games, the points that the ratings predict, and the average loss of the player's moves.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportScore {
    /// How the games ended.
    #[serde(flatten)]
    pub score: PlayerScore,
    /// The number of these games of which both ratings and the result are known.
    pub rated: u64,
    /// The points scored in the rated ones: 1 for a win, a half for a draw.
    pub points: f64,
    /// The points to be expected in them: in each 1 / (1 + 10^(d/400)), where d is by how much the opponent is rated higher.
    pub expected: f64,
    /// The number of the player's moves that have a score before and after them.
    pub evaluated: u64,
    /// The average loss of these moves in centipawns, with scores limited to ±1000; null if there are none.
    pub average_loss: Option<f64>,
}

/// Where the games leave a book. A game leaves it with the first move that no game of the book played in its position.
/// Games whose first position is not in the book do not count.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportBook {
    /// The games in which the player left the book first, with the moves that left it.
    pub by_player: ReportScore,
    /// The games in which the opponent left the book first, with the player's next moves.
    pub by_opponent: ReportScore,
    /// The number of games that did not leave it within twenty moves.
    pub in_book: u64,
    /// The moves by which the player left it: those that were played most often, at most 10.
    #[schema(max_items = 10)]
    pub exits: Vec<BookExit>,
}

/// A move by which the player left the book.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookExit {
    /// The position.
    pub fen: Fen,
    /// The player's move.
    pub played: Move,
    /// The moves of the book, the most frequent first; at most three.
    pub book: Vec<BookMove>,
    /// The games with this move, and its average loss.
    #[serde(flatten)]
    pub score: ReportScore,
    /// The last such game.
    pub game: u64,
    /// The number of half-moves before it there.
    pub ply: u32,
}

/// A move of the book.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BookMove {
    /// The move.
    #[serde(flatten)]
    pub played: Move,
    /// The number of games of the book that played it.
    pub games: u64,
}

/// A kind of mistake.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportMistake {
    /// `allowed` what the opponent could then do, or `missed` what the player could have done; null if it is neither of
    /// these, or not known.
    #[schema(inline)]
    pub how: Option<WayName>,
    /// What was allowed or missed: a motif such as `fork`, or `mate`; null if neither is known.
    pub motif: Option<&'static str>,
    /// Phase of the game, `opening`, `middlegame` or `endgame`, of a mistake without a motif.
    pub phase: Option<&'static str>,
    /// The number of such mistakes, blunders included.
    pub count: u64,
    /// The number of them made in time trouble.
    pub in_time_trouble: u64,
    /// The total cost in points (1 for a won game), by lichess's winning chances.
    pub cost: f64,
    /// The costliest.
    #[schema(max_items = 5)]
    pub examples: Vec<MistakeExample>,
}

/// A mistake.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MistakeExample {
    /// The game.
    pub game: GameHeader,
    /// The number of half-moves before the mistake.
    pub ply: u32,
    /// The position.
    pub fen: Fen,
    /// The player's move.
    pub played: Move,
    /// The best move, if known.
    pub best: Option<Move>,
    /// The opponent's best reply, if known.
    pub reply: Option<Move>,
    /// The score before it, from White's side, as PGN has it: `0.31`, `#-3`.
    pub before: String,
    /// The score after it.
    pub after: String,
    /// The cost in points.
    pub cost: f64,
}

impl ReportMistake {
    /// Its kind, by whose name exercises of it are asked for.
    pub fn kind(&self) -> MistakeKind {
        MistakeKind {
            how: self.how.map(|Name(how)| how),
            motif: self.motif,
            phase: self.phase,
        }
    }
}

impl Report {
    /// The report so far.
    ///
    /// # Errors
    ///
    /// What the index reports.
    pub fn response(&self, view: &View) -> Result<ReportAnswer, Error> {
        let digests = self.findings.digests();
        let evaluated = digests.iter().filter(|digest| digest.is_evaluated());
        let rows = |rows: Vec<Row>| rows.into_iter().map(ReportRow::from).collect();
        Ok(ReportAnswer {
            player: self.player.clone(),
            games: self.games,
            read: digests.len() as u64,
            evaluated_games: evaluated.count() as u64,
            complete: self.engines_used && self.is_analysed(),
            all: Tally::of(digests).into(),
            white: side(digests, Color::White),
            black: side(digests, Color::Black),
            structures: rows(structures(digests)),
            motifs: rows(motifs(digests)),
            phases: rows(phases(digests)),
            time: time_trouble(digests).map(ReportTime::from),
            book: self.findings.exits().map(ReportBook::from),
            mistakes: mistakes(self.findings.mistakes(), view)?,
        })
    }
}

/// The games of a colour.
fn side(digests: &[Digest], color: Color) -> ReportSide {
    let openings = openings(digests, color).into_iter();
    let openings = openings.map(|(line, tally)| ReportOpening {
        opening: line.opening.into(),
        moves: line.moves,
        score: tally.into(),
    });
    ReportSide {
        score: Tally::of(digests.iter().filter(|digest| digest.color == color)).into(),
        openings: openings.collect(),
    }
}

impl From<Tally> for ReportScore {
    fn from(tally: Tally) -> ReportScore {
        ReportScore {
            score: tally.results().into(),
            rated: tally.rated(),
            points: tally.points(),
            expected: tally.expected(),
            evaluated: tally.evaluated(),
            average_loss: tally.average_loss(),
        }
    }
}

impl From<Row> for ReportRow {
    fn from(row: Row) -> ReportRow {
        ReportRow {
            name: row.name,
            side: row.side.map(Name),
            score: row.tally.into(),
        }
    }
}

impl From<TimeTrouble> for ReportTime {
    fn from(time: TimeTrouble) -> ReportTime {
        ReportTime {
            games: time.games,
            moves: time.moves,
            moves_in_trouble: time.moves_in_trouble,
            lost_on_time: time.lost_on_time,
            trouble: time.trouble.into(),
            calm: time.calm.into(),
        }
    }
}

impl From<Exits> for ReportBook {
    fn from(exits: Exits) -> ReportBook {
        ReportBook {
            by_player: exits.by_player.into(),
            by_opponent: exits.by_opponent.into(),
            in_book: exits.in_book,
            exits: exits.moves.into_iter().map(BookExit::from).collect(),
        }
    }
}

impl From<ExitMove> for BookExit {
    fn from(exit: ExitMove) -> BookExit {
        let book = exit.book.iter().map(|(played, games)| BookMove {
            played: Move::played(&exit.position, *played),
            games: *games,
        });
        BookExit {
            fen: Fen::from(&exit.position),
            played: Move::played(&exit.position, exit.played),
            book: book.collect(),
            score: exit.tally.into(),
            game: exit.game,
            ply: exit.ply,
        }
    }
}

/// The costliest kinds.
fn mistakes(mistakes: &[Mistake], view: &View) -> Result<Vec<ReportMistake>, Error> {
    let kinds = by_kind(mistakes).into_iter().take(MOST_KINDS);
    let described = kinds.map(|(MistakeKind { how, motif, phase }, mistakes)| {
        let mut examples = Vec::new();
        for mistake in mistakes.iter().take(EXAMPLES) {
            if let Some(game) = view.game(mistake.game)? {
                examples.extend(example(&game, mistake));
            }
        }
        let hurried = mistakes
            .iter()
            .filter(|mistake| mistake.own.in_trouble == Some(true));
        Ok(ReportMistake {
            how: how.map(Name),
            motif,
            phase,
            count: mistakes.len() as u64,
            in_time_trouble: hurried.count() as u64,
            cost: hundredths(cost(&mistakes)),
            examples,
        })
    });
    described.collect()
}

fn example(game: &Game, mistake: &Mistake) -> Option<MistakeExample> {
    let ply = mistake.own.ply;
    let mut positions = game.positions().skip(ply as usize);
    let (before, played) = positions.next()?;
    let (after, _) = positions.next()?;
    Some(MistakeExample {
        game: GameHeader::new(game),
        ply,
        fen: Fen::from(&before),
        played: Move::played(&before, played?),
        best: mistake.best.map(|m| Move::new(&before, m)),
        reply: mistake.reply.map(|m| Move::new(&after, m)),
        before: written(mistake.loss.before),
        after: written(mistake.loss.after),
        cost: hundredths(mistake.cost()),
    })
}

/// A number as answers have it.
pub(crate) fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}
