//! `tabiya ingest`: from PGN files to an index.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

#[cfg(feature = "cluster")]
use app::Place;
use app::{
    Bounded, DEFAULT_FROM_MOVE, Database, Error, FromMove, Import, Memory, Name, RejectedGame,
};
use clap::Args;
use similarity::{CollectionName, Contained};

use crate::args::index::IndexArgs;
use crate::args::named;
#[cfg(feature = "cluster")]
use crate::args::ranged;
use crate::importing::{Importing, broken_off};
use crate::progress::Progress;

/// Index games from PGN files and Scid databases.
#[derive(Debug, Args)]
pub(crate) struct IngestArgs {
    /// PGN files, plain or compressed (`.pgn`, `.pgn.zst`, `.pgn.gz`, `.pgn.bz2`), Scid databases (`.si5`, `.si4`),
    /// folders of them, or `-` for PGN from standard input.
    ///
    /// A Scid database is given by its index, `.si5` or `.si4`; its other two files must be in the same folder. Its games
    /// that are marked as deleted are left out. ChessBase cannot be read: save its games as PGN.
    ///
    /// Games that are already in the index are skipped, so ingesting a file twice is harmless:
    /// games with the same moves and the same players, even if date or event differ. A
    /// game with an illegal move is reported and rejected; the others are stored.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    #[arg(
        long,
        value_name = "N",
        default_value_t = DEFAULT_FROM_MOVE,
        help = format!(
            "Index the positions after this move by White and later ones: {}. In games from the usual start, 13 begins \
             at ply 25. Lower numbers also make openings searchable by similarity, but the index grows; 0 takes every \
             position",
            FromMove::range()
        )
    )]
    from_move: FromMove,

    #[arg(
        long,
        value_name = "N",
        help = format!(
            "Commit after this number of positions, and at the end: {}; by default 4,000,000, in a cluster 500,000. A \
             crash loses what was read since the second-to-last commit, in a cluster since the last one",
            CommitEvery::range()
        )
    )]
    commit_every: Option<CommitEvery>,

    #[arg(
        long,
        value_name = "MB",
        help = format!(
            "The memory that the import may take, in megabytes: {}. It commits as often as that takes; by default only \
             --commit-every decides, and an import takes 500 to 700 MB. In a cluster it has no effect",
            Memory::range()
        )
    )]
    memory: Option<Memory>,

    /// Add the games to this collection, those that are in the index already, too; it is made if it is missing.
    #[arg(long, value_name = "NAME", value_parser = CollectionName::visible)]
    collection: Option<CollectionName>,

    /// Index the positions of variations, too. Each variation becomes a game of its own, without a result, that filters
    /// by player, rating or speed do not find.
    #[arg(long)]
    variations: bool,

    /// Keep the moves of a game before its first illegal one. Such games are rejected otherwise. The report says where each
    /// stops.
    #[arg(long)]
    keep_legal: bool,

    /// What to do with a game that is part of a longer one: keep, skip or replace.
    ///
    /// That is a game of the same players, date and round, whose moves are the first of the other's, as of a broadcast that
    /// was saved while it went on. The report names them. keep stores both, skip leaves out the shorter one if the longer one
    /// is in the index, replace also removes the shorter one when the longer one comes. Games without a date or a round are
    /// kept.
    #[arg(long, value_name = "WHAT", default_value = "keep", value_parser = named::<Contained>())]
    contained: Name<Contained>,

    #[cfg(feature = "cluster")]
    #[command(flatten)]
    layout: LayoutArgs,

    #[command(flatten)]
    index: IndexArgs,
}

/// A number of positions.
type CommitEvery = Bounded<1, { u64::MAX }>;

// How a new index in a cluster is laid out.
#[cfg(feature = "cluster")]
#[derive(Debug, Args)]
struct LayoutArgs {
    #[arg(
        long = "cluster-shards",
        value_name = "N",
        default_value_t = Shards::new(app::Layout::default().shards.into()).unwrap_or(Shards::MIN),
        help = ranged("The number of shards of a new index in a cluster", &Shards::range()),
        help_heading = "Cluster"
    )]
    shards: Shards,

    #[arg(
        long = "cluster-replicas",
        value_name = "N",
        default_value_t = Replicas::new(app::Layout::default().replicas.into()).unwrap_or(Replicas::MIN),
        help = ranged("The number of replicas of each of these shards, 0 for a single node", &Replicas::range()),
        help_heading = "Cluster"
    )]
    replicas: Replicas,
}

#[cfg(feature = "cluster")]
type Shards = Bounded<1, 1024>;
#[cfg(feature = "cluster")]
type Replicas = Bounded<0, 16>;

impl IngestArgs {
    /// Opens the index, or creates it.
    fn open_or_create(&self) -> anyhow::Result<Database> {
        #[cfg_attr(
            not(feature = "cluster"),
            expect(unused_mut, reason = "a folder has no layout")
        )]
        let mut place = self.index.place()?;
        #[cfg(feature = "cluster")]
        if let Place::Cluster { layout, .. } = &mut place {
            layout.shards = self.layout.shards.get() as u32;
            layout.replicas = self.layout.replicas.get() as u32;
        }
        Ok(Database::open_or_create(&place)?)
    }
}

pub(crate) fn run(args: &IngestArgs, json: bool, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let started = Instant::now();
    let (files, failures) = files(&args.files);
    if files.is_empty() {
        for failure in &failures {
            crate::print::complain(failure);
        }
        return Ok(ExitCode::FAILURE);
    }
    let index = args.open_or_create()?;
    let mut import = Import::new(&index, args.from_move)?;
    if let Some(positions) = args.commit_every {
        import.set_commit_every(positions.get())?;
    }
    if let Some(memory) = args.memory {
        import.set_memory(memory)?;
    }
    if args.variations {
        import.index_variations();
    }
    if args.keep_legal {
        import.keep_legal();
    }
    import.set_contained(args.contained.0)?;
    if let Some(collection) = &args.collection {
        import.set_collection(collection.clone())?;
    }
    let mut importing = Importing::new(Progress::new(&files), started)?;
    for failure in failures {
        importing.fail(failure);
    }
    for file in &files {
        match read(&mut importing, &mut import, file) {
            Ok(()) => {}
            Err(Error::Pgn(why)) => importing.fail(why),
            Err(error) => return Err(broken_off(&index, error)),
        }
        if importing.is_stopped() {
            break;
        }
    }
    let (sum, status) = importing.finish(import, &index, json, out)?;
    if sum.duplicates > 0 && args.from_move != DEFAULT_FROM_MOVE {
        crate::print::complain(
            "games that were already in the index keep their indexed positions, \
             whatever --from-move says; to index others, ingest into a new folder",
        );
    }
    Ok(status)
}

/// The files of some paths, and a sentence for each that cannot be found.
fn files(paths: &[PathBuf]) -> (Vec<PathBuf>, Vec<String>) {
    let mut files = Vec::new();
    let mut failures = Vec::new();
    for path in paths {
        if is_standard_input(path) {
            files.push(path.clone());
            continue;
        }
        for file in pgn::pgn_files(path) {
            match file {
                Ok(file) => files.push(file),
                Err(error) => failures.push(error.to_string()),
            }
        }
    }
    (files, failures)
}

fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Adds the games of a file.
///
/// # Errors
///
/// As [`Import::read`].
fn read(importing: &mut Importing, import: &mut Import, path: &Path) -> Result<(), Error> {
    let (name, stream): (String, Box<dyn Read + Send>) = if is_standard_input(path) {
        let stream = pgn::decompressed(io::stdin());
        ("standard input".into(), Box::new(stream))
    } else {
        let stream = pgn::open_pgn(path, importing.progress.counter());
        (path.display().to_string(), Box::new(stream))
    };
    import.read(&name, stream, |sum, remarks| {
        for remark in remarks {
            let (number, line) = (remark.game.game, remark.game.line);
            let game = RejectedGame::new(Some(&name), remark.game);
            let place = || format!("{name}: {}", pgn::place(number, line));
            importing.remark(place, remark.kind, game);
        }
        importing.show(sum)
    })
}
