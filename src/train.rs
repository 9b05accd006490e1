//! `tabiya train`: exercises from games, or the plan of a position.

use std::io::Write;

use anyhow::bail;
use api::{Player, TrainingExercise, TrainingPlan, TrainingRequest, TrainingResponse, Until};

use crate::cli::TrainArgs;
use crate::{pgn, progress};

pub(crate) fn run(args: &TrainArgs, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let request = TrainingRequest {
        fen: args.fen.clone(),
        pgn: None,
        player: args.player.clone(),
        theme: args.theme.clone(),
        plan: args.plan,
        limit: args.limit.map(f64::from),
        min_rating: args.min_rating.map(f64::from),
        max_rating: args.max_rating.map(f64::from),
        nodes: args.nodes.map(|nodes| nodes as f64),
    };
    if args.plan && args.format.as_deref() == Some("csv") {
        bail!("format: a plan is no list of puzzles, it comes as text, json or pgn");
    }
    let until = Until::default();
    let bar = progress::counted("positions");
    let see = |positions: usize| bar.set_position(positions as u64);
    let response = if let Some(path) = &args.pgn {
        let (name, stream) = pgn::open(path)?;
        let response = api::training_of_pgn(stream, &name, &request, &until, see)?;
        for game in &response.rejected {
            let (number, line, reason) = (game.game, game.line, &game.reason);
            crate::complain(&format!(
                "{name}: game {number}, line {line}: {reason}; left out"
            ));
        }
        response
    } else {
        let index = args.index.open()?;
        api::training(&index.snapshot()?, &request, &until, see)?
    };
    bar.finish_and_clear();
    if let Some(sentence) = response.shortfall() {
        crate::complain(&sentence);
    }
    match args.format.as_deref() {
        Some("pgn") => write!(out, "{}", response.pgn())?,
        Some("csv") => write!(out, "{}", response.csv())?,
        _ if json || args.format.is_some() => crate::print_json(out, &response)?,
        _ => print(out, &response)?,
    }
    Ok(())
}

fn print(out: &mut impl Write, response: &TrainingResponse) -> anyhow::Result<()> {
    if let Some(plan) = &response.plan {
        return print_plan(out, plan);
    }
    for exercise in &response.exercises {
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
    let name = |player: &Player| player.name.clone().unwrap_or_else(|| "?".to_owned());
    let (id, white, black) = (game.id, name(&game.white), name(&game.black));
    Ok(writeln!(
        out,
        "  game {id} {white} - {black}, ply {ply}{found}\n"
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
