//! A search that runs out of time answers what is whole, and names what is missing.

use std::collections::BTreeSet;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use app::{
    DEFAULT_FROM_MOVE, Database, Error, Import, Limit, Pace, Place, Remarks, SimilarAnswer,
    SimilarRequest, View, similar,
};
use pgn::parse_fen;
use serde_json::{Value, json};
use shakmaty::Chess;
use similarity::{Filter, Given};
use tempfile::TempDir;

/// The number of games that are searched.
const GAMES: usize = 120;

const POSITIONS: [&str; 2] = [
    "r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R w KQ - 0 1",
    "r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 3 9",
];

/// A view of Carlsen's first games.
fn view() -> (View, TempDir) {
    let folder = TempDir::new().expect("a temporary folder");
    let database = Database::open_or_create(&Place::Folder(folder.path().join("index")));
    let database = database.expect("an index");
    let mut import = Import::new(&database, DEFAULT_FROM_MOVE).expect("a writer");
    let games = include_str!("../../data/carlsen.pgn");
    let (end, _) = games.match_indices("[Event ").nth(GAMES).expect("games");
    let games = Cursor::new(&games[..end]);
    let go_on = |_: &_, _| ControlFlow::Continue(());
    import.read("games", games, go_on).expect("games");
    let finished = import.finish(&mut Remarks::default(), || false).1;
    finished.expect("a commit");
    (database.snapshot().expect("a snapshot"), folder)
}

/// A pace that gives this number of slices of work, and the number of those that were asked for. Then it is over at
/// once, or, as a server whose queue has no turn left, only where a search asks for its next slice.
fn pace_of(slices: u64, is_over_at_once: bool) -> (Pace, Arc<AtomicU64>) {
    let asked = Arc::new(AtomicU64::new(0));
    let pace = Pace::default();
    let (counted, stop) = (Arc::clone(&asked), Arc::clone(&pace.stop));
    let pace = pace.in_turns(move |_| {
        let has_turn = counted.fetch_add(1, Relaxed) < slices;
        if !has_turn && is_over_at_once {
            stop.store(true, Relaxed);
        }
        has_turn
    });
    (pace, asked)
}

fn answer(
    view: &View,
    position: &Chess,
    how: &SimilarRequest,
    pace: &Pace,
) -> Result<SimilarAnswer, Error> {
    let positions = [position.clone()];
    let mut answers = similar(view, &positions, how, None, pace)?;
    answers.next().expect("an answer to the position")
}

/// The hits of an answer as clients see them.
fn hits(answer: &SimilarAnswer) -> Vec<Value> {
    let hits = serde_json::to_value(&answer.hits).expect("JSON");
    hits.as_array().expect("a list").clone()
}

/// A hit as it is without `explain`.
fn unexplained(hit: &Value) -> Value {
    let mut hit = hit.clone();
    for member in ["explanation", "summary"] {
        hit[member] = Value::Null;
    }
    hit
}

/// Flip, plans, ideas, limit and filter; then all that is missing in turn, by the time there is, in alphabetical order.
type Case = (
    bool,
    bool,
    bool,
    u64,
    Option<Filter>,
    &'static [&'static str],
);

#[test]
fn what_is_missing_is_named() {
    let mut filter = Filter::default();
    let since = filter.set("since", Given::Text("2000".into()));
    since.expect("a field").expect("a year");
    let filter = Some(filter);
    let cases: [Case; 5] = [
        (false, false, true, 10, None, &[""]),
        (true, false, true, 10, filter.clone(), &["", "flip"]),
        (false, true, false, 10, filter.clone(), &["", "plans"]),
        (true, true, true, 10, filter, &["", "flip plans", "plans"]),
        (
            true,
            true,
            false,
            200,
            None,
            &["", "explain plans", "flip explain plans", "plans"],
        ),
    ];
    let (view, _folder) = view();
    for (flip, plans, idea, limit, filter, expected) in cases {
        let how = SimilarRequest {
            limit: Limit::new(limit).expect("a limit"),
            flip,
            plans,
            idea,
            filter,
            ..SimilarRequest::default()
        };
        let mut seen = BTreeSet::new();
        for position in POSITIONS {
            let position = parse_fen(position).expect("a position");
            let (pace, asked) = pace_of(u64::MAX, true);
            let whole = answer(&view, &position, &how, &pace).expect("time enough");
            assert!(whole.missing.is_empty());
            let with_flip = hits(&whole);
            let plain = SimilarRequest {
                flip: false,
                ..how.clone()
            };
            let plain = answer(&view, &position, &plain, &Pace::default()).expect("time enough");
            let without_flip = hits(&plain);
            let most = asked.load(Relaxed);
            for slices in 0..=most {
                let case = format!("{how:?}: {slices} of {most} slices");
                let (pace, _) = pace_of(slices, slices % 2 == 0);
                let found = match answer(&view, &position, &how, &pace) {
                    Ok(found) => found,
                    Err(error) => {
                        assert!(matches!(error, Error::OutOfTime(_)), "{case}: {error}");
                        continue;
                    }
                };
                let missing = json!(found.missing);
                let missing: Vec<&str> = (missing.as_array().expect("a list").iter())
                    .map(|part| part.as_str().expect("a name"))
                    .collect();
                let is_missing = |part| missing.contains(&part);
                assert!(slices < most || missing.is_empty(), "{case}: {missing:?}");
                seen.insert(missing.join(" "));

                let right = if is_missing("flip") {
                    &without_flip
                } else {
                    &with_flip
                };
                let got = hits(&found);
                assert_eq!(got.len(), right.len(), "{case}");
                let explained = got.iter().take_while(|hit| !hit["summary"].is_null());
                let explained = explained.count();
                assert_eq!(explained < right.len(), is_missing("explain"), "{case}");
                for (place, (got, right)) in got.iter().zip(right).enumerate() {
                    let unexplained = unexplained(right);
                    let right = if place < explained {
                        right
                    } else {
                        &unexplained
                    };
                    assert_eq!(got, right, "{case}: hit {place}");
                }
                let right = (plans && !is_missing("plans")).then_some(&whole.plans);
                assert_eq!(
                    json!(found.plans),
                    right.map_or(Value::Null, |plans| json!(plans)),
                    "{case}"
                );
            }
        }
        let seen: Vec<&str> = seen.iter().map(String::as_str).collect();
        assert_eq!(seen, expected, "{how:?}");
    }
}
