//! `tabiya train`: exercises from games, or the plan of a position.

use std::io::Write;

use std::path::PathBuf;

use anyhow::bail;
use app::{
    ExerciseNodes, ExerciseRating, ExercisesLimit, ExercisesRequest, MISTAKES_GAMES, MistakeKind,
    MistakesRequest, Name, Pace, Player, ReportGames, Theme, TrainingAnswer, TrainingExercise,
    TrainingMistake, TrainingModel, TrainingPlan, exercises, exercises_of_mistakes,
    exercises_of_pgn,
};
use clap::Args;
use pgn::parse_fen;
use shakmaty::Color;

use crate::args::filter::WhichGames;
use crate::args::index::IndexArgs;
use crate::args::tablebase::TablebaseArgs;
use crate::args::{named, of_option, ranged, wrong_name};
use crate::progress;

/// Make exercises from games: positions where only one move is good, or "find the plan".
///
/// The exercises come from positions similar to a FEN, from a player's games, from positions with a motif or named
/// structure, or from a PGN file. If there are fewer than requested, a message on standard error says why.
#[derive(Debug, Args)]
#[group(id = "source", required = true, multiple = true)]
pub(crate) struct TrainArgs {
    /// Positions of the index that are similar to this one: FEN or EPD, in quotes.
    #[arg(value_name = "FEN", group = "source")]
    fen: Option<String>,

    /// Positions with this player to move: `Carlsen`, "carlsen magnus", "Carlsen, M"; the player must have a game.
    #[arg(long, value_name = "NAME", group = "source")]
    player: Option<String>,

    /// Positions with this motif or named structure, e.g. `fork`, "Carlsbad structure", gruenfeld; the error about
    /// an unknown theme lists all.
    #[arg(long, value_name = "NAME", group = "source")]
    theme: Option<String>,

    /// A PGN file, plain or compressed, a Scid database (`.si5`, `.si4`; without games that are marked as deleted), or `-`
    /// for PGN from standard input, instead of the index.
    #[arg(long, value_name = "FILE", group = "source", conflicts_with_all = ["fen", "speeds", "collection"])]
    pgn: Option<PathBuf>,

    /// Make exercises of the player's costliest mistakes, as `report` counts them, with games of others like them, and name
    /// games of masters in which the right move was played.
    #[arg(long, requires = "player", conflicts_with_all = ["fen", "theme", "pgn", "plan"])]
    mistakes: bool,

    /// Only this kind of mistakes, by its name in `report`: "missed fork", "allowed mate", endgame.
    #[arg(long, value_name = "NAME", requires = "mistakes")]
    kind: Option<String>,

    /// Only mistakes with this side.
    #[arg(long, value_name = "SIDE", value_parser = named::<Color>(), requires = "mistakes")]
    color: Option<Name<Color>>,

    #[arg(long, value_name = "N", default_value_t = MISTAKES_GAMES, requires = "mistakes", help = ranged("The number of the player's games that are looked at for mistakes, the newest by their numbers", &ReportGames::range()))]
    games: ReportGames,

    /// Show the plan instead: what strong players played from positions similar to the FEN.
    #[arg(long, requires = "fen", conflicts_with_all = ["player", "theme"])]
    plan: bool,

    #[arg(long, value_name = "N", default_value_t = ExercisesRequest::default().limit, help = ranged("The number of exercises; at most 200 positions are searched for each", &ExercisesLimit::range()))]
    limit: ExercisesLimit,

    #[arg(long, value_name = "ELO", default_value_t = ExerciseRating::MIN, hide_default_value = true, help = ranged("The lowest rating of an exercise", &ExerciseRating::range()))]
    min_rating: ExerciseRating,

    #[arg(long, value_name = "ELO", default_value_t = ExerciseRating::MAX, hide_default_value = true, help = ranged("The highest rating of an exercise", &ExerciseRating::range()))]
    max_rating: ExerciseRating,

    #[arg(long, value_name = "N", default_value_t = ExercisesRequest::default().nodes, help = ranged("The number of nodes of each engine search", &ExerciseNodes::range()))]
    nodes: ExerciseNodes,

    /// JSON, PGN, CSV as in Lichess's puzzle database, or a file for Anki to import, instead of text.
    #[arg(long, value_name = "FORMAT", value_parser = ["json", "pgn", "csv", "anki"])]
    format: Option<String>,

    #[command(flatten)]
    which: WhichGames,

    #[command(flatten)]
    tablebase: TablebaseArgs,

    #[command(flatten)]
    index: IndexArgs,
}

pub(crate) fn run(args: &TrainArgs, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    if args.plan && matches!(args.format.as_deref(), Some("csv" | "anki")) {
        bail!(
            "--format: a plan is not a list of puzzles: use json or pgn, or omit --format for text"
        );
    }
    let theme = args.theme.as_deref().map(Theme::new).transpose();
    let kind = args.kind.as_deref().map(MistakeKind::new).transpose();
    let kind = kind.map_err(wrong_name)?;
    let request = ExercisesRequest {
        limit: args.limit,
        min_rating: args.min_rating,
        max_rating: args.max_rating,
        nodes: args.nodes,
        player: args.player.clone(),
        theme: theme.map_err(wrong_name)?,
        speeds: args.which.speeds(),
        collections: args.which.collections()?,
        ..ExercisesRequest::default()
    };
    let engines = args.tablebase.start(None)?;
    let pace = Pace::default();
    let bar = progress::counted("positions");
    let see = |positions: usize| bar.set_position(positions as u64);
    let response = match (&args.pgn, &args.fen) {
        (Some(path), _) => {
            let (name, stream) = pgn::open_input(path)?;
            let response = exercises_of_pgn(stream, &name, &request, &engines, &pace, |_| (), see)
                .map_err(of_option)?;
            for game in &response.rejected {
                let at = pgn::place(game.game, game.line);
                crate::print::complain(&format!("{name}: {at}: {}; rejected", game.reason));
            }
            response
        }
        (None, fen) => {
            let position = fen.as_deref().map(parse_fen).transpose()?;
            let view = args.index.open()?.snapshot()?;
            match &position {
                Some(position) if args.plan => {
                    app::plan(&view, position, &request.filter())?.into()
                }
                _ if args.mistakes => {
                    let request = MistakesRequest {
                        exercises: request,
                        color: args.color.map(|Name(color)| color),
                        kind,
                        games: args.games,
                    };
                    exercises_of_mistakes(&view, &request, &engines, &pace, |_| (), see)
                        .map_err(of_option)?
                }
                position => exercises(
                    &view,
                    position.as_ref(),
                    &request,
                    &engines,
                    &pace,
                    |_| (),
                    see,
                )
                .map_err(of_option)?,
            }
        }
    };
    bar.finish_and_clear();
    if let Some(sentence) = response.shortfall() {
        crate::print::complain(&sentence);
    }
    match args.format.as_deref() {
        Some("pgn") => write!(out, "{}", response.pgn())?,
        Some("csv") => write!(out, "{}", response.csv())?,
        Some("anki") => write!(out, "{}", response.anki())?,
        _ if json || args.format.is_some() => crate::print::json(out, &response)?,
        _ => print(out, &response)?,
    }
    Ok(())
}

fn print(out: &mut impl Write, response: &TrainingAnswer) -> anyhow::Result<()> {
    if let Some(plan) = &response.plan {
        return print_plan(out, plan);
    }
    for mistake in &response.mistakes {
        let exercises = response.exercises.iter();
        let of_kind = |exercise: &&TrainingExercise| {
            exercise.mistake.as_deref() == Some(mistake.kind.as_str())
        };
        print_mistake(out, mistake, exercises.filter(of_kind))?;
    }
    let others = response.exercises.iter();
    for exercise in others.filter(|exercise| exercise.mistake.is_none()) {
        print_exercise(out, exercise)?;
    }
    let (found, looked_at) = (response.exercises.len(), response.positions);
    let s = |number: usize| if number == 1 { "" } else { "s" };
    Ok(writeln!(
        out,
        "{found} exercise{} of {looked_at} position{}",
        s(found),
        s(looked_at)
    )?)
}

/// A kind of mistake with its exercises and model games.
fn print_mistake<'a>(
    out: &mut impl Write,
    mistake: &TrainingMistake,
    exercises: impl Iterator<Item = &'a TrainingExercise>,
) -> anyhow::Result<()> {
    let (kind, count, cost) = (&mistake.kind, mistake.count, mistake.cost);
    let times = if count == 1 { "time" } else { "times" };
    writeln!(out, "{kind}: {count} {times}, {cost:.1} points\n")?;
    for exercise in exercises {
        print_exercise(out, exercise)?;
    }
    if let Some(why) = &mistake.shortfall {
        writeln!(out, "  {why}\n")?;
    }
    for model in &mistake.models {
        print_model(out, model)?;
    }
    if let Some(why) = &mistake.models_shortfall {
        writeln!(out, "  {why}\n")?;
    }
    Ok(())
}

fn print_model(out: &mut impl Write, model: &TrainingModel) -> anyhow::Result<()> {
    let (mistake, best, fen) = (&model.mistake_fen, &model.best.san, &model.fen);
    let (game, ply, at) = (&model.game, model.ply, model.played_ply);
    let (id, white, black) = (game.id, name(&game.white), name(&game.black));
    writeln!(out, "  {best} was right in {mistake}")?;
    writeln!(out, "  {fen}")?;
    Ok(writeln!(
        out,
        "    game {id} {white} - {black}, ply {ply}, plays {} at ply {at}, likeness {:.0}%\n",
        model.played.san,
        100.0 * model.likeness
    )?)
}

fn name(player: &Player) -> String {
    player.name.clone().unwrap_or_else(|| "?".to_owned())
}

fn print_exercise(out: &mut impl Write, exercise: &TrainingExercise) -> anyhow::Result<()> {
    let (fen, color, rating) = (&exercise.fen, exercise.color, exercise.rating);
    let line: Vec<&str> = exercise.solution.iter().map(|m| &m.san[..]).collect();
    let others = exercise
        .alternatives
        .iter()
        .map(|other| &other.played.san[..]);
    let others: Vec<&str> = others.collect();
    writeln!(
        out,
        "{fen}\n  {color} plays {}, not {}",
        line.join(" "),
        others.join(", ")
    )?;
    writeln!(out, "  rating {rating}, {}", exercise.themes.join(" "))?;
    let found = match (exercise.found, &exercise.played) {
        (Some(true), _) => ", found".to_owned(),
        (_, Some(played)) => format!(", missed by {}", played.san),
        _ => String::new(),
    };
    let (game, ply) = (&exercise.game, exercise.ply);
    let (id, white, black) = (game.id, name(&game.white), name(&game.black));
    let variation = game.variation_ply.map_or("", |_| " (variation)");
    Ok(writeln!(
        out,
        "  game {id} {white} - {black}{variation}, ply {ply}{found}\n"
    )?)
}

fn print_plan(out: &mut impl Write, plan: &TrainingPlan) -> anyhow::Result<()> {
    let (fen, color, games) = (&plan.fen, plan.color, plan.games);
    let s = if games == 1 { "" } else { "s" };
    writeln!(out, "{fen}\n{color}'s plan, by {games} game{s}:")?;
    for m in &plan.moves {
        let (piece, to, games) = (m.piece.to_ascii_uppercase(), &m.to, m.games);
        writeln!(out, "  {piece}{to} in {games}")?;
    }
    Ok(())
}
