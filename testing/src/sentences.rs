//! Sentences for people, checked for their values and not for their words.

use std::collections::BTreeMap;

/// Sentences by kind, each without its values: two of a kind have the same words, two of different kinds do not.
#[derive(Default)]
pub struct Sentences(BTreeMap<String, String>);

impl Sentences {
    /// Checks that a sentence is one line, has each value as a whole word, and has the words of its kind and of no other.
    pub fn check(&mut self, kind: &str, sentence: &str, values: &[&str]) {
        assert!(
            !sentence.is_empty() && !sentence.contains('\n'),
            "{sentence:?}"
        );
        let words = values.iter().fold(sentence.to_owned(), |words, value| {
            without(&words, value).unwrap_or_else(|| panic!("no {value:?} in {sentence:?}"))
        });
        for (other, known) in &self.0 {
            assert_eq!(
                words == *known,
                kind == other,
                "{kind:?} and {other:?}: {sentence:?}"
            );
        }
        self.0.insert(kind.to_owned(), words);
    }
}

/// The text with `_` for the first place where a value stands as a whole word, if there is one.
fn without(text: &str, value: &str) -> Option<String> {
    text.match_indices(value).find_map(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + value.len()..]);
        let around = before
            .chars()
            .next_back()
            .into_iter()
            .chain(after.chars().next());
        let is_whole = !around.into_iter().any(char::is_alphanumeric);
        is_whole.then(|| format!("{before}_{after}"))
    })
}
