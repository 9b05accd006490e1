//! The command line as typed. Only this file knows clap.

use std::fmt;
use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use anyhow::Context;
use api::FilterRequest;
use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use cluster::{Address, Database, Layout, Place, User};
use index::Scoring;

/// The first move of which positions are indexed, unless asked otherwise, as in the thesis.
pub(crate) const FROM_MOVE: u32 = 13;

/// Finds chess positions like yours: PGN collections in, similar positions out.
#[derive(Debug, Parser)]
#[command(
    name = "tabiya",
    version,
    arg_required_else_help = true,
    after_help = EXAMPLES
)]
pub(crate) struct Cli {
    /// Print JSON instead of text, the same as the HTTP API where both answer.
    #[arg(long, global = true)]
    pub(crate) json: bool,

    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "\
To begin with:
  tabiya ingest my-games.pgn
  tabiya similar \"r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R w KQ - 0 1\"";

impl Cli {
    /// What was typed. If that cannot be, says so and ends the process.
    pub(crate) fn read() -> Cli {
        let matches = Cli::command().get_matches();
        if let Some((_, of_command)) = matches.subcommand()
            && is_given(of_command, "index", &[ValueSource::CommandLine])
            && is_given(
                of_command,
                "cluster",
                &[ValueSource::CommandLine, ValueSource::EnvVariable],
            )
        {
            let both = "--index and --cluster (or TABIYA_CLUSTER): an index is in a folder or in a cluster, \
                        leave one of them out";
            Cli::command()
                .error(ErrorKind::ArgumentConflict, both)
                .exit();
        }
        let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
        if let Command::Bench(args) = &cli.command
            && args.queries == 0
            && args.fens.is_none()
        {
            let nothing = "--queries 0 leaves nothing to measure: add --fens FILE";
            let kind = ErrorKind::MissingRequiredArgument;
            Cli::command().error(kind, nothing).exit();
        }
        if cli.json && matches!(cli.command, Command::Annotate(_)) {
            let no_json = "annotate writes PGN, and no JSON: leave --json out";
            let kind = ErrorKind::ArgumentConflict;
            Cli::command().error(kind, no_json).exit();
        }
        cli
    }
}

/// Whether a command has an option, and somebody gave it in one of some ways.
fn is_given(of_command: &ArgMatches, option: &str, ways: &[ValueSource]) -> bool {
    matches!(of_command.try_contains_id(option), Ok(true))
        && of_command
            .value_source(option)
            .is_some_and(|way| ways.contains(&way))
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Index games from PGN files.
    Ingest(IngestArgs),
    /// Find similar positions, each of a different game.
    ///
    /// With `--json` one position alone is one document, several are a list in `results`.
    Similar(SimilarArgs),
    /// Find the games that reached exactly a position, by any moves, with what was played in it; or those
    /// with a position that looks like a pattern.
    ///
    /// In a pattern `?` is any square, `-` or a number empty ones; `w` or `b` may follow:
    ///   tabiya positions '????????/????????/????????/???N????/????????/????????/????????/????????'
    #[command(verbatim_doc_comment)]
    Positions(PositionsArgs),
    /// Show players whose names have words that begin with those typed, and how many games each has.
    Players(PlayersArgs),
    /// Show the terms of a position by family: what it is compared by.
    Terms(FenArgs),
    /// Show what a player sees in positions: motifs, named structures with their plans, openings.
    ///
    /// With `--json` one position alone is one document, several are a list in `results`.
    Motifs(FensArgs),
    /// Show what the engine thinks of positions: scores from White's side, and best lines.
    ///
    /// With `--json` one position alone is one document, several are a list in `results`.
    Analyse(AnalyseArgs),
    /// Write the games of a PGN file with comments: what a player sees change, openings, structures.
    ///
    /// Nothing that is in the file is lost. A game that cannot be played through is named on standard
    /// error, and gets no comment but one that says so. What is written is PGN; `--json` is refused.
    Annotate(AnnotateArgs),
    /// Estimate how hard positions are: the rating of players who solve them half of the time.
    ///
    /// With `--json` one position alone is one document, several are a list in `results`.
    Difficulty(DifficultyArgs),
    /// Make exercises of games: positions where only one move is good, or "find the plan".
    ///
    /// They come from positions similar to a FEN, from the games of a player, from those with a
    /// motif or named structure, or from a PGN file. If there are fewer than were asked for, standard error
    /// says why.
    Train(TrainArgs),
    /// Serve the HTTP API.
    ///
    /// Once it listens it prints the address and what there is; with `--json` as one line
    /// `{"url":..,"games":..,"positions":..}`. Logs go to standard error. Ctrl-C ends it.
    Serve(ServeArgs),
    /// Ask a running server whether it is ready: exit code 0 if it is, 1 if not.
    Healthcheck(HealthcheckArgs),
    /// Print the OpenAPI description of the HTTP API, the same as `/openapi.json`.
    Openapi,
    /// Remove games from an index.
    Remove(RemoveArgs),
    /// Check an index through and through: checksums, games, positions, statistics.
    Verify(VerifyArgs),
    /// Be a chess engine: speak UCI on standard input and output.
    Uci,
    /// Be an engine for chess, crazyhouse and bughouse: speak the protocol of xboard on standard input and
    /// output.
    Xboard,
    /// Count the paths of legal moves: a check of the rules.
    Perft(PerftArgs),
    /// Find mates of progressive chess, where White makes one move, Black two, White three and so on.
    ///
    /// Prints a series of exactly so many moves of which only the last gives check, and mates, like
    /// `d4-d3;d3-c2;c2-b1Q;f8-b4` (castling is where the king goes), or `no mate`, which is proven. Positions
    /// in a full FEN may castle, and begin with a capture en passant.
    Progressive(ProgressiveArgs),
    /// Measure an index: speed, size, and that its answers are those of scoring every position.
    Bench(BenchArgs),
    /// Measure the ranking of an index, by how the games of similar positions went on.
    Quality(QualityArgs),
}

#[derive(Debug, Args)]
pub(crate) struct FolderArgs {
    /// The folder of the index.
    #[arg(
        long,
        env = "TABIYA_INDEX",
        value_name = "DIR",
        default_value = "./tabiya-index"
    )]
    pub(crate) index: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct IndexArgs {
    #[command(flatten)]
    folder: FolderArgs,

    /// The nodes of an OpenSearch cluster that has the index, instead of a folder, e.g.
    /// `https://search-1:9200,https://search-2:9200`: the next one is asked when one does not answer.
    #[arg(
        long,
        env = "TABIYA_CLUSTER",
        value_name = "URL",
        value_delimiter = ',',
        help_heading = "Cluster"
    )]
    cluster: Vec<String>,

    /// What the names of its indices in the cluster begin with.
    #[arg(
        long,
        env = "TABIYA_CLUSTER_INDEX",
        value_name = "NAME",
        default_value = "tabiya",
        help_heading = "Cluster"
    )]
    cluster_index: String,

    /// Who asks the cluster, with the password in `TABIYA_CLUSTER_PASSWORD`.
    #[arg(
        long,
        env = "TABIYA_CLUSTER_USER",
        value_name = "NAME",
        help_heading = "Cluster"
    )]
    cluster_user: Option<String>,

    /// A file of certificates (PEM) that vouch for `https` nodes, instead of those of the system.
    #[arg(
        long,
        env = "TABIYA_CLUSTER_CA",
        value_name = "FILE",
        help_heading = "Cluster"
    )]
    cluster_ca: Option<PathBuf>,
}

impl IndexArgs {
    /// Which index is meant.
    pub(crate) fn place(&self) -> anyhow::Result<Place> {
        if self.cluster.is_empty() {
            return Ok(Place::Folder(self.folder.index.clone()));
        }
        let user = match &self.cluster_user {
            None => None,
            Some(name) => Some(User {
                name: name.clone(),
                password: std::env::var("TABIYA_CLUSTER_PASSWORD")
                    .context("--cluster-user needs the password in TABIYA_CLUSTER_PASSWORD")?,
            }),
        };
        Ok(Place::Cluster(Address {
            urls: self.cluster.clone(),
            name: self.cluster_index.clone(),
            user,
            ca: self.cluster_ca.clone(),
        }))
    }

    /// Opens it.
    pub(crate) fn open(&self) -> anyhow::Result<Database> {
        Ok(Database::open(&self.place()?)?)
    }
}

#[derive(Debug, Args)]
pub(crate) struct IngestArgs {
    /// PGN files, plain or compressed (`.pgn`, `.pgn.zst`, `.pgn.gz`, `.pgn.bz2`), folders of
    /// them, or `-` for standard input.
    ///
    /// Games that are in the index already are left out, so that ingesting a file twice is
    /// harmless: games of the same moves by players of the same surnames, whatever date and event
    /// say. A game that cannot be played through is named and left out; the others are in.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Index the positions after this move of White's and later ones.
    ///
    /// In games from the usual start, 13 begins at ply 25. Lower numbers make openings
    /// findable too, and the index larger; 0 takes every position.
    #[arg(long, value_name = "N", default_value_t = FROM_MOVE, value_parser = number::<u32>(0..=u32::MAX.into()))]
    pub(crate) from_move: u32,

    /// Commit after so many positions, and at the end: 2,000,000 unless said, in a cluster 500,000. A crash costs
    /// what was read since the last commit, in a folder the last but one.
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=u64::MAX))]
    pub(crate) commit_every: Option<u64>,

    /// Into how many shards a new index in a cluster is split.
    #[arg(long, value_name = "N", default_value_t = Layout::default().shards, value_parser = number::<u32>(1..=1024), help_heading = "Cluster")]
    cluster_shards: u32,

    /// How many copies each of these shards gets beside it: 0 for one node.
    #[arg(long, value_name = "N", default_value_t = Layout::default().replicas, value_parser = number::<u32>(0..=16), help_heading = "Cluster")]
    cluster_replicas: u32,

    #[command(flatten)]
    pub(crate) index: IndexArgs,
}

impl IngestArgs {
    /// Opens the index, or creates it.
    pub(crate) fn open_or_create(&self) -> anyhow::Result<Database> {
        let layout = Layout {
            shards: self.cluster_shards,
            replicas: self.cluster_replicas,
        };
        Ok(Database::open_or_create(&self.index.place()?, layout)?)
    }
}

#[derive(Debug, Args)]
pub(crate) struct SimilarArgs {
    #[command(flatten)]
    pub(crate) positions: FensArgs,

    /// How many positions, each of a different game.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = number::<u16>(1..=1000))]
    pub(crate) limit: u16,

    /// The scoring profile: `tabiya` unless said; `thesis` is that of Plut 2018, `structure` compares pawns
    /// and material, `tactics` attacks and captures.
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(Scoring::ALL.map(Scoring::name)))]
    pub(crate) scoring: Option<String>,

    #[command(flatten)]
    pub(crate) weights: WeightArgs,

    /// Whose move it may be in what is found.
    #[arg(long, value_name = "TURN", value_parser = ["any", "same", "white", "black"])]
    pub(crate) turn: Option<String>,

    #[command(flatten)]
    pub(crate) filter: FilterArgs,

    /// Show what was played next in the games of the best 100 positions.
    #[arg(long)]
    pub(crate) plans: bool,

    /// Look for positions, too, that are like it with the colours reversed.
    #[arg(long)]
    pub(crate) flip: bool,

    /// Let the engine score it and what is found; with `--depth` and the like it does anyway.
    #[arg(long)]
    pub(crate) analyse: bool,

    #[command(flatten)]
    pub(crate) effort: EffortArgs,

    #[command(flatten)]
    pub(crate) engine: EngineArgs,

    #[command(flatten)]
    pub(crate) index: IndexArgs,
}

/// What games and positions must be like; all of it at once.
#[derive(Debug, Args)]
#[command(next_help_heading = "Filters")]
pub(crate) struct FilterArgs {
    /// One of the players, e.g. `Carlsen`, `carlsen magnus` or `Carlsen, M`.
    #[arg(long, value_name = "NAME")]
    player: Option<String>,

    /// That player's side.
    #[arg(long, value_name = "SIDE", value_parser = ["white", "black"])]
    color: Option<String>,

    /// The other player.
    #[arg(long, value_name = "NAME")]
    opponent: Option<String>,

    /// The player of the white pieces.
    #[arg(long, value_name = "NAME")]
    white: Option<String>,

    /// The player of the black pieces.
    #[arg(long, value_name = "NAME")]
    black: Option<String>,

    /// The smallest mean of both ratings.
    #[arg(long, value_name = "N", value_parser = number::<u32>(0..=100_000))]
    min_rating: Option<u32>,

    /// The greatest mean of both ratings.
    #[arg(long, value_name = "N", value_parser = number::<u32>(0..=100_000))]
    max_rating: Option<u32>,

    /// Played then or later: 2010, 2010-06 or 2010-06-18.
    #[arg(long, value_name = "DATE")]
    since: Option<String>,

    /// Played then or earlier.
    #[arg(long, value_name = "DATE")]
    until: Option<String>,

    /// What the ECO code begins with, e.g. B9.
    #[arg(long, value_name = "CODE")]
    eco: Option<String>,

    /// How the game ended: white, black, draw, unknown; win or loss of `--player`.
    #[arg(long, value_name = "RESULT")]
    result: Option<String>,

    /// Words of the event's name.
    #[arg(long, value_name = "WORDS")]
    event: Option<String>,

    /// The fewest half-moves before the position.
    #[arg(long, value_name = "N", value_parser = number::<u32>(0..=100_000))]
    min_ply: Option<u32>,

    /// The most half-moves before it.
    #[arg(long, value_name = "N", value_parser = number::<u32>(0..=100_000))]
    max_ply: Option<u32>,

    /// What stands on the board, e.g. `KRPPkrpp`.
    #[arg(long, value_name = "PIECES")]
    material: Option<String>,
}

impl FilterArgs {
    /// The filter; `None` if nothing was said.
    pub(crate) fn request(&self) -> Option<FilterRequest> {
        let number = |number: Option<u32>| number.map(f64::from);
        let request = FilterRequest {
            player: self.player.clone(),
            color: self.color.clone(),
            opponent: self.opponent.clone(),
            white: self.white.clone(),
            black: self.black.clone(),
            min_rating: number(self.min_rating),
            max_rating: number(self.max_rating),
            since: self.since.clone(),
            until: self.until.clone(),
            eco: self.eco.clone(),
            result: self.result.clone(),
            event: self.event.clone(),
            turn: None,
            min_ply: number(self.min_ply),
            max_ply: number(self.max_ply),
            material: self.material.clone(),
        };
        (request != FilterRequest::default()).then_some(request)
    }
}

#[derive(Debug, Args)]
pub(crate) struct PositionsArgs {
    /// The position (FEN or EPD), or the pattern, best in quotes.
    #[arg(required = true, value_name = "FEN-OR-PATTERN")]
    pub(crate) parts: Vec<String>,

    /// How many games are shown: of a pattern, or top and recent ones of a position, at most 15 of these.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = number::<u16>(1..=1000))]
    pub(crate) limit: u16,

    /// With a pattern: a term that the position must have, e.g. `Id4`.
    #[arg(long = "term", value_name = "TERM")]
    pub(crate) terms: Vec<String>,

    #[command(flatten)]
    pub(crate) filter: FilterArgs,

    #[command(flatten)]
    pub(crate) index: IndexArgs,
}

#[derive(Debug, Args)]
pub(crate) struct PlayersArgs {
    /// Beginnings of words of a name, e.g. `carls m`.
    #[arg(required = true, value_name = "NAME")]
    pub(crate) name: Vec<String>,

    /// How many names.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = number::<u16>(1..=100))]
    pub(crate) limit: u16,

    #[command(flatten)]
    pub(crate) index: IndexArgs,
}

#[derive(Debug, Args)]
pub(crate) struct WeightArgs {
    /// A weight that is other than the profile's, `tabiya`'s unless said, e.g. `pawnSkeleton=2`; from 0
    /// to 100.
    ///
    /// There are naive, reachability, attack, defence, connection, hanging, cheaperAttacker,
    /// winningCapture, isolated, passed, protectedPassed, backward, doubled, chain, islands, pawnFile,
    /// pawnWing, pawnSkeleton, pieceCount, pieceDifference, evaluation, plan, opening and penalty.
    #[arg(long = "weight", value_name = "NAME=NUMBER", value_parser = weight)]
    pub(crate) weights: Vec<(String, f64)>,
}

/// Reads a weight.
fn weight(text: &str) -> Result<(String, f64), &'static str> {
    let parts = text.split_once('=');
    let weight = parts.and_then(|(name, number)| Some((name.to_owned(), number.parse().ok()?)));
    weight.ok_or("it must be a name and a number, like pawnSkeleton=2")
}

#[derive(Debug, Args)]
pub(crate) struct FenArgs {
    /// The position: FEN or EPD, best in quotes; without them its parts are put together again.
    #[arg(required = true, value_name = "FEN")]
    parts: Vec<String>,
}

impl FenArgs {
    pub(crate) fn fen(&self) -> String {
        self.parts.join(" ")
    }
}

#[derive(Debug, Args)]
pub(crate) struct FensArgs {
    /// The positions: FEN or EPD, best in quotes; without them their parts are put together again.
    #[arg(required_unless_present = "file", value_name = "FEN")]
    parts: Vec<String>,

    /// A file of further positions, a FEN or EPD a line; `-` for standard input.
    #[arg(long = "fens", value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
}

impl FensArgs {
    /// The positions as typed: where a part has the slashes of a board, the next one begins.
    pub(crate) fn typed(&self) -> Vec<String> {
        let mut fens: Vec<String> = Vec::new();
        for part in &self.parts {
            match fens.last_mut() {
                Some(fen) if !part.contains('/') => {
                    fen.push(' ');
                    fen.push_str(part);
                }
                _ => fens.push(part.clone()),
            }
        }
        fens
    }
}

#[derive(Debug, Args)]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    pub(crate) positions: FensArgs,

    #[command(flatten)]
    pub(crate) effort: EffortArgs,

    /// Play as a player of this rating would, from 800 to 2200.
    #[arg(long, value_name = "RATING", value_parser = number::<u32>(engine::WEAKEST.into()..=engine::STRONGEST.into()))]
    pub(crate) elo: Option<u32>,

    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}

#[derive(Debug, Args)]
pub(crate) struct AnnotateArgs {
    /// A PGN file, plain or compressed (`.pgn`, `.pgn.zst`, `.pgn.gz`, `.pgn.bz2`), or `-` for
    /// standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Write to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Let the engine score every move, and mark bad ones with the better line; with `--depth` and the
    /// like it does anyway.
    #[arg(long)]
    pub(crate) eval: bool,

    #[command(flatten)]
    pub(crate) effort: EffortArgs,

    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}

#[derive(Debug, Args)]
#[group(id = "source", required = true, multiple = true)]
pub(crate) struct TrainArgs {
    /// Positions of the index that are similar to this one: FEN or EPD, in quotes.
    #[arg(value_name = "FEN", group = "source")]
    pub(crate) fen: Option<String>,

    /// What this player could find, as people write names: `Carlsen`, "carlsen magnus", "Carlsen, M"; of whom there must
    /// be a game.
    #[arg(long, value_name = "NAME", group = "source")]
    pub(crate) player: Option<String>,

    /// Positions with this motif or named structure, e.g. `fork`, "Carlsbad structure", gruenfeld; an unknown one is
    /// answered with all there are.
    #[arg(long, value_name = "NAME", group = "source")]
    pub(crate) theme: Option<String>,

    /// A PGN file, plain or compressed, or `-` for standard input, instead of the index.
    #[arg(long, value_name = "FILE", group = "source", conflicts_with = "fen")]
    pub(crate) pgn: Option<PathBuf>,

    /// Find the plan: what strong players did from positions similar to the FEN.
    #[arg(long, requires = "fen", conflicts_with_all = ["player", "theme"])]
    pub(crate) plan: bool,

    /// How many exercises; 10 unless said. At most 200 positions are looked at for each.
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..=200))]
    pub(crate) limit: Option<u16>,

    /// The least rating of an exercise.
    #[arg(long, value_name = "ELO", value_parser = number::<u16>(0..=4000))]
    pub(crate) min_rating: Option<u16>,

    /// The highest rating of an exercise.
    #[arg(long, value_name = "ELO", value_parser = number::<u16>(0..=4000))]
    pub(crate) max_rating: Option<u16>,

    /// How many moves each search of the engine makes; 50,000 unless said.
    #[arg(long, value_name = "N", value_parser = number::<u64>(1000..=1_000_000_000))]
    pub(crate) nodes: Option<u64>,

    /// As text, JSON, PGN, or CSV as lichess's puzzle database has it; as text unless said.
    #[arg(long, value_name = "FORMAT", value_parser = ["json", "pgn", "csv"])]
    pub(crate) format: Option<String>,

    #[command(flatten)]
    pub(crate) index: IndexArgs,
}

#[derive(Debug, Args)]
pub(crate) struct DifficultyArgs {
    #[command(flatten)]
    pub(crate) positions: FensArgs,

    /// The solution of the position, if it is known: moves in UCI, the solver's first, e.g.
    /// "h5h7 g8h7 e2h5". The estimate is better with it.
    #[arg(long, value_name = "MOVES")]
    pub(crate) solution: Option<String>,
}

/// How far the engine searches a position: to whatever comes first, 200,000 nodes unless said.
#[derive(Debug, Args)]
pub(crate) struct EffortArgs {
    /// Search so deep, in plies.
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=127))]
    pub(crate) depth: Option<u32>,

    /// Search so many positions.
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=1_000_000_000_000))]
    pub(crate) nodes: Option<u64>,

    /// Search so many milliseconds.
    #[arg(long, value_name = "MS", value_parser = number::<u32>(1..=3_600_000))]
    pub(crate) movetime: Option<u32>,

    /// Show so many of the best lines.
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=218))]
    pub(crate) multipv: Option<u32>,
}

impl EffortArgs {
    /// Whether anything was said.
    pub(crate) fn is_given(&self) -> bool {
        let numbers = [self.depth, self.movetime, self.multipv];
        self.nodes.is_some() || numbers.iter().any(Option::is_some)
    }
}

#[derive(Debug, Args)]
pub(crate) struct EngineArgs {
    /// Analyse with this program, which speaks UCI, instead of our own engine, e.g. `stockfish`.
    #[arg(long, env = "TABIYA_ENGINE", value_name = "PATH")]
    pub(crate) engine: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    /// How many half-moves long the paths are.
    #[arg(value_name = "DEPTH", value_parser = number::<u32>(0..=100))]
    pub(crate) depth: u32,

    /// The position: FEN or EPD, the usual start unless said; castling as in Chess960 where its
    /// rights say so.
    #[arg(value_name = "FEN")]
    pub(crate) parts: Vec<String>,

    /// Say how many paths begin with each move.
    #[arg(long)]
    pub(crate) divide: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ProgressiveArgs {
    /// A position: board, side to move and number of moves, or a FEN and the number. Or a file of
    /// them, one a line, `-` for standard input; a number of the line in front, empty lines and what
    /// follows `#` are skipped.
    #[arg(value_name = "FILE-or-POSITION")]
    pub(crate) parts: Vec<String>,

    /// Italian rules: whoever can answer a check only with checks is mated, too.
    #[arg(long, conflicts_with = "scottish")]
    pub(crate) italian: bool,

    /// Scottish rules: a check ends the series, so that fewer moves may mate, too.
    #[arg(long)]
    pub(crate) scottish: bool,

    /// Which pawns may be taken en passant in answer to a series: the one moved last, or all that
    /// made a double step in it and stand where that ended.
    ///
    /// Unless said, `series` with `--italian`, `--scottish`, `--game` and `--play`, else `last`.
    #[arg(long, value_name = "PAWNS", value_parser = ["last", "series"])]
    pub(crate) en_passant: Option<String>,

    /// List every mating position, each with a series to it.
    #[arg(long)]
    pub(crate) all: bool,

    /// Give up after so many milliseconds, each time; with `--play` the time to think, 2000 unless said.
    #[arg(long, value_name = "MS", value_parser = number::<u32>(1..=3_600_000))]
    pub(crate) movetime: Option<u32>,

    /// Play through a game written like `1. e4 2. e5 d5 3. exd5 Qh5 Qxe5+`, by Scottish rules unless
    /// `--italian`, and show where it ends; `-` for standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["parts", "all", "movetime"])]
    pub(crate) game: Option<PathBuf>,

    /// Play as white or black against the program, by Scottish rules unless `--italian`, from the usual
    /// start or a position: type your series, e.g. `e5 d5`, as many moves a line as you like.
    #[arg(long, value_name = "COLOUR", value_parser = ["white", "black"], conflicts_with_all = ["game", "all"])]
    pub(crate) play: Option<String>,

    /// Make up so many positions that have a mate, easier ones first; what is printed is such a file.
    #[arg(long, value_name = "N", conflicts_with_all = ["parts", "game", "play", "all"], value_parser = number::<usize>(1..=100_000))]
    pub(crate) generate: Option<usize>,

    /// The number of moves of positions made up.
    #[arg(long, value_name = "N", requires = "generate", default_value_t = 4, value_parser = number::<u64>(3..=10))]
    pub(crate) moves: u64,

    /// What chance begins with: the same seed, the same positions and, with `--play`, the same play.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=1 << 52))]
    pub(crate) seed: u64,
}

#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// How many positions of random games of the index are asked for; 0 with `--fens` for none.
    ///
    /// They are asked for one after the other: first by one thread, then by all processors, which
    /// share the work of each.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = number::<usize>(0..=1_000_000))]
    pub(crate) queries: usize,

    /// How many of them, and of those of `--fens`, are also answered by scoring every position, to
    /// compare; all unless said, 0 for none.
    ///
    /// This takes by far the longest: minutes for millions of positions.
    #[arg(long, value_name = "N", value_parser = number::<usize>(0..=u64::MAX))]
    pub(crate) check: Option<usize>,

    /// A file of further positions to ask for, a FEN or EPD a line; `-` for standard input.
    #[arg(long, value_name = "FILE")]
    pub(crate) fens: Option<PathBuf>,

    /// PGN files or folders to measure ingest with, into an index that is deleted afterwards.
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Vec<PathBuf>,

    /// How many positions are to be found, each of a different game.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = number::<u16>(1..=1000))]
    pub(crate) limit: u16,

    /// The scoring profile that is measured.
    #[arg(long, value_name = "NAME", default_value = Scoring::default().name(), value_parser = PossibleValuesParser::new(Scoring::ALL.map(Scoring::name)))]
    pub(crate) scoring: String,

    /// What the random choice of positions begins with: the same seed, the same positions.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    pub(crate) seed: u64,

    #[command(flatten)]
    pub(crate) index: IndexArgs,
}

/// Reads whole numbers of a range. What cannot be one is told what it should be.
fn number<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let number = number.and_then(|number: u64| T::try_from(number).ok());
        number.ok_or_else(|| match *range.end() {
            u64::MAX => format!("it must be a whole number from {} on", range.start()),
            end => format!("it must be a whole number from {} to {end}", range.start()),
        })
    }
}

/// Reads an address to listen on.
fn address(text: &str) -> Result<SocketAddr, &'static str> {
    let wanted = "it must be an IP address and a port, like 127.0.0.1:8080";
    text.parse().map_err(|_| wanted)
}

#[derive(Debug, Args)]
pub(crate) struct QualityArgs {
    /// Tables of positions to look for, of games that are not in the index.
    ///
    /// Columns are separated by tabs and named in the first line: `fen`, `phase` (`endgame`,
    /// `mg_queens` or `mg_queenless`), `next_moves` (UCI, 12 half-moves or more), `ply`, `eco`,
    /// `result`, `perturbed_fen`.
    #[arg(long, required = true, value_name = "FILE")]
    pub(crate) queries: Vec<PathBuf>,

    /// A scoring profile to measure, beside `thesis`, which the others are compared with; all of
    /// them unless said.
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(Scoring::ALL.map(Scoring::name)))]
    pub(crate) scoring: Vec<String>,

    #[command(flatten)]
    pub(crate) weights: WeightArgs,

    #[command(flatten)]
    pub(crate) index: IndexArgs,
}

#[derive(Debug, Args)]
pub(crate) struct RemoveArgs {
    /// The numbers of the games, as `similar` shows them.
    #[arg(required = true, value_name = "ID", value_parser = number::<u64>(1..=u64::MAX))]
    pub(crate) ids: Vec<u64>,

    #[command(flatten)]
    pub(crate) index: IndexArgs,
}

#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// The address and port to listen on.
    ///
    /// 127.0.0.1 is reached from this machine only, 0.0.0.0 from everywhere.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080", value_parser = address)]
    pub(crate) listen: SocketAddr,

    /// The token that a request must have to import or remove games.
    ///
    /// Better set as `TABIYA_TOKEN` than typed: others on this machine can see command lines.
    /// Without it only programs on this machine may import and remove games.
    #[arg(
        long,
        env = "TABIYA_TOKEN",
        value_name = "TOKEN",
        hide_env_values = true
    )]
    pub(crate) token: Option<Secret>,

    /// How many requests a second one client may make, twice as many at once; 0 for any number.
    ///
    /// A client is an IPv4 address or an IPv6 /64.
    #[arg(long, env = "TABIYA_RATE_LIMIT", value_name = "N", default_value_t = 50, value_parser = number::<u32>(0..=1_000_000))]
    pub(crate) rate_limit: u32,

    /// A proxy stands before the server: clients are told apart by the last entry of its `X-Forwarded-For`.
    ///
    /// Without a proxy anybody could write there what he likes.
    #[arg(long, env = "TABIYA_TRUST_PROXY")]
    pub(crate) trust_proxy: bool,

    /// How the log is written, to standard error; `RUST_LOG=debug` writes more of it, `warn` less.
    #[arg(
        long,
        env = "TABIYA_LOG_FORMAT",
        value_name = "FORMAT",
        default_value = "text"
    )]
    pub(crate) log_format: LogFormat,

    #[command(flatten)]
    pub(crate) engine: EngineArgs,

    #[command(flatten)]
    pub(crate) index: IndexArgs,
}

/// How a log is written.
#[derive(Copy, Clone, Debug, ValueEnum)]
pub(crate) enum LogFormat {
    /// Lines for people.
    Text,
    /// A JSON object a line.
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct HealthcheckArgs {
    /// The address and port that the server listens on.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080", value_parser = address)]
    pub(crate) address: SocketAddr,
}

/// What is not to be printed, not even by `Debug`.
#[derive(Clone)]
pub(crate) struct Secret(pub(crate) String);

impl From<String> for Secret {
    fn from(text: String) -> Secret {
        Secret(text)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::Cli;
    use clap::CommandFactory;

    #[test]
    fn the_flags_agree_with_each_other() {
        Cli::command().debug_assert();
    }
}
