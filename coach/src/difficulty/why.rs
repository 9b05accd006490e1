//! What made a position hard or easy, in sentences.

use shakmaty::san::SanPlus;

use super::features::Features;
use super::line::Step;

/// The least change of the rating that is a reason, in tenths. Guessed.
const LEAST: i32 = 300;

/// The most reasons.
const MOST: usize = 4;

/// What a feature is about.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Theme {
    Length,
    Glance,
    Depth,
    Alternatives,
    Sacrifice,
    Quiet,
    Way,
    Choice,
    Replies,
    Mate,
    Gain,
    Motif,
    Danger,
    Pieces,
}

const THEMES: [Theme; 14] = [
    Theme::Length,
    Theme::Glance,
    Theme::Depth,
    Theme::Alternatives,
    Theme::Sacrifice,
    Theme::Quiet,
    Theme::Way,
    Theme::Choice,
    Theme::Replies,
    Theme::Mate,
    Theme::Gain,
    Theme::Motif,
    Theme::Danger,
    Theme::Pieces,
];

/// What a feature of that name is about.
fn theme(name: &str) -> Theme {
    match name.split('.').next().unwrap_or(name) {
        "length" => Theme::Length,
        "rank1" | "rank2" | "loss1" | "loss2" | "near1" | "near2" => Theme::Glance,
        "nodes" | "depth" | "steady" => Theme::Depth,
        "gap" | "score" => Theme::Alternatives,
        "exchange" | "sacrifice" | "offers" => Theme::Sacrifice,
        "quiet" | "check" | "capture" | "victim" | "recapture" | "promotion" => Theme::Quiet,
        "distance" | "backward" | "role" | "toKing" => Theme::Way,
        "choice" | "captures" | "checks" => Theme::Choice,
        "replies" => Theme::Replies,
        "mate" | "mates" | "mateInTwo" | "backRank" => Theme::Mate,
        "gain" | "balance" | "endBalance" => Theme::Gain,
        "fork" | "forks" | "skewer" | "discovered" | "hanging" | "takesHanging" | "pins"
        | "otherPins" | "overloads" => Theme::Motif,
        "attacked" | "inCheck" | "threat" | "kingZone" | "ownKingZone" => Theme::Danger,
        _ => Theme::Pieces,
    }
}

/// The most important reasons, a sentence each, with what they change the rating by.
pub(crate) fn why(steps: &[Step], features: &Features, contributions: &[i32]) -> Vec<String> {
    let mut reasons: Vec<(Theme, i32)> = THEMES
        .into_iter()
        .map(|about| {
            let pairs = features.iter().zip(contributions);
            let of_theme = pairs.filter(|((name, _), _)| theme(name) == about);
            (about, of_theme.map(|(_, tenths)| *tenths).sum())
        })
        .filter(|(_, tenths): &(_, i32)| tenths.abs() >= LEAST)
        .collect();
    reasons.sort_by_key(|(_, tenths)| -tenths.abs());
    let reasons = reasons.into_iter().take(MOST);
    reasons
        .map(|(about, tenths)| {
            let sentence = sentence(about, tenths > 0, steps, features);
            format!("{sentence} ({:+})", tenths / 10)
        })
        .collect()
}

/// The sentence about a theme.
fn sentence(theme: Theme, harder: bool, steps: &[Step], features: &Features) -> String {
    let number = |name: &str| {
        let found = features.iter().find(|(key, _)| key == name);
        found.map_or(0.0, |(_, number)| *number)
    };
    let is = |name: &str| number(name) > 0.0;
    let first = steps.first().map_or_else(String::new, |step| {
        SanPlus::from_move(step.position.clone(), step.played).to_string()
    });
    let moves = |count: f64, what: &str| {
        let plural = if count.round() as i64 == 1 { "" } else { "s" };
        format!("{count:.0} {what}{plural}")
    };
    match theme {
        Theme::Length => format!("the line is {} long", moves(number("length"), "move")),
        Theme::Glance => match number("rank1.first").exp().round() - 1.0 {
            0.0 if harder => "moves later in the line look wrong at first sight".to_owned(),
            0.0 => format!("{first} looks best at first sight"),
            better => format!("at first sight {} better than {first}", {
                let verb = if better as i64 == 1 { "looks" } else { "look" };
                format!("{} {verb}", moves(better, "move"))
            }),
        },
        Theme::Depth if harder => format!(
            "it takes a search {} deep to see {first}, or as much for a later move",
            moves(number("depth.first"), "half-move")
        ),
        Theme::Depth => "a short search sees the moves".to_owned(),
        Theme::Alternatives if harder => "other moves are not clearly worse".to_owned(),
        Theme::Alternatives => "every other move is clearly worse".to_owned(),
        Theme::Sacrifice if is("sacrifice.sum") => "it gives up material for a while".to_owned(),
        Theme::Sacrifice if is("offers.first") => {
            format!("{first} leaves something to be captured")
        }
        Theme::Sacrifice => "nothing is given up".to_owned(),
        Theme::Quiet if is("quiet.first") => {
            format!("{first} is quiet: no capture, no check")
        }
        Theme::Quiet if is("quiet.sum") => "it has a quiet move".to_owned(),
        Theme::Quiet => "every move is a capture, a check or a promotion".to_owned(),
        Theme::Way if is("backward.first") => format!("{first} goes backward"),
        Theme::Way => format!(
            "which piece moves in {first}, and how far ({})",
            moves(number("distance.first"), "square")
        ),
        Theme::Choice => format!(
            "there are {} to choose from at first, with {} and {}",
            moves(number("choice.first").exp().round(), "move"),
            moves(number("captures.first"), "capture"),
            moves(number("checks.first"), "check"),
        ),
        Theme::Replies => format!(
            "{first} leaves the opponent {}",
            match number("replies.first").exp().round() - 1.0 {
                1.0 => "1 reply".to_owned(),
                replies => format!("{replies:.0} replies"),
            }
        ),
        Theme::Mate if is("mates") => "it ends in mate".to_owned(),
        Theme::Mate if is("mate") => "there is a mate".to_owned(),
        Theme::Mate => "there is no mate to look for".to_owned(),
        Theme::Gain => format!("it changes the material by {:+.0} pawns", number("gain")),
        Theme::Motif if is("takesHanging") => format!("{first} takes a hanging piece"),
        Theme::Motif if is("fork") => format!("{first} is a fork"),
        Theme::Motif if is("skewer") => format!("{first} is a skewer"),
        Theme::Motif if is("discovered") => format!("{first} discovers an attack"),
        Theme::Motif => "no simple motif shows it".to_owned(),
        Theme::Danger if is("inCheck.first") => "the side to move is in check".to_owned(),
        Theme::Danger if is("attacked.first") => {
            format!("the piece that plays {first} is attacked")
        }
        Theme::Danger if is("threat") => "the opponent threatens something itself".to_owned(),
        Theme::Danger => "kings are more or less exposed than usual".to_owned(),
        Theme::Pieces => format!(
            "{} on the board",
            match number("men") {
                1.0 => "1 piece is".to_owned(),
                pieces => format!("{pieces:.0} pieces are"),
            }
        ),
    }
}
