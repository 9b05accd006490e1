//! Facts in sentences that people read: tests check these, and leave the wording to `testing/messages.txt`.

/// Checks that a sentence is one line, is not empty, and has all of these words and numbers.
#[track_caller]
pub fn check_words(sentence: &str, words: &[&str], case: &str) {
    let is_one_line = !sentence.trim().is_empty() && sentence.lines().count() == 1;
    assert!(is_one_line, "{case}: {sentence:?}");
    for word in words {
        assert!(
            has_word(sentence, word),
            "{case}: no {word:?} in {sentence:?}"
        );
    }
}

/// Whether a text occurs in a sentence, and not only as a part of a longer word, number or name.
pub fn has_word(sentence: &str, word: &str) -> bool {
    sentence.match_indices(word).any(|(start, _)| {
        let before = sentence[..start].chars().rev();
        let after = sentence[start + word.len()..].chars();
        !goes_on(word.chars().next(), before) && !goes_on(word.chars().next_back(), after)
    })
}

/// The whole numbers in a text, in their order.
pub fn numbers(text: &str) -> Vec<u64> {
    let words = text.split(|c: char| !(c.is_alphanumeric() || c == '.'));
    let numbers = words.filter_map(|word| word.trim_end_matches('.').parse().ok());
    numbers.collect()
}

/// Whether a word goes on beyond its first or last character: with a letter or a digit, or with one after a point, a
/// hyphen or, in a number, a comma.
fn goes_on(edge: Option<char>, mut beyond: impl Iterator<Item = char>) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let is_digit = |c: char| c.is_ascii_digit();
    let Some(edge) = edge.filter(|edge| is_part(*edge)) else {
        return false;
    };
    match beyond.next() {
        // A sign, or a name with a hyphen.
        Some('-') => is_digit(edge) || beyond.next().is_some_and(is_part),
        Some('.') => beyond.next().is_some_and(is_part),
        Some(',') => is_digit(edge) && beyond.next().is_some_and(is_digit),
        next => next.is_some_and(is_part),
    }
}
