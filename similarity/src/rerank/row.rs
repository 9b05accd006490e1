//! The numbers of a query and a hit, and what each is about.

/// What a number is about, as a player would say.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Group {
    /// The score by what is on the board.
    Board,
    /// How its game went on.
    Continuation,
    /// What the engine would play.
    Idea,
    /// Opening and move number.
    Opening,
    /// How its game ended, and who played it.
    Result,
    /// Who stands better, now and later.
    Evaluation,
    /// Which pieces there are.
    Material,
    /// Pawns, now and later.
    Pawns,
    /// Kings.
    Kings,
    /// The other pieces' squares.
    Pieces,
}

/// The numbers of a query and a hit, in an order that is the same for all.
#[derive(Default)]
pub(super) struct Row {
    pub(super) numbers: Vec<f64>,
    /// The group and the name of each, prefix and rest, if anybody asks.
    pub(super) names: Option<Vec<(Group, [&'static str; 2])>>,
}

impl Row {
    /// One that keeps the names.
    pub(super) fn named() -> Row {
        Row {
            names: Some(Vec::new()),
            ..Row::default()
        }
    }

    pub(super) fn put(&mut self, group: Group, name: [&'static str; 2], number: f64) {
        self.numbers.push(number);
        if let Some(names) = &mut self.names {
            names.push((group, name));
        }
    }
}
