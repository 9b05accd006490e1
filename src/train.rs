//! `tabiya train`: exercises from games, or the plan of a position.

use std::io::{self, Write};
use std::path::Path;

use api::{TrainingRequest, TrainingResponse, Until};
use index::Index;

use crate::cli::TrainArgs;
use crate::progress;

pub(crate) fn run(args: &TrainArgs, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let request = TrainingRequest {
        fen: args.fen.clone(),
        player: args.player.clone(),
        theme: args.theme.clone(),
        plan: args.plan,
        limit: Some(args.limit.into()),
        min_rating: Some(args.min_rating.into()),
        max_rating: Some(args.max_rating.into()),
        nodes: args.nodes.map(|nodes| nodes as f64),
    };
    let until = Until::default();
    let bar = progress::counted("positions");
    let see = |positions: usize| bar.set_position(positions as u64);
    let response = match &args.pgn {
        Some(path) if path == Path::new("-") => {
            api::training_of_pgn(index::decompressed(io::stdin()), &request, &until, see)
        }
        Some(path) => {
            let stream = index::open_pgn(path, |_| ());
            api::training_of_pgn(stream, &request, &until, see).map_err(|problem| api::Problem {
                detail: format!("{}: {problem}", path.display()),
                ..problem
            })
        }
        None => {
            let index = Index::open(&args.index.index)?;
            api::training(&*index.snapshot()?, &request, &until, see)
        }
    };
    bar.finish_and_clear();
    let response = response?;
    match args.format.as_deref() {
        Some("pgn") => write!(out, "{}", response.pgn())?,
        Some("csv") => write!(out, "{}", response.csv())?,
        _ if json || args.format.is_some() => crate::print_json(out, &response)?,
        _ => print(out, &response)?,
    }
    Ok(())
}

fn print(out: &mut impl Write, response: &TrainingResponse) -> anyhow::Result<()> {
    for exercise in &response.exercises {
        let line: Vec<&str> = exercise.solution.iter().map(|m| &m.san[..]).collect();
        let name = |player: &api::Player| player.name.clone().unwrap_or_else(|| "?".to_owned());
        let found = match exercise.found {
            Some(true) => ", found",
            Some(false) => ", missed",
            None => "",
        };
        writeln!(
            out,
            "{}\n  {} plays {}",
            exercise.fen,
            exercise.color,
            line.join(" ")
        )?;
        writeln!(
            out,
            "  rating {}, {}",
            exercise.rating,
            exercise.themes.join(" ")
        )?;
        let (white, black) = (name(&exercise.game.white), name(&exercise.game.black));
        writeln!(
            out,
            "  game {} {white} - {black}, ply {}{found}\n",
            exercise.game.id, exercise.ply
        )?;
    }
    if let Some(plan) = &response.plan {
        writeln!(
            out,
            "{}\n{}'s plan, by {} games:",
            plan.fen, plan.color, plan.games
        )?;
        for m in plan.moves.iter().take(12) {
            writeln!(
                out,
                "  {}{} in {}",
                m.piece.to_ascii_uppercase(),
                m.to,
                m.games
            )?;
        }
    } else {
        let (found, looked_at) = (response.exercises.len(), response.positions);
        writeln!(out, "{found} exercises of {looked_at} positions")?;
    }
    Ok(())
}
