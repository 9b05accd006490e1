//! What the workflows run of others is pinned: a tag can be moved to other code at any time, a commit cannot.

use std::fs;

use crate::docs::{files_below, root};

/// The actions of others that a workflow uses, each with its version.
fn actions(workflow: &str) -> impl Iterator<Item = (&str, &str)> {
    let uses = workflow.lines().filter_map(|line| {
        let used = line.trim_start().trim_start_matches("- ");
        used.strip_prefix("uses: ")
    });
    uses.filter(|used| !used.starts_with("./"))
        .map(|used| used.split_once('@').unwrap_or((used, "")))
}

/// Whether a version is a commit, with its tag in a comment.
fn is_pinned(version: &str) -> bool {
    let Some((commit, tag)) = version.split_once(" # v") else {
        return false;
    };
    commit.len() == 40
        && commit.bytes().all(|byte| byte.is_ascii_hexdigit())
        && tag.starts_with(|c: char| c.is_ascii_digit())
}

#[test]
fn actions_are_pinned_by_commit() {
    let mut count = 0;
    for file in files_below(".github/workflows") {
        let workflow = fs::read_to_string(root().join(&file)).expect("a workflow");
        for (action, version) in actions(&workflow) {
            assert!(is_pinned(version), "{file}: {action}@{version}");
            count += 1;
        }
    }
    assert!(count > 20, "{count} actions");
    let example = "    - uses: a/b@v4\n      uses: ./here.yml\n  - uses: a/c/d@main # v1";
    let found: Vec<bool> = actions(example)
        .map(|(_, version)| is_pinned(version))
        .collect();
    assert_eq!(found, [false, false]);
}
