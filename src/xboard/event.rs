//! What the deciding thread of `tabiya xboard` waits for: lines of the interface, and results of the thread that thinks.

use std::io;

use engine::Analysis;
use variants::bughouse::Message;

/// Something that happened.
pub(crate) enum Event {
    /// A line from the interface.
    Line(String),
    /// The interface has closed its output, or reading it failed.
    End(io::Result<()>),
    /// A result of the task of this number.
    Thought(u64, Thought),
}

/// A result of a task.
pub(crate) enum Thought {
    /// An iteration is finished.
    Progress(Analysis),
    /// The best move, if there is one.
    Move(Analysis),
    /// The advice for the partner.
    Advice(Vec<Message>),
}
