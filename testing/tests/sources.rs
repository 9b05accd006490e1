//! The sources of the crates: the files that a compiler finds from their roots, as tokens, without what is compiled for
//! tests alone.

use std::fs;
use std::slice;
use std::str::FromStr;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::docs::{files_below, is, root};

/// A token, or those between brackets.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token {
    /// A name or keyword.
    Word(String),
    /// One character of punctuation.
    Mark(char),
    /// As it is written, with its quotes.
    Literal(String),
    /// Its opening bracket, and what is in it.
    Group(char, Vec<Token>),
}

use Token::{Group, Literal, Mark, Word};

impl Token {
    /// Whether it is this word.
    pub(crate) fn is(&self, word: &str) -> bool {
        matches!(self, Word(other) if other == word)
    }
}

/// A file of a crate.
pub(crate) struct Source {
    /// Path from the folder that the crate was read from, with `/`.
    pub(crate) path: String,
    /// Names of its module and of those around it, from the root of the crate.
    pub(crate) module: Vec<String>,
    pub(crate) tokens: Vec<Token>,
}

/// Words that an item begins with, after its visibility. Its end is a semicolon or a body.
const ITEMS: [&str; 16] = [
    "async",
    "const",
    "enum",
    "extern",
    "fn",
    "impl",
    "let",
    "macro_rules",
    "mod",
    "static",
    "struct",
    "trait",
    "type",
    "union",
    "unsafe",
    "use",
];

/// The folders of the workspace's crates; the first one is the root, "".
pub(crate) fn crates() -> Vec<String> {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("the manifest");
    let members = manifest
        .lines()
        .find_map(|line| line.strip_prefix("members = "));
    let members = members.expect("the members").split('"').skip(1).step_by(2);
    [""].into_iter().chain(members).map(str::to_owned).collect()
}

/// The files in which the compiler begins to read a crate: of its library, programs, build script and examples.
pub(crate) fn roots(folder: &str) -> Vec<String> {
    let inside = |name: &str| match folder {
        "" => name.to_owned(),
        _ => format!("{folder}/{name}"),
    };
    let mut files = ["build.rs", "src/lib.rs", "src/main.rs"]
        .map(inside)
        .to_vec();
    files.retain(|file| root().join(file).exists());
    let programs = ["examples", "src/bin"].map(inside);
    for program in &programs {
        let is_root = |file: &String| {
            let (folder, name) = file.rsplit_once('/').expect("a folder");
            folder == program || name == "main.rs"
        };
        let files_of = files_below(program).into_iter();
        files.extend(files_of.filter(|file| is(file, "rs") && is_root(file)));
    }
    files
}

/// A file of the repository, if it is there.
pub(crate) fn read(path: &str) -> Option<String> {
    fs::read_to_string(root().join(path)).ok()
}

/// All files of the crate with this root. `text` reads a file.
///
/// # Panics
///
/// A module has no file, or a file is not Rust.
pub(crate) fn files(root: &str, text: &dyn Fn(&str) -> Option<String>) -> Vec<Source> {
    let folder = folder(root);
    let mut found = vec![(root.to_owned(), Vec::new(), folder.to_owned())];
    let mut sources = Vec::new();
    while let Some((path, module, folder)) = found.pop() {
        let tokens = tokens(&text(&path).unwrap_or_else(|| panic!("{path} is missing")));
        children(&tokens, &folder, &mut |folder, inner, name| {
            let beside = format!("{folder}{name}.rs");
            let (path, folder) = match text(&beside) {
                Some(_) => (beside, format!("{folder}{name}/")),
                None => (format!("{folder}{name}/mod.rs"), format!("{folder}{name}/")),
            };
            let module = [&module[..], inner, &[name.to_owned()]].concat();
            found.push((path, module, folder));
        });
        sources.push(Source {
            path,
            module,
            tokens,
        });
    }
    sources.sort_by(|one, other| one.path.cmp(&other.path));
    sources
}

/// The folder of a file, with a `/` at its end unless it is "".
pub(crate) fn folder(path: &str) -> &str {
    &path[..path.rfind('/').map_or(0, |slash| slash + 1)]
}

/// Calls `add` with folder, modules around it within the file, and name of each module that has a file of its own.
fn children(tokens: &[Token], folder: &str, add: &mut dyn FnMut(&str, &[String], &str)) {
    for (place, token) in tokens.iter().enumerate() {
        if !token.is("mod") {
            continue;
        }
        match &tokens[place + 1..] {
            [Word(name), Mark(';'), ..] => add(folder, &[], name),
            [Word(name), Group('{', inner), ..] => {
                let folder = format!("{folder}{name}/");
                children(inner, &folder, &mut |folder, modules, child| {
                    add(folder, &[slice::from_ref(name), modules].concat(), child);
                });
            }
            _ => {}
        }
    }
}

/// The tokens of a file but those under `#[cfg(test)]`.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let stream = TokenStream::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    without_tests(stream)
}

fn without_tests(stream: TokenStream) -> Vec<Token> {
    let all: Vec<Token> = stream.into_iter().map(token).collect();
    let mut kept = Vec::with_capacity(all.len());
    let mut rest = &all[..];
    while !rest.is_empty() {
        let attributes = attributes(rest);
        let length = 2 * attributes.len();
        if attributes.iter().any(|attribute| is_for_tests(attribute)) {
            rest = &rest[length..];
            rest = &rest[item_length(rest)..];
        } else {
            let (taken, others) = rest.split_at(length.max(1));
            kept.extend_from_slice(taken);
            rest = others;
        }
    }
    kept
}

fn token(tree: TokenTree) -> Token {
    match tree {
        TokenTree::Ident(word) => Word(word.to_string()),
        TokenTree::Punct(mark) => Mark(mark.as_char()),
        TokenTree::Literal(literal) => Literal(literal.to_string()),
        TokenTree::Group(group) => {
            let bracket = match group.delimiter() {
                Delimiter::Parenthesis => '(',
                Delimiter::Brace => '{',
                Delimiter::Bracket => '[',
                Delimiter::None => ' ',
            };
            Group(bracket, without_tests(group.stream()))
        }
    }
}

/// The insides of the outer attributes that these tokens begin with. Each takes two tokens.
pub(crate) fn attributes(mut tokens: &[Token]) -> Vec<&[Token]> {
    let mut attributes = Vec::new();
    while let [Mark('#'), Group('[', attribute), rest @ ..] = tokens {
        attributes.push(&attribute[..]);
        tokens = rest;
    }
    attributes
}

/// Whether what this attribute stands before is compiled for tests alone.
fn is_for_tests(attribute: &[Token]) -> bool {
    let [name, Group('(', inner)] = attribute else {
        return false;
    };
    let is_test = |tokens: &[Token]| tokens.iter().any(|token| token.is("test"));
    name.is("cfg")
        && match &inner[..] {
            [all, Group('(', inner)] => all.is("all") && is_test(inner),
            [token] => token.is("test"),
            _ => false,
        }
}

/// The tokens that an item, a field, a variant or an arm takes: up to its body, semicolon or comma.
fn item_length(tokens: &[Token]) -> usize {
    let first = match tokens {
        [public, Group('(', _), word, ..] | [public, word, ..] if public.is("pub") => Some(word),
        _ => tokens.first(),
    };
    let is_item = first.is_some_and(|first| ITEMS.iter().any(|item| first.is(item)));
    let is_end = |token: &Token| match token {
        Mark(';') | Group('{', _) => true,
        Mark(',') => !is_item,
        _ => false,
    };
    tokens
        .iter()
        .position(is_end)
        .map_or(tokens.len(), |end| end + 1)
}

#[test]
fn sources_are_without_tests() {
    for (text, expected) in [
        (
            "fn a() {} #[cfg(test)] mod tests { fn b() {} } fn c() {}",
            "fn a() {} fn c() {}",
        ),
        ("#[cfg(test)]\n#[path = \"x\"]\nmod tests; mod b;", "mod b;"),
        (
            "#[allow(x)] #[cfg(test)] pub(crate) fn a<B, C>(x: B) -> C { x } b",
            "b",
        ),
        (
            "impl A { #[cfg(test)] const B: C<D, E> = 1; fn f() {} }",
            "impl A { fn f() {} }",
        ),
        (
            "struct A { #[cfg(test)] b: u8, c: u8 }",
            "struct A { c: u8 }",
        ),
        ("f(|| { #[cfg(test)] let (a, b) = c; d })", "f(|| { d })"),
        ("#[cfg(all(test, unix))] use a::{b, c}; d", "; d"),
        // Near misses.
        ("#[cfg(not(test))] fn a() {}", "#[cfg(not(test))] fn a() {}"),
        (
            "#[cfg(any(test, unix))] fn a() {}",
            "#[cfg(any(test, unix))] fn a() {}",
        ),
        (
            "// #[cfg(test)]\nfn a() { \"#[cfg(test)]\" }",
            "fn a() { \"#[cfg(test)]\" }",
        ),
    ] {
        assert_eq!(tokens(text), tokens(expected), "{text}");
    }
}

#[test]
fn sources_are_found_from_their_root() {
    let folder = [
        (
            "src/lib.rs",
            "mod a; mod b { mod c; } #[cfg(test)] mod tests; /* mod d; */",
        ),
        ("src/a.rs", "mod e;"),
        ("src/a/e.rs", ""),
        ("src/b/c/mod.rs", "mod f;"),
        ("src/b/c/f.rs", ""),
        ("src/d.rs", ""),
    ];
    let text = |path: &str| {
        let file = folder.iter().find(|(other, _)| *other == path);
        file.map(|(_, text)| (*text).to_owned())
    };
    let found = files("src/lib.rs", &text);
    let found: Vec<(&str, String)> = found
        .iter()
        .map(|source| (&*source.path, source.module.join("::")))
        .collect();
    assert_eq!(
        found,
        [
            ("src/a.rs", "a".to_owned()),
            ("src/a/e.rs", "a::e".to_owned()),
            ("src/b/c/f.rs", "b::c::f".to_owned()),
            ("src/b/c/mod.rs", "b::c".to_owned()),
            ("src/lib.rs", String::new()),
        ]
    );
}
