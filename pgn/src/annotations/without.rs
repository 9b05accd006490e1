//! Leaving out some of the annotations of a game.

use super::commands::{commands, prose};
use super::{Annotation, Annotations};

/// A part of the annotations of a game, by the name that lichess's exports have for it.
///
/// Source: <https://lichess.org/api#tag/Games/operation/gamePgn>, <https://lichess.org/api#tag/Studies>.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Marks and the words of comments, and commands in them that are of neither clocks nor evaluations.
    Comments,
    /// `[%clk ...]` and `[%emt ...]`.
    Clocks,
    /// `[%eval ...]`.
    Evals,
    /// Variations, with what is in them.
    Variations,
}

impl Part {
    /// Which part a command of a comment is.
    fn of(command: &str) -> Part {
        match command {
            "clk" | "emt" => Part::Clocks,
            "eval" => Part::Evals,
            _ => Part::Comments,
        }
    }
}

impl Annotations {
    /// The same without some parts. Comments of which nothing is left out stay as they are, byte for byte.
    #[must_use]
    pub fn without(self, parts: &[Part]) -> Annotations {
        if parts.is_empty() {
            return self;
        }
        let mut depth = 0_usize;
        let kept = self.all.into_iter().filter_map(|(ply, annotation)| {
            let was = depth;
            match annotation {
                Annotation::Open => depth += 1,
                Annotation::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            if was.max(depth) > 0 && parts.contains(&Part::Variations) {
                return None;
            }
            let annotation = match annotation {
                Annotation::Comment(text) => Annotation::Comment(comment(text, parts)?),
                Annotation::Nag(_) if parts.contains(&Part::Comments) => return None,
                other => other,
            };
            Some((ply, annotation))
        });
        Annotations {
            all: kept.collect(),
        }
    }
}

/// What is left of a comment without some parts; `None` if that is nothing.
fn comment(text: String, parts: &[Part]) -> Option<String> {
    let with_words = !parts.contains(&Part::Comments);
    let keeps = |command: &str| !parts.contains(&Part::of(command));
    let is_kept = commands(&text).all(|command| keeps(command.name));
    let has_command = commands(&text).next().is_some();
    if is_kept && (with_words || has_command && prose(&text).is_empty()) {
        return Some(text);
    }
    let mut kept = String::new();
    let mut from = 0;
    for command in commands(&text) {
        if with_words {
            kept.push_str(&text[from..command.at.start]);
        }
        from = command.at.end;
        if keeps(command.name) {
            kept.push_str(if with_words || kept.is_empty() {
                ""
            } else {
                " "
            });
            kept.push_str(&text[command.at]);
        }
    }
    if with_words {
        kept.push_str(&text[from..]);
    }
    let kept = kept.trim();
    (!kept.is_empty()).then(|| format!(" {kept} "))
}

#[cfg(test)]
mod tests {
    use super::Part::{Clocks, Comments, Evals, Variations};
    use super::*;

    #[test]
    fn what_is_left_of_a_comment() {
        let both = "[%eval 0.1] [%clk 0:01:00]";
        let words = "Good. [%clk 0:01:00] [%csl Ge4]";
        for (text, parts, wanted) in [
            (both, &[Variations][..], Some(both)),
            (both, &[Comments], Some(both)),
            (both, &[Comments, Evals], Some(" [%clk 0:01:00] ")),
            (both, &[Clocks], Some(" [%eval 0.1] ")),
            (both, &[Clocks, Evals], None),
            (words, &[Comments], Some(" [%clk 0:01:00] ")),
            (words, &[Comments, Clocks], None),
            (words, &[Evals], Some(words)),
            (words, &[Clocks], Some(" Good.  [%csl Ge4] ")),
            (" as it is", &[Clocks, Evals], Some(" as it is")),
            (" as it is", &[Comments], None),
            (
                "x [%eval 1][%clk 1]",
                &[Comments],
                Some(" [%eval 1] [%clk 1] "),
            ),
            ("", &[Clocks], Some("")),
            ("", &[Comments], None),
        ] {
            let left = comment(text.to_owned(), parts);
            assert_eq!(left.as_deref(), wanted, "{text} {parts:?}");
        }
    }
}
