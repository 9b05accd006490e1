//! The partner of `tabiya xboard` at bughouse.

use variants::bughouse::{Message, Wishes};

use crate::lines::say;

/// A partner, its wishes, and what we have sent it by the protocol's `ptell`.
#[derive(Default)]
pub(crate) struct Partner {
    /// Whether there is one.
    pub(crate) present: bool,
    pub(crate) wishes: Wishes,
    /// Whether it wants us to wait with our moves.
    pub(crate) must_sit: bool,
    /// The messages that it has from us and that still hold.
    sent: Vec<Message>,
}

impl Partner {
    /// The partner of this name; an empty name ends the partnership.
    pub(crate) fn meet(name: &str) -> Partner {
        let present = !name.is_empty();
        if present {
            ptell(
                "Hello! I understand sit, go, x, and +, ++, +++, -, --, --- with p, n, b, r, q, d, h or trades.",
            );
        }
        Partner {
            present,
            ..Partner::default()
        }
    }

    /// The same partner in a new game.
    pub(crate) fn begin(&mut self) {
        *self = Partner {
            present: self.present,
            ..Partner::default()
        };
    }

    /// Obeys its words. Those that are not understood get no answer: programs would answer each other for ever.
    pub(crate) fn obey(&mut self, words: &str) {
        for message in Message::parse(words).unwrap_or_default() {
            match message {
                Message::Sit => self.must_sit = true,
                Message::Go => self.must_sit = false,
                wish => self.wishes.apply(wish),
            }
        }
    }

    /// Sends it what is new, and takes back what no longer holds.
    pub(crate) fn send(&mut self, messages: Vec<Message>) {
        if self.sent.iter().any(|old| !messages.contains(old)) {
            ptell(&Message::Normal.to_string());
            self.sent.clear();
        }
        for new in messages.iter().filter(|new| !self.sent.contains(new)) {
            ptell(&new.to_string());
        }
        self.sent = messages;
    }
}

/// Sends words to the partner.
pub(crate) fn ptell(words: &str) {
    say(&format!("tellics ptell {words}"));
}
