//! All that a person can read of the program, in one list, `testing/messages.txt`: a change of words is a change of that
//! list, and of no test. Literals of the sources that are prose are in it, and the help of the command line.
//!
//! Not in it are messages to developers (panics, `expect`, assertions, reasons of lints), what the OpenAPI document says
//! in doc comments, single words, and files that are built in. What the log says is in it: those who run a server read it.

use std::fmt::Write as _;
use std::fs;

use crate::docs::root;
use crate::sources::Token::{self, Group, Literal, Mark, Word};
use crate::sources::{attributes, crates, files, read, roots, tokens};

/// The list, relative to the root of the repository.
const LIST: &str = "testing/messages.txt";

/// Folders of crates that talk to developers alone.
const SILENT: [&str; 2] = ["testing", "tools"];

/// Macros that talk to developers.
const PANICS: [&str; 10] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "panic",
    "todo",
    "unimplemented",
    "unreachable",
];

/// Attributes that talk to developers.
const LINTS: [&str; 8] = [
    "allow",
    "deny",
    "deprecated",
    "expect",
    "forbid",
    "ignore",
    "must_use",
    "warn",
];

/// Derives by which clap shows doc comments as help.
const HELP: [&str; 4] = ["Args", "Parser", "Subcommand", "ValueEnum"];

/// `TABIYA_MESSAGES=write cargo test -p tabiya-testing`
#[test]
fn messages_are_listed() {
    let list = list();
    let path = root().join(LIST);
    if std::env::var("TABIYA_MESSAGES").is_ok_and(|value| value == "write") {
        fs::write(path, list).expect("the list");
        return;
    }
    let listed = fs::read_to_string(path).unwrap_or_default();
    if let Some(difference) = difference(&listed, &list) {
        panic!(
            "{difference}\n\nIf the sources are right: TABIYA_MESSAGES=write cargo test -p tabiya-testing"
        );
    }
}

/// A heading for each file that has messages, and below it one a line.
fn list() -> String {
    let folders = crates()
        .into_iter()
        .filter(|folder| !SILENT.contains(&&**folder));
    let mut sources: Vec<_> = folders
        .flat_map(|folder| roots(&folder))
        .flat_map(|file| files(&file, &read))
        .collect();
    sources.sort_by(|one, other| one.path.cmp(&other.path));
    let mut list = String::new();
    for source in sources {
        let messages = messages(&source.tokens);
        if !messages.is_empty() {
            let _ = writeln!(list, "# {}\n\n{}\n", source.path, messages.join("\n"));
        }
    }
    list.truncate(list.trim_end().len());
    list + "\n"
}

/// The first lines that differ, with the heading above them.
fn difference(listed: &str, list: &str) -> Option<String> {
    let [mut listed, mut list] = [listed, list].map(|text| text.lines().peekable());
    let mut heading = "";
    while let Some(line) = list.next_if(|line| listed.next_if_eq(line).is_some()) {
        if line.starts_with("# ") {
            heading = line;
        }
    }
    if listed.peek().is_none() && list.peek().is_none() {
        return None;
    }
    let listed = listed.take(3).map(|line| format!("- {line}"));
    let shown: Vec<String> = listed
        .chain(list.take(3).map(|line| format!("+ {line}")))
        .collect();
    Some(format!(
        "{LIST} differs from the sources below {heading:?}:\n{}",
        shown.join("\n")
    ))
}

/// The context of tokens.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Code,
    Attribute,
    /// In a type whose doc comments are the help of the command line.
    Help,
}

/// The messages of a file, in its order.
fn messages(tokens: &[Token]) -> Vec<String> {
    let mut messages = Vec::new();
    collect(tokens, Place::Code, &mut messages);
    messages
}

fn collect(tokens: &[Token], place: Place, messages: &mut Vec<String>) {
    let mut rest = tokens;
    // Whether the next body is one of help.
    let mut is_help = false;
    while let Some(first) = rest.first() {
        let attributes = attributes(rest);
        if !attributes.is_empty() {
            is_help |= attributes.iter().any(|attribute| derives_help(attribute));
            let docs = if is_help || place == Place::Help {
                help(&attributes)
            } else {
                None
            };
            messages.extend(docs.as_deref().map(line));
            for attribute in &attributes {
                collect_attribute(attribute, messages);
            }
            rest = &rest[2 * attributes.len()..];
            continue;
        }
        rest = match rest {
            [Mark('#'), Mark('!'), Group('[', attribute), rest @ ..] => {
                collect_attribute(attribute, messages);
                rest
            }
            [Word(name), Mark('='), Literal(_), rest @ ..]
                if place == Place::Attribute && name == "reason" =>
            {
                rest
            }
            [Mark('.'), Word(name), Group('(', _), rest @ ..]
                if name == "expect" || name == "expect_err" =>
            {
                rest
            }
            [Word(name), Mark('!'), Group(_, _), rest @ ..] if PANICS.contains(&&**name) => rest,
            [Word(name), Mark('!'), Group(_, parts), rest @ ..] if name == "concat" => {
                let text = concatenated(parts);
                messages.extend(is_prose(&text).then(|| line(&text)));
                rest
            }
            [Word(name), Group('(', _), rest @ ..] if name == "pub" => rest,
            [Group(bracket, inner), rest @ ..] => {
                let is_body = is_help && matches!(bracket, '{' | '(');
                is_help &= !is_body;
                let inside = if is_body { Place::Help } else { place };
                collect(inner, inside, messages);
                rest
            }
            [_, rest @ ..] => {
                if let Literal(literal) = first {
                    let text = text(literal).filter(|text| is_prose(text));
                    messages.extend(text.as_deref().map(line));
                }
                is_help &= *first != Mark(';');
                rest
            }
            [] => rest,
        };
    }
}

fn collect_attribute(attribute: &[Token], messages: &mut Vec<String>) {
    let is_silent = |name: &Token| name.is("doc") || LINTS.iter().any(|lint| name.is(lint));
    if !attribute.first().is_some_and(is_silent) {
        collect(attribute, Place::Attribute, messages);
    }
}

fn derives_help(attribute: &[Token]) -> bool {
    let [name, Group('(', derives)] = attribute else {
        return false;
    };
    name.is("derive")
        && derives
            .iter()
            .any(|derive| HELP.iter().any(|help| derive.is(help)))
}

/// The doc comment among these attributes, as clap shows it: the lines of a paragraph are one.
fn help(attributes: &[&[Token]]) -> Option<String> {
    let docs = attributes.iter().filter_map(|attribute| match attribute {
        [name, Mark('='), Literal(literal)] if name.is("doc") => text(literal),
        _ => None,
    });
    let mut help = String::new();
    for doc in docs {
        let doc = doc.trim();
        let is_begun = !help.is_empty() && !help.ends_with('\n');
        help += match doc {
            "" => "\n\n",
            _ if is_begun => " ",
            _ => "",
        };
        help += doc;
    }
    (!help.is_empty()).then_some(help)
}

/// The text that `concat!` makes of these tokens: names of the environment stand in braces.
fn concatenated(parts: &[Token]) -> String {
    let mut all = String::new();
    for part in parts.split(|token| *token == Mark(',')) {
        match part {
            [Literal(literal)] => all += &text(literal).unwrap_or_else(|| literal.clone()),
            [_, Mark('!'), Group('(', inner)] => {
                let _ = write!(all, "{{{}}}", concatenated(inner));
            }
            _ => {}
        }
    }
    all
}

/// The text of a string literal; `None` for numbers and characters.
fn text(literal: &str) -> Option<String> {
    let quoted = literal.trim_start_matches(['b', 'c']);
    if let Some(raw) = quoted.strip_prefix('r') {
        let raw = raw.trim_matches('#');
        return Some(raw.strip_prefix('"')?.strip_suffix('"')?.to_owned());
    }
    let quoted = quoted.strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::new();
    let mut rest = quoted.chars();
    while let Some(char) = rest.next() {
        if char != '\\' {
            text.push(char);
            continue;
        }
        match rest.next()? {
            'n' => text.push('\n'),
            'r' => text.push('\r'),
            't' => text.push('\t'),
            '0' => text.push('\0'),
            'x' => text.extend(code(&rest.by_ref().take(2).collect::<String>())),
            'u' => {
                let digits = rest.by_ref().skip(1).take_while(|char| *char != '}');
                text.extend(code(&digits.collect::<String>()));
            }
            '\n' | '\r' => rest = rest.as_str().trim_start().chars(),
            other => text.push(other),
        }
    }
    Some(text)
}

fn code(digits: &str) -> Option<char> {
    char::from_u32(u32::from_str_radix(&digits.replace('_', ""), 16).ok()?)
}

/// A message on one line.
fn line(text: &str) -> String {
    let text = text
        .replace('\n', "\\n")
        .replace('\r', "\\r")
        .replace('\t', "\\t");
    text.trim_end().to_owned()
}

/// Whether a person may read it: two words stand side by side, or a word beside a placeholder or a number.
fn is_prose(text: &str) -> bool {
    let kinds: Vec<Kind> = text.split_whitespace().map(kind).collect();
    kinds.windows(2).any(|pair| {
        matches!(
            pair,
            [Kind::Word, Kind::Word | Kind::Value] | [Kind::Value, Kind::Word]
        )
    })
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Word,
    Value,
    Other,
}

/// Single letters are no words, but those that English has: a side to move is none.
fn kind(token: &str) -> Kind {
    let bare = token.trim_matches(|char: char| char.is_ascii_punctuation() && !"{}".contains(char));
    let is_letter = |char: char| char.is_alphabetic() || "'’-".contains(char);
    if bare.contains('{') && bare.contains('}')
        || !bare.is_empty() && bare.bytes().all(|byte| byte.is_ascii_digit())
    {
        Kind::Value
    } else if matches!(bare, "a" | "A" | "I")
        || bare.chars().count() > 1 && bare.chars().all(is_letter)
    {
        Kind::Word
    } else {
        Kind::Other
    }
}

#[test]
fn messages_are_what_a_person_reads() {
    let none: &[&str] = &[];
    for (source, expected) in [
        (
            r#"#[error("there is no game {id}")] NoGame(u64)"#,
            &["there is no game {id}"][..],
        ),
        (
            r#"bail!("no index in {}:\n\"{name}\"", x)"#,
            &["no index in {}:\\n\"{name}\""],
        ),
        ("let x = \"one \\\n   sentence\";", &["one sentence"]),
        (
            "const X: [&str; 2] = [r#\"a \"raw\" one\"#, \"{n} games\"];",
            &["a \"raw\" one", "{n} games"],
        ),
        (
            r#"concat!("made by ", "Tabiya ", env!("VERSION"))"#,
            &["made by Tabiya {VERSION}"],
        ),
        (
            r#"tracing::info!("removed game {id}")"#,
            &["removed game {id}"],
        ),
        (
            r#"#[arg(help = "the file")] #[cfg_attr(a, expect(b, reason = "it is long"))] x: u8"#,
            &["the file"],
        ),
        (
            r#"f("isn't: (a few)", b"two words", "\u{e9}t\u{E9} \x32")"#,
            &["isn't: (a few)", "two words", "été 2"],
        ),
        (r#"let reason = "no reason";"#, &["no reason"]),
        (
            "/// Finds\n/// games.\n///\n/// And more.\n#[derive(Debug, Args)]\n/// Last.\npub(crate) struct A {\n\
             /// A file\n#[arg(value_name = \"A B\", help = \"or none\")]\nfile: u8,\n/// FEN\nfen: u8 }\n/// No help.\nstruct B { /// no help\nc: u8 }",
            &[
                "Finds games.\\n\\nAnd more. Last.",
                "A file",
                "or none",
                "FEN",
            ],
        ),
        (
            "#[derive(Subcommand)] enum A { B { /// The board\nc: u8 }, /// The games\nD(u8) }",
            &["The board", "The games"],
        ),
        // Near misses.
        (
            r#"x.expect("a whole file"); y.expect_err("no file here")"#,
            none,
        ),
        (
            r#"panic!("it is {x}"); unreachable!("it is"); assert_eq!(a, b, "they are equal")"#,
            none,
        ),
        (
            r#"#[expect(a, reason = "it is long")] #[must_use = "it is lost"] fn f() {}"#,
            none,
        ),
        (
            "//! The crate is good.\n/// It is good.\n// \"a comment\"\nfn f() {}",
            none,
        ),
        (
            r#"#[cfg(test)] mod tests { const A: &str = "a few words"; }"#,
            none,
        ),
        (
            r#"f("word", "from_move", "--limit", "a/b c", 'a', 12, "e4 e5", "{}{x}")"#,
            none,
        ),
        (r#"f("rnbqkbnr/8 w KQkq - 0 1", "8/8 b - - 0 1")"#, none),
    ] {
        assert_eq!(messages(&tokens(source)), expected, "{source}");
    }
}

#[test]
fn messages_that_differ_are_shown() {
    let list = "# a.rs\n\none message\nother message\n";
    assert_eq!(difference(list, list), None);
    for (listed, expected) in [
        (
            "# a.rs\n\none message\n",
            &["\"# a.rs\"", "\n+ other message"][..],
        ),
        (
            "# a.rs\n\none message\nother words\n",
            &["\n- other words", "\n+ other message"],
        ),
        (
            "# a.rs\n\none message\nother message\nthird one\n",
            &["\n- third one"],
        ),
        ("", &["\n+ # a.rs", "\n+ one message"]),
    ] {
        let shown = difference(listed, list).expect(listed);
        for part in expected {
            assert!(shown.contains(part), "{shown}");
        }
    }
}
