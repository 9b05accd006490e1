//! Larin's formula against the counts of an independent program.

use coach::Larin;

use crate::positions::position;

/// FEN, P1 to P7, estimate; `P6` is 3 for queens of both, 2 of Black, 1 of White, 0 of neither.
const TABLE: &str = include_str!("../../data/puzzles/larin.tsv");

#[test]
fn his_example() {
    let larin = Larin::new(&position(
        "3rk2B/pp3p1p/2p1b3/2q5/R3Q1n1/8/1P3PPP/1N2KBNR w K - 4 17",
    ));
    let counted = Larin {
        moves: 52,
        replies: 54,
        pawns: 9,
        open_lines: 7,
        pieces: 22,
        queens: 100,
        central: 6,
    };
    assert_eq!(larin, counted);
    assert_eq!(larin.rating(), 1860);
}

#[test]
fn a_hundred_positions() {
    for row in TABLE.lines().skip(1) {
        let mut fields = row.split('\t');
        let fen = fields.next().expect("a FEN");
        let numbers: Vec<u32> = fields
            .map(|field| field.parse().expect("a number"))
            .collect();
        let larin = Larin::new(&position(fen));
        let counted = [
            larin.moves,
            larin.replies,
            larin.pawns,
            larin.open_lines,
            larin.pieces,
        ];
        assert_eq!(counted, numbers[..5], "{fen}");
        assert_eq!(larin.central, numbers[6], "{fen}");
        assert_eq!(larin.rating(), numbers[7] as i32, "{fen}");
    }
}
