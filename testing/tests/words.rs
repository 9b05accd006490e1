//! Words are found whole.

use testing::words::{has_word, numbers};

#[test]
fn words_are_whole() {
    for (sentence, word, is_in) in [
        ("limit: 0 is below 1", "0", true),
        ("limit: -1 is below 1.", "1", true),
        ("limit: -1 is below 10", "1", false),
        ("limit: 1.5 is no whole number", "1", false),
        ("limit: 0.1 is no whole number", "1", false),
        ("it has 1.5", "5", false),
        ("it has 1,500.", "1,500", true),
        ("it has 1,500.", "500", false),
        ("500, and more", "500", true),
        ("from 1 to 1000", "1000", true),
        ("from 1 to 1000", "100", false),
        ("filter.limit: 1", "limit", false),
        ("limits, the limit", "limit", true),
        ("mg_queens", "queens", false),
        ("no player \"Ann\"", "Ann", true),
        ("no player \"Anna\"", "Ann", false),
        ("no player `bo_ann`", "ann", false),
        ("start it with --limit", "--limit", true),
        ("start it with --limit-all", "--limit", false),
        ("'--limit <N>'", "--limit", true),
        ("'--limits <N>'", "--limit", false),
        ("a0.store is missing", ".store", true),
        ("", "limit", false),
    ] {
        assert_eq!(has_word(sentence, word), is_in, "{sentence}: {word}");
    }
}

#[test]
fn numbers_in_their_order() {
    assert_eq!(numbers("e4: games 2, in 1.5 s, 30."), [2, 30]);
}
