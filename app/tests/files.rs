//! A compressed file that is cut off.

use std::io;

use app::{IngestError, ingest};
use index::Index;
use pgn::{ReadError, open_pgn};
use similarity::Ingested;
use tempfile::TempDir;

use crate::import::unwatched;

#[test]
fn cut_off() {
    let folder = TempDir::new().expect("a temporary folder");
    let file = folder.path().join("cut.pgn.zst");
    let whole = zstd::encode_all(&b"1. e4 e5 *\n"[..], 1).expect("compressed");
    std::fs::write(&file, &whole[..whole.len() - 5]).expect("written");
    let index = Index::create(&folder.path().join("index")).expect("an index");
    let mut writer = index.writer().expect("the writer");
    let mut sum = Ingested::default();
    let error = ingest(
        &mut writer,
        "cut",
        open_pgn(&file, |_| {}),
        0,
        &mut sum,
        unwatched,
    )
    .expect_err("cut off");
    let IngestError::Unreadable(error) = error else {
        panic!("{error}");
    };
    let cut_off = io::ErrorKind::UnexpectedEof;
    assert_eq!(error, ReadError::new("cut", &cut_off.into()));
}
