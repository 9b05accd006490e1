//! When two games are the same game.
//!
//! They are if they have the same moves from the same start, and players of the same names, whatever their dates and
//! events: collections write `Carlsen,M`, `Carlsen, Magnus` or `Magnus Carlsen`, and few agree on the event. The names are
//! the same if they share a surname, and the initials of the other words do not contradict each other: a missing initial
//! fits any. The same short draw between other players is another game.
//!
//! A game with an address, which lichess and chess.com give each, is the same as another game with one only if their
//! addresses are the same: the same players may well play the same short game again. Whether it is the same as a game
//! without an address is decided as above.
//!
//! Of each stored game one key is kept, made of moves and surnames. Which word is the surname is not always known, so that
//! a game looks for several keys; the initials are compared once one of them is found.

use shakmaty::{Chess, EnPassantMode, fen::Epd};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::games::names::words_of_name;
use pgn::Tags;

/// The most words of a name that are tried as its surname, from the last one on. Guessed: few names have more words.
const MOST_SURNAMES: usize = 4;

/// What a game shares with its duplicates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuplicateKeys {
    /// The key that is stored with the game, unless another game has it.
    pub own: u64,
    /// The key that is stored where [`DuplicateKeys::own`] is that of a game between others of these surnames.
    pub other: u64,
    /// The initials of the players, beside their surnames in [`DuplicateKeys::own`].
    pub initials: Initials,
    /// The numbers of White's and Black's surnames: [`surname_number`].
    pub surnames: [u64; 2],
    /// The keys that earlier versions stored: of the game, and of a copy without its address.
    pub former: [u64; 2],
    /// The keys by other words as surnames, each with the initials of the words that are left.
    alike: Vec<(u64, Initials)>,
    /// The key is made of an address, which decides alone.
    has_address: bool,
}

/// The initials of White and of Black, without those of their surnames: a bit for each letter.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Initials([u32; 2]);

impl Initials {
    /// Those of a game between players of these names, in the order that [`DuplicateKeys::own`] is made in.
    pub fn of_names(white: &str, black: &str) -> Initials {
        Initials([white, black].map(initials_beside_surname))
    }

    /// Those of players of whom each has these, as [`initials_beside_surname`] says.
    pub fn new(white: u32, black: u32) -> Initials {
        Initials([white, black])
    }

    /// Whether both may be the initials of the same players: of each player the ones are among the others.
    pub fn fit(self, other: Initials) -> bool {
        let mut both = self.0.into_iter().zip(other.0);
        both.all(|(one, other)| one & other == one || one & other == other)
    }
}

/// The initials of the words of a name but its surname, a bit for each letter.
pub fn initials_beside_surname(name: &str) -> u32 {
    surnames(name)[0].1
}

impl DuplicateKeys {
    /// The keys of the game with these tags, of which `moves` are the [`pgn::moves`] codes played from `start`.
    pub fn new(tags: &Tags, start: &Chess, moves: &[u8]) -> DuplicateKeys {
        let name = |color| tags.get(color).unwrap_or_default();
        let (white, black) = (name("White"), name("Black"));
        // Of the usual start some say so with a FEN tag.
        let start = Epd::from_position(start, EnPassantMode::Legal);
        // Nothing was played: only the tags distinguish such games.
        let of_tags = if moves.is_empty() {
            tags.to_lines()
        } else {
            String::new()
        };
        let played = hash(&[format!("{start}\n").as_bytes(), moves, of_tags.as_bytes()]);
        let of_names = [white, black].map(surnames);
        let number = |name: usize| xxh3_64(of_names[name][0].0.as_bytes());
        let mut alike = Vec::new();
        for (of_white, white) in &of_names[0] {
            for (of_black, black) in &of_names[1] {
                let names = format!("{of_white}\n{of_black}");
                let key = xxh3_64_with_seed(names.as_bytes(), played);
                alike.push((key, Initials([*white, *black])));
            }
        }
        let surnames = [0, 1].map(number);
        let (by_names, initials) = alike[0];
        let former = {
            let names = format!(
                "{}\n{}\n{start}\n",
                former_surname(white),
                former_surname(black)
            );
            hash(&[names.as_bytes(), moves, of_tags.as_bytes()])
        };
        match game_address(tags) {
            // Whoever changes a name on the site, changes it in all games; an address that many games have, e.g. that of
            // an analysis board, makes no two of them the same.
            Some(address) => {
                let own = hash(&[format!("{address}\n{start}\n").as_bytes(), moves]);
                DuplicateKeys {
                    own,
                    other: own,
                    initials,
                    surnames,
                    former: [own, former],
                    alike,
                    has_address: true,
                }
            }
            None => DuplicateKeys {
                own: by_names,
                other: hash(&[&by_names.to_be_bytes(), format!("{initials:?}").as_bytes()]),
                initials,
                surnames,
                former: [former; 2],
                alike,
                has_address: false,
            },
        }
    }

    /// The key of the stored game that this one is a copy of, if there is one; `stored` has the initials of the game of a
    /// key.
    pub fn known(&self, stored: impl Fn(u64) -> Option<Initials>) -> Option<u64> {
        if self.has_address && stored(self.own).is_some() {
            return Some(self.own);
        }
        let mut all = self.by_names();
        all.find_map(|(key, initials)| stored(key)?.fit(initials).then_some(key))
    }

    /// The key to store the game by, which is not [`DuplicateKeys::known`].
    pub fn free(&self, stored: impl Fn(u64) -> Option<Initials>) -> u64 {
        match stored(self.own) {
            Some(_) => self.other,
            None => self.own,
        }
    }

    /// All keys that the game may be found by.
    pub fn all(&self) -> impl Iterator<Item = u64> {
        let own = std::iter::once(self.own);
        own.chain(self.by_names().map(|(key, _)| key))
    }

    /// The keys of copies that names decide on, with the initials that those of a copy must fit.
    fn by_names(&self) -> impl Iterator<Item = (u64, Initials)> {
        let [former, without_address] = self.former;
        let other = (!self.has_address).then_some(self.other);
        let by_surname = other.into_iter().chain([former, without_address]);
        let by_surname = by_surname.map(|key| (key, self.initials));
        self.alike.iter().copied().chain(by_surname)
    }
}

fn hash(parts: &[&[u8]]) -> u64 {
    xxh3_64(&parts.concat())
}

/// The words of a name that may be its surname, each with the numbers before the comma (`Stockfish 16`) and the initials of
/// the other words; the first is the most likely one. There is one at least.
fn surnames(name: &str) -> Vec<(String, u32)> {
    let (before_comma, after) = name.split_once(',').unwrap_or((name, ""));
    let [before, after] = [before_comma, after].map(words_of_name);
    let is_number = |word: &&String| word.starts_with(|c: char| c.is_ascii_digit());
    let numbers = before.iter().filter(is_number);
    let numbers = numbers.fold(String::new(), |numbers, number| numbers + " " + number);
    // Of several words the last, `wely` for `van Wely, Loek`, as it is unknown which word of `Loek van Wely` begins it.
    let words = before.iter().rev().chain(after.iter().rev());
    let words: Vec<&String> = words.filter(|word| !is_number(word)).collect();
    let surname = |(place, surname): (usize, &String)| {
        let others = words.iter().enumerate().filter(|(at, _)| *at != place);
        let initials = others.fold(0, |all, (_, word)| all | initial(word));
        (format!("{surname}{numbers}"), initials)
    };
    let in_full = words.iter().copied().enumerate();
    let mut surnames: Vec<(String, u32)> = in_full
        .filter(|(_, word)| word.len() > 1)
        .take(MOST_SURNAMES)
        .map(surname)
        .collect();
    if surnames.is_empty() {
        surnames.extend(words.first().map(|word| surname((0, word))));
    }
    if surnames.is_empty() {
        surnames.push((numbers, 0));
    }
    surnames
}

/// A number for the surname of a name: games of the same players share those of both ([`crate::Meeting`]).
pub fn surname_number(name: &str) -> u64 {
    xxh3_64(surnames(name)[0].0.as_bytes())
}

/// The bit of the letter that a word begins with.
fn initial(word: &str) -> u32 {
    let first = word.bytes().next().filter(u8::is_ascii_lowercase);
    first.map_or(0, |first| 1 << (first - b'a'))
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

/// The surname that earlier versions made keys of: `carlsen` for `Carlsen,M`, `Carlsen, Magnus`, `GM Magnus Carlsen` and
/// `Carlsen M.`, with its accents.
fn former_surname(name: &str) -> String {
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

    /// Whether a game is a copy of one that is stored under the key that a version gave it.
    fn is_known(new: &DuplicateKeys, stored: &DuplicateKeys, key: u64) -> bool {
        let initials = |other| (other == key).then_some(stored.initials);
        new.known(initials).is_some()
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
            let (of_stored, of_new) = (keys(stored), keys(new));
            let found = is_known(&of_new, &of_stored, of_stored.own);
            assert_eq!(found, is_same, "{stored:?} {new:?}");
        }
        // What earlier versions stored.
        for game in [a, b, c, plain] {
            let keys = keys(game);
            for former in keys.former {
                assert!(is_known(&keys, &keys, former), "{game:?}");
            }
        }
    }

    /// Names in whatever order they come, and whether they count as one.
    #[test]
    fn names_of_one_player() {
        for (one, other, is_same) in [
            ("Carlsen,M", "Carlsen, Magnus", true),
            ("Carlsen,M", "GM Magnus Carlsen", true),
            ("Carlsen", "Carlsen M.", true),
            ("CARLSEN, MAGNUS", "carlsen,magnus", true),
            ("Đurić, Stefan", "Duric,S", true),
            ("Sølevåg", "Solevag,A", true),
            ("Müller, Karsten", "Mueller,K", true),
            ("Müller, Karsten", "Muller, Karsten", true),
            ("Mu\u{308}ller, Karsten", "M\u{fc}ller, Karsten", true),
            ("Strauß", "Strauss", true),
            ("Łukasz Cyborowski", "Cyborowski, L", true),
            ("Æbel, O", "Aebel, O", true),
            ("Œuvray", "Oeuvray", true),
            ("ﬁscher", "fischer", true),
            ("Мамедов", "Mamedov,R", true),
            ("Wei Yi", "Wei, Yi", true),
            ("Yi Wei", "Wei, Yi", true),
            ("Ding Liren", "Ding,L", false),
            ("van Wely, Loek", "Loek van Wely", true),
            ("Vachier-Lagrave, Maxime", "Vachier Lagrave,M", true),
            ("Van Foreest, Jorden", "Van Foreest, Lucas", false),
            ("Van Foreest, Jorden", "J. van Foreest", true),
            ("Polgar, Judit", "Polgar, Susan", false),
            ("Polgar, Judit", "Polgar", true),
            ("Ivanov, A", "Ivanov, V", false),
            ("Ivanov, A V", "Ivanov, Alexander", true),
            ("Ivanov, A V", "Ivanov, A G", false),
            ("Carlsen,M", "Caruana,F", false),
            ("Carlsen, Magnus (2850)", "Carlsen, M", true),
            ("Stockfish 16", "Stockfish 17", false),
            ("guest_1", "guest_2", false),
            ("guest_1", "guest 1", true),
            ("Komodo Dragon", "Komodo MCTS", false),
            ("?", "", true),
            ("?", "Carlsen", false),
            ("A", "B", false),
        ] {
            let [one, other] = [one, other].map(|name| (name, keys((name, "", "", 1))));
            let found = is_known(&other.1, &one.1, one.1.own);
            assert_eq!(found, is_same, "{} {}", one.0, other.0);
        }
    }

    /// Of three players with the same surname each keeps the game, and a fourth one without initial has it.
    #[test]
    fn several_games_of_one_key() {
        let mut stored = std::collections::HashMap::new();
        for (name, is_new) in [
            ("Ivanov, A", true),
            ("Ivanov, V", true),
            ("Ivanov, G", true),
            ("Ivanov, A", false),
            ("Victor Ivanov", false),
            ("Ivanov,G", false),
            ("Ivanov", false),
        ] {
            let keys = keys((name, "", "", 1));
            let of_key = |key| stored.get(&key).copied();
            let found = keys.known(of_key).is_none().then(|| keys.free(of_key));
            assert_eq!(found.is_some(), is_new, "{name}");
            if let Some(key) = found {
                assert_eq!(stored.insert(key, keys.initials), None, "{name}");
            }
        }
    }
}
