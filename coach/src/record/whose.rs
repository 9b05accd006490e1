//! The two players of a game, from the view of one of them.

/// One of the two players of a game, from the view of one of them.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Whose {
    /// The other player.
    Opponent,
    /// The player that is asked about.
    Player,
}

impl Whose {
    /// Both of them, in the order of their names.
    pub const ALL: [Whose; 2] = [Whose::Opponent, Whose::Player];

    /// Its name, e.g. `player`.
    pub fn name(self) -> &'static str {
        match self {
            Whose::Opponent => "opponent",
            Whose::Player => "player",
        }
    }
}
