//! Which file of a crate uses which: where what it names is defined, through all re-exports.
//!
//! Names of `use` and paths are followed. Methods and names in strings are not, nor words that come by a macro: such a
//! word is where its path ends. A re-export alone is no use.

mod made_up;

use std::collections::{BTreeMap, BTreeSet};
use std::slice;

use crate::sources::Source;
use crate::sources::Token::{self, Group, Mark, Word};

/// For each file, the files that it uses, and by which names.
pub(crate) type Uses = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// Segments: of a module, from the root of the crate; else as it is written.
type Path = Vec<String>;

/// What a name means in a module.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Meaning {
    /// Something defined there.
    Item,
    Module(Path),
    /// Something of elsewhere, by its path as the module writes it.
    Use(Path),
}

/// A path of a `use`, and the name that it gets; none for `_` and `*`.
struct Import {
    path: Path,
    name: Option<String>,
    is_glob: bool,
    is_export: bool,
}

/// One name may be that of a module and of a function.
type Names = BTreeMap<String, BTreeSet<Meaning>>;

#[derive(Default)]
struct Module {
    file: String,
    /// The names that paths from elsewhere can end or go on with.
    names: Names,
    /// The names that bodies import for themselves.
    locals: Names,
    imports: Vec<Import>,
    /// Paths of at least two segments in code.
    paths: BTreeSet<Path>,
    /// Words in code, but fields, methods and the middle of paths.
    words: BTreeSet<String>,
}

impl Module {
    fn define(&mut self, name: &str, meaning: Meaning) {
        let meanings = self.names.entry(name.to_owned()).or_default();
        meanings.insert(meaning);
    }

    fn import(&mut self, import: Import, is_body: bool) {
        let names = if is_body {
            &mut self.locals
        } else {
            &mut self.names
        };
        if let Some(name) = import.name.clone() {
            let meaning = Meaning::Use(import.path.clone());
            names.entry(name).or_default().insert(meaning);
        }
        self.imports.push(import);
    }
}

type Modules = BTreeMap<Path, Module>;

/// Words before the name of an item.
const KINDS: [&str; 8] = [
    "const", "enum", "fn", "static", "struct", "trait", "type", "union",
];

/// The uses of the files of a crate.
pub(crate) fn uses(files: &[Source]) -> Uses {
    let mut modules = Modules::new();
    for source in files {
        let module = Module {
            file: source.path.clone(),
            ..Module::default()
        };
        modules.insert(source.module.clone(), module);
        read(&source.tokens, &source.module, false, &mut modules);
    }
    let mut uses = Uses::new();
    for (path, module) in &modules {
        let targets = uses.entry(module.file.clone()).or_default();
        let mut add = |files: BTreeSet<&str>, name: &[String]| {
            for file in files.into_iter().filter(|file| *file != module.file) {
                targets
                    .entry(file.to_owned())
                    .or_default()
                    .insert(name.join("::"));
            }
        };
        for import in &module.imports {
            let is_named = |name: &String| module.words.contains(name);
            if !import.is_export || import.name.as_ref().is_some_and(is_named) {
                add(resolve(&modules, path, &import.path, 0), &import.path);
            }
        }
        for name in &module.paths {
            add(resolve(&modules, path, name, 0), name);
        }
        for word in &module.words {
            if !module.names.contains_key(word) && !module.locals.contains_key(word) {
                add(
                    by_globs(&modules, path, slice::from_ref(word), 0),
                    slice::from_ref(word),
                );
            }
        }
    }
    uses
}

/// Reads the tokens of a module, or of a body in it.
fn read(tokens: &[Token], path: &Path, is_body: bool, modules: &mut Modules) {
    let mut rest = tokens;
    let mut is_public = false;
    while let Some(first) = rest.first() {
        let was_public = std::mem::take(&mut is_public);
        let module = modules.get_mut(path).expect("the module");
        rest = match rest {
            [Word(public), rest @ ..] if public == "pub" => {
                is_public = true;
                match rest {
                    [Group('(', inner), rest @ ..] if is_scope(inner) => rest,
                    _ => rest,
                }
            }
            // Captured lifetimes are no import.
            [Word(word), Mark('<'), rest @ ..] if word == "use" => rest,
            [Word(word), rest @ ..] if word == "use" => {
                let end = rest.iter().position(|token| *token == Mark(';'));
                let (tree, rest) = rest.split_at(end.unwrap_or(rest.len()));
                import(tree, &[], &mut |mut import| {
                    import.is_export = was_public && !is_body;
                    module.import(import, is_body);
                });
                rest
            }
            [Word(word), Word(name), rest @ ..] if word == "mod" => {
                let child = [&path[..], slice::from_ref(name)].concat();
                let meaning = Meaning::Module(child.clone());
                module.define(name, meaning);
                if let [Group('{', inner), ..] = rest {
                    let file = module.file.clone();
                    let inline = Module {
                        file,
                        ..Module::default()
                    };
                    modules.insert(child.clone(), inline);
                    read(inner, &child, false, modules);
                    &rest[1..]
                } else {
                    rest
                }
            }
            [Word(word), Mark('!'), Word(name), rest @ ..] if word == "macro_rules" => {
                module.define(name, Meaning::Item);
                rest
            }
            // The name of a field or parameter, a lifetime, a range, a field or method, a path that does not begin here.
            [Word(_), Mark(':'), next, ..] if *next != Mark(':') => &rest[1..],
            [Mark('\''), Word(_), ..] | [Mark('.'), Mark('.') | Word(_), ..] => &rest[2..],
            [Mark(':'), Mark(':'), Word(_), ..] => path_of(&rest[2..]).1,
            [Word(kind), Word(name), ..] if KINDS.contains(&&**kind) => {
                if !is_body && !KINDS.contains(&&**name) {
                    module.define(name, Meaning::Item);
                }
                &rest[1..]
            }
            [Word(_), ..] => {
                let (name, rest) = path_of(rest);
                module.words.insert(name[0].clone());
                if name.len() > 1 {
                    module.paths.insert(name);
                }
                rest
            }
            [Group(_, inner), rest @ ..] => {
                read(inner, path, true, modules);
                rest
            }
            [_, rest @ ..] => rest,
            [] => unreachable!("there is {first:?}"),
        };
    }
}

/// Whether what follows `pub` says where, as in `pub(crate)`; else it is the type of a field.
fn is_scope(tokens: &[Token]) -> bool {
    let first = tokens.first();
    first.is_some_and(|first| {
        ["crate", "super", "self", "in"]
            .iter()
            .any(|word| first.is(word))
    })
}

/// The path that these tokens begin with, and what comes after it.
fn path_of(tokens: &[Token]) -> (Path, &[Token]) {
    let mut path = Path::new();
    let mut rest = tokens;
    while let [Word(word), others @ ..] = rest {
        path.push(word.clone());
        rest = others;
        match rest {
            [Mark(':'), Mark(':'), Word(_), ..] => rest = &rest[2..],
            _ => break,
        }
    }
    (path, rest)
}

/// Adds the imports of a tree of `use`, below a path.
fn import(tree: &[Token], above: &[String], add: &mut dyn FnMut(Import)) {
    // Outside of this crate.
    if let [Mark(':'), Mark(':'), ..] = tree {
        return;
    }
    let (path, rest) = path_of(tree);
    let mut path = [above, &path].concat();
    let (mut name, mut is_glob) = (None, false);
    match rest {
        [Mark(':'), Mark(':'), Group('{', inner)] | [Group('{', inner)] => {
            for tree in inner.split(|token| *token == Mark(',')) {
                if !tree.is_empty() {
                    import(tree, &path, add);
                }
            }
            return;
        }
        [Mark(':'), Mark(':'), Mark('*')] | [Mark('*')] => is_glob = true,
        _ => {
            if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
                path.pop();
            }
            name = match rest {
                [Word(_as), Word(alias)] => Some(alias.clone()).filter(|alias| alias != "_"),
                _ => path.last().cloned(),
            };
        }
    }
    add(Import {
        path,
        name,
        is_glob,
        is_export: false,
    });
}

/// Bound of the steps from one import to another.
const DEEPEST: usize = 12;

/// The files that define what a path means in a module. None if it is a module or of another crate.
fn resolve<'a>(
    modules: &'a Modules,
    from: &Path,
    path: &[String],
    depth: usize,
) -> BTreeSet<&'a str> {
    let (at, rest) = anchor(from, path);
    members(modules, &at, rest, rest.len() < path.len(), depth)
}

/// The module from which a path goes on after `crate`, `self` and `super`, and the rest of it.
fn anchor<'a>(from: &Path, path: &'a [String]) -> (Path, &'a [String]) {
    let mut at = from.clone();
    let mut rest = path;
    while let [first, others @ ..] = rest {
        match &**first {
            "crate" => at.clear(),
            "self" => {}
            "super" => drop(at.pop()),
            _ => break,
        }
        rest = others;
    }
    (at, rest)
}

/// The same for a path that begins with a name in a module. A name that nobody there defines comes from a macro, or, if it
/// is not `anchored` there, from another crate.
fn members<'a>(
    modules: &'a Modules,
    at: &Path,
    path: &[String],
    is_anchored: bool,
    depth: usize,
) -> BTreeSet<&'a str> {
    let none = BTreeSet::new();
    let (Some(module), [name, rest @ ..]) = (modules.get(at), path) else {
        return none;
    };
    if depth > DEEPEST {
        return none;
    }
    let mut meanings: Vec<&Meaning> = module.names.get(name).into_iter().flatten().collect();
    if !is_anchored {
        meanings.extend(module.locals.get(name).into_iter().flatten());
    }
    if meanings.is_empty() {
        let files = by_globs(modules, at, path, depth + 1);
        if files.is_empty() && is_anchored {
            return BTreeSet::from([&*module.file]);
        }
        return files;
    }
    // A path goes on in the module of a name, not in the function that has the same one. Else an import from what has the
    // name itself is one from another crate.
    let is_module = |meaning: &&Meaning| matches!(meaning, Meaning::Module(_));
    if !meanings.iter().any(is_module) {
        meanings.retain(|meaning| !matches!(meaning, Meaning::Use(path) if path[0] == *name));
    } else if !rest.is_empty() {
        meanings.retain(is_module);
    }
    let mut files = none;
    for meaning in meanings {
        files.extend(match meaning {
            Meaning::Item => BTreeSet::from([&*module.file]),
            Meaning::Module(child) => members(modules, child, rest, true, depth + 1),
            Meaning::Use(target) => {
                let path = [&target[..], rest].concat();
                resolve(modules, at, &path, depth + 1)
            }
        });
    }
    files
}

/// The files that define what a module has by the globs of its imports.
fn by_globs<'a>(
    modules: &'a Modules,
    at: &Path,
    path: &[String],
    depth: usize,
) -> BTreeSet<&'a str> {
    let mut files = BTreeSet::new();
    if depth > DEEPEST {
        return files;
    }
    for import in modules[at].imports.iter().filter(|import| import.is_glob) {
        let Some(target) = module(modules, at, &import.path, depth + 1) else {
            continue;
        };
        files.extend(if modules[&target].names.contains_key(&path[0]) {
            members(modules, &target, path, true, depth + 1)
        } else {
            by_globs(modules, &target, path, depth + 1)
        });
    }
    files
}

/// The module that a path means, if it is one of this crate.
fn module(modules: &Modules, from: &Path, path: &[String], depth: usize) -> Option<Path> {
    let (mut at, rest) = anchor(from, path);
    for (place, name) in rest.iter().enumerate() {
        let meanings = modules.get(&at)?.names.get(name)?;
        let is_deep = depth > DEEPEST;
        at = meanings.iter().find_map(|meaning| match meaning {
            Meaning::Module(child) => Some(child.clone()),
            Meaning::Use(path) if !is_deep && (place > 0 || path[0] != *name) => {
                module(modules, &at, path, depth + 1)
            }
            _ => None,
        })?;
    }
    modules.contains_key(&at).then_some(at)
}
