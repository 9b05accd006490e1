//! Uses in made-up crates.

use super::uses;
use crate::docs::is;

/// Made-up crates, a file a line, and their uses.
const CRATES: [(&str, &str); 17] = [
    // A parent and its child, and back.
    (
        "lib.rs = mod a; fn f() { a::g() } pub(crate) const N: u8 = 1;
         a.rs = pub fn g() { super::N }",
        "a.rs -> lib.rs, lib.rs -> a.rs",
    ),
    (
        "lib.rs = mod a; mod b;
         a.rs = use crate::b::B;
         b.rs = pub struct B;",
        "a.rs -> b.rs",
    ),
    (
        "lib.rs = mod a;
         a.rs = mod b; const N: u8 = self::b::N;
         a/b.rs = pub const N: u8 = 0..super::super::a::b::M;",
        "a.rs -> a/b.rs",
    ),
    // Through re-exports, which are no uses.
    (
        "lib.rs = mod a; mod b; pub use b::B;
         a.rs = use crate::B;
         b.rs = pub struct B;",
        "a.rs -> b.rs",
    ),
    (
        "lib.rs = mod a; mod b; pub(crate) use b::{C, c::D as E}; use b::F; fn f(c: C) {}
         a.rs = fn f() -> super::E { super::F }
         b.rs = pub mod c; pub use c::C; pub struct F;
         b/c.rs = pub struct C; pub struct D;",
        "a.rs -> b.rs, a.rs -> b/c.rs, lib.rs -> b.rs, lib.rs -> b/c.rs",
    ),
    // A module and a function of the same name.
    (
        "lib.rs = mod a; mod find; pub use find::find;
         a.rs = fn f() { crate::find(); }
         find.rs = pub fn find() {}",
        "a.rs -> find.rs",
    ),
    // An imported module is used where its path goes on.
    (
        "lib.rs = mod a; mod b;
         a.rs = use crate::b; use super::{self as up}; fn f(x: b::c::C) {}
         b.rs = pub mod c; fn g() {}
         b/c.rs = pub struct C;",
        "a.rs -> b/c.rs",
    ),
    // Groups, `self`, and imports of bodies.
    (
        "lib.rs = mod a; mod b; mod c;
         a.rs = fn f() { use crate::{b::{self, B}, c::C::*}; b::g() }
         b.rs = pub struct B; pub fn g() {}
         c.rs = pub enum C { D }",
        "a.rs -> b.rs, a.rs -> c.rs",
    ),
    // Globs.
    (
        "lib.rs = mod a; mod b; pub use b::*;
         a.rs = use super::*; fn f() -> B {}
         b.rs = pub struct B;",
        "a.rs -> b.rs",
    ),
    (
        "lib.rs = mod a; mod b; struct C;
         a.rs = use super::*; fn f() {}
         b.rs = use crate::*; fn f() { C }",
        "b.rs -> lib.rs",
    ),
    // Macros: their arguments, their names, and what they make.
    (
        r#"lib.rs = mod a; mod b; mod c;
         a.rs = fn f() { println!("{}", crate::b::N); crate::c::m!(); }
         b.rs = make! { N }
         c.rs = macro_rules! m { () => { $crate::b::M } } pub(crate) use m;"#,
        "a.rs -> b.rs, a.rs -> c.rs, c.rs -> b.rs",
    ),
    // Types in attributes and generics.
    (
        "lib.rs = mod a; mod b;
         a.rs = #[body(crate::b::B)] struct A(Vec<super::b::C>);
         b.rs = pub struct B; pub struct C;",
        "a.rs -> b.rs",
    ),
    // Inline modules are of their file.
    (
        "lib.rs = mod a; pub mod parts { pub use crate::a::A; const N: u8 = super::M; } const M: u8 = 1;
         a.rs = pub struct A; use crate::parts::N;",
        "a.rs -> lib.rs",
    ),
    // Near misses: comments, strings, tests.
    (
        r#"lib.rs = mod a; pub const N: u8 = 1; pub struct A;
         a.rs = //! [`crate::N`]
         // super::N
         const S: &str = "crate::N"; #[cfg(test)] use super::A;
         #[cfg(test)] mod tests { use crate::N; }"#,
        "",
    ),
    // Other crates, fields and methods, generics, visibilities.
    (
        "lib.rs = mod a; pub const N: u8 = 1; pub struct A;
         a.rs = use shakmaty::A as _; pub(in crate::a) fn g() {} pub(super) fn h() {}
         fn f<'a>(a: ::b::A, N: u8) { a.N.A(); <u8 as b::C>::A }",
        "",
    ),
    (
        "lib.rs = mod a; mod fetch; pub use a::A; struct B { A: u8 } fn f(b: B) { b.A }
         a.rs = use fetch::fetch; use pgn::{self, B}; pub struct A; fn f() { fetch::g(); pgn::h(); B::new() }
         fetch.rs = pub fn g() {}",
        "",
    ),
    // Modules that are only declared or imported.
    (
        "lib.rs = mod a; mod b;
         a.rs = use super::b; pub use crate::b as c;
         b.rs = use crate::a;",
        "",
    ),
];

#[test]
fn uses_go_to_where_a_name_is_defined() {
    for (lines, expected) in CRATES {
        let mut files: Vec<(&str, String)> = Vec::new();
        for line in lines.lines().map(str::trim_start) {
            if let Some((name, text)) = line.split_once(" = ").filter(|(name, _)| is(name, "rs")) {
                files.push((name, text.to_owned()));
            } else {
                let (_, text) = files.last_mut().expect("a file");
                *text += "\n";
                *text += line;
            }
        }
        let text = |path: &str| {
            let file = files.iter().find(|(other, _)| *other == path);
            file.map(|(_, text)| text.clone())
        };
        let uses = uses(&crate::sources::files("lib.rs", &text));
        let found = uses
            .iter()
            .flat_map(|(file, used)| used.keys().map(move |other| format!("{file} -> {other}")));
        assert_eq!(found.collect::<Vec<_>>().join(", "), expected, "{lines}");
    }
}
