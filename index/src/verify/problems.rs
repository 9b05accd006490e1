//! Problems of an index, as sentences.

/// The most problems that are reported of a segment. Guessed: enough to see of what kind they are.
const REPORTED: usize = 10;

/// Problems: the first few as sentences, and the number of the others.
#[derive(Default)]
pub(super) struct Problems {
    reported: Vec<String>,
    others: u64,
}

impl Problems {
    pub(super) fn add(&mut self, problem: String) {
        if self.reported.len() < REPORTED {
            self.reported.push(problem);
        } else {
            self.others += 1;
        }
    }

    pub(super) fn sentences(mut self) -> Vec<String> {
        if self.others > 0 {
            self.reported
                .push(format!("and {} more of this kind", self.others));
        }
        self.reported
    }
}
