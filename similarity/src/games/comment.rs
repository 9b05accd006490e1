//! The words of comments, and what is asked of them.
//!
//! A word is a run of letters and digits, in lower-case ASCII: `Größe` is `grosse`, and
//! `White's` is `white` and `s`. Commands like `[%clk 0:02:59]` have no words.

use pgn::{Annotation, Annotations, prose};

use crate::games::names::folded;

/// The most letters of a word, others are cut off. Guessed: none has as many.
const LONGEST_WORD: usize = 64;

/// The words of a game's comments, those in variations included, each with its place: words that follow each other in a
/// comment have places that do, and between two comments one is free.
pub fn comment_words(annotations: &Annotations) -> Vec<(String, u32)> {
    let mut words = Vec::new();
    let mut place = 0;
    for (_, annotation) in annotations.iter() {
        let Annotation::Comment(text) = annotation else {
            continue;
        };
        let text = prose(text);
        if text.is_empty() {
            continue;
        }
        for word in words_of(&text) {
            words.push((word, place));
            place += 1;
        }
        place += 1;
    }
    words
}

/// The words of a text.
fn words_of(text: &str) -> Vec<String> {
    let mut words = folded(text);
    for word in &mut words {
        word.truncate(LONGEST_WORD);
    }
    words
}

/// What the comments of a game must have: words anywhere, and phrases, which are words one after the other in one comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommentQuery {
    phrases: Vec<Vec<String>>,
}

impl CommentQuery {
    /// Reads words, and phrases in quotes: `c5 "minority attack"`. A quote that is not closed ends with the text; `None` if
    /// there is no letter or digit.
    pub fn new(text: &str) -> Option<CommentQuery> {
        let mut phrases = Vec::new();
        for (nth, part) in text.split(['"', '“', '”', '„']).enumerate() {
            let words = words_of(part);
            if nth % 2 == 0 {
                phrases.extend(words.into_iter().map(|word| vec![word]));
            } else if !words.is_empty() {
                phrases.push(words);
            }
        }
        (!phrases.is_empty()).then_some(CommentQuery { phrases })
    }

    /// The phrases, all of which must be there; a word by itself is one of one word.
    pub fn phrases(&self) -> &[Vec<String>] {
        &self.phrases
    }

    /// Whether the comments of a game have it all.
    pub fn is(&self, annotations: &Annotations) -> bool {
        let words = comment_words(annotations);
        self.phrases.iter().all(|phrase| {
            words.windows(phrase.len()).any(|run| {
                let is_run = run.windows(2).all(|two| two[0].1 + 1 == two[1].1);
                is_run && run.iter().map(|(word, _)| word).eq(phrase)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn annotations(movetext: &str) -> Annotations {
        let game = pgn::pgn_games(movetext.as_bytes()).next().expect("a game");
        game.expect("readable").expect("legal moves").annotations
    }

    #[test]
    fn words_and_phrases() {
        let text = "1. e4 {The Minority-attack [%csl Gb5] begins.} e5 (1... c5 {Größe}) 2. Nf3 {b5; c6 isn't} *";
        let annotations = annotations(text);
        for (query, is) in [
            ("minority", true),
            ("MINORITY begins b5", true),
            ("\"minority attack\"", true),
            ("\"the minority\" \"attack begins\"", true),
            ("\"attack minority\"", false),
            ("attack minority", true),
            ("\"begins grosse\"", false),
            ("„Minority attack“", true),
            ("größe", true),
            ("\"c6 isn't", true),
            ("csl", false),
            ("e4", false),
            ("minor", false),
        ] {
            let query = CommentQuery::new(query).expect(query);
            assert_eq!(query.is(&annotations), is, "{query:?}");
        }
        for query in ["", " ", "\"\"", "?!"] {
            assert_eq!(CommentQuery::new(query), None, "{query}");
        }
    }

    #[test]
    fn long_words_are_cut() {
        let long = "x".repeat(1000);
        let annotations = annotations(&format!("1. e4 {{{long}}} *"));
        assert_eq!(comment_words(&annotations), [("x".repeat(64), 0)]);
        assert!(CommentQuery::new(&long).is_some_and(|query| query.is(&annotations)));
    }
}
