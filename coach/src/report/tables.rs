//! Tables of a report: what some games and moves have in common.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use shakmaty::Color;

use crate::record::{Lasting, OpeningLine, Openings, Whose};
use crate::report::digest::Digest;
use crate::report::tally::Tally;

/// The most rows of a table. Guessed: more than fit on a screen.
const MOST_ROWS: usize = 30;

/// What some games have in common.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its name, e.g. `Carlsbad structure`, `isolated`, `endgame`.
    pub name: &'static str,
    /// Whose it is; `None` if it is both sides'.
    pub side: Option<Whose>,
    /// The games with it, and the moves made while it stood.
    pub tally: Tally,
}

/// Time trouble: moves made with less than a tenth of the initial time left.
#[derive(Clone, Debug)]
pub struct TimeTrouble {
    /// Number of games with clocks.
    pub games: u64,
    /// Number of the player's moves in them.
    pub moves: u64,
    /// Number of these made in time trouble.
    pub moves_in_trouble: u64,
    /// Number of games that the player lost on time, with clocks or without.
    pub lost_on_time: u64,
    /// The games in which the player was in time trouble, with the moves made in it.
    pub trouble: Tally,
    /// The games with clocks in which the player was not, with all their moves, and the other moves of the former.
    pub calm: Tally,
}

/// Returns the openings of the games of a colour, the most frequent first; 30 at most.
pub fn openings(digests: &[Digest], color: Color) -> Vec<(OpeningLine, Tally)> {
    let mut openings: Openings<Tally> = Openings::new();
    for digest in digests.iter().filter(|digest| digest.color == color) {
        if let Some(line) = &digest.opening {
            let tally = openings.count(line);
            tally.count(digest);
            tally.count_moves(&digest.moves);
        }
    }
    let mut listed: Vec<_> = openings.all().collect();
    listed.sort_by_key(|(_, tally)| Reverse(tally.results().games));
    listed.truncate(MOST_ROWS);
    listed
}

/// Returns the named structures that stood for eight half-moves or more, the most surprising results first; 30 at most.
pub fn structures(digests: &[Digest]) -> Vec<Row> {
    rows(digests, |digest| &digest.structures)
}

/// Returns the motifs that stood for eight half-moves or more, the most surprising results first; 30 at most.
pub fn motifs(digests: &[Digest]) -> Vec<Row> {
    rows(digests, |digest| &digest.motifs)
}

/// Makes a row for each thing that stood in games, the most surprising first.
fn rows(digests: &[Digest], lasting: impl Fn(&Digest) -> &[Lasting]) -> Vec<Row> {
    let mut rows: BTreeMap<_, Tally> = BTreeMap::new();
    for digest in digests {
        for Lasting { name, side, plies } in lasting(digest) {
            let tally = rows.entry((*name, *side)).or_default();
            let during = digest.moves.iter();
            tally.count(digest);
            tally.count_moves(during.filter(|own| plies.binary_search(&own.ply).is_ok()));
        }
    }
    let rows = rows.into_iter();
    let mut rows: Vec<Row> = rows
        .map(|((name, side), tally)| Row { name, side, tally })
        .collect();
    rows.sort_by(|one, other| {
        let by_surprise = other.tally.surprise().total_cmp(&one.tally.surprise());
        by_surprise.then(other.tally.results().games.cmp(&one.tally.results().games))
    });
    rows.truncate(MOST_ROWS);
    rows
}

/// Returns a row for each phase that the player moved in.
pub fn phases(digests: &[Digest]) -> Vec<Row> {
    let phases = ["opening", "middlegame", "endgame"].map(|phase| {
        let mut tally = Tally::default();
        for digest in digests {
            let within = || digest.moves.iter().filter(|own| own.phase == phase);
            if within().next().is_some() {
                tally.count(digest);
                tally.count_moves(within());
            }
        }
        Row {
            name: phase,
            side: None,
            tally,
        }
    });
    phases
        .into_iter()
        .filter(|row| row.tally.results().games > 0)
        .collect()
}

/// Sums up time trouble in the games that have clocks; `None` if no game has.
pub fn time_trouble(digests: &[Digest]) -> Option<TimeTrouble> {
    let (mut trouble, mut calm) = (Tally::default(), Tally::default());
    let (mut moves, mut moves_in_trouble) = (0, 0);
    let with_clocks = digests.iter().filter(|digest| digest.has_clocks);
    for digest in with_clocks.clone() {
        let own = || digest.moves.iter();
        let short = || own().filter(|own| own.in_trouble == Some(true));
        moves += digest.moves.len() as u64;
        let hurried = short().count() as u64;
        moves_in_trouble += hurried;
        if hurried > 0 { &mut trouble } else { &mut calm }.count(digest);
        trouble.count_moves(short());
        calm.count_moves(own().filter(|own| own.in_trouble != Some(true)));
    }
    let games = with_clocks.count() as u64;
    let lost_on_time = digests.iter().filter(|digest| digest.is_lost_on_time);
    (games > 0).then(|| TimeTrouble {
        games,
        moves,
        moves_in_trouble,
        lost_on_time: lost_on_time.count() as u64,
        trouble,
        calm,
    })
}
