//! The commands about positions: `terms`, `motifs`, `positions`, `players` and the filters of `similar`.

use serde_json::json;

use crate::tabiya::{EXAMPLE, Folder, GAMES, Output, has_word, json, numbers};

#[test]
fn terms_and_motifs() {
    let folder = Folder::new();
    let fen = "2kr3r/2p1qnpp/1p3p2/pP1Np3/4P3/3PPR2/2P3PP/1R2Q1K1 b - - 1 17";
    let terms = folder.run(&["terms", fen]);
    for line in [
        "naive (24)",
        "reachability (69)",
        "connectivity (38)",
        "pawns (8)",
    ] {
        assert!(terms.stdout.contains(line), "{}", terms.stdout);
    }
    assert_eq!(
        json(&folder.run(&["terms", fen, "--json"]))["naive"]
            .as_array()
            .map(Vec::len),
        Some(24)
    );
    let motifs = json(&folder.run(&["motifs", fen, "--json"]));
    assert_eq!(motifs["motifs"][0]["term"], "S{e3-e4}");
    let text = folder.run(&["motifs", fen]).stdout;
    for motif in motifs["motifs"].as_array().expect("motifs") {
        let [kind, sentence] = ["kind", "text"].map(|name| motif[name].as_str().expect("text"));
        let line = format!("{kind:<16}  {sentence}\n");
        assert!(text.contains(&line), "{line}{text}");
    }
    assert!(text.contains("\nprotectedPassed   Black's a5 "), "{text}");
}

const CARLSBAD: &str = "r1bqr1k1/pp1nbpp1/2p2n1p/3p2B1/3P4/2NBPN2/PPQ2PPP/R3K2R w KQ - 0 11";

const NAJDORF: &str = "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6";

#[test]
fn structures_and_openings() {
    let folder = Folder::new();
    let carlsbad = folder.run(&["motifs", CARLSBAD]).stdout;
    let structure = &json(&folder.run(&["motifs", CARLSBAD, "--json"]))["structures"][0];
    let plan = |side: &str| {
        structure["plans"][side]
            .as_str()
            .expect("a plan")
            .to_owned()
    };
    let (white, black) = (plan("white"), plan("black"));
    assert!(has_word(&white, "b2-b4-b5"), "{white}");
    assert!(has_word(&black, "e4") && has_word(&black, "c4"), "{black}");
    for said in [
        "\nCarlsbad structure (white, 96%)\n".to_owned(),
        format!("\n  White: {white}\n"),
        format!("\n  Black: {black}\n"),
    ] {
        assert!(carlsbad.contains(&said), "{said}: {carlsbad}");
    }
    let is_half_open = |line: &str| line.starts_with("halfOpenFile  ") && has_word(line, "c-file");
    assert!(carlsbad.lines().any(is_half_open), "{carlsbad}");
    let najdorf = folder.run(&["motifs", NAJDORF]);
    let head = format!("{NAJDORF}\nB90 Sicilian Defense: Najdorf Variation\n\n");
    assert!(najdorf.stdout.starts_with(&head), "{}", najdorf.stdout);
}

/// Several positions: as typed, in a file, on standard input.
#[test]
fn motifs_of_several_positions() {
    let folder = Folder::new();
    let both = format!("{CARLSBAD}\n\n{NAJDORF}\n");
    folder.file("positions.txt", &both);
    let fens = |output: &Output| -> Vec<String> {
        assert_eq!(output.code, Some(0), "{}", output.stderr);
        let response = json(output);
        let list = response["results"].as_array().expect("a list");
        list.iter()
            .map(|one| one["fen"].as_str().expect("a FEN").to_owned())
            .collect()
    };
    let expected = [CARLSBAD, NAJDORF];
    assert_eq!(
        fens(&folder.run(&["motifs", "--json", CARLSBAD, NAJDORF])),
        expected
    );
    assert_eq!(
        fens(&folder.run(&["motifs", "--json", "--fens", "positions.txt"])),
        expected
    );
    let piped = folder.run_with_input(&["motifs", "--json", "--fens", "-"], both.as_bytes());
    assert_eq!(fens(&piped), expected);
    // Without quotes, where does the second one begin?
    let parts: Vec<&str> = ["motifs", "--json"]
        .into_iter()
        .chain(CARLSBAD.split(' '))
        .chain(NAJDORF.split(' '))
        .collect();
    assert_eq!(fens(&folder.run(&parts)), expected);
    // A list, however short.
    let one = folder.run_with_input(&["motifs", "--json", "--fens", "-"], CARLSBAD.as_bytes());
    assert_eq!(fens(&one), expected[..1]);
    let text = folder.run(&["motifs", CARLSBAD, "--fens", "positions.txt"]);
    assert_eq!(text.stdout.matches("Carlsbad structure").count(), 2);
}

/// A FEN may come in parts, as the shell makes them of one without quotes.
#[test]
fn a_fen_without_quotes() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    folder.run(&["ingest", "games.pgn"]);
    let parts: Vec<&str> = EXAMPLE.split(' ').collect();
    for command in ["terms", "motifs", "similar"] {
        let together = folder.run(&["--json", command, EXAMPLE]);
        let apart = folder.run(&[&[command][..], &parts, &["--json"]].concat());
        assert_eq!(apart.code, Some(0), "{command}: {}", apart.stderr);
        let timeless = |output| {
            let mut response = json(output);
            for time in ["/tookMs", "/analysis/timeMs"] {
                if let Some(took) = response.pointer_mut(time) {
                    took.take();
                }
            }
            response
        };
        assert_eq!(timeless(&apart), timeless(&together), "{command}");
    }
}

/// Filters, plans, exact positions, patterns and players of two games.
#[test]
fn what_is_looked_for() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    assert_eq!(folder.run(&["ingest", "games.pgn"]).code, Some(0));

    let passed = |filter: &[&str]| {
        let mut args = vec!["--json", "similar", EXAMPLE];
        args.extend(filter);
        json(&folder.run(&args))["passed"].clone()
    };
    assert_eq!(passed(&[]), json!(null));
    assert_eq!(
        passed(&["--player", "a", "--since", "2099"]),
        json!({"games": 0, "positions": 0})
    );
    assert_eq!(passed(&["--white", "a", "--turn", "black"])["games"], 1);
    // Two positions of each game: after White's 13th move, and after Black's, when none follows.
    for (played, games, positions) in [
        (&["--played", "e5"][..], 1, 1),
        (&["--played", "e5", "--played", "d5"], 0, 0),
        (&["--played", "d5+", "--white", "c"], 1, 1),
        (&["--played", "d4"], 0, 0),
    ] {
        let expected = json!({"games": games, "positions": positions});
        assert_eq!(passed(played), expected, "{played:?}");
    }
    let similar = folder.run(&["similar", EXAMPLE, "--white", "A", "--plans"]);
    // Games and positions that pass the filter; after the hits the number of games that the plans are of.
    let lines: Vec<&str> = similar.stdout.lines().collect();
    assert_eq!(numbers(lines[2]), [1, 2], "{}", similar.stdout);
    let plans = lines.iter().rposition(|line| line.is_empty());
    let plans = lines[plans.expect("plans") + 1];
    assert_eq!(numbers(plans), [1], "{}", similar.stdout);
    let many = ["--played=e4"; 7];
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (args, words) in [
        (
            &["similar", EXAMPLE, "--since", "soon"][..],
            &["--since:", "\"soon\""][..],
        ),
        (
            &["similar", EXAMPLE, "--played", "e9"],
            &["--played:", "\"e9\"", "SAN"],
        ),
        (
            &[&["similar", EXAMPLE][..], &many].concat(),
            &["--played:", "7", "6"],
        ),
        (
            &["positions", start, "--played", "e4"],
            &["--played:", "pattern"],
        ),
    ] {
        folder.run(args).check_failed(1, words);
    }

    let exact = json(&folder.run(&["--json", "positions", start]));
    assert_eq!(exact["games"], 2);
    let text = folder.run(&["positions", start]);
    let line = text.stdout.lines().find(|line| has_word(line, "games"));
    assert_eq!(numbers(line.expect("games"))[0], 2, "{}", text.stdout);
    let any = "????????/????????/????????/????????/????????/????????/????????/????????";
    let pattern = json(&folder.run(&["--json", "positions", any]));
    assert_eq!(
        (&pattern["positions"], &pattern["isExact"]),
        (&json!(4), &json!(true))
    );
    let text = folder.run(&["positions", any, "--term", "Pe4", "--limit", "1"]);
    let line = text.stdout.lines().nth(1).expect("a line");
    assert!(numbers(line).starts_with(&[1, 2]), "{}", text.stdout);

    let players = json(&folder.run(&["--json", "players", "a"]));
    assert_eq!(players["players"][0], json!({"name": "A", "games": 1}));
}
