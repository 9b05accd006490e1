//! Why two positions are similar: each term that they share, in words, with its share of the score.
//!
//! ```text
//! cargo run -p tabiya-similarity --example explain
//! cargo run -p tabiya-similarity --example explain -- "FEN" "FEN"
//! ```

use pgn::parse_fen;
use similarity::{Query, Scoring, Statistics};

/// Two isolated queen's pawns with knights on their outposts.
const FENS: [&str; 2] = [
    "r2q1rk1/pp1bbppp/2n1pn2/4N3/3P4/2NB4/PP3PPP/R1BQR1K1 w - - 0 13",
    "r2q1rk1/pb2bppp/1pn1pn2/4N3/3P4/P1NB4/1P3PPP/R1BQR1K1 b - - 0 14",
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [one, other] = match &arguments[..] {
        [] => FENS,
        [one, other] => [one.as_str(), other.as_str()],
        _ => return Err("usage: explain FEN FEN".into()),
    };
    let (position, other) = (parse_fen(one)?, parse_fen(other)?);

    // The weights of `tabiya` need no statistics of an index; those of `thesis` do.
    let query = Query::new(&position, &Statistics::default(), Scoring::Tabiya);

    // A position is most like itself: what it scores is the measure of what another one does.
    let (score, most) = (query.score(&other), query.score(&position));
    println!("{score:.1} of {most:.1}, made up of:");
    let explanation = query.explain(&other);
    for term in explanation.terms.iter().take(15) {
        println!(
            "{:+7.2}  {:<14} {:<12} {}",
            term.score,
            term.term,
            term.family.name(),
            term.text
        );
    }
    let others = explanation.terms.iter().skip(15);
    let others: f64 = others.map(|term| term.score).sum();
    println!("{others:+7.2}  other terms");
    println!(
        "{:+7.2}  for what the other position has besides",
        -explanation.penalty
    );
    Ok(())
}
