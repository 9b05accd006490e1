//! The posting lists of the words of comments, with positions.

use std::collections::HashMap;
use std::io;

use tantivy::DocId;
use tantivy::postings::InvertedIndexSerializer;
use tantivy::schema::Field;

/// By word the documents of the games that have it, and its places in their comments.
#[derive(Default)]
pub(super) struct CommentLists {
    words: HashMap<String, Vec<(DocId, u32)>>,
    /// The bytes that it takes, roughly.
    memory: usize,
}

impl CommentLists {
    /// Adds the words of a game's comments, ascending by place, after those of games before.
    pub(super) fn add(&mut self, document: DocId, words: &[(String, u32)]) {
        for (word, place) in words {
            // A list that grows has room for twice as many.
            self.memory += 2 * size_of::<(DocId, u32)>();
            if let Some(list) = self.words.get_mut(word) {
                list.push((document, *place));
            } else {
                self.memory += word.len() + size_of::<(String, Vec<(DocId, u32)>)>();
                self.words.insert(word.clone(), vec![(document, *place)]);
            }
        }
    }

    /// The bytes that it takes.
    pub(super) fn memory(&self) -> usize {
        self.memory
    }

    /// Writes the lists; a segment without comments has none.
    pub(super) fn write(self, lists: &mut InvertedIndexSerializer, field: Field) -> io::Result<()> {
        if self.words.is_empty() {
            return Ok(());
        }
        let mut words: Vec<_> = self.words.into_iter().collect();
        words.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        let mut serializer = lists.new_field(field, 0, None)?;
        let mut steps = Vec::new();
        for (word, places) in words {
            let games = places.chunk_by(|one, next| one.0 == next.0);
            serializer.new_term(word.as_bytes(), games.clone().count() as u32, true)?;
            for game in games {
                steps.clear();
                let mut last = 0;
                for (_, place) in game {
                    steps.push(place - last);
                    last = *place;
                }
                serializer.write_doc(game[0].0, game.len() as u32, &steps);
            }
            serializer.close_term()?;
        }
        serializer.close()
    }
}
