//! What changes in a game that a player would name: motifs and structures that come to stay, or go.

use std::collections::BTreeMap;

use motifs::{Motif, MotifKind, NamedStructure, named_structures, opening, static_motifs};
use shakmaty::{Board, Chess, Color, Move, Position, Square};

/// How many positions a motif must stay to be reported; one that is away for fewer was there all the
/// time. Guessed: three moves of each side are more than an exchange takes.
const STAY: usize = 6;

/// How many motifs are reported of a move at most.
const MOST: usize = 3;

/// The kinds that are reported, and how their end is worded; others come and go with every exchange.
const REPORTED: [(MotifKind, Option<&str>); 15] = [
    (MotifKind::Isolated, Some("is no longer isolated")),
    (MotifKind::Backward, Some("is no longer backward")),
    (MotifKind::Doubled, None),
    (MotifKind::Passed, None),
    (MotifKind::ProtectedPassed, None),
    (MotifKind::HangingPawns, None),
    (MotifKind::OpenFile, None),
    (MotifKind::RookOnSeventh, None),
    (MotifKind::DoubledRooks, None),
    (MotifKind::KnightOutpost, None),
    (MotifKind::BishopPair, Some("no longer has the bishop pair")),
    (MotifKind::BadBishop, None),
    (MotifKind::OppositeBishops, None),
    (MotifKind::OppositeCastling, None),
    (MotifKind::Pin, None),
];

/// What a motif is the same by, wherever its pieces go: kind, whether White's, and the pieces by the squares
/// that they began on.
type Key = (MotifKind, Option<bool>, Vec<usize>);

/// The structures seen, by name and whether they are White's, and where.
type Structures = BTreeMap<(&'static str, Option<bool>), Vec<(usize, NamedStructure)>>;

/// The sentences of each move, from the first on.
pub(crate) fn story(positions: &[Chess], moves: &[Option<Move>]) -> Vec<Vec<String>> {
    let mut sentences = vec![Vec::new(); moves.len()];
    let mut seen: BTreeMap<Key, Vec<(usize, Motif)>> = BTreeMap::new();
    let mut structures = Structures::new();
    let mut origins = Origins::new();
    let mut last_opening = None;
    let mut pieces_at = Vec::with_capacity(positions.len());
    for (ply, position) in positions.iter().enumerate() {
        if let Some(m) = ply.checked_sub(1).and_then(|before| moves[before]) {
            origins.play(m);
        }
        for motif in static_motifs(position.board()) {
            if let Some(key) = origins.key(&motif) {
                seen.entry(key).or_default().push((ply, motif));
            }
        }
        if let Some(best) = named_structures(position.board()).into_iter().next() {
            let of = structures
                .entry((best.name, best.color.map(Color::is_white)))
                .or_default();
            of.push((ply, best));
        }
        if let Some(opening) = opening(position) {
            last_opening = Some((ply, opening));
        }
        pieces_at.push(origins.clone());
    }
    if let Some((ply @ 1.., opening)) = last_opening {
        sentences[ply - 1].push(format!("{} {}.", opening.eco, opening.name));
    }
    for ((name, _), found) in &structures {
        for (from, _) in stays(found.iter().map(|(ply, _)| *ply)).into_iter().take(1) {
            let about = found.iter().find(|(ply, _)| *ply == from);
            if let (Some((_, found)), 1..) = (about, from) {
                sentences[from - 1].push(format!("{name}: {}", found.about));
            }
        }
    }
    let mut changes: Vec<(usize, String)> = Vec::new();
    for (key, found) in &seen {
        let stays = stays(found.iter().map(|(ply, _)| *ply));
        let Some((from, _)) = stays.first() else {
            continue;
        };
        let motif = found.iter().find(|(ply, _)| ply == from);
        if let (Some((ply, motif)), 1..) = (motif, *from) {
            changes.push((
                *ply,
                format!("Now {}", lower(&motif.sentence(&positions[*ply]))),
            ));
        }
        let end = stays.last().map(|(_, end)| end + 1);
        let end = end.filter(|end| *end < positions.len());
        if let Some(end) = end
            && let Some(sentence) = gone(key, &pieces_at[end], positions[end].board())
        {
            changes.push((end, sentence));
        }
    }
    changes.sort();
    for (ply, sentence) in changes {
        let Some(of_move) = sentences.get_mut(ply - 1) else {
            continue;
        };
        if of_move.len() < MOST {
            of_move.push(sentence);
        }
    }
    sentences
}

/// From where to where something stays, of the ascending plies it is seen at.
fn stays(plies: impl Iterator<Item = usize>) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for ply in plies {
        match runs.last_mut() {
            Some((_, end)) if ply < *end + STAY => *end = ply,
            _ => runs.push((ply, ply)),
        }
    }
    runs.retain(|(from, end)| end - from >= STAY);
    runs
}

/// `Now the d-file is open`, but `Now Black's d6 pawn`.
fn lower(sentence: &str) -> String {
    match sentence.strip_prefix("The ") {
        Some(rest) => format!("the {rest}"),
        None => sentence.to_owned(),
    }
}

/// What there is to say when a motif is gone, if its pieces are not.
fn gone(key: &Key, origins: &Origins, board: &Board) -> Option<String> {
    let (kind, color, pieces) = key;
    let (_, end) = REPORTED
        .into_iter()
        .find(|(reported, _)| reported == kind)?;
    let end = end?;
    let side = color.map_or("", |white| {
        Color::from_white(white).fold_wb("White", "Black")
    });
    match pieces.first() {
        None => Some(format!("{side} {end}.")),
        Some(piece) => {
            let square = origins.square_of(*piece)?;
            let role = board.role_at(square)?;
            (role == shakmaty::Role::Pawn).then(|| format!("{side}'s {square} pawn {end}."))
        }
    }
}

/// The piece on each square, by the square that it began on.
#[derive(Clone)]
struct Origins([Option<u8>; 64]);

impl Origins {
    fn new() -> Origins {
        Origins(std::array::from_fn(|square| Some(square as u8)))
    }

    fn square_of(&self, piece: usize) -> Option<Square> {
        Square::ALL
            .into_iter()
            .find(|square| self.0[square.to_usize()] == Some(piece as u8))
    }

    fn play(&mut self, m: Move) {
        if let Move::Castle { king, rook } = m {
            let side = shakmaty::CastlingSide::from_king_side(king < rook);
            let white = king.rank() == shakmaty::Rank::First;
            let color = Color::from_white(white);
            let pieces = [king, rook].map(|square| self.0[square.to_usize()].take());
            self.0[side.king_to(color).to_usize()] = pieces[0];
            self.0[side.rook_to(color).to_usize()] = pieces[1];
            return;
        }
        let Some(from) = m.from() else { return };
        if m.is_en_passant() {
            self.0[Square::from_coords(m.to().file(), from.rank()).to_usize()] = None;
        }
        self.0[m.to().to_usize()] = self.0[from.to_usize()].take();
    }

    /// What a motif is the same by; `None` for kinds that are not reported.
    fn key(&self, motif: &Motif) -> Option<Key> {
        REPORTED.iter().find(|(kind, _)| *kind == motif.kind)?;
        let pieces = |count: usize| -> Vec<usize> {
            let squares = motif.squares.iter().take(count);
            let pieces = squares.filter_map(|square| self.0[square.to_usize()]);
            pieces.map(usize::from).collect()
        };
        let (kind, pieces) = match motif.kind {
            // One that is protected is passed all the same.
            MotifKind::ProtectedPassed => (MotifKind::Passed, pieces(1)),
            MotifKind::OpenFile => {
                let file = motif.squares.first().map(|square| square.file() as usize);
                (motif.kind, file.into_iter().collect())
            }
            MotifKind::BishopPair | MotifKind::OppositeBishops | MotifKind::OppositeCastling => {
                (motif.kind, Vec::new())
            }
            MotifKind::Isolated
            | MotifKind::Passed
            | MotifKind::Backward
            | MotifKind::BadBishop => (motif.kind, pieces(1)),
            _ => (motif.kind, pieces(usize::MAX)),
        };
        Some((kind, motif.color.map(Color::is_white), pieces))
    }
}
