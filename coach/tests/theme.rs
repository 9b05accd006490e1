//! Themes by their names.

use coach::Theme;

#[test]
fn names_as_people_write_them() {
    for (written, name) in [
        ("fork", "fork"),
        ("  Fork ", "fork"),
        ("hanging piece", "hangingPiece"),
        ("rook on seventh", "rookOnSeventh"),
        ("mate in 1", "mateIn1"),
        ("maroczy bind", "Maróczy bind"),
        ("Maroczy", "Maróczy bind"),
        ("Gruenfeld center", "Grünfeld centre"),
        ("IQP", "Isolani"),
        ("hanging pawns", "Hanging pawns"),
    ] {
        let theme: Theme = written.parse().expect(written);
        assert_eq!(theme.name(), name, "{written}");
    }
}

#[test]
fn other_names_are_rejected() {
    // What may be meant is named: all themes, or those that have all words.
    for (written, named, other) in [
        ("nonsense", "skewer", ""),
        ("", "skewer", ""),
        ("bench", "skewer", ""),
        ("Caro Kann Panov", "skewer", ""),
        ("formation", "Panov formation", "skewer"),
        ("Benoni", "Modern Benoni", "skewer"),
    ] {
        let error = written.parse::<Theme>().expect_err(written);
        assert!(error.contains(named), "{written}: {error}");
        assert!(
            other.is_empty() || !error.contains(other),
            "{written}: {error}"
        );
    }
}
