//! The examples of the documents: a command after `$`, and below it what it answers.
//!
//! In an answer `...` stands for anything. What the machine decides, such as times and sizes, is compared by its form.

use std::env::consts::ARCH;
use std::fs;
use std::path::Path;
use std::process::Stdio;

use serde_json::{Deserializer, Value};

use crate::serve::Server;
use crate::tabiya::Folder;

/// The documents, in an order in which each example finds the index that it needs, and commands of which the index is
/// not in the repository.
const DOCUMENTS: [(&str, &[&str]); 5] = [
    ("README.md", &[]),
    ("docs/exercises.md", &[]),
    ("docs/variants.md", &[]),
    ("docs/guide.md", &["tabiya collections"]),
    ("docs/api.md", &[]),
];

/// Units after numbers that depend on the machine.
const UNITS: [&str; 10] = [
    " kB",
    " MB",
    " GB",
    " bytes",
    " a position",
    " for openings",
    " ms",
    " positions/s",
    " times faster",
    " at most",
];

/// Names before numbers that depend on the machine.
const NAMES: [&str; 2] = ["bytes", "segments"];

/// JSON fields whose numbers depend on the machine.
const FIELDS: [&str; 3] = ["bytes", "timeMs", "tookMs"];

struct Example {
    command: String,
    answer: String,
}

#[test]
fn documents_show_what_is_answered() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Folder::new();
    old_index(root, &folder);
    // Without games: the API's example imports them.
    fs::create_dir(folder.path().join("served")).expect("a folder");
    let mut serve = folder.command(&["serve", "--listen=127.0.0.1:0", "--index=served"]);
    let server = Server::run(serve.arg("--snapshots=snapshots").stderr(Stdio::null()));

    let mut wrong = Vec::new();
    for (document, skipped) in DOCUMENTS {
        let text = fs::read_to_string(root.join(document)).expect("a document");
        let mut examples = examples(&text);
        assert!(!examples.is_empty(), "{document}");
        // The games that the API is asked about come first.
        examples.sort_by_key(|example| !example.command.contains(" -T "));
        for Example { command, answer } in examples {
            let words = words(&command);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            if let ["echo", text, ">", name] = words[..] {
                folder.file(name, format!("{text}\n"));
            }
            if answer.trim().is_empty() || skipped.iter().any(|begin| command.starts_with(begin)) {
                continue;
            }
            let (answered, is_right): (String, fn(&str, &str) -> bool) = match words[..] {
                ["tabiya", ref args @ ..] => (run(&folder, root, args), is_output),
                ["curl", ref args @ ..] => (ask(&server, root, args), is_json),
                ["cat", name] => {
                    let text = fs::read_to_string(folder.path().join(name));
                    (text.expect("a file"), is_output)
                }
                _ => panic!("{document}: who answers {command}?"),
            };
            if !is_right(&answer, &answered) {
                wrong.push(format!(
                    "{document}: {command}\n{answer}but it is\n{answered:.5000}"
                ));
            }
        }
        if document == "README.md" {
            // Of the other documents it is the index by default, too.
            let copy = folder.run(&["snapshot", "--index=my-index", "--output=tabiya-index"]);
            assert_eq!(copy.code, Some(0), "{}", copy.stderr);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn examples_that_differ_are_found() {
    for (expected, printed, is_right) in [
        ("games 2, 1.5 ms", "games 2, 18 ms\n", true),
        ("games 2, 1.5 ms", "games 3, 1.5 ms\n", false),
        ("size 7.4 MB, format 11", "size 750.0 kB, format 11", true),
        ("size 7.4 MB, format 11", "size 7.4 MB, format 12", false),
        ("bytes 12: 3.4 a position", "bytes 7: 33 a position", true),
        ("a 1\n...\nd 4\n\n", "a 1\nb 2\nc 3\nd 4\n", true),
        ("a 1\n...\nd 4\n\n", "a 1\nd 4\ne 5\n", false),
        ("a 1\n...\n", "a 2\nb 2\n", false),
    ] {
        assert_eq!(
            is_output(expected, printed),
            is_right,
            "{expected:?}: {printed:?}"
        );
    }
    let json =
        r#"{"url": "http://a", "score": 1.26, "tookMs": 5, "hits": [1, {"id": 7, "eco": null}]}"#;
    for (expected, is_right) in [
        (json, true),
        (r#"{"url": "http://a", ...} // a comment"#, true),
        (
            r#"{"score": 1.3, "hits": [..., {"id": 7, ...}], "tookMs": 9.5, ...}"#,
            true,
        ),
        (r#"{"score": ..., "hits": [...], ...}"#, true),
        (r#"{"score": 1.2, ...}"#, false),
        (r#"{"score": 1.26, "hits": [...]}"#, false),
        (r#"{"score": 1.26, "rank": 1, ...}"#, false),
        (r#"{"hits": [1], ...}"#, false),
        (r#"{"hits": [{"id": 7, ...}, ...], ...}"#, false),
        (r#"{"hits": [1, {"id": 8, ...}], ...}"#, false),
        (r#"{"url": "http://b", ...}"#, false),
    ] {
        assert_eq!(is_json(expected, json), is_right, "{expected}");
    }
}

/// An index of an older format, in the folder of that name.
fn old_index(root: &Path, folder: &Folder) {
    let copy = folder.path().join("old-index");
    fs::create_dir(&copy).expect("a folder");
    for file in fs::read_dir(root.join("index/tests/formats/10")).expect("an index") {
        let file = file.expect("a file");
        fs::copy(file.path(), copy.join(file.file_name())).expect("copied");
    }
}

/// The commands after `$`, indented, or in the first comment of JSON, with what stands below each.
fn examples(document: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut indent = None;
    for line in document.lines() {
        let begins = [("    ", "    $ "), ("", "// $ ")]
            .into_iter()
            .find_map(|(indent, begin)| Some((indent, line.strip_prefix(begin)?)));
        if let Some((begun, command)) = begins {
            indent = Some(begun);
            let (command, answer) = (command.to_owned(), String::new());
            examples.push(Example { command, answer });
        } else if let (Some(begun), Some(example)) = (indent, examples.last_mut()) {
            match line.strip_prefix(begun) {
                Some("```") => indent = None,
                None if !line.is_empty() => indent = None,
                rest => {
                    let rest = rest.unwrap_or_default();
                    let is_elision = rest.trim() == "...";
                    example.answer += if is_elision { "..." } else { rest };
                    example.answer.push('\n');
                }
            }
        }
    }
    examples
}

/// The words of a command, as a shell reads them.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut quote) = (vec![String::new()], None);
    for c in command.chars() {
        match (c, quote) {
            (_, Some(end)) if c == end => quote = None,
            ('"' | '\'', None) => quote = Some(c),
            (' ', None) => words.push(String::new()),
            _ => words.last_mut().expect("a word").push(c),
        }
    }
    words
}

/// What `tabiya` prints, of files in the repository too.
fn run(folder: &Folder, root: &Path, args: &[&str]) -> String {
    let args = args.iter().map(|arg| match arg.strip_prefix("data/") {
        Some(file) => root.join("data").join(file).display().to_string(),
        None => (*arg).to_owned(),
    });
    let args: Vec<String> = args.collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    folder.run(&args).stdout
}

/// The JSON that a server answers to the arguments of curl.
fn ask(server: &Server, root: &Path, args: &[&str]) -> String {
    let (mut method, mut path, mut body) = ("GET", "", String::new());
    let mut headers = String::new();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match *arg {
            "-X" => method = args.next().expect("a method"),
            "-H" => headers.extend(args.next().map(|header| format!("\r\n{header}"))),
            "-d" => (method, body) = ("POST", (*args.next().expect("a body")).to_owned()),
            "-T" => {
                let file = root.join(args.next().expect("a file"));
                body = fs::read_to_string(file).expect("readable");
            }
            arg => path = arg.strip_prefix("http://127.0.0.1:8080").unwrap_or(path),
        }
    }
    let (_, answer) = server.ask(&format!("{method} {path} HTTP/1.1{headers}"), &body);
    // Between the lines of an import stand the sizes of chunks.
    let lines = answer.lines().filter(|line| line.starts_with('{'));
    lines.collect()
}

/// Whether what is printed is as expected.
fn is_output(expected: &str, printed: &str) -> bool {
    let expected = expected.replace("x86_64", ARCH);
    is_text(shape(&expected).trim_end(), shape(printed).trim_end())
}

/// Whether JSON is as expected; of several lines, such as those of an import, the first and the last.
fn is_json(expected: &str, json: &str) -> bool {
    let (expected, values) = (values(&plain(expected)), values(json));
    let is_first_right = values.len() == 1 || is_value(&expected[0], &values[0]);
    is_first_right && is_value(&expected[expected.len() - 1], &values[values.len() - 1])
}

/// A text with `#` for each number that the machine decides, and one unit for sizes.
fn shape(text: &str) -> String {
    let (mut shaped, mut rest) = (String::new(), text);
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, number) = rest.split_at(start);
        shaped += before;
        let is_part = |c: char| c.is_ascii_digit() || c == '.';
        let end = number.find(|c| !is_part(c)).unwrap_or(number.len());
        let (number, after) = number.split_at(end);
        let is_named = NAMES.iter().any(|name| shaped.trim_end().ends_with(name));
        if let Some(unit) = UNITS.iter().find(|unit| after.starts_with(**unit)) {
            shaped += "#";
            shaped += if UNITS[..3].contains(unit) {
                " kB"
            } else {
                unit
            };
            rest = &after[unit.len()..];
        } else {
            shaped += if is_named { "#" } else { number };
            rest = after;
        }
    }
    shaped + rest
}

/// Whether a text is the expected one, in which `...` stands for anything.
fn is_text(expected: &str, text: &str) -> bool {
    match expected.split_once("...") {
        None => expected == text,
        Some((begin, expected)) => text.strip_prefix(begin).is_some_and(|text| {
            let mut places = (0..=text.len()).filter(|place| text.is_char_boundary(*place));
            places.any(|place| is_text(expected, &text[place..]))
        }),
    }
}

/// JSON without comments, and with `...` as a value, an item or a field.
fn plain(json: &str) -> String {
    let (mut plain, mut rest, mut brackets) = (String::new(), json, Vec::new());
    let mut is_string = false;
    while let Some(c) = rest.chars().next() {
        if !is_string && rest.starts_with("//") {
            rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
            continue;
        }
        if !is_string && rest.starts_with("...") {
            let is_field = brackets.last() == Some(&'{') && !plain.trim_end().ends_with(':');
            plain += if is_field {
                r#""...":"...""#
            } else {
                r#""...""#
            };
            rest = &rest[3..];
            continue;
        }
        match c {
            '"' if !plain.ends_with('\\') => is_string = !is_string,
            '{' | '[' if !is_string => brackets.push(c),
            '}' | ']' if !is_string => _ = brackets.pop(),
            _ => {}
        }
        plain.push(c);
        rest = &rest[c.len_utf8()..];
    }
    plain
}

/// One JSON document after the other.
fn values(json: &str) -> Vec<Value> {
    let values = Deserializer::from_str(json).into_iter();
    let values: Result<Vec<Value>, _> = values.collect();
    let values = values.unwrap_or_else(|error| panic!("{error}: {json}"));
    assert!(!values.is_empty(), "no JSON");
    values
}

/// Whether a value is the expected one: `"..."` stands for anything, and a number has as many digits as are expected.
fn is_value(expected: &Value, value: &Value) -> bool {
    match (expected, value) {
        (Value::String(any), _) if any == "..." => true,
        (Value::String(expected), Value::String(text)) => {
            expected == text || is_moment(expected) && is_moment(text)
        }
        (Value::Number(expected), Value::Number(number)) => {
            let expected = expected.to_string();
            let digits = expected
                .split_once('.')
                .map_or(0, |(_, digits)| digits.len());
            number
                .as_f64()
                .is_some_and(|number| format!("{number:.digits$}") == expected)
        }
        (Value::Array(expected), Value::Array(items)) => are_items(expected, items),
        (Value::Object(expected), Value::Object(fields)) => {
            let is_whole = !expected.contains_key("...");
            let mut named = expected.iter().filter(|(name, _)| *name != "...");
            named.all(|(name, expected)| {
                fields.get(name).is_some_and(|value| {
                    let is_measured = FIELDS.contains(&name.as_str()) && value.is_number();
                    is_measured || is_value(expected, value)
                })
            }) && (!is_whole || expected.len() == fields.len())
        }
        _ => expected == value,
    }
}

/// Whether the items of a list are the expected ones, where `"..."` stands for any number of them.
fn are_items(expected: &[Value], items: &[Value]) -> bool {
    match expected {
        [] => items.is_empty(),
        [any, expected @ ..] if *any == "..." => {
            (0..=items.len()).any(|place| are_items(expected, &items[place..]))
        }
        [first, expected @ ..] => items
            .split_first()
            .is_some_and(|(item, items)| is_value(first, item) && are_items(expected, items)),
    }
}

/// Whether a text is a date and a time.
fn is_moment(text: &str) -> bool {
    text.len() > 18
        && text
            .chars()
            .all(|c| c.is_ascii_digit() || "-:TZ".contains(c))
}
