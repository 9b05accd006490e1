//! Named structures and openings.

use std::collections::BTreeSet;

use motifs::{Opening, named_structures, opening, opening_of_game, structure_names};
use shakmaty::fen::Fen;
use shakmaty::san::San;
use shakmaty::uci::UciMove;
use shakmaty::{Board, Chess, Color, Position};

fn board(fen: &str) -> Board {
    let fen: Fen = fen.parse().unwrap_or_else(|e| panic!("{fen}: {e}"));
    fen.into_setup().board
}

/// The best named structure of each board, or none; after `not` one that is nearly there, and must not be seen. Each has
/// both, and `named.tsv` says in its last column why.
#[test]
fn named() {
    let (mut positive, mut negative) = (BTreeSet::new(), BTreeSet::new());
    for line in include_str!("named.tsv").lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [placement, color, name, why] = fields[..] else {
            panic!("four columns in {line:?}");
        };
        let found = named_structures(&board(placement));
        if let Some(name) = name.strip_prefix("not ") {
            let is_seen = found.iter().any(|structure| structure.name == name);
            assert!(!is_seen, "{why}: {placement}: {found:?}");
            negative.insert(name);
            continue;
        }
        let best = found.first().map_or(("-".to_owned(), "-"), |best| {
            (best.color.map_or('-', Color::char).to_string(), best.name)
        });
        assert_eq!(
            (best.0.as_str(), best.1),
            (color, name),
            "{why}: {placement}: {found:?}"
        );
        positive.insert(name);
    }
    positive.remove("-");
    let all: BTreeSet<&str> = structure_names().collect();
    assert_eq!(positive, all, "with a position");
    assert_eq!(negative, all, "with a near miss");
}

/// Every named structure is there with the colours exchanged too, and its texts are of that board.
#[test]
fn named_for_either_colour() {
    for line in include_str!("named.tsv").lines().skip(1) {
        let board = board(line.split('\t').next().expect("a placement"));
        let here = named_structures(&board);
        let there = named_structures(&board.clone().into_mirrored());
        assert_eq!(here.len(), there.len(), "{line}");
        for structure in here {
            let other = there
                .iter()
                .find(|other| {
                    other.name == structure.name && other.color == structure.color.map(|c| !c)
                })
                .unwrap_or_else(|| panic!("{}: {line}", structure.name));
            assert!((other.grade - structure.grade).abs() < 1e-9, "{line}");
            for text in [&other.about, &other.white, &other.black, &structure.about] {
                assert!(!text.contains(['{', '}']) && text.ends_with('.'), "{text}");
            }
        }
    }
}

/// Squares, files, colours and wings are those of the position, as plans are written for one side and one wing.
#[test]
fn plans() {
    let has = |plan: &str, words: &[&str]| {
        let mut all = plan.split(|c: char| c != '-' && !c.is_alphanumeric());
        words.iter().all(|word| all.any(|other| other == *word))
    };
    let carlsbad = "8/pp3ppp/4p3/3p4/3P4/2P5/PP3PPP/8";
    let found = named_structures(&board(carlsbad));
    assert_eq!(
        (found[0].name, found[0].color),
        ("Carlsbad structure", Some(Color::Black))
    );
    assert!(
        has(&found[0].black, &["b7-b5-b4", "c3"]),
        "{}",
        found[0].black
    );
    let french = "8/pp3ppp/2p5/3p4/2PPp3/4P3/PP3PPP/8";
    let found = named_structures(&board(french));
    assert_eq!(
        (found[0].name, found[0].color),
        ("French chain", Some(Color::Black))
    );
    assert!(
        has(&found[0].white, &["dark-squared"]),
        "{}",
        found[0].white
    );
    let isolated = "8/ppp3pp/3p4/8/4P3/8/PPP3PP/8";
    let found = named_structures(&board(isolated));
    let words = ["d5", "d-file", "queenside"];
    assert!(has(&found[0].white, &words), "{}", found[0].white);
}

/// The positions of a game, the initial one first.
fn positions(moves: &str) -> Vec<Chess> {
    let mut positions = vec![Chess::default()];
    for word in moves.split(' ') {
        let mut position = positions[positions.len() - 1].clone();
        let san: San = word.parse().expect("SAN");
        let m = san.to_move(&position).expect("legal");
        position.play_unchecked(m);
        positions.push(position);
    }
    positions
}

#[test]
fn openings() {
    let najdorf = Opening {
        eco: "B90",
        name: "Sicilian Defense: Najdorf Variation",
    };
    // The moves, what the last position is called, and what the game is, from which ply on.
    let cases = [
        (
            "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6",
            Some(najdorf),
            Some((10, najdorf)),
        ),
        (
            "Nf3 c5 e4 a6 d4 cxd4 Nxd4 Nf6 Nc3 d6",
            Some(najdorf),
            Some((10, najdorf)),
        ),
        (
            "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 h3 e5 Nb3 Be7 a4 h5",
            None,
            None,
        ),
        ("h4 h5 a4 a5 Na3 Na6", None, None),
    ];
    for (moves, position, game) in cases {
        let positions = positions(moves);
        assert_eq!(
            opening(&positions[positions.len() - 1]),
            position,
            "{moves}"
        );
        let named = opening_of_game(positions);
        if game.is_some() {
            assert_eq!(named, game, "{moves}");
        } else {
            let (ply, name) = named.expect("an earlier name");
            assert!(
                ply < moves.split(' ').count() && !name.name.is_empty(),
                "{moves}: {named:?}"
            );
        }
    }
    assert_eq!(opening(&Chess::default()), None);
}

/// Every line of the table leads to its name; none is missing or taken twice.
#[test]
fn all_openings() {
    let mut rows = 0;
    for line in include_str!("../data/eco.tsv").lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let mut position = Chess::default();
        for uci in fields[2].split(' ') {
            let uci: UciMove = uci.parse().expect("UCI");
            let m = uci.to_move(&position).expect("legal");
            position.play_unchecked(m);
        }
        let named = opening(&position).expect("a name");
        assert_eq!((named.eco, named.name), (fields[0], fields[1]), "{line}");
        rows += 1;
    }
    assert_eq!(rows, 3807);
}
