//! Carlsen's games by exact position and by fragment, against going through all of them.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use pgn::{Date, Game};
use shakmaty::fen::Epd;
use shakmaty::{Chess, Color, EnPassantMode, Position};
use similarity::{ExploreOptions, Filter, GameFilter, Material, Outcomes, Pattern, Term};

use crate::carlsen::snapshot;

/// All games with their positions.
static GAMES: LazyLock<Vec<(Game, Vec<Chess>)>> = LazyLock::new(|| {
    let snapshot = snapshot();
    let game = |id| {
        let game = snapshot
            .game(id)
            .expect("a readable index")
            .expect("the game");
        let positions = game.positions().map(|(position, _)| position).collect();
        (game, positions)
    };
    (1..=2851).map(game).collect()
});

/// Games and plies by position: the last ply of each game.
static PLIES: LazyLock<HashMap<String, BTreeMap<usize, usize>>> = LazyLock::new(|| {
    let mut plies: HashMap<String, BTreeMap<usize, usize>> = HashMap::new();
    for (place, (_, positions)) in GAMES.iter().enumerate() {
        for (ply, position) in positions.iter().enumerate() {
            plies.entry(epd(position)).or_default().insert(place, ply);
        }
    }
    plies
});

fn epd(position: &Chess) -> String {
    Epd::from_position(position, EnPassantMode::Legal).to_string()
}

fn result(game: &Game) -> &str {
    game.tags.get("Result").unwrap_or("*")
}

fn count(outcomes: &mut Outcomes, result: &str) {
    match result {
        "1-0" => outcomes.white += 1,
        "0-1" => outcomes.black += 1,
        "1/2-1/2" => outcomes.draws += 1,
        _ => outcomes.unknown += 1,
    }
}

fn rating(game: &Game, color: Color) -> Option<u64> {
    let tag = game.tags.get(color.fold_wb("WhiteElo", "BlackElo"))?;
    tag.parse().ok().filter(|rating| *rating > 0)
}

/// Every position of every thirtieth game, openings, transpositions and repetitions included.
#[test]
fn explored_as_played() {
    let snapshot = snapshot();
    let mut positions: HashMap<String, Chess> = HashMap::new();
    for (_, of_game) in GAMES.iter().step_by(30) {
        positions.extend(
            of_game
                .iter()
                .map(|position| (epd(position), position.clone())),
        );
    }
    assert!(positions.len() > 5000);
    let options = ExploreOptions {
        top: 15,
        recent: 8,
        ..ExploreOptions::default()
    };
    for (name, position) in &positions {
        let found = snapshot
            .explore(position, &GameFilter::default(), options)
            .expect("readable");
        let mut all = Outcomes::default();
        let mut moves: HashMap<String, (Outcomes, Vec<u64>)> = HashMap::new();
        let mut ranked = Vec::new();
        for (place, ply) in &PLIES[name] {
            let (game, _) = &GAMES[*place];
            count(&mut all, result(game));
            // Those of two rated players first.
            let rank = match (rating(game, Color::White), rating(game, Color::Black)) {
                (Some(white), Some(black)) => (true, white + black),
                (white, black) => (false, white.or(black).unwrap_or(0)),
            };
            ranked.push((std::cmp::Reverse(rank), game.id));
            if let (_, Some(played)) = game.positions().nth(*ply).expect("the ply") {
                let (outcomes, ratings) = moves.entry(played.uci(position)).or_default();
                count(outcomes, result(game));
                ratings.extend(rating(game, position.turn()));
            }
        }
        ranked.sort_unstable();
        let top: Vec<u64> = ranked.iter().take(15).map(|(_, id)| *id).collect();
        assert_eq!(
            found.top.iter().map(|game| game.id).collect::<Vec<_>>(),
            top,
            "{name}"
        );
        assert_eq!(found.outcomes, all, "{name}");
        // From White's 13th move on positions are indexed; what is listed as an opening ends a few moves later.
        let is_opening = snapshot.is_opening(position).expect("readable");
        let plies: Vec<usize> = PLIES[name].values().copied().collect();
        assert!(is_opening || plies.iter().all(|ply| *ply >= 24), "{name}");
        assert!(!is_opening || plies.iter().any(|ply| *ply < 40), "{name}");
        assert_eq!(found.moves.len(), moves.len(), "{name}");
        for m in &found.moves {
            let (outcomes, ratings) = &moves[&m.played.uci(position)];
            let sum: u64 = ratings.iter().sum();
            let mean = (!ratings.is_empty()).then(|| sum as f64 / ratings.len() as f64);
            let mean = mean.map(|mean| mean.round() as u64);
            assert_eq!((m.outcomes, m.ratings.mean()), (*outcomes, mean), "{name}");
        }
        let games: Vec<u64> = found.moves.iter().map(|m| m.outcomes.games()).collect();
        assert!(games.is_sorted_by(|one, next| one >= next));
    }
}

/// A filter leaves the games that pass it.
#[test]
fn explored_with_a_filter() {
    let filter = GameFilter {
        player: Some("carlsen magnus".to_owned()),
        color: Some(Color::Black),
        since: Some("2010".parse::<Date>().expect("a date")),
        ..GameFilter::default()
    };
    let found = snapshot()
        .explore(&Chess::default(), &filter, ExploreOptions::default())
        .expect("readable");
    let mut expected = Outcomes::default();
    for (game, _) in GAMES.iter() {
        let tag = |name| game.tags.get(name).unwrap_or_default();
        let year: u32 = tag("Date")[..4].parse().unwrap_or(0);
        if tag("Black").starts_with("Carlsen,M") && year >= 2010 && tag("FEN").is_empty() {
            count(&mut expected, result(game));
        }
    }
    assert!(expected.games() > 500);
    assert_eq!(found.outcomes, expected);
}

/// Fragments, by looking at every indexed position.
#[test]
fn fragments_as_they_stand() {
    let cases: [(&str, &str, &[&str]); 7] = [
        (
            "????????/????????/????????/???N????/????????/????????/????????/????????",
            "",
            &[],
        ),
        (
            "??????k?/?????ppp/????????/????????/????????/????????/?????PPP/???R??K? b",
            "",
            &[],
        ),
        (
            "????????/????????/????????/???p????/???P????/????????/????????/????????",
            "KRPPPPPkrppppp",
            &[],
        ),
        (
            "????????/????????/????????/????????/????????/????????/????????/????????",
            "KRPkr",
            &[],
        ),
        (
            "????????/????????/????????/????????/????????/????????/????????/????????",
            "",
            &["Id4", "ie6"],
        ),
        (
            "????????/????????/????????/????????/????????/????????/????????/????????",
            "KRPkr",
            &["Kd4|0.89"],
        ),
        (
            "????????/?-??????/????????/?-??????/?P??????/?-??????/?-??????/????????",
            "",
            &["'Fb4"],
        ),
    ];
    for (text, material, terms) in cases {
        let pieces =
            (!material.is_empty()).then(|| material.parse::<Material>().expect("material"));
        let terms: Vec<Term> = terms
            .iter()
            .map(|term| term.parse().expect("a term"))
            .collect();
        let pattern = Pattern::new(text, pieces, terms.clone()).expect("a pattern");
        let found = snapshot()
            .find(&pattern, &Filter::default(), usize::MAX)
            .expect("readable");
        let mut hits = Vec::new();
        let (mut positions, mut outcomes) = (0, Outcomes::default());
        for (game, of_game) in GAMES.iter() {
            let plies = (0..).zip(of_game).filter(|(_, position)| {
                let number = position.fullmoves().get();
                let indexed = number > 13 || number == 13 && position.turn().is_black();
                indexed && looks_like(position, text, material, &terms)
            });
            let plies: Vec<u64> = plies.map(|(ply, _)| ply).collect();
            positions += plies.len() as u64;
            if let Some(first) = plies.first() {
                hits.push((game.id, *first));
                count(&mut outcomes, result(game));
            }
        }
        assert!(found.is_exact, "{text}");
        assert_eq!(
            (found.positions, found.outcomes),
            (positions, outcomes),
            "{text}"
        );
        assert_eq!(found.hits, hits, "{text}");
        assert!(positions > 0, "{text} {material} {terms:?}");
    }
}

fn looks_like(position: &Chess, text: &str, material: &str, terms: &[Term]) -> bool {
    let (board, turn) = text.split_once(' ').unwrap_or((text, ""));
    let same = |c: char, piece: char| match c {
        '?' => true,
        '-' => piece == '1',
        c => c == piece,
    };
    let found = position.board().to_string();
    let spread = |board: &str| {
        let empty = |c: char| c.to_digit(10).map(|digit| "1".repeat(digit as usize));
        board
            .chars()
            .map(|c| empty(c).unwrap_or_else(|| c.to_string()))
            .collect::<String>()
    };
    let (pattern, found) = (spread(board), spread(&found));
    let mut pieces: Vec<char> = found.chars().filter(char::is_ascii_alphabetic).collect();
    let mut wished: Vec<char> = material.chars().collect();
    pieces.sort_unstable();
    wished.sort_unstable();
    (turn.is_empty() || turn.starts_with(position.turn().char()))
        && (wished.is_empty() || wished == pieces)
        && pattern
            .chars()
            .zip(found.chars())
            .all(|(c, piece)| same(c, piece))
        && (terms.is_empty() || {
            let there = similarity::terms(position);
            terms.iter().all(|term| there.contains(term))
        })
}

#[test]
fn players_are_completed() {
    let players = snapshot().players("carls", 5, &[]).expect("readable");
    let expected = GAMES
        .iter()
        .flat_map(|(game, _)| ["White", "Black"].map(|side| game.tags.get(side)));
    let expected = expected.filter(|name| *name == Some("Carlsen,M")).count() as u64;
    assert_eq!(players.first(), Some(&("Carlsen,M".to_owned(), expected)));
    assert_eq!(snapshot().players("zzz", 5, &[]).expect("readable"), []);
    assert_eq!(snapshot().players("", 5, &[]).expect("readable"), []);
}
