//! The search from outside: a position and limits in; score, line and nodes out.

use std::sync::atomic::AtomicBool;

use engine::parts::{Control, Deepening, RootMove, Table, Walk};
use engine::{Analysis, Limits, NoMemory};

use super::board::{Kind, PocketBoard};
use super::clock::TIME;
use super::ordering::History;
use super::parameters::{ASPIRATION_DEPTH, ASPIRATION_WINDOW};
use super::values::{PieceValues, Values, Wishes};
use super::worker::{Node, Worker};

/// Searches boards with pockets, and keeps what it learnt from search to search.
pub struct Searcher {
    table: Table,
    history: History,
    /// What the table's scores were found with.
    piece_values: PieceValues,
    wishes: Wishes,
    kind: Kind,
}

impl Searcher {
    /// A searcher with a hash table of this size, one mebibyte at least.
    ///
    /// # Errors
    ///
    /// There is not enough memory.
    pub fn new(hash_mebibytes: usize) -> Result<Searcher, NoMemory> {
        Ok(Searcher {
            table: Table::new(hash_mebibytes).ok_or(NoMemory)?,
            history: History::new(),
            piece_values: PieceValues::TUNED,
            wishes: Wishes::default(),
            kind: Kind::default(),
        })
    }

    /// Gives the hash table another size, in mebibytes, and empties it.
    ///
    /// # Errors
    ///
    /// There is not enough memory; the table stays as it was.
    pub fn set_hash(&mut self, mebibytes: usize) -> Result<(), NoMemory> {
        self.table = Table::new(mebibytes).ok_or(NoMemory)?;
        Ok(())
    }

    /// Sets what pieces are worth, at first [`PieceValues::TUNED`], and forgets its scores.
    pub fn set_piece_values(&mut self, piece_values: PieceValues) {
        self.piece_values = piece_values;
        self.forget();
    }

    /// Forgets all positions, as before another game.
    pub fn forget(&mut self) {
        self.table.clear();
        self.history = History::new();
    }

    /// Searches a position until a limit is reached or `stop` is set, and calls `see` with each finished iteration.
    /// `earlier` are the keys of the game's positions before; `wishes` are the partner's.
    ///
    /// There is a best move wherever there is a legal one, however early it ends.
    pub fn search(
        &mut self,
        position: &PocketBoard,
        earlier: &[u64],
        limits: &Limits,
        wishes: &Wishes,
        stop: &AtomicBool,
        mut see: impl FnMut(&Analysis),
    ) -> Analysis {
        let budget = limits.clock.map(|clock| TIME.budget(&clock));
        let control = Control::new(limits, stop, budget.map(|budget| budget.hard), None);
        if (self.wishes, self.kind) != (*wishes, position.kind()) {
            (self.wishes, self.kind) = (*wishes, position.kind());
            self.table.clear();
        }
        let values = Values::new(&self.piece_values, position.kind(), wishes);
        let root = RootMove::all(position.legal_moves(), limits);
        let is_stuck = root.is_empty();
        let walk = Walk::new(self.table.share(), &control, earlier.to_vec(), root);
        let mut worker = Worker::new(walk, &mut self.history, &values, position.turn());
        let node = Node::new(position.clone());
        if is_stuck {
            return Analysis {
                time: control.start.elapsed(),
                hashfull: worker.walk.table.full(),
                ..Analysis::unsearched(worker.without_moves(&node, 0))
            };
        }
        let deepening = Deepening {
            limits,
            soft: budget.map(|budget| budget.soft),
            aspiration: Some((ASPIRATION_DEPTH, ASPIRATION_WINDOW)),
        };
        deepening.run(&mut worker, &node, 0, &mut see)
    }
}
