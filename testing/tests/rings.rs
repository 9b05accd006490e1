//! No files of a crate use each other in a ring, and those of `similarity` use only their own floor and lower ones.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write as _;

use crate::sources::{crates, files, read, roots};
use crate::uses::{Uses, uses};

/// Files, each of which uses each other one, if only through others.
type Ring = BTreeSet<String>;

#[test]
fn files_do_not_use_each_other_in_rings() {
    let roots = crates().into_iter().flat_map(|folder| roots(&folder));
    let mut all = Uses::new();
    for root in roots {
        for (file, used) in uses(&files(&root, &read)) {
            all.entry(file).or_default().extend(used);
        }
    }
    assert!(all.len() > 300, "{} files", all.len());
    let problems = problems(&all);
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// The floors of `similarity`, the lowest first, as the documentation of the crate draws them. Files beside them, such as
/// `hit.rs`, stand below all.
const FLOORS: [&str; 8] = [
    "terms", "games", "passages", "filter", "scoring", "rerank", "explain", "quality",
];

#[test]
fn floors_use_lower_ones() {
    let floor = |file: &str| {
        let path = file.strip_prefix("similarity/src/").expect("a path");
        let is_of = |floor: &&str| {
            path.strip_prefix(floor)
                .is_some_and(|rest| rest.starts_with(['/', '.']))
        };
        FLOORS.iter().position(is_of)
    };
    let uses = uses(&files("similarity/src/lib.rs", &read));
    for (file, used) in &uses {
        for (other, names) in used {
            // The root of the crate is where the floors meet.
            let is_root = [file, other].iter().any(|one| one.ends_with("/lib.rs"));
            assert!(
                is_root || floor(other) <= floor(file),
                "{file} uses {names:?} of {other}, which is of a higher floor"
            );
        }
    }
    let floors: BTreeSet<Option<usize>> = uses.keys().map(|file| floor(file)).collect();
    assert!(floors.len() > FLOORS.len(), "{floors:?}");
}

/// A sentence for each ring, with the names by which its files use each other in a shortest cycle.
fn problems(uses: &Uses) -> Vec<String> {
    let described = |ring: Ring| {
        let files: Vec<&str> = ring.iter().map(String::as_str).collect();
        let mut problem = format!("a ring of {}", files.join(" "));
        for [file, used] in cycle(&ring, uses) {
            let names = uses[file][used].iter().take(3);
            let names: Vec<&str> = names.map(String::as_str).collect();
            let _ = write!(problem, "\n    {file} uses {} of {used}", names.join(", "));
        }
        problem
    };
    rings(uses).into_iter().map(described).collect()
}

/// The rings of these uses.
fn rings(uses: &Uses) -> Vec<Ring> {
    let reached: BTreeMap<&str, BTreeSet<&str>> = uses
        .keys()
        .map(|file| (&**file, paths(file, uses).into_keys().collect()))
        .collect();
    let rings: BTreeSet<Ring> = reached
        .iter()
        .map(|(file, others)| {
            let is_back = |other: &&&str| reached.get(**other).is_some_and(|of| of.contains(file));
            others
                .iter()
                .filter(is_back)
                .map(|other| (*other).to_owned())
                .collect()
        })
        .filter(|ring: &Ring| ring.len() > 1)
        .collect();
    rings.into_iter().collect()
}

/// The files that a file uses, directly or through others: the one before each on a shortest path from there.
fn paths<'a>(file: &str, uses: &'a Uses) -> BTreeMap<&'a str, &'a str> {
    let mut before = BTreeMap::new();
    let mut ahead = VecDeque::from_iter(uses.get_key_value(file));
    while let Some((file, used)) = ahead.pop_front() {
        for other in used.keys() {
            if !before.contains_key(&**other) {
                before.insert(&**other, &**file);
                ahead.extend(uses.get_key_value(other));
            }
        }
    }
    before
}

/// A shortest cycle in a ring: the pairs of a file and one that it uses.
fn cycle<'a>(ring: &Ring, uses: &'a Uses) -> Vec<[&'a str; 2]> {
    let cycles = ring.iter().map(|file| {
        let before = paths(file, uses);
        let mut cycle = Vec::new();
        let mut at = before.get_key_value(&**file).map(|(file, _)| *file);
        while let Some(used) = at {
            let file_before = before[used];
            cycle.push([file_before, used]);
            at = (file_before != file).then_some(file_before);
        }
        cycle.reverse();
        cycle
    });
    cycles.min_by_key(Vec::len).unwrap_or_default()
}

#[test]
fn rings_are_found() {
    // Each file and those that it uses.
    let of = |text: &str| -> Uses {
        let lines = text
            .split(", ")
            .map(|line| line.split_once(": ").expect("a file"));
        lines
            .map(|(file, used)| {
                let used = used.split_whitespace();
                let used = used.map(|other| {
                    (
                        other.to_owned(),
                        BTreeSet::from([format!("crate::{other}")]),
                    )
                });
                (file.to_owned(), used.collect())
            })
            .collect()
    };
    for (text, expected) in [
        ("a: b c, b: c", &[][..]),
        (
            "a: b, b: a",
            &["a ring of a b\n    a uses crate::b of b\n    b uses crate::a of a"],
        ),
        // The cycle is the shortest one.
        (
            "a: b, b: c, c: d a, d: c",
            &["a ring of a b c d\n    c uses crate::d of d\n    d uses crate::c of c"],
        ),
        (
            "a: b, b: a, c: d, d: c, e: a c",
            &[
                "a ring of a b\n    a uses crate::b of b\n    b uses crate::a of a",
                "a ring of c d\n    c uses crate::d of d\n    d uses crate::c of c",
            ],
        ),
    ] {
        assert_eq!(problems(&of(text)), expected, "{text}");
    }
}
