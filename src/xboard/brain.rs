//! The thread that thinks while `tabiya xboard` listens: `engine` for chess, `variants` for crazyhouse and
//! bughouse.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use anyhow::Context;
use engine::{Analysis, Engine, Limits, STACK, Tablebase};
use shakmaty::Color;
use variants::bughouse::{PocketBoard, Searcher, Wishes, needs};

use super::event::{Event, Thought};
use super::game::Game;

/// What each of the searches for the partner's sake may take, in moves. Guessed: a dozen of them are done
/// before the opponent has moved.
const ADVICE: u64 = 4000;

/// The hash table of the searches for the partner's sake, in mebibytes.
const ADVICE_HASH: usize = 2;

/// Something to think about.
pub(crate) enum Task {
    /// The best move.
    Move {
        number: u64,
        game: Game,
        limits: Limits,
        wishes: Wishes,
        stop: Arc<AtomicBool>,
    },
    /// The advice for the partner.
    Advice {
        number: u64,
        board: PocketBoard,
        player: Color,
        stop: Arc<AtomicBool>,
    },
    /// Another game begins.
    Forget,
    /// The size of the hash tables, in mebibytes.
    Memory(usize),
    /// The endgame tablebase, for chess.
    Tablebase(Option<Arc<Tablebase>>),
}

/// The thread, and where it takes its tasks from.
pub(crate) struct Brain {
    pub(crate) tasks: Sender<Task>,
    pub(crate) thread: JoinHandle<()>,
}

impl Brain {
    /// Starts the thread, which sends its results with the number of their task. It ends with `tasks`.
    pub(crate) fn start(events: Sender<Event>, hash: usize) -> anyhow::Result<Brain> {
        let mut minds = Minds {
            chess: Engine::new(hash)?,
            board: Searcher::new(hash)?,
            advisor: Searcher::new(ADVICE_HASH)?,
        };
        let (tasks, todo): (Sender<Task>, Receiver<Task>) = channel();
        let builder = std::thread::Builder::new().stack_size(STACK);
        let run = move || {
            for task in todo {
                minds.think(task, &events);
            }
        };
        let thread = builder.spawn(run).context("cannot start a thread")?;
        Ok(Brain { tasks, thread })
    }
}

struct Minds {
    chess: Engine,
    board: Searcher,
    /// With a table of its own: it searches positions that are not on the board.
    advisor: Searcher,
}

impl Minds {
    fn think(&mut self, task: Task, events: &Sender<Event>) {
        let send = |number: u64, thought: Thought| {
            // The receiver may have gone.
            let _ = events.send(Event::Thought(number, thought));
        };
        match task {
            Task::Move {
                number,
                game,
                limits,
                wishes,
                stop,
            } => {
                let see = |found: &Analysis| send(number, Thought::Progress(found.clone()));
                let found = match &game {
                    Game::Chess(games) => {
                        let game = games.last().cloned().unwrap_or_default();
                        self.chess.search(&game, &limits, &stop, see)
                    }
                    Game::Pockets(boards) => {
                        let Some((board, earlier)) = boards.split_last() else {
                            return;
                        };
                        let keys: Vec<u64> = earlier.iter().map(PocketBoard::key).collect();
                        self.board
                            .search(board, &keys, &limits, &wishes, &stop, see)
                    }
                };
                send(number, Thought::Move(found));
            }
            Task::Advice {
                number,
                board,
                player,
                stop,
            } => {
                let messages = needs(&mut self.advisor, &board, player, ADVICE, &stop);
                send(number, Thought::Advice(messages));
            }
            Task::Forget => {
                self.chess.forget();
                self.board.forget();
                self.advisor.forget();
            }
            Task::Memory(mebibytes) => {
                // What does not fit stays as it was.
                let _ = self.chess.set_hash(mebibytes);
                let _ = self.board.set_hash(mebibytes);
            }
            Task::Tablebase(tablebase) => self.chess.set_tablebase(tablebase),
        }
    }
}
