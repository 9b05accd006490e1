//! OpenSearch 3, beside the release of the other tests: its answers are those of a folder, too.

use std::io::Cursor;

use tempfile::TempDir;
use testing::nodes::{Nodes, Release};

use crate::same::check_all;
use crate::{created, first_games, folder, import};

const RELEASE: Release = Release {
    project: "tests/cluster/3",
    kept: "target/opensearch/3",
    java: 21,
};

#[test]
#[ignore = "slow: a second cluster"]
fn opensearch_3() {
    let Some(nodes) = Nodes::start(&RELEASE) else {
        return;
    };
    let path = TempDir::new().expect("a temporary folder");
    let databases = [folder(path.path()), created(&nodes.urls(), "third")];
    for database in &databases {
        let sum = import(database, Cursor::new(first_games(400))).expect("imported");
        assert_eq!(sum.games, 400);
    }
    let [folder, cluster] = databases.map(|database| database.snapshot().expect("a snapshot"));
    check_all(&folder, &cluster, &[1, 200, 400], 3);
}
