//! Facts in sentences that people read: tests check these, and leave the wording alone.

/// Checks that a sentence is one line, and has these words and numbers in it.
pub(crate) fn check_words(sentence: &str, words: &[&str], case: &str) {
    assert!(!sentence.trim().is_empty(), "{case}: an empty sentence");
    assert_eq!(sentence.lines().count(), 1, "{case}: {sentence}");
    for word in words {
        assert!(has_word(sentence, word), "{case}: {word:?} in {sentence:?}");
    }
}

/// Whether a text occurs in a sentence, and not as a part of a longer word or number.
pub(crate) fn has_word(sentence: &str, word: &str) -> bool {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    sentence.match_indices(word).any(|(start, _)| {
        let before = sentence[..start].chars().next_back();
        let mut after = sentence[start + word.len()..].chars();
        let (next, second) = (after.next(), after.next());
        let goes_on = is_part(next) || matches!(next, Some('.' | '-')) && is_part(second);
        !is_part(before) && !matches!(before, Some('.' | '-')) && !goes_on
    })
}

#[test]
fn words_are_whole() {
    for (sentence, word, is_in) in [
        ("limit: 0 is below 1", "0", true),
        ("limit: -1 is below 1.", "1", true),
        ("limit: -1 is below 10", "1", false),
        ("limit: 1.5 is no whole number", "1", false),
        ("limit: 0.1 is no whole number", "1", false),
        ("filter.limit: 1", "limit", false),
        ("no player \"Ann\"", "Ann", true),
        ("no player \"Anna\"", "Ann", false),
        ("no player `bo_ann`", "ann", false),
        ("start it with --limit", "--limit", true),
        ("start it with --limit-all", "--limit", false),
    ] {
        assert_eq!(has_word(sentence, word), is_in, "{sentence} {word}");
    }
}
