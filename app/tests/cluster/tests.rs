//! Against a real OpenSearch cluster of two nodes on loopback.

mod faults;
mod local_copy;
mod proxy;
mod questions;
mod same;
mod third;
mod writers;

use std::io::Read;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use app::{Address, Database, Error, Layout, Place, Writer, ingest};
use index::Index;
use similarity::Ingested;

/// An index of that name in the cluster with these nodes.
fn address(urls: &[String], name: &str) -> Address {
    Address {
        urls: urls.to_vec(),
        name: name.to_owned(),
        user: None,
        ca: None,
    }
}

/// That index.
fn place(urls: &[String], name: &str) -> Place {
    Place::Cluster {
        address: address(urls, name),
        layout: Layout::default(),
        copy: None,
    }
}

fn created(urls: &[String], name: &str) -> Database {
    Database::open_or_create(&place(urls, name)).expect("an index")
}

fn folder(path: &Path) -> Database {
    Arc::new(Index::create(path).expect("an index")).into()
}

fn carlsen() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/carlsen.pgn")
}

/// The first games of Carlsen's.
fn first_games(count: usize) -> String {
    let pgn = std::fs::read_to_string(carlsen()).expect("readable");
    let games: Vec<&str> = pgn.split_inclusive("\r\n\r\n[Event ").take(count).collect();
    games.concat().trim_end_matches("[Event ").to_owned()
}

/// Adds games, without a commit.
fn add(writer: &mut Writer, pgn: impl Read + Send + 'static) -> Result<Ingested, Error> {
    let mut sum = Ingested::default();
    match ingest(writer, "games", pgn, 13, &mut sum, |_, _| {
        ControlFlow::Continue(())
    }) {
        Ok(()) => Ok(sum),
        Err(app::IngestError::Index(error)) => Err(error),
        Err(error) => panic!("{error}"),
    }
}

/// Imports games.
fn import(database: &Database, pgn: impl Read + Send + 'static) -> Result<Ingested, Error> {
    let mut writer = database.writer()?;
    let mut sum = add(&mut writer, pgn)?;
    writer.commit(&mut sum)?;
    writer.close()?;
    database.reload();
    Ok(sum)
}
