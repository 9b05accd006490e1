//! The notation of terms.
//!
//! Laws: a text that is a term is the text that the term writes, and no other term writes it; the terms of a position
//! are sorted, each once, and each is read from its own text.
#![no_main]

use std::collections::HashMap;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use pgn::parse_fen;
use similarity::{Term, terms};

/// The terms of each text. Ids that no position has may share one.
static TEXTS: LazyLock<HashMap<String, Vec<Term>>> = LazyLock::new(|| {
    let mut texts: HashMap<String, Vec<Term>> = HashMap::new();
    for term in Term::all() {
        texts.entry(term.to_string()).or_default().push(term);
    }
    texts
});

fuzz_target!(|text: &str| {
    match text.parse::<Term>() {
        Ok(term) => {
            assert_eq!(term.to_string(), text);
            assert!(term.id() < Term::COUNT);
            assert_eq!(term.kind().term(), term);
            assert!(TEXTS.get(text).is_some_and(|terms| terms.contains(&term)));
            assert!(
                term.query_term()
                    .matched_by()
                    .any(|matched| matched == term),
                "{text}"
            );
            assert!(term.weight() > 0.0 && term.weight() <= 1.0);
        }
        Err(error) => assert!(error.to_string().contains("is not a term")),
    }
    let Ok(position) = parse_fen(text) else {
        return;
    };
    let of_position = terms(&position);
    assert!(
        of_position.windows(2).all(|pair| pair[0] < pair[1]),
        "{text}"
    );
    for term in of_position {
        assert_eq!(term.to_string().parse(), Ok(term), "{text}: {term}");
        assert_eq!(term.kind().term(), term, "{text}: {term}");
    }
});
