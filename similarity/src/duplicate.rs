//! When two games are the same game.
//!
//! They are if they have the same moves from the same start, and the players have the same
//! surnames, whatever their dates and events: collections write `Carlsen,M`, `Carlsen, Magnus`
//! or `Magnus Carlsen`, and few agree on the event. The same short draw between other players is another game.
//!
//! A game with an address, which lichess and chess.com give each, is the same as another game with one only if their
//! addresses are the same: the same players may well play the same short game again. Whether it is the same as a game
//! without an address is decided as above.

use shakmaty::{Chess, EnPassantMode, fen::Epd};

use pgn::Tags;

/// The keys of a game, which only copies of it share, except for a chance of one in 2^64 per pair.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct DuplicateKeys {
    /// The key that is stored with the game.
    pub own: u64,
    /// Of a game with an address, the key of a copy without one. Versions that did not look at addresses stored it as the
    /// game's own.
    pub without_address: Option<u64>,
}

impl DuplicateKeys {
    /// The keys of the game with these tags, of which `moves` are the [`pgn::moves`] codes played from `start`.
    pub fn new(tags: &Tags, start: &Chess, moves: &[u8]) -> DuplicateKeys {
        let name = |color| surname(tags.get(color).unwrap_or_default());
        // Of the usual start some say so with a FEN tag.
        let start = Epd::from_position(start, EnPassantMode::Legal);
        let of_names = format!("{}\n{}\n{start}\n", name("White"), name("Black"));
        // Nothing was played: only the tags distinguish such games.
        let of_tags = if moves.is_empty() {
            tags.to_lines()
        } else {
            String::new()
        };
        let without_address = hash(&[of_names.as_bytes(), moves, of_tags.as_bytes()]);
        match game_address(tags) {
            // Whoever changes a name on the site, changes it in all games; an address that many games have, e.g. that of
            // an analysis board, makes no two of them the same.
            Some(address) => DuplicateKeys {
                own: hash(&[format!("{address}\n{start}\n").as_bytes(), moves]),
                without_address: Some(without_address),
            },
            None => DuplicateKeys {
                own: without_address,
                without_address: None,
            },
        }
    }

    /// Whether a game with one of these keys is the same game.
    pub fn any(self, mut is_known: impl FnMut(u64) -> bool) -> bool {
        is_known(self.own) || self.without_address.is_some_and(is_known)
    }
}

fn hash(parts: &[&[u8]]) -> u64 {
    xxhash_rust::xxh3::xxh3_64(&parts.concat())
}

/// The address of a game that was played on lichess or chess.com, in one form: `lichess.org/WFZ8aZWA` of the `Site`
/// `https://lichess.org/WFZ8aZWA/black`, `chess.com/live/123` of the `Link` `https://www.chess.com/game/live/123`.
///
/// Source: the `Site` of [an export of lichess](https://lichess.org/api#tag/Games/operation/apiGamesUser), the `Link` of
/// [an archive of chess.com](https://www.chess.com/news/view/published-data-api).
pub fn game_address(tags: &Tags) -> Option<String> {
    ["Site", "Link"]
        .iter()
        .filter_map(|tag| tags.get(tag))
        .find_map(address)
}

/// The address in one form; `None` for that of anything but a game.
fn address(url: &str) -> Option<String> {
    let url = url.trim();
    let url = url
        .strip_prefix("https://")
        .or_else(|| url.strip_prefix("http://"))?;
    let url = url.split(['?', '#']).next()?;
    let mut path = url.strip_prefix("www.").unwrap_or(url).split('/');
    match path.next()? {
        "lichess.org" => {
            // The address of a player in the game has four letters more.
            let id = path.next()?;
            let is_id = matches!(id.len(), 8 | 12) && id.bytes().all(|b| b.is_ascii_alphanumeric());
            let side = path.next().unwrap_or_default();
            let is_game = is_id && matches!(side, "" | "white" | "black") && path.next().is_none();
            is_game.then(|| format!("lichess.org/{}", &id[..8]))
        }
        "chess.com" => {
            let path: Vec<&str> = path.filter(|part| !part.is_empty()).collect();
            let (id, kind) = path.split_last()?;
            let kind = match kind {
                ["game"] | ["game", "live"] | ["live", "game"] => "live",
                ["game", "daily"] | ["daily", "game"] => "daily",
                _ => return None,
            };
            let is_id = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
            is_id.then(|| format!("chess.com/{kind}/{id}"))
        }
        _ => None,
    }
}

/// `carlsen` for `Carlsen,M`, `Carlsen, Magnus`, `GM Magnus Carlsen` and `Carlsen M.`; of several
/// words the last, `wely` for `van Wely, Loek`, as it is unknown which word of `Loek van Wely` begins it.
fn surname(name: &str) -> String {
    let before_comma = name.split(',').next().unwrap_or(name);
    let in_full = |word: &&str| word.trim_end_matches('.').chars().count() > 1;
    let words = before_comma.split(|c: char| c.is_whitespace() || c == '-');
    let surname = words.rev().find(in_full);
    surname.unwrap_or(before_comma).trim().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_games() {
        for (url, expected) in [
            ("https://lichess.org/WFZ8aZWA", Some("lichess.org/WFZ8aZWA")),
            (
                " https://lichess.org/WFZ8aZWA/black ",
                Some("lichess.org/WFZ8aZWA"),
            ),
            (
                "https://lichess.org/WFZ8aZWA#12",
                Some("lichess.org/WFZ8aZWA"),
            ),
            (
                "http://www.lichess.org/WFZ8aZWAabcd",
                Some("lichess.org/WFZ8aZWA"),
            ),
            ("https://lichess.org/", None),
            ("https://lichess.org", None),
            ("https://lichess.org/study/JvOI7j3K/V6grFNg1", None),
            ("https://lichess.org/analysis/standard", None),
            ("https://lichess.org/WFZ8aZW", None),
            ("https://lichess.org/WFZ8-ZWA", None),
            ("https://lichess.org.example/WFZ8aZWA", None),
            (
                "https://www.chess.com/game/live/123",
                Some("chess.com/live/123"),
            ),
            (
                "https://www.chess.com/live/game/123",
                Some("chess.com/live/123"),
            ),
            (
                "https://www.chess.com/game/live/123?username=a",
                Some("chess.com/live/123"),
            ),
            (
                "https://chess.com/game/daily/123",
                Some("chess.com/daily/123"),
            ),
            (
                "https://www.chess.com/daily/game/123",
                Some("chess.com/daily/123"),
            ),
            ("https://www.chess.com/events/2024-x/01/A-B", None),
            ("Chess.com", None),
            ("Wijk aan Zee NED", None),
            ("?", None),
            ("", None),
        ] {
            assert_eq!(address(url).as_deref(), expected, "{url}");
        }
    }

    /// The keys of 1. e4 or 1. d4, with these values of the tags White, Site and Link.
    fn keys((white, site, link, code): (&str, &str, &str, u8)) -> DuplicateKeys {
        let lines = format!("White\n{white}\nSite\n{site}\nLink\n{link}\n");
        DuplicateKeys::new(&Tags::from_lines(&lines), &Chess::default(), &[code])
    }

    #[test]
    fn the_same_or_another() {
        let a = ("Ann", "https://lichess.org/aaaaaaaa", "", 1);
        let b = ("Ann", "https://lichess.org/bbbbbbbb", "", 1);
        let plain = ("Ann", "Wijk aan Zee", "", 1);
        let c = ("Ann", "Chess.com", "https://www.chess.com/game/live/1", 1);
        for (stored, new, is_same) in [
            (a, a, true),
            (a, b, false),
            (a, ("Renamed", a.1, "", 1), true),
            (
                a,
                ("Ann", "https://lichess.org/aaaaaaaa/black", "", 1),
                true,
            ),
            // An address that is not a game's own: of an analysis board.
            (a, ("Ann", a.1, "", 2), false),
            (plain, plain, true),
            (plain, ("Ann", "Elsewhere", "", 1), true),
            (plain, ("Bea", "Wijk aan Zee", "", 1), false),
            // A copy from a collection that has no addresses.
            (plain, a, true),
            (plain, ("Bea", a.1, "", 1), false),
            // As nothing is stored of names and moves alone, the other way round is unknown.
            (a, plain, false),
            (c, c, true),
            (
                c,
                ("Ann", "Chess.com", "https://www.chess.com/game/daily/1", 1),
                false,
            ),
            (c, a, false),
        ] {
            let found = keys(new).any(|key| key == keys(stored).own);
            assert_eq!(found, is_same, "{stored:?} {new:?}");
        }
        // What versions stored that did not look at addresses.
        let former = keys(a).without_address.expect("it has an address");
        assert_eq!(former, keys(plain).own);
        assert!(keys(a).any(|key| key == former));
    }
}
