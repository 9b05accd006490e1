//! The partner of `tabiya xboard` at bughouse.

use variants::bughouse::{Tell, Wishes};

use crate::xboard::say;

/// A partner, what it wishes, and what it knows from us.
#[derive(Default)]
pub(crate) struct Partner {
    /// Whether there is one.
    pub(crate) present: bool,
    pub(crate) wishes: Wishes,
    /// Whether it wants us to wait with our moves.
    pub(crate) must_sit: bool,
    told: Vec<Tell>,
}

impl Partner {
    /// Somebody with a name; with none there is nobody any more.
    pub(crate) fn meet(name: &str) -> Partner {
        let present = !name.is_empty();
        if present {
            tell(
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

    /// Takes to heart what it tells. What is not understood goes by: programs would answer each other for
    /// ever.
    pub(crate) fn hear(&mut self, words: &str) {
        for tell in Tell::read(words).unwrap_or_default() {
            match tell {
                Tell::Sit => self.must_sit = true,
                Tell::Go => self.must_sit = false,
                wish => self.wishes.hear(wish),
            }
        }
    }

    /// Tells it what is new, and takes back what holds no longer.
    pub(crate) fn tell(&mut self, tells: Vec<Tell>) {
        if self.told.iter().any(|old| !tells.contains(old)) {
            tell(&Tell::Normal.to_string());
            self.told.clear();
        }
        for new in tells.iter().filter(|new| !self.told.contains(new)) {
            tell(&new.to_string());
        }
        self.told = tells;
    }
}

/// Says something to the partner.
pub(crate) fn tell(words: &str) {
    say(&format!("tellics ptell {words}"));
}
