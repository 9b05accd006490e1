//! What a position and the one asked for have in common, in one sentence of chess words: pawns, pieces, differences.

use motifs::named_structures;
use shakmaty::{Bitboard, Board, Chess, Color, Position, Role, Square};

use crate::scoring::TermScore;
use crate::scoring::best::BoardKey;
use crate::terms::profile::Family;
use crate::terms::term::{color_name, name};

/// How many of the pieces in common are named: those that count most. Guessed: more make the sentence long.
const PIECES: usize = 3;

/// How many differences are named. Guessed, like [`PIECES`].
const DIFFERENCES: usize = 2;

/// Pawns are the same but for some if at most one in this many differs. Guessed: with more they are no longer the same.
const ONE_PAWN_OF: usize = 4;

/// The pieces that are named, in the order of the sentence.
const ROLES: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// Why a position was found, e.g. `Same Carlsbad pawns; knights on c3 and d7 as in yours; queens differ`.
///
/// A phrase without a full stop. `terms` are those of the score, most important first: they choose which pieces are
/// named. Both positions have the same colours, that is, a reversed hit is compared with the reversed query.
pub fn summary(asked: &Chess, found: &Chess, terms: &[TermScore]) -> String {
    let turn =
        (asked.turn() != found.turn()).then(|| format!("{} to move", color_name(found.turn())));
    if BoardKey::new(asked) == BoardKey::new(found) {
        return "The same position".to_owned();
    }
    if asked.board() == found.board() {
        return format!("The same pieces, but {} to move", color_name(found.turn()));
    }
    let (asked, found) = (asked.board(), found.board());
    let mut clauses: Vec<String> = special(terms).into_iter().collect();
    clauses.extend(pawns(asked, found));
    clauses.extend(pieces(asked, found, terms));
    clauses.extend(differences(asked, found));
    clauses.extend(turn);
    capitalized(&clauses.join("; "))
}

/// What the same combination or the same relation of pieces in an endgame says, whichever counts most.
fn special(terms: &[TermScore]) -> Option<String> {
    let is_whole = |term: &&TermScore| {
        term.term.starts_with('=') && !matches!(&*term.term, "=board" | "=line") && term.score > 0.0
    };
    terms.iter().find(is_whole).map(|term| term.text.clone())
}

/// Whether the pawns are the same, what they are called, or where they are.
fn pawns(asked: &Board, found: &Board) -> Option<String> {
    let moved = moved(asked, found, Role::Pawn);
    let pawns = asked.pawns().count().max(found.pawns().count());
    if pawns == 0 {
        return None;
    }
    let named = named_structures(found);
    let common = named_structures(asked).into_iter().find(|one| {
        let is_that =
            |other: &motifs::NamedStructure| one.name == other.name && one.color == other.color;
        named.iter().any(is_that)
    });
    let common = common.map(|one| one.name);
    // An adjective before `pawns`, or a name of its own.
    let adjective = common.and_then(|name| {
        name.strip_suffix(" structure")
            .or_else(|| name.strip_suffix(" formation"))
    });
    let called = match (adjective, common) {
        (Some(adjective), _) => format!("{adjective} pawns"),
        (None, Some(name)) => format!("pawns ({name})"),
        (None, None) => "pawns".to_owned(),
    };
    Some(match moved {
        0 => format!("same {called}"),
        _ if moved * ONE_PAWN_OF <= pawns => {
            let number = ["one", "two", "three"].get(moved - 1).unwrap_or(&"four");
            format!("same {called} but for {number}")
        }
        _ if common.is_some() => called,
        _ => match wings(asked, found)[..] {
            [] => "other pawns".to_owned(),
            ref wings => format!("same pawns {}", joined(wings)),
        },
    })
}

/// The parts of the board whose pawns, at least two of them, are the same.
fn wings(asked: &Board, found: &Board) -> Vec<String> {
    let parts = [
        ("on the queenside", Bitboard(0x0707_0707_0707_0707)),
        ("in the centre", Bitboard(0x1818_1818_1818_1818)),
        ("on the kingside", Bitboard(0xe0e0_e0e0_e0e0_e0e0)),
    ];
    let is_same = |files: Bitboard| {
        let of = |board: &Board, color| board.pawns() & board.by_color(color) & files;
        let same = Color::ALL.iter().all(|c| of(asked, *c) == of(found, *c));
        same && (asked.pawns() & files).count() >= 2
    };
    let same = parts.into_iter().filter(|(_, files)| is_same(*files));
    same.map(|(name, _)| name.to_owned()).collect()
}

/// The pieces that stand on the same squares and count most, or that all do.
fn pieces(asked: &Board, found: &Board, terms: &[TermScore]) -> Option<String> {
    let are_all = ROLES.iter().all(|role| {
        Color::ALL.iter().all(|color| {
            let piece = role.of(*color);
            asked.by_piece(piece) == found.by_piece(piece)
        })
    });
    let others = asked.occupied() & !asked.pawns() & !asked.kings();
    if are_all {
        return (others.count() > 1).then(|| "all pieces as in yours".to_owned());
    }
    let is_shared = |square: &Square| {
        let piece = asked.piece_at(*square);
        piece == found.piece_at(*square) && piece.is_some_and(|one| ROLES.contains(&one.role))
    };
    let naive = terms.iter().filter(|term| term.family == Family::Naive);
    let squares = naive.filter_map(|term| match term.squares[..] {
        [square] => Some(square),
        _ => None,
    });
    let chosen: Vec<Square> = squares.filter(is_shared).take(PIECES).collect();
    let of_roles = ROLES.iter().filter_map(|role| {
        let on = chosen.iter().filter(|s| asked.role_at(**s) == Some(*role));
        let squares: Vec<String> = on.map(Square::to_string).collect();
        let plural = if squares.len() > 1 { "s" } else { "" };
        (!squares.is_empty()).then(|| format!("{}{plural} on {}", name(*role), joined(&squares)))
    });
    let words: Vec<String> = of_roles.collect();
    (!words.is_empty()).then(|| format!("{} as in yours", words.join(", ")))
}

/// What is on one board only: pieces, else those that stand elsewhere.
fn differences(asked: &Board, found: &Board) -> Vec<String> {
    let mut material = traded(asked, found);
    for color in Color::ALL {
        material.extend(surplus(asked, found, color));
    }
    if !material.is_empty() {
        material.truncate(DIFFERENCES);
        return material;
    }
    let mut roles: Vec<(usize, Role)> = ROLES
        .iter()
        .map(|role| (moved(asked, found, *role), *role))
        .filter(|(moved, _)| *moved > 0)
        .collect();
    // Stable: roles of which equally many differ stay in the order of the sentence.
    roles.sort_by_key(|(moved, _)| usize::MAX - moved);
    let mut words: Vec<String> = roles
        .iter()
        .take(DIFFERENCES)
        .map(|(_, role)| who(asked, found, *role))
        .collect();
    // One side is named once: `White’s queen and rook`.
    if let [first, second] = &mut words[..] {
        let of = first.split_once(' ').map(|(of, _)| format!("{of} "));
        if let Some(rest) = of.and_then(|of| second.strip_prefix(&of)) {
            *second = rest.to_owned();
        }
    }
    let verb = if words.len() == 1 && !words[0].ends_with('s') {
        "differs"
    } else {
        "differ"
    };
    let differ = (!words.is_empty()).then(|| format!("{} {verb}", joined(&words)));
    differ.into_iter().collect()
}

/// Pieces that both sides have more or fewer of than in the other position, by the same number.
fn traded(asked: &Board, found: &Board) -> Vec<String> {
    let words = ROLES.iter().filter_map(|role| {
        let [white, black] = Color::ALL.map(|color| excess(asked, found, *role, color));
        let role_name = name(*role);
        match white {
            _ if white != black || white == 0 => None,
            _ if (found.by_role(*role)).is_empty() => Some(format!("without {role_name}s")),
            _ if (asked.by_role(*role)).is_empty() => Some(format!("with {role_name}s")),
            1.. => Some(format!("a pair of {role_name}s more")),
            _ => Some(format!("a pair of {role_name}s fewer")),
        }
    });
    words.collect()
}

/// What one side has more or fewer of than in the other position, but for what was traded.
fn surplus(asked: &Board, found: &Board, color: Color) -> Option<String> {
    let (mut more, mut fewer) = (Vec::new(), Vec::new());
    for role in ROLES.into_iter().chain([Role::Pawn]) {
        let here = excess(asked, found, role, color);
        if here == 0 || (role != Role::Pawn && here == excess(asked, found, role, !color)) {
            continue;
        }
        let number = here.unsigned_abs();
        let words = match number {
            1 => format!("a {}", name(role)),
            _ => format!("{number} {}s", name(role)),
        };
        if here > 0 {
            more.push(words);
        } else {
            fewer.push(words);
        }
    }
    let of = color_name(color);
    match (&more[..], &fewer[..]) {
        ([], []) => None,
        (more, []) => Some(format!("{of} has {} more", joined(more))),
        ([], fewer) => Some(format!("{of} has {} fewer", joined(fewer))),
        (more, fewer) => Some(format!("{of} has {} for {}", joined(more), joined(fewer))),
    }
}

/// How many more of a piece are on the board that was found.
fn excess(asked: &Board, found: &Board, role: Role, color: Color) -> i32 {
    let count = |board: &Board| board.by_piece(role.of(color)).count() as i32;
    count(found) - count(asked)
}

/// How many pieces of a role stand elsewhere, or on one board only, both sides together.
fn moved(asked: &Board, found: &Board, role: Role) -> usize {
    let of = |color| {
        let (one, other) = (
            asked.by_piece(role.of(color)),
            found.by_piece(role.of(color)),
        );
        (one & !other).count().max((other & !one).count())
    };
    Color::ALL.map(of).iter().sum()
}

/// The pieces of a role that stand elsewhere: `queens`, `White’s rook`.
fn who(asked: &Board, found: &Board, role: Role) -> String {
    let gone = |color: Color| asked.by_piece(role.of(color)) & !found.by_piece(role.of(color));
    let [white, black] = Color::ALL.map(|color| gone(color).count());
    let plural = |count| if count > 1 { "s" } else { "" };
    match (white, black) {
        (1.., 1..) => format!("{}s", name(role)),
        (_, 0) => format!("White’s {}{}", name(role), plural(white)),
        (0, _) => format!("Black’s {}{}", name(role), plural(black)),
    }
}

/// `a`, `a and b`, `a, b and c`
fn joined(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
    }
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;

    use super::*;
    use crate::scoring::Query;
    use crate::terms::profile::Scoring;
    use crate::terms::statistics::Statistics;

    fn position(fen: &str) -> Chess {
        let fen: Fen = fen.parse().expect(fen);
        fen.into_position(CastlingMode::Standard).expect("legal")
    }

    const CARLSBAD: &str = "r2qr1k1/pp1nbppp/2p2n2/3p1bB1/3P4/2N1PN2/PP2BPPP/R2Q1RK1 w - - 0 11";
    const ENDGAME: &str = "8/5pk1/6p1/1R5p/1p5P/1P4P1/r4P2/6K1 w - - 0 40";

    #[test]
    fn in_chess_words() {
        for (asked, found, words) in [
            (CARLSBAD, CARLSBAD, "The same position"),
            (
                CARLSBAD,
                "r2qr1k1/pp1nbppp/2p2n2/3p1bB1/3P4/2N1PN2/PP2BPPP/R2Q1RK1 b - - 0 11",
                "The same pieces, but Black to move",
            ),
            // The same pawns by name; a king alone is no difference.
            (
                CARLSBAD,
                "r2qr1k1/pp1nbppp/2p2n2/3p1bB1/3P4/2N1PN2/PPQ1BPPP/R4RK1 w - - 0 11",
                "Same Carlsbad pawns; bishops on g5, f5 and e2 as in yours; White’s queen differs",
            ),
            (
                CARLSBAD,
                "r2qr2k/pp1nbppp/2p2n2/3p1bB1/3P4/2N1PN2/PP2BPPP/R2Q1RK1 w - - 0 11",
                "Same Carlsbad pawns; all pieces as in yours",
            ),
            (
                CARLSBAD,
                "r3r1k1/pp1nqppp/2p2n2/3p4/3P4/2N1PN1P/PP3PP1/R2Q1RK1 b - - 0 11",
                "Same Carlsbad pawns but for one; queen on d1, knights on d7 and c3 as in yours; without bishops; \
                 Black to move",
            ),
            (
                CARLSBAD,
                "r2qr1k1/1p1nbpp1/p1p2n2/3p1bB1/3P4/2N1PN2/PP2BPPP/R2Q1RK1 w - - 0 11",
                "Same Carlsbad pawns but for two; all pieces as in yours; Black has a pawn fewer",
            ),
            // A name, though many pawns differ.
            (
                CARLSBAD,
                "r3r1k1/1p1nqpp1/p1pbbn1p/3p4/3P1B2/P1NBPN1P/1P3PP1/R2QR1K1 w - - 0 14",
                "Carlsbad pawns; queen on d1, knights on d7 and c3 as in yours; bishops and Black’s queen differ",
            ),
            (
                CARLSBAD,
                "r3r1k1/pp1nbppp/1qp2nb1/3p2B1/3P4/2N1PN2/PP2BPPP/R2Q1RK1 w - - 0 11",
                "Same Carlsbad pawns; queen on d1, bishops on g5 and e2 as in yours; Black’s queen and bishop differ",
            ),
            // One wing, and material.
            (
                CARLSBAD,
                "r2qr1k1/pp1nb3/2p2n2/4pbpp/4P3/2N1NP2/PP2BPPP/R2Q1RK1 w - - 0 11",
                "Same pawns on the queenside; queen on d1, bishops on f5 and e2 as in yours; White has a bishop fewer; \
                 Black has a pawn fewer",
            ),
            (
                CARLSBAD,
                "r2qr1k1/pp1nbppp/2p2n2/3p1bN1/3P4/2N1PN2/PP2BPPP/R2Q1RK1 w - - 0 11",
                "Same Carlsbad pawns; queen on d1, bishops on f5 and e2 as in yours; White has a knight for a bishop",
            ),
            (
                ENDGAME,
                "8/5pk1/6p1/1R5p/1p5P/1P4P1/5P2/r5K1 w - - 0 40",
                "Same pawns; rook on b5 as in yours; Black’s rook differs",
            ),
            (
                ENDGAME,
                "8/6k1/8/8/8/8/6PP/1R4K1 w - - 0 40",
                "Other pawns; White has 2 pawns fewer; Black has a rook and 4 pawns fewer",
            ),
            (
                "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
                "4k3/8/8/8/8/8/8/1R2K3 w - - 0 1",
                "White’s rook differs",
            ),
        ] {
            let (asked, found) = (position(asked), position(found));
            let query = Query::new(&asked, &Statistics::default(), Scoring::Tabiya);
            let terms = query.explain(&found).terms;
            assert_eq!(summary(&asked, &found, &terms), words, "{found:?}");
        }
    }

    /// What is no square of a piece is said first.
    #[test]
    fn a_relation_comes_first() {
        let asked = position(ENDGAME);
        let found = position("8/5pk1/6p1/1R5p/1p5P/1P4P1/5P2/r5K1 w - - 0 40");
        let term = |term: &str, text: &str| TermScore {
            term: term.to_owned(),
            text: text.to_owned(),
            squares: Vec::new(),
            family: Family::Learned,
            score: 1.0,
        };
        let terms = [
            term("=board", "the same position"),
            term("=behind:wb", "White’s rook behind Black’s passed pawn"),
        ];
        assert_eq!(
            summary(&asked, &found, &terms),
            "White’s rook behind Black’s passed pawn; same pawns; Black’s rook differs"
        );
    }
}
