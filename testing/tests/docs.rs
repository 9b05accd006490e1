//! The documents: what they link to and the files that they name exist.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The folder of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The files in a folder and in its folders, relative to the root, with `/`, sorted. None if there is no
/// such folder.
pub(crate) fn files_below(folder: &str) -> Vec<String> {
    let Ok(entries) = fs::read_dir(root().join(folder)) else {
        return Vec::new();
    };
    let mut files = Vec::new();
    for entry in entries {
        let entry = entry.expect("an entry");
        let name = entry.file_name();
        let path = format!("{folder}/{}", name.to_str().expect("a name in UTF-8"));
        if entry.file_type().expect("a type").is_dir() {
            files.extend(files_below(&path));
        } else {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Whether a file has an extension, e.g. `md`.
pub(crate) fn is(file: &str, extension: &str) -> bool {
    Path::new(file)
        .extension()
        .is_some_and(|other| other == extension)
}

#[test]
fn docs_link_to_what_exists() {
    let documents = documents();
    let anchors: BTreeMap<PathBuf, Vec<String>> = documents
        .iter()
        .map(|(path, text)| (path.clone(), anchors(text)))
        .collect();
    let mut broken = Vec::new();
    for (path, text) in &documents {
        let here = path.parent().expect("a folder");
        for link in links(text) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() {
                path.clone()
            } else {
                normal(&here.join(file))
            };
            let has_anchor = anchor.is_empty()
                || anchors
                    .get(&target)
                    .is_some_and(|anchors| anchors.iter().any(|other| other == anchor));
            if !root().join(&target).exists() || !has_anchor {
                broken.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert!(broken.is_empty(), "broken links:\n{}", broken.join("\n"));
}

#[test]
fn docs_name_files_that_exist() {
    let mut missing = Vec::new();
    for (path, text) in &documents() {
        for name in code_spans(text).filter(|span| is_file_name(span)) {
            if !root().join(name).exists() {
                missing.push(format!("{}: {name}", path.display()));
            }
        }
    }
    assert!(missing.is_empty(), "missing files:\n{}", missing.join("\n"));
}

#[test]
fn docs_name_the_test_of_each_promise() {
    let security = fs::read_to_string(root().join("SECURITY.md")).expect("the document");
    let sources: Vec<String> = [
        "tests",
        "api/src",
        "api/tests",
        "app/src",
        "app/tests",
        "fetch/src",
        "index/tests",
        "mcp/src",
        "similarity/src",
        "src",
        "testing/tests",
    ]
    .iter()
    .flat_map(|folder| files_below(folder))
    .filter(|file| is(file, "rs"))
    .map(|file| fs::read_to_string(root().join(file)).expect("a source"))
    .collect();
    // Names of tests, and not of files, in the last column.
    let is_name = |span: &&str| span.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    let rows = security.lines().filter(|line| line.starts_with("| "));
    let held_by = rows.filter_map(|row| row.trim_end_matches(" |").rsplit_once(" | "));
    let names: Vec<&str> = held_by
        .flat_map(|(_, cell)| code_spans(cell))
        .filter(is_name)
        .collect();
    assert!(names.len() > 20, "{names:?}");
    for name in names {
        let function = format!("fn {name}()");
        let is_there = sources.iter().any(|source| source.contains(&function));
        assert!(is_there, "there is no test {name}");
    }
}

#[test]
fn packages_have_the_version_of_the_program() {
    let read = |file| fs::read_to_string(root().join(file)).expect("the description of a package");
    for file in ["web/package.json", "clients/typescript/package.json"] {
        let package: serde_json::Value = serde_json::from_str(&read(file)).expect("JSON");
        assert_eq!(
            package["version"],
            env!("CARGO_PKG_VERSION"),
            "{file}: make version"
        );
    }
    let line = concat!("\n__version__ = \"", env!("CARGO_PKG_VERSION"), "\"\n");
    let file = "clients/python/src/tabiya/__init__.py";
    assert!(read(file).contains(line), "{file}: make version");
}

#[test]
fn clients_have_both_licences() {
    for file in ["LICENSE-MIT", "LICENSE-APACHE"] {
        let read = |client| fs::read(root().join("clients").join(client).join(file)).expect(file);
        assert_eq!(read("python"), read("typescript"), "{file}");
    }
}

#[test]
fn docs_are_linked_from_the_readme() {
    let readme = fs::read_to_string(root().join("README.md")).expect("the README");
    let linked: Vec<&str> = links(&readme).collect();
    for document in files_below("docs").iter().filter(|file| is(file, "md")) {
        assert!(linked.contains(&document.as_str()), "{document}");
    }
}

#[test]
fn docs_are_read_as_github_does() {
    let text = "# One `two`, three!\n```\n[no](no)\n# no\n```\n## Same\n## Same\n\
                [a](b.md#c) and ![d](e.webp), [f](https://example.com)\n    [no](no)\n\
                `src/main.rs` `api/*.rs` `make test`\n";
    assert_eq!(anchors(text), ["one-two-three", "same", "same-1"]);
    assert_eq!(links(text).collect::<Vec<_>>(), ["b.md#c", "e.webp"]);
    let names = code_spans(text).filter(|span| is_file_name(span));
    assert_eq!(names.collect::<Vec<_>>(), ["src/main.rs"]);
}

/// The documents: paths relative to the root, and what is in them.
fn documents() -> Vec<(PathBuf, String)> {
    let mut paths = files_below("docs");
    paths.extend(["python", "typescript"].map(|client| format!("clients/{client}/README.md")));
    for entry in fs::read_dir(root()).expect("the root") {
        let name = entry.expect("an entry").file_name();
        let name = name.to_str().expect("a name in UTF-8").to_owned();
        paths.push(format!("{name}/README.md"));
        paths.push(name);
    }
    paths.retain(|path| is(path, "md") && root().join(path).is_file());
    paths
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(root().join(&path)).expect("a document");
            (PathBuf::from(path), text)
        })
        .collect()
}

/// The lines of a document outside its blocks of code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence && !line.starts_with("    ")
    })
}

/// The targets of the links and pictures that are not elsewhere on the web.
fn links(text: &str) -> impl Iterator<Item = &str> {
    prose(text).flat_map(|line| {
        line.split("](")
            .skip(1)
            .filter_map(|rest| rest.split_once(')'))
            .map(|(target, _)| target)
            .filter(|target| !target.contains(':'))
    })
}

/// What stands between backticks.
fn code_spans(text: &str) -> impl Iterator<Item = &str> {
    prose(text).flat_map(|line| line.split('`').skip(1).step_by(2))
}

/// Whether a span of code is the name of a file or folder below one of the repository's folders, e.g.
/// `motifs/src/passed.rs`. What is built, and patterns such as `data/*.pgn`, are not.
fn is_file_name(span: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    let Some((folder, _)) = span.split_once('/') else {
        return false;
    };
    let is_ours = ["clients", "data", "docs", "src", "tests", "tools", "web"].contains(&folder)
        || (!matches!(folder, "" | ".") && root().join(folder).join("Cargo.toml").exists());
    let is_built = ["web/dist", "web/node_modules"]
        .iter()
        .any(|built| span.starts_with(built));
    is_ours && !is_built && span.chars().all(is_plain)
}

/// A path without `.` and `..`.
pub(crate) fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => {
                normal.pop();
            }
            Component::Normal(name) => normal.push(name),
            _ => {}
        }
    }
    normal
}

/// The anchors of a document's headings as GitHub makes them: small letters, hyphens for spaces, no other
/// punctuation, and a number where a heading stands again.
fn anchors(text: &str) -> Vec<String> {
    let mut anchors: Vec<String> = Vec::new();
    let mut plain: Vec<String> = Vec::new();
    for line in prose(text).filter(|line| line.starts_with('#')) {
        let heading = line.trim_start_matches('#').trim().to_lowercase();
        let kept = |c: &char| c.is_alphanumeric() || " -_".contains(*c);
        let anchor: String = heading.chars().filter(kept).collect();
        let anchor = anchor.replace(' ', "-");
        let before = plain.iter().filter(|other| **other == anchor).count();
        anchors.push(match before {
            0 => anchor.clone(),
            number => format!("{anchor}-{number}"),
        });
        plain.push(anchor);
    }
    anchors
}
