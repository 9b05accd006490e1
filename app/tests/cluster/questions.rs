//! Weights and filters with which a cluster and a folder are asked.

use pgn::Date;
use shakmaty::Color;
use similarity::{Ending, Filter, GameResult, Scoring, Speed, Weights};

/// Weights of one's own: some features alone, some without a penalty, one with a large one.
pub(crate) fn own_weights() -> Vec<Scoring> {
    let all = [
        &[("pawnSkeleton", 2.0), ("plan", 0.0)][..],
        &[("penalty", 0.0), ("naive", 0.0)],
        &[("penalty", 3.0), ("reachability", 1.0), ("opening", 0.0)],
        &[("naive", 0.0), ("attack", 5.0), ("evaluation", 0.0)],
    ];
    let own = |changed: &&[(&str, f64)]| {
        let mut weights: Weights = Scoring::Tabiya.weights().expect("weights");
        for (name, weight) in *changed {
            weights.set(name, *weight).expect("a weight");
        }
        Scoring::Custom(weights)
    };
    all.iter().map(own).collect()
}

/// Filters of games and positions, alone and together.
pub(crate) fn filters() -> Vec<Filter> {
    let date = |text: &str| Some(text.parse::<Date>().expect("a date"));
    let text = |text: &str| Some(text.to_owned());
    let none = Filter::default;
    vec![
        Filter {
            player: text("Anand"),
            ..none()
        },
        Filter {
            player: text("carlsen magnus"),
            color: Some(Color::Black),
            result: Some(Ending::Loss),
            ..none()
        },
        Filter {
            player: text("Carlsen, M"),
            opponent: text("Kramnik"),
            result: Some(Ending::Win),
            ..none()
        },
        Filter {
            white: text("Aronian"),
            ..none()
        },
        Filter {
            black: text("nobody at all"),
            ..none()
        },
        Filter {
            min_rating: Some(2750),
            ..none()
        },
        Filter {
            max_rating: Some(2500),
            ..none()
        },
        Filter {
            ratings: vec![2000..2200, 2800..u64::MAX],
            ..none()
        },
        Filter {
            strong: Some((Color::White, 2800)),
            ..none()
        },
        Filter {
            since: date("2010"),
            until: date("2012-06-18"),
            ..none()
        },
        Filter {
            eco: text(" b9"),
            ..none()
        },
        Filter {
            event: text("Tata Steel"),
            ..none()
        },
        Filter {
            result: Some(Ending::Is(GameResult::Drawn)),
            turn: Some(Color::White),
            ..none()
        },
        Filter {
            min_ply: Some(61),
            max_ply: Some(64),
            ..none()
        },
        Filter {
            max_ply: Some(30),
            turn: Some(Color::Black),
            ..none()
        },
        Filter {
            material: Some("KRPPkrpp".parse().expect("material")),
            ..none()
        },
        Filter {
            material: Some("KRPPPkrppp".parse().expect("material")),
            turn: Some(Color::White),
            min_ply: Some(90),
            ..none()
        },
        Filter {
            eco: text(""),
            player: text("Carlsen"),
            min_rating: Some(2600),
            ..none()
        },
    ]
}

/// Filters of speeds, known and unknown.
pub(crate) fn filters_of_speeds() -> [Filter; 3] {
    let bullet = vec![Some(Speed::Bullet), Some(Speed::Correspondence)];
    let blitz = vec![Some(Speed::Blitz), None];
    [(bullet, None), (blitz, Some(2600)), (vec![None], None)].map(|(speeds, min_rating)| Filter {
        speeds,
        min_rating,
        ..Filter::default()
    })
}

/// Filters of what is played, alone and with others.
pub(crate) fn filters_of_moves() -> Vec<Filter> {
    let moves = |texts: &[&str]| {
        let moves = texts.iter().map(|text| text.parse());
        moves.collect::<Result<_, _>>().expect("moves")
    };
    let none = Filter::default;
    vec![
        Filter {
            played: moves(&["Bxh7"]),
            ..none()
        },
        Filter {
            played: moves(&["Nd5", "Nxf6"]),
            turn: Some(Color::White),
            ..none()
        },
        Filter {
            played: moves(&["O-O"]),
            ..none()
        },
        Filter {
            played: moves(&["Rxd8", "exd5"]),
            result: Some(Ending::Is(GameResult::Drawn)),
            max_ply: Some(50),
            ..none()
        },
        Filter {
            played: moves(&["a8=Q"]),
            material: Some("KPkp".parse().expect("material")),
            ..none()
        },
        Filter {
            played: moves(&["a8=N"]),
            ..none()
        },
    ]
}
