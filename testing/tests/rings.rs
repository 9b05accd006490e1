//! Files of a crate that use each other in a ring, which is none of ours to have: those that there are still stand in
//! `testing/rings.txt`, one ring a line, and that list may only become shorter.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write as _;

use crate::sources::{crates, files, read, roots};
use crate::uses::{Uses, uses};

/// The rings that there are still, relative to the root of the repository.
const LIST: &str = "testing/rings.txt";

/// Files, each of which uses each other one, if only through others.
type Ring = BTreeSet<String>;

#[test]
fn files_do_not_use_each_other_in_new_rings() {
    let list = read(LIST).expect("the list");
    let roots = crates().into_iter().flat_map(|folder| roots(&folder));
    let mut all = Uses::new();
    for root in roots {
        for (file, used) in uses(&files(&root, &read)) {
            all.entry(file).or_default().extend(used);
        }
    }
    assert!(all.len() > 300, "{} files", all.len());
    let problems = problems(&listed(&list), &all);
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// The rings of a list: a line each, but empty ones and comments.
fn listed(list: &str) -> Vec<Ring> {
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| line.split_whitespace().map(str::to_owned).collect())
        .filter(|ring: &Ring| !ring.is_empty())
        .collect()
}

/// What a list does not say of these uses, or not any more.
fn problems(listed: &[Ring], uses: &Uses) -> Vec<String> {
    let rings = rings(uses);
    let mut problems = Vec::new();
    let is_new = |ring: &&Ring| !listed.iter().any(|other| ring.is_subset(other));
    for ring in rings.iter().filter(is_new) {
        let mut problem = format!("a ring that {LIST} does not have: {}", line(ring));
        for [file, used] in cycle(ring, uses) {
            let names: Vec<&str> = uses[file][used]
                .iter()
                .take(3)
                .map(String::as_str)
                .collect();
            let _ = write!(problem, "\n    {file} uses {} of {used}", names.join(", "));
        }
        problems.push(problem);
    }
    for ring in listed {
        let is_grown = |other: &Ring| !other.is_disjoint(ring) && !other.is_subset(ring);
        let left: Vec<&Ring> = rings.iter().filter(|other| other.is_subset(ring)).collect();
        if left != [ring] && !rings.iter().any(is_grown) {
            let mut problem = format!(
                "a ring is smaller. In {LIST}, instead of\n    {}",
                line(ring)
            );
            for ring in left {
                let _ = write!(problem, "\nwrite\n    {}", line(ring));
            }
            problems.push(problem);
        }
    }
    problems
}

fn line(ring: &Ring) -> String {
    ring.iter()
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join(" ")
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
fn rings_are_found_and_only_shrink() {
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
    for (list, text, expected) in [
        ("", "a: b c, b: c", &[][..]),
        ("# a b\n\na b\n", "a: b, b: a c", &[]),
        ("a b\nc d", "a: b, b: a c, c: d, d: c", &[]),
        (
            "",
            "a: b, b: a",
            &["does not have: a b\n    a uses crate::b of b\n    b uses crate::a of a"],
        ),
        // The cycle is the shortest one.
        (
            "",
            "a: b, b: c, c: d a, d: c",
            &["does not have: a b c d\n    c uses crate::d of d\n    d uses crate::c of c"],
        ),
        (
            "a b",
            "a: b, b: c, c: a",
            &["does not have: a b c\n    a uses"],
        ),
        (
            "a b c",
            "a: b, b: a c, c: x",
            &["instead of\n    a b c\nwrite\n    a b"],
        ),
        (
            "a b c d",
            "a: b, b: a, c: d, d: c",
            &["instead of\n    a b c d\nwrite\n    a b\nwrite\n    c d"],
        ),
        ("a b", "a: b, b: c", &["instead of\n    a b"]),
        ("a b\nc d", "a: b, b: a, c: a", &["instead of\n    c d"]),
    ] {
        let problems = problems(&listed(list), &of(text));
        assert_eq!(
            problems.len(),
            expected.len(),
            "{list} {text}: {problems:?}"
        );
        for (problem, part) in problems.iter().zip(expected) {
            assert!(problem.contains(part), "{problem}");
        }
    }
}
