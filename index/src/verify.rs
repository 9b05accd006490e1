//! Checking a whole index: every checksum, every game, every passage, every posting
//! list, and the statistics.

mod lists;
mod problems;

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use pgn::{Game, Variant};
use rayon::prelude::*;
use shakmaty::{Chess, Color, Position};
use similarity::{
    DuplicateKeys, Encoder, Facts, MAX_POSITIONS, Passage, Statistics, Term, comment_words,
    opening_numbers_of_game,
};
use tantivy::directory::error::OpenReadError;

use crate::error::Error;
use crate::index::Index;
use crate::snapshot::Snapshot;
use crate::storage::folder::open_newest;
use crate::storage::segment::Segment;

use lists::{Digest, OfGames, check_lists};
use problems::Problems;

/// What a check of an index found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Games checked.
    pub games: u64,
    /// Positions checked.
    pub positions: u64,
    /// What is wrong, a sentence each, e.g. `0d9b.idx: its bytes are not those that were written`.
    pub problems: Vec<String>,
}

impl Index {
    /// Checks everything in the newest commit of the index in a folder. Where files are missing or
    /// have wrong checksums, they are reported and nothing else is checked.
    ///
    /// `watch` is called from several threads, now and then, with how many of all documents have
    /// been checked.
    ///
    /// # Errors
    ///
    /// As [`Index::open`]; [`Error::Damaged`] or [`Error::Storage`] if something cannot be read at
    /// all.
    pub fn verify(path: &Path, watch: impl Fn(u64, u64) + Sync) -> Result<Verified, Error> {
        // Before anything is opened for search: tantivy trusts the checksums.
        let problems = damaged_files(path)?;
        if !problems.is_empty() {
            return Ok(Verified {
                games: 0,
                positions: 0,
                problems,
            });
        }
        let snapshot = Index::open(path)?.snapshot()?;
        verify_snapshot(&snapshot, watch)
    }
}

/// Checks everything in a commit but the checksums of its files.
///
/// # Errors
///
/// [`Error::Damaged`] or [`Error::Storage`] if something cannot be read at all.
pub(crate) fn verify_snapshot(
    snapshot: &Snapshot,
    watch: impl Fn(u64, u64) + Sync,
) -> Result<Verified, Error> {
    let documents = snapshot
        .segments()
        .iter()
        .map(|segment| segment.documents());
    let (done, all) = (AtomicU64::new(0), documents.sum::<usize>() as u64);
    let advance = |documents| {
        let before = done.fetch_add(documents, Ordering::Relaxed);
        watch(before + documents, all);
    };
    let segments = (0..snapshot.segments().len())
        .into_par_iter()
        .map(|number| snapshot.guarded(number, || check_segment(snapshot, number, advance)))
        .collect::<Result<Vec<Checked>, Error>>()?;

    let mut problems = Vec::new();
    let mut counted = Statistics::default();
    let mut seen = HashSet::new();
    let mut twice = Problems::default();
    for (number, segment) in segments.into_iter().enumerate() {
        counted.add(&segment.statistics);
        let files = snapshot.files_of(number);
        let sentences = segment.problems.sentences().into_iter();
        problems.extend(sentences.map(|sentence| format!("{files}: {sentence}")));
        for id in segment.games {
            if !seen.insert(id) {
                twice.add(format!("there are two games {id}"));
            }
        }
    }
    problems.extend(twice.sentences());
    for (name, games) in snapshot.all_collections().all() {
        let missing = games.iter().filter(|id| !seen.contains(id)).count();
        if missing > 0 || games.is_empty() {
            problems.push(format!(
                "the collection {name} has {} games, of which {missing} are missing",
                games.len()
            ));
        }
    }
    let documents = snapshot.statistics_documents()?;
    if documents != u64::from(all > 0) {
        problems.push(format!(
            "there are {documents} statistics documents, but there must be one"
        ));
    }
    let stored = snapshot.statistics();
    if counted.last_game > stored.last_game {
        problems.push(format!(
            "the statistics say that the last game was {}, but there is a game {}",
            stored.last_game, counted.last_game
        ));
    }
    for (what, stored, counted) in [
        ("games", stored.games, counted.games),
        ("positions", stored.positions, counted.positions),
        ("terms of positions", stored.length, counted.length),
    ] {
        if stored != counted {
            problems.push(format!(
                "the statistics say {stored} {what}, but there are {counted}"
            ));
        }
    }
    let wrong = Term::all()
        .filter(|term| stored.frequency(*term) != counted.frequency(*term))
        .count();
    if wrong > 0 {
        problems.push(format!("the statistics are wrong for {wrong} terms"));
    }
    Ok(Verified {
        games: counted.games,
        positions: counted.positions,
        problems,
    })
}

/// A sentence for each file that is missing, or whose bytes are not those that were written.
fn damaged_files(path: &Path) -> Result<Vec<String>, Error> {
    let (opened, commit, _lock) = open_newest(path)?;
    let mut problems: Vec<String> = commit
        .files
        .par_iter()
        .filter_map(|file| {
            let name = Path::new(file);
            let io = |error| OpenReadError::wrap_io_error(error, name.to_owned());
            let checked = opened
                .directory
                .file(name)
                .and_then(|file| file.check_all().map_err(io));
            match checked {
                Ok(()) => None,
                Err(OpenReadError::FileDoesNotExist(_)) => Some(format!("{file}: it is missing")),
                // Those of the operating system do not name the file, and ours do.
                Err(OpenReadError::IoError { io_error, .. }) => {
                    let is_ours = io_error.raw_os_error().is_none();
                    Some(if is_ours {
                        io_error.to_string()
                    } else {
                        format!("{file}: {io_error}")
                    })
                }
                Err(error) => Some(format!("{file}: {error}")),
            }
        })
        .collect();
    problems.sort();
    Ok(problems)
}

/// After how many documents `watch` is called. Guessed: some thirty milliseconds of work.
const STEP: u64 = 4096;

/// What a check of a segment found.
struct Checked {
    statistics: Statistics,
    /// The ids of its games.
    games: Vec<u64>,
    problems: Problems,
}

fn check_segment(
    snapshot: &Snapshot,
    number: usize,
    advance: impl Fn(u64),
) -> Result<Checked, Error> {
    let segment = &snapshot.segments()[number];
    let mut problems = Problems::default();
    let mut passages = check_passages(segment, &mut problems, &advance);
    let (games, of_games) = check_games(snapshot, number, &mut passages, &mut problems)?;
    let Passages {
        statistics,
        lists,
        material,
        ..
    } = passages;
    check_lists(segment, &lists, material, of_games, &mut problems)
        .map_err(|error| snapshot.failed(error))?;
    Ok(Checked {
        statistics,
        games,
        problems,
    })
}

/// Checks the games of a segment against their passages, which it takes, and counts them. Returns their ids, and which
/// documents their lists must have.
fn check_games(
    snapshot: &Snapshot,
    number: usize,
    found: &mut Passages,
    problems: &mut Problems,
) -> Result<(Vec<u64>, OfGames), Error> {
    let segment = &snapshot.segments()[number];
    let mut ids = Vec::new();
    let mut lists = OfGames::default();
    let places = snapshot.games_of(number as u32);
    for (id, place) in places.map_err(|error| snapshot.failed(error))? {
        ids.push(id);
        let game = match snapshot.game_at(id, place) {
            Ok(game) => game,
            // Other games may be sound.
            Err(error @ Error::Damaged { .. }) => {
                problems.add(error.to_string());
                found.games.remove(&id);
                continue;
            }
            Err(error) => return Err(error),
        };
        found.statistics.games += 1;
        found.statistics.last_game = found.statistics.last_game.max(game.id);
        let start = game.tags.start();
        let keys = start.map(|start| DuplicateKeys::new(&game.tags, &start, &game.moves));
        let stored = snapshot.key_at(place)?;
        if !keys.is_ok_and(|keys| keys.all().any(|key| key == stored)) {
            problems.add(format!(
                "game {id} is not the one whose duplicates are skipped"
            ));
        }
        let mut passages = found.games.remove(&game.id).unwrap_or_default();
        passages.sort_by_key(|passage| passage.ply);
        let positions: Vec<Chess> = game.positions().map(|(position, _)| position).collect();
        if !agree(&game, &positions, &passages) {
            problems.add(format!(
                "the moves of game {} do not match its passages",
                game.id
            ));
        }
        if !agrees(segment, place.doc_id, &game, &positions)
            .map_err(|error| snapshot.failed(error))?
        {
            problems.add(format!(
                "the filter columns of game {id} do not match its tags"
            ));
        }
        let first = passages.first().map(|passage| passage.ply as usize);
        let first = first.unwrap_or(positions.len());
        let shared = game.tags.variation_ply().unwrap_or(0);
        for number in opening_numbers_of_game(&positions, &game.moves, first, shared) {
            let openings = lists.openings.entry(number).or_default();
            openings.add(place.doc_id);
        }
        for (word, at) in comment_words(&game.annotations) {
            lists
                .words
                .entry(word)
                .or_default()
                .add_at(place.doc_id, at);
        }
    }
    if let Some(id) = found.games.keys().next() {
        problems.add(format!(
            "{} games have passages and no moves, e.g. game {id}",
            found.games.len()
        ));
    }
    Ok((ids, lists))
}

/// What the passages of a segment say.
struct Passages {
    /// All but those of games.
    statistics: Statistics,
    /// By the id of their game.
    games: HashMap<u64, Vec<Passage>>,
    /// By the number of the term the documents that have it.
    lists: Vec<Digest>,
    /// The documents of each run of the same material.
    material: HashMap<u64, Digest>,
}

fn check_passages(segment: &Segment, problems: &mut Problems, advance: impl Fn(u64)) -> Passages {
    let mut found = Passages {
        statistics: Statistics::default(),
        games: HashMap::new(),
        lists: vec![Digest::default(); Term::COUNT],
        material: HashMap::new(),
    };
    let mut advanced = 0;
    let mut encoder = Encoder::new(0, MAX_POSITIONS);
    let mut terms = Vec::new();
    for (doc, passage) in segment.passages() {
        if u64::from(doc) >= advanced + STEP {
            advance(STEP);
            advanced += STEP;
        }
        let mut positions = Vec::new();
        let replayed = passage.replay(|_, position| positions.push(position.clone()));
        // Only a legal move has a code.
        let codes = passage.codes();
        terms.clear();
        let anew = replayed.zip(codes).and_then(|((), codes)| {
            encoder.passage(passage.ply as usize, &positions, &codes, &mut terms)
        });
        if let Some(anew) = &anew {
            found.statistics.length += anew.length;
            found.statistics.positions += positions.len() as u64;
            for number in &anew.material {
                found.material.entry(*number).or_default().add(doc);
            }
        }
        for (term, positions) in &terms {
            found.statistics.count(*term, (*positions).into());
            found.lists[term.id()].add(doc);
        }
        let is_sound = anew
            .is_some_and(|anew| anew.row == passage.row && segment.least(doc) == Some(anew.least));
        if !is_sound {
            problems.add(format!(
                "the passage of game {} at ply {} is not a line of chess, or its bounds are wrong",
                passage.game, passage.ply
            ));
        }
        let of_game = found.games.entry(passage.game).or_default();
        of_game.push(passage);
    }
    advance(segment.documents() as u64 - advanced);
    found
}

/// Whether passages in the order of their plies are the end of a game, without a gap.
fn agree(game: &Game, positions: &[Chess], passages: &[Passage]) -> bool {
    // A game that cannot be played to its end has too few.
    if positions.len() != game.plies() + 1 {
        return false;
    }
    let Some(first) = passages.first() else {
        return true;
    };
    let mut ply = first.ply as usize;
    for passage in passages {
        let is_next = passage.ply as usize == ply
            && (positions.get(ply)).is_some_and(|position| passage.begins_with(position));
        if !is_next {
            return false;
        }
        ply += passage.positions();
    }
    ply == positions.len()
}

/// Whether the columns of a game say what its tags say.
fn agrees(segment: &Segment, doc: u32, game: &Game, positions: &[Chess]) -> tantivy::Result<bool> {
    let games = segment.games()?;
    let Some(row) = games.of(doc).map(|place| games.rows[place]) else {
        return Ok(false);
    };
    let first = positions.first().map_or(Color::White, Position::turn);
    let name = |names: &[(String, _)], place: u32| names[place as usize].0.clone();
    let names = [
        name(&games.players, row.white),
        name(&games.players, row.black),
        name(&games.events, row.event),
        games.ecos[row.eco as usize].clone(),
    ];
    let opening = &games.openings[row.opening as usize].0;
    Ok(row.doc == doc
        && segment.game(doc) == Some(game.id)
        && row.facts == Facts::new(&game.tags, first, game.plies())
        && names == similarity::game_names(&game.tags).map(Option::unwrap_or_default)
        && row.variant == Variant::of_game(&game.tags).unwrap_or_default()
        && opening == similarity::opening_name(positions).unwrap_or_default())
}
