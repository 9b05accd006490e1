//! From a game that has been played through to what is stored of it: everything that can be
//! worked out before its id is known, and so on any thread.

use shakmaty::{Chess, Position};

use crate::games::comment::comment_words;
use crate::games::contained::Meeting;
use crate::games::duplicate::DuplicateKeys;
use crate::games::facts::Facts;
use crate::games::opening::opening_numbers_of_game;
use crate::games::opening_name::opening_name;
use crate::passages::material;
use crate::passages::packed_move::PackedMove;
use crate::passages::passage::{Least, Passage, ROW, Union};
use crate::terms::statistics::Statistics;
use crate::terms::term::Term;
use pgn::{ParsedGame, Tags, Variant, moves};

/// The tags that games are filtered by, as they are stored.
pub const NAME_TAGS: [&str; 4] = ["White", "Black", "Event", "ECO"];

/// What filters by names find a game by: its tags of [`NAME_TAGS`], `None` without the tag. A variation that is a game of
/// its own was played by nobody.
pub fn game_names(tags: &Tags) -> [Option<String>; 4] {
    let is_variation = tags.variation_ply().is_some();
    NAME_TAGS.map(|tag| {
        let is_left_out = is_variation && ["White", "Black"].contains(&tag);
        let name = tags
            .get(tag)
            .filter(|name| !is_left_out && !name.is_empty());
        name.map(str::to_owned)
    })
}

/// A game and its passages, without an id.
#[derive(Clone, Debug)]
pub struct EncodedGame {
    /// What it shares with its duplicates; one of the keys is stored.
    pub keys: DuplicateKeys,
    /// Its tags, a line for each name and each value.
    pub tags: String,
    /// Its moves, as [`pgn::moves`] codes.
    pub moves: Vec<u8>,
    /// Its comments, marks and variations: [`pgn::Annotations::to_bytes`].
    pub annotations: Vec<u8>,
    /// The words of its comments: [`comment_words`].
    pub comment_words: Vec<(String, u32)>,
    /// What filters and statistics ask of it.
    pub facts: Facts,
    /// When and where it was played, to find games that are part of it, or that it is part of.
    pub meeting: Option<Meeting>,
    /// What it is found by: [`game_names`].
    pub names: [Option<String>; 4],
    /// The numbers of its first moves: [`crate::opening_numbers`].
    pub opening: Vec<u64>,
    /// What its Variant tag says.
    pub variant: Variant,
    /// The name of its opening: [`opening_name`].
    pub opening_name: Option<&'static str>,
    /// Its indexed positions.
    pub positions: u64,
    /// Runs of them.
    pub passages: Vec<EncodedPassage>,
    /// The terms of all passages, one passage after the other, each with the number of positions
    /// that have it.
    pub terms: Vec<(Term, u16)>,
}

impl EncodedGame {
    /// Those of its moves that its passages do not hold: the ones before them.
    pub fn line(&self) -> &[u8] {
        let first = self.passages.first();
        first.map_or(&self.moves, |first| &self.moves[..first.ply as usize])
    }

    /// Counts the game and its positions; not its id.
    pub fn count_in(&self, statistics: &mut Statistics) {
        statistics.games += 1;
        statistics.positions += self.positions;
        for (passage, terms) in self.passages() {
            statistics.length += passage.length;
            for (term, positions) in terms {
                statistics.count(*term, u64::from(*positions));
            }
        }
    }

    /// Its passages, each with its terms and the number of positions that have them.
    pub fn passages(&self) -> impl Iterator<Item = (&EncodedPassage, &[(Term, u16)])> {
        let mut rest = &self.terms[..];
        self.passages.iter().map(move |passage| {
            let (terms, others) = rest.split_at(passage.terms);
            rest = others;
            (passage, terms)
        })
    }
}

/// A passage without the id of its game.
#[derive(Clone, Debug)]
pub struct EncodedPassage {
    /// Half-moves of the game before its first position.
    pub ply: u64,
    /// What bounds the scores of its positions.
    pub least: Least,
    /// The number of the thesis's terms of all positions.
    pub length: u64,
    /// [`Passage::row`].
    pub row: [u64; ROW],
    /// The numbers of its runs of the same material: [`crate::Material::numbers`].
    pub material: Vec<u64>,
    /// How many of the game's `terms` are its own.
    pub terms: usize,
}

/// What a game has become.
#[derive(Clone, Debug)]
pub enum Encoded {
    /// A game to be stored.
    Game(Box<EncodedGame>),
    /// One that is stored already, by the key of the stored one.
    Duplicate(u64),
}

impl Encoded {
    /// The game, if it is to be stored.
    pub fn game(self) -> Option<EncodedGame> {
        match self {
            Encoded::Game(game) => Some(*game),
            Encoded::Duplicate(_) => None,
        }
    }
}

/// Encodes games, one after the other. Of a variation that is a game of its own ([`pgn::ParsedGame::for_each_variation`])
/// only the positions that the other game has not are indexed.
pub struct Encoder {
    from_move: u32,
    passage_positions: usize,
    union: Union,
}

impl Encoder {
    /// An encoder of the positions after White's move number `from_move` of each game, `passage_positions` a passage,
    /// from 1 to [`crate::MAX_POSITIONS`].
    pub fn new(from_move: u32, passage_positions: usize) -> Encoder {
        Encoder {
            from_move,
            passage_positions,
            union: Union::new(),
        }
    }

    /// Encodes a game, unless it is a duplicate of one that is stored: `known` has the key of that one.
    ///
    /// # Errors
    ///
    /// One sentence if a position has more than 32 pieces.
    pub fn encode(
        &mut self,
        game: &ParsedGame,
        known: impl Fn(&DuplicateKeys) -> Option<u64>,
    ) -> Result<Encoded, String> {
        let all = &game.positions;
        let keys = DuplicateKeys::new(&game.tags, &all[0], &game.moves);
        if let Some(key) = known(&keys) {
            return Ok(Encoded::Duplicate(key));
        }
        let shared = game.tags.variation_ply();
        let first = all
            .iter()
            .position(|position| is_indexed(position, self.from_move))
            .unwrap_or(all.len())
            .max(shared.map_or(0, |shared| shared.saturating_add(1)))
            .min(all.len());
        let encoded = self.encode_from(game, keys, first)?;
        Ok(Encoded::Game(Box::new(encoded)))
    }

    /// Encodes a game, of which the positions after `first` half-moves are indexed, none if it has fewer. Its keys are
    /// those of [`DuplicateKeys::new`].
    ///
    /// # Errors
    ///
    /// As [`Encoder::encode`].
    pub fn encode_from(
        &mut self,
        game: &ParsedGame,
        keys: DuplicateKeys,
        first: usize,
    ) -> Result<EncodedGame, String> {
        let all = &game.positions;
        let first = first.min(all.len());
        let shared = game.tags.variation_ply();
        let facts = Facts::new(&game.tags, all[0].turn(), game.moves.len());
        let mut encoded = EncodedGame {
            tags: game.tags.to_lines(),
            moves: game.moves.clone(),
            annotations: game.annotations.to_bytes(),
            comment_words: comment_words(&game.annotations),
            facts,
            meeting: Meeting::new(&game.tags, keys.surnames, facts),
            names: game_names(&game.tags),
            opening: opening_numbers_of_game(all, &game.moves, first, shared.unwrap_or(0)),
            variant: Variant::of_game(&game.tags).unwrap_or_default(),
            opening_name: opening_name(all),
            positions: (all.len() - first) as u64,
            passages: Vec::new(),
            terms: Vec::new(),
            keys,
        };
        let mut ply = first;
        for positions in all[first..].chunks(self.passage_positions) {
            let end = game.moves.len().min(ply + positions.len());
            let passage = self.passage(ply, positions, &game.moves[ply..end], &mut encoded.terms);
            encoded
                .passages
                .push(passage.ok_or("a position has more than 32 pieces")?);
            ply += positions.len();
        }
        Ok(encoded)
    }

    /// Encodes consecutive positions, one at least, and the codes of what was played in them; there is none of the last one
    /// at the end of a game. Appends the terms of the passage. `None` if the first position has more than 32 pieces, or if
    /// a code is not that of a legal move.
    pub fn passage(
        &mut self,
        ply: usize,
        positions: &[Chess],
        codes: &[u8],
        terms: &mut Vec<(Term, u16)>,
    ) -> Option<EncodedPassage> {
        let (mut least, mut length) = (Least::none(), 0);
        for position in positions {
            let measures = self.union.add(position);
            least.add(&measures);
            length += measures.length;
        }
        let before = terms.len();
        self.union.drain_into(terms);
        let played = positions.iter().zip(codes);
        let moves =
            played.map(|(position, code)| Some(PackedMove::new(moves::decode(position, *code)?)));
        let mut moves = moves.collect::<Option<Vec<PackedMove>>>()?;
        if let Some(last) = moves.get_mut(positions.len() - 1) {
            *last = last.leading_out();
        }
        Some(EncodedPassage {
            ply: ply as u64,
            least,
            length,
            row: Passage::new_row(&positions[0], moves.into_iter())?,
            material: material::of_passage(positions),
            terms: terms.len() - before,
        })
    }
}

/// Whether a position comes after White's move of that number: `--from-move 13` begins with the
/// position after 13. ..., which in a game from the usual start is ply 25. 0 takes them all.
fn is_indexed(position: &Chess, from_move: u32) -> bool {
    let number = position.fullmoves().get();
    number > from_move || number == from_move && position.turn().is_black()
}
