//! Annotations as bytes, to be stored.
//!
//! A sequence of operations, each a number, in the order of the annotations:
//!
//! | operation | what follows it | |
//! |---|---|---|
//! | 0 | a number | the main line goes on by this number of half-moves |
//! | 1 | | a variation begins |
//! | 2 | | a variation ends |
//! | 3 | a text | a word of a variation |
//! | 4 | a number | a mark |
//! | 5 | a shape, its values | a comment of a new shape |
//! | 6 + 2n | values | a comment of the shape n, from 0 |
//! | 7 + 2n | values | the main line goes on by a half-move, then the same |
//!
//! The shape of a comment is its text without the values of clocks and evaluations as lichess and chess.com write them, so
//! that a comment of nothing else takes two or three bytes. A shape is the number of its pieces and the pieces: 0, 1 and 2
//! are a clock in seconds, a clock in tenths of a second, and an evaluation in hundredths of a pawn; 3 is followed by a
//! text. A value is the difference to an earlier one of its kind: of a clock to the last but one, which is the same
//! player's, of an evaluation to the last one. A text is its length in bytes and UTF-8.
//!
//! Numbers take seven bits a byte, the lowest first, with the eighth bit set in all bytes but the last; differences are
//! 0, -1, 1, -2, ... Tested: all annotations come back, byte for byte.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::commands::commands;
use super::raw::MOST_BYTES;
use super::{Annotation, Annotations};

const GO_ON: u64 = 0;
const OPEN: u64 = 1;
const CLOSE: u64 = 2;
const WORD: u64 = 3;
const NAG: u64 = 4;
const NEW_SHAPE: u64 = 5;
/// The first of the numbers of known shapes.
const SHAPES: u64 = 6;
const TEXT: u64 = 3;

/// The most bytes of text that are read of a game: each byte that is kept of a file is at most three of UTF-8.
const MOST_TEXT: usize = 4 * MOST_BYTES;

/// A piece of a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece<'a> {
    Value(Kind, i64),
    Text(&'a str),
}

/// A value that is written in one way only.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Kind {
    Seconds,
    Tenths,
    Centipawns,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::Seconds, Kind::Tenths, Kind::Centipawns];

    /// Writes a command with this value.
    fn write(self, text: &mut String, value: i64) {
        let size = value.unsigned_abs();
        let _ = match self {
            Kind::Seconds => write_clock(text, size).and_then(|()| text.write_char(']')),
            Kind::Tenths => {
                write_clock(text, size / 10).and_then(|()| write!(text, ".{}]", size % 10))
            }
            Kind::Centipawns => {
                let sign = if value < 0 { "-" } else { "" };
                write!(text, "[%eval {sign}{}.{:02}]", size / 100, size % 100)
            }
        };
    }
}

fn write_clock(text: &mut String, seconds: u64) -> std::fmt::Result {
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    write!(text, "[%clk {hours}:{minutes:02}:{:02}", seconds % 60)
}

/// The value of a command that [`Kind::write`] writes as this text.
fn value(name: &str, value: &str, text: &str) -> Option<(Kind, i64)> {
    let number = |digits: &str| digits.parse::<u32>().ok().map(i64::from);
    let (kind, found) = match name {
        "clk" => {
            let (hours, rest) = value.split_once(':')?;
            let (minutes, rest) = rest.split_once(':')?;
            let (seconds, tenths) = match rest.split_once('.') {
                Some((seconds, tenths)) => (seconds, Some(number(tenths)?)),
                None => (rest, None),
            };
            let seconds = 3600 * number(hours)? + 60 * number(minutes)? + number(seconds)?;
            match tenths {
                Some(tenths) => (Kind::Tenths, 10 * seconds + tenths),
                None => (Kind::Seconds, seconds),
            }
        }
        "eval" => {
            let size = value.strip_prefix('-').unwrap_or(value);
            let (pawns, hundredths) = size.split_once('.')?;
            let size = 100 * number(pawns)? + number(hundredths)?;
            let sign = if value.starts_with('-') { -1 } else { 1 };
            (Kind::Centipawns, sign * size)
        }
        _ => return None,
    };
    let mut written = String::new();
    kind.write(&mut written, found);
    (written == text).then_some((kind, found))
}

/// The pieces of a comment.
fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut from = 0;
    for command in commands(text) {
        let written = &text[command.at.clone()];
        if let Some((kind, value)) = value(command.name, command.value, written) {
            if from < command.at.start {
                pieces.push(Piece::Text(&text[from..command.at.start]));
            }
            pieces.push(Piece::Value(kind, value));
            from = command.at.end;
        }
    }
    if from < text.len() {
        pieces.push(Piece::Text(&text[from..]));
    }
    pieces
}

/// The last values of each kind, by which the next ones are written.
#[derive(Default)]
struct Values([[i64; 2]; 3]);

impl Values {
    /// What the next value of a kind is compared with.
    fn base(&self, kind: Kind) -> i64 {
        let [last, last_but_one] = self.0[kind as usize];
        match kind {
            Kind::Seconds | Kind::Tenths => last_but_one,
            Kind::Centipawns => last,
        }
    }

    fn push(&mut self, kind: Kind, value: i64) {
        let values = &mut self.0[kind as usize];
        *values = [value, values[0]];
    }
}

impl Annotations {
    /// As bytes; none if there are no annotations.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut shapes: HashMap<Vec<u8>, u64> = HashMap::new();
        let mut values = Values::default();
        let mut ply = 0;
        for (at, annotation) in &self.all {
            let mut ahead = u64::from(at - ply);
            ply = *at;
            let known = match annotation {
                Annotation::Comment(text) => {
                    let pieces = pieces(text);
                    let shape = shape(&pieces);
                    let next = shapes.len() as u64;
                    Some((shapes.get(&shape).copied(), shape, pieces, next))
                }
                _ => None,
            };
            let is_next = ahead == 1 && matches!(known, Some((Some(_), ..)));
            if ahead > 0 && !is_next {
                push(&mut bytes, GO_ON);
                push(&mut bytes, std::mem::take(&mut ahead));
            }
            match annotation {
                Annotation::Open => push(&mut bytes, OPEN),
                Annotation::Close => push(&mut bytes, CLOSE),
                Annotation::Word(word) => {
                    push(&mut bytes, WORD);
                    push_text(&mut bytes, word);
                }
                Annotation::Nag(number) => {
                    push(&mut bytes, NAG);
                    push(&mut bytes, (*number).into());
                }
                Annotation::Comment(_) => {}
            }
            let Some((number, shape, pieces, next)) = known else {
                continue;
            };
            if let Some(number) = number {
                push(&mut bytes, SHAPES + 2 * number + ahead);
            } else {
                push(&mut bytes, NEW_SHAPE);
                bytes.extend_from_slice(&shape);
                shapes.insert(shape, next);
            }
            for piece in pieces {
                if let Piece::Value(kind, value) = piece {
                    let difference = value - values.base(kind);
                    push(&mut bytes, ((difference << 1) ^ (difference >> 63)) as u64);
                    values.push(kind, value);
                }
            }
        }
        bytes
    }

    /// The inverse of [`Annotations::to_bytes`]; `None` for bytes that it does not make.
    pub fn from_bytes(mut bytes: &[u8]) -> Option<Annotations> {
        let bytes = &mut bytes;
        let mut read = Annotations::default();
        let mut shapes: Vec<Vec<Piece<'_>>> = Vec::new();
        let mut values = Values::default();
        let (mut ply, mut depth, mut length) = (0_u32, 0_u32, 0_usize);
        while !bytes.is_empty() {
            let operation = take(bytes)?;
            let annotation = match operation {
                GO_ON => {
                    ply = ply.checked_add(take(bytes)?.try_into().ok()?)?;
                    continue;
                }
                OPEN => {
                    depth = depth.checked_add(1)?;
                    Annotation::Open
                }
                CLOSE => {
                    depth = depth.checked_sub(1)?;
                    Annotation::Close
                }
                WORD => Annotation::Word(take_text(bytes)?.to_owned()),
                NAG => Annotation::Nag(take(bytes)?.try_into().ok()?),
                NEW_SHAPE => {
                    shapes.push(take_shape(bytes)?);
                    Annotation::Comment(take_comment(bytes, shapes.last()?, &mut values)?)
                }
                known => {
                    let known = known - SHAPES;
                    ply = ply.checked_add((known % 2) as u32)?;
                    let shape = shapes.get(usize::try_from(known / 2).ok()?)?;
                    Annotation::Comment(take_comment(bytes, shape, &mut values)?)
                }
            };
            if let Annotation::Comment(text) = &annotation {
                length += text.len();
            }
            if length > MOST_TEXT {
                return None;
            }
            read.all.push((ply, annotation));
        }
        (depth == 0).then_some(read)
    }
}

/// The bytes of the shape of a comment.
fn shape(pieces: &[Piece<'_>]) -> Vec<u8> {
    let mut shape = Vec::with_capacity(8);
    push(&mut shape, pieces.len() as u64);
    for piece in pieces {
        match piece {
            Piece::Value(kind, _) => push(&mut shape, *kind as u64),
            Piece::Text(text) => {
                push(&mut shape, TEXT);
                push_text(&mut shape, text);
            }
        }
    }
    shape
}

/// The inverse of [`shape`], with values of 0.
fn take_shape<'a>(bytes: &mut &'a [u8]) -> Option<Vec<Piece<'a>>> {
    let count = take(bytes)?;
    let mut pieces = Vec::new();
    for _ in 0..count {
        pieces.push(match take(bytes)? {
            TEXT => Piece::Text(take_text(bytes)?),
            kind => Piece::Value(*Kind::ALL.get(usize::try_from(kind).ok()?)?, 0),
        });
    }
    Some(pieces)
}

/// The comment of a shape with the values that come next.
fn take_comment(bytes: &mut &[u8], shape: &[Piece<'_>], values: &mut Values) -> Option<String> {
    let mut text = String::new();
    for piece in shape {
        match piece {
            Piece::Text(piece) => text.push_str(piece),
            Piece::Value(kind, _) => {
                let number = take(bytes)?;
                let difference = (number >> 1) as i64 ^ -((number & 1) as i64);
                let value = values.base(*kind).checked_add(difference)?;
                kind.write(&mut text, value);
                values.push(*kind, value);
            }
        }
    }
    Some(text)
}

fn push(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn push_text(bytes: &mut Vec<u8>, text: &str) {
    push(bytes, text.len() as u64);
    bytes.extend_from_slice(text.as_bytes());
}

fn take(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (first, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(first & 0x7f) << shift;
        if first & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

fn take_text<'a>(bytes: &mut &'a [u8]) -> Option<&'a str> {
    let length = usize::try_from(take(bytes)?).ok()?;
    let (text, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    str::from_utf8(text).ok()
}
