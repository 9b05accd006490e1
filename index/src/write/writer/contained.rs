//! Games of the index that are part of a game that comes, or that it is part of.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use similarity::{
    Contained, Containment, EncodedGame, Facts, Initials, Meeting, meeting_number, round,
    surname_number,
};
use tantivy::{IndexReader, Searcher};

use super::keys::of_names;
use crate::error::Error;
use crate::snapshot::Snapshot;
use crate::storage::schema::{Fields, column};

/// The games that may be part of others, by the players and the day.
#[derive(Default)]
pub(super) struct Meetings {
    /// What is done where a game is part of a longer one.
    pub(super) contained: Contained,
    /// By [`Meeting::number`] the ids of the games that were there before, ascending; read when the first game comes that
    /// has a meeting. Larger ids are left out.
    before: Option<Vec<(u32, u32)>>,
    /// Those of the games that have come.
    since: HashMap<u32, Vec<u64>>,
    /// The games of the segment under way, and of the one before, which cannot be read yet.
    unwritten: [HashMap<u64, Compared>; 2],
    /// The index as of a commit.
    snapshot: Option<Snapshot>,
    /// Whether that is the last commit.
    is_current: bool,
    /// The games that longer ones have replaced, which go with the next commit.
    replaced: BTreeSet<u64>,
}

/// A game to be compared with others.
struct Compared {
    round: String,
    initials: Initials,
    moves: Vec<u8>,
}

impl Meetings {
    /// Begins the next segment: what was before the one under way can be read.
    pub(super) fn next_segment(&mut self) {
        let [now, before] = &mut self.unwritten;
        *before = std::mem::take(now);
        self.is_current = false;
    }

    /// The games that are to go with the next commit.
    pub(super) fn take_replaced(&mut self) -> BTreeSet<u64> {
        std::mem::take(&mut self.replaced)
    }

    /// Forgets games that are not there any more.
    pub(super) fn forget(&mut self, removed: &BTreeSet<u64>) {
        self.is_current = false;
        if let Some(before) = &mut self.before {
            before.retain(|(_, id)| !removed.contains(&u64::from(*id)));
        }
        for ids in self.since.values_mut() {
            ids.retain(|id| !removed.contains(id));
        }
    }

    /// Takes in a game that has come.
    pub(super) fn add(&mut self, id: u64, game: &EncodedGame) {
        let Some(Meeting { number, round }) = &game.meeting else {
            return;
        };
        self.since.entry(*number).or_default().push(id);
        let compared = Compared {
            round: round.clone(),
            initials: game.keys.initials,
            moves: game.moves.clone(),
        };
        self.unwritten[0].insert(id, compared);
    }
}

/// Where committed games are read.
pub(super) struct Readable<'a> {
    pub(super) path: &'a Path,
    pub(super) reader: &'a IndexReader,
    pub(super) fields: Fields,
}

impl Meetings {
    /// The games that are part of this one, and those that it is part of; the shorter ones are left out as `contained`
    /// says, those of the index with the next commit.
    pub(super) fn contained(
        &mut self,
        game: &EncodedGame,
        there: &Readable,
    ) -> Result<Vec<Containment>, Error> {
        let Some(meeting) = &game.meeting else {
            return Ok(Vec::new());
        };
        let mut found = Vec::new();
        for other in self.of_number(meeting.number, there)? {
            let of_other = self.moves(other, &meeting.round, game.keys.initials, there)?;
            let Some(moves) = of_other else { continue };
            let is_longer = game.moves.len() > moves.len();
            let (shorter, longer) = if is_longer {
                (&moves, &game.moves)
            } else {
                (&game.moves, &moves)
            };
            if shorter.len() < longer.len() && !shorter.is_empty() && longer.starts_with(shorter) {
                found.push(Containment {
                    other,
                    is_longer,
                    is_left_out: match self.contained {
                        Contained::Keep => false,
                        Contained::Skip => !is_longer,
                        Contained::Replace => true,
                    },
                });
            }
        }
        // One that is part of a stored game has the parts that the stored one has.
        if let Some(longer) = found.iter().find(|found| !found.is_longer) {
            return Ok(vec![*longer]);
        }
        let replaced = found.iter().filter(|found| found.is_left_out);
        self.replaced.extend(replaced.map(|found| found.other));
        Ok(found)
    }

    /// The games of the same players on the same day, or whose number happens to be the same.
    fn of_number(&mut self, number: u32, there: &Readable) -> Result<Vec<u64>, Error> {
        let before = match &mut self.before {
            Some(before) => before,
            none => {
                let read = before(&there.reader.searcher());
                let read = read.map_err(|error| Error::from_tantivy(there.path, error))?;
                none.insert(read)
            }
        };
        let from = before.partition_point(|(other, _)| *other < number);
        let same = before[from..]
            .iter()
            .take_while(|(other, _)| *other == number);
        let since = self.since.get(&number).into_iter().flatten();
        let all = same.map(|(_, id)| u64::from(*id)).chain(since.copied());
        Ok(all.filter(|id| !self.replaced.contains(id)).collect())
    }

    /// The moves of a game, if it was played in this round by players who may have these initials.
    fn moves(
        &mut self,
        id: u64,
        in_round: &str,
        initials: Initials,
        there: &Readable,
    ) -> Result<Option<Vec<u8>>, Error> {
        let is_alike = |round: &str, other: Initials| round == in_round && other.fit(initials);
        let mut unwritten = self.unwritten.iter();
        if let Some(game) = unwritten.find_map(|games| games.get(&id)) {
            let is_alike = is_alike(&game.round, game.initials);
            return Ok(is_alike.then(|| game.moves.clone()));
        }
        let snapshot = match &mut self.snapshot {
            Some(snapshot) if self.is_current => snapshot,
            former => {
                let failed = |error| Error::from_tantivy(there.path, error);
                there.reader.reload().map_err(failed)?;
                let searcher = there.reader.searcher();
                let new = Snapshot::new(there.path, searcher, there.fields, former.as_ref())?;
                self.is_current = true;
                former.insert(new)
            }
        };
        let game = snapshot.game(id)?.filter(|game| {
            let name = |color| game.tags.get(color).unwrap_or_default();
            let initials = Initials::of_names(name("White"), name("Black"));
            round(&game.tags).is_some_and(|round| is_alike(&round, initials))
        });
        Ok(game.map(|game| game.moves))
    }
}

/// By [`Meeting::number`] the ids of all games that can be read, ascending.
fn before(searcher: &Searcher) -> tantivy::Result<Vec<(u32, u32)>> {
    let mut all = Vec::new();
    for segment in searcher.segment_readers() {
        let columns = segment.fast_fields();
        let facts = columns.u64(column::FACTS)?;
        let ids = columns.u64(column::GAME)?;
        let white = of_names(columns.str(column::WHITE)?, surname_number)?;
        let black = of_names(columns.str(column::BLACK)?, surname_number)?;
        all.extend(segment.doc_ids_alive().filter_map(|doc| {
            let date = Facts(facts.first(doc)?).date();
            let number = meeting_number(white(doc), black(doc), date)?;
            Some((number, u32::try_from(ids.first(doc)?).ok()?))
        }));
    }
    all.sort_unstable();
    Ok(all)
}
