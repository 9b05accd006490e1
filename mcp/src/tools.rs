//! The tools: what each is called, what is said of it, and what it calls.

use std::sync::LazyLock;

use app::doors::Doors;
use rmcp::ErrorData;
use rmcp::model::{CallToolResult, JsonObject, Tool, ToolAnnotations};
use utoipa::ToSchema;

use crate::answer::refusal;
use crate::arguments::fit;
use crate::schema::of_arguments;
use crate::{analyse, collections, difficulty, exercises, explorer, game, motifs, plans, similar};

/// All tools, as a client lists them.
pub(crate) fn all() -> &'static [Tool] {
    static TOOLS: LazyLock<[Tool; 9]> = LazyLock::new(|| {
        [
            described::<similar::Arguments>(
                "similar_positions",
                "Similar positions",
                "Finds positions of real games that are most similar to a position: same plans, structures and \
                 tactics, not only the same moves. Each comes with its game, the next move, and what it has in \
                 common with the position.",
            ),
            described::<explorer::Arguments>(
                "explorer",
                "Opening explorer",
                "Shows what was played in exactly this position: moves with results, and the games of the highest \
                 rated players; with `filter.player` and `filter.color` that player's games.",
            ),
            described::<plans::Arguments>(
                "plans",
                "Plans",
                "Shows how positions like this one are played: where each side's pieces went within six moves in the \
                 games of the 100 most similar positions, and what is known of its pawn structure.",
            ),
            described::<motifs::Arguments>(
                "motifs",
                "Motifs",
                "Shows what a player sees in a position: tactical chances of the side to move, weaknesses and strengths \
                 on the board, named pawn structures with both sides' plans, the opening.",
            ),
            described::<analyse::Arguments>(
                "analyse",
                "Engine analysis",
                "Searches a position with a chess engine, for at most eight seconds: scores from White's side, and the \
                 best lines.",
            ),
            described::<difficulty::Arguments>(
                "difficulty",
                "Difficulty",
                "Estimates how hard it is to find the best move of a position, as the rating of players who find it half \
                 of the time, and says why.",
            ),
            described::<exercises::Arguments>(
                "exercises",
                "Exercises",
                "Makes exercises with one good move from real games: of a player, with a theme such as `fork` or \
                 `Carlsbad structure`, or like a position; at least one of the three. It takes at most eight seconds.",
            ),
            described::<game::Arguments>(
                "game",
                "Game",
                "Gets the moves of a game that another answer names, from a half-move on, and the position there.",
            ),
            described::<collections::Arguments>(
                "collections",
                "Collections",
                "Lists the collections of games, such as `mine` or `masters`, with the number of games in each: their \
                 names go into `filter.collection`.",
            ),
        ]
    });
    &*TOOLS
}

fn described<Arguments: ToSchema>(
    name: &'static str,
    title: &'static str,
    about: &'static str,
) -> Tool {
    let annotations = ToolAnnotations::with_title(title)
        .read_only(true)
        .open_world(false);
    Tool::new(name, about, of_arguments::<Arguments>())
        .with_title(title)
        .with_annotations(annotations)
}

/// Calls a tool. An error of it is an answer, which a model can act on.
///
/// # Errors
///
/// There is no such tool.
pub(crate) async fn call(
    doors: &Doors,
    name: &str,
    mut arguments: JsonObject,
) -> Result<CallToolResult, ErrorData> {
    if let Some(tool) = all().iter().find(|tool| tool.name == name) {
        fit(&mut arguments, &tool.input_schema);
    }
    let answer = match name {
        "similar_positions" => similar::call(doors, arguments).await,
        "explorer" => explorer::call(doors, arguments).await,
        "plans" => plans::call(doors, arguments).await,
        "motifs" => motifs::call(doors, arguments).await,
        "analyse" => analyse::call(doors, arguments).await,
        "difficulty" => difficulty::call(doors, arguments).await,
        "exercises" => exercises::call(doors, arguments).await,
        "game" => game::call(doors, arguments).await,
        "collections" => collections::call(doors, arguments).await,
        other => {
            let names: Vec<&str> = all().iter().map(|tool| &*tool.name).collect();
            let sentence = format!(
                "there is no tool {}; the tools are {}",
                app::quoted(other),
                names.join(", ")
            );
            return Err(ErrorData::invalid_params(sentence, None));
        }
    };
    Ok(answer.unwrap_or_else(|error| refusal(&error)))
}
