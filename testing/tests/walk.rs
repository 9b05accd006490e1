//! The walk of a FEN, as docs/architecture.md draws it, is that of the code.

use std::collections::BTreeSet;

use crate::sources::read;

/// Maximum number of files on the way from a FEN to its hits, and of calls from one crate into another.
/// Read: the plan of the restructuring, before which there were about fifty files.
const MOST: (usize, usize) = (35, 14);

/// A line of the drawing.
struct Step {
    indent: usize,
    file: String,
    /// What the step before it uses of it.
    name: String,
}

/// The drawing in a document: the block after the heading, two spaces for each call.
fn steps(document: &str) -> Vec<Step> {
    let section = document.split("## The walk of a FEN\n").nth(1);
    let block = section.and_then(|section| section.split("```text\n").nth(1));
    let block = block.and_then(|block| block.split("```").next());
    let lines = block.expect("the drawing").lines();
    let step = |line: &str| {
        let mut words = line.split_whitespace();
        let mut word = || words.next().expect("a file and a name").to_owned();
        Step {
            indent: line.len() - line.trim_start().len(),
            file: word(),
            name: word(),
        }
    };
    lines.map(step).collect()
}

/// The folder of the crate of a file.
fn crate_of(file: &str) -> &str {
    file.split_once("/src/").expect("a file of a crate").0
}

/// The words of a file.
fn words(file: &str) -> Vec<String> {
    let text = read(file).unwrap_or_else(|| panic!("{file} is missing"));
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

#[test]
fn walk_of_a_fen() {
    let document = read("docs/architecture.md").expect("the document");
    let (mut files, mut crossings) = (BTreeSet::new(), 0);
    let mut callers: Vec<Step> = Vec::new();
    for step in steps(&document) {
        let (file, name) = (&step.file, &step.name);
        let defines =
            |pair: &[String]| ["fn", "struct", "enum"].contains(&&*pair[0]) && pair[1] == *name;
        assert!(
            words(file).windows(2).any(defines),
            "{file} does not define {name}"
        );
        callers.retain(|caller| caller.indent < step.indent);
        if let Some(caller) = callers.last() {
            assert!(
                words(&caller.file).contains(name),
                "{} does not use {name} of {file}",
                caller.file
            );
            let (upper, lower) = (crate_of(&caller.file), crate_of(file));
            if upper != lower {
                crossings += 1;
                let manifest = read(&format!("{upper}/Cargo.toml")).expect("a manifest");
                let uses = |line: &str| line.split(['.', ' ']).next() == Some(lower);
                assert!(manifest.lines().any(uses), "{upper} does not use {lower}");
            }
        }
        files.insert(file.clone());
        callers.push(step);
    }
    assert!(files.len() <= MOST.0, "{} files", files.len());
    assert!(crossings <= MOST.1, "{crossings} times into another crate");
    let counts = format!("{} files, and {crossings} times", files.len());
    assert!(
        document.contains(&counts),
        "the document does not say: {counts}"
    );
}
