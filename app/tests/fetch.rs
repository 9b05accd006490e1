//! Fetching the games of a player, from imitations of lichess and chess.com.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::Duration;

use app::{Account, DEFAULT_FROM_MOVE, Database, Error, Import, Place, Remarks, Sites, Waits};
use fastrand::Rng;
use similarity::Ingested;
use tempfile::TempDir;
use testing::sites::{Game, Imitation, MONTH, NOON, Trouble, games, months};

/// An index in a folder of its own.
pub(crate) struct Here {
    pub(crate) folder: TempDir,
    pub(crate) database: Database,
}

impl Here {
    pub(crate) fn new() -> Here {
        let folder = TempDir::new().expect("a temporary folder");
        let place = Place::Folder(folder.path().join("index"));
        let database = Database::open_or_create(&place).expect("an index");
        Here { folder, database }
    }

    /// Fetches, and stops after this number of games.
    pub(crate) fn fetch_some(
        &self,
        site: &Imitation,
        account: &str,
        most: u64,
    ) -> (Ingested, Result<(), Error>) {
        let sites = Sites {
            lichess: site.url.clone(),
            chesscom: format!("{}/", site.url),
            contact: Some("ann@example.org".to_owned()),
            waits: Waits {
                minute: Duration::from_millis(2),
                first: Duration::from_millis(1),
                ..Waits::default()
            },
        };
        let account: Account = account.parse().expect("an account");
        let mut import = Import::new(&self.database, DEFAULT_FROM_MOVE).expect("a writer");
        let watch = |sum: &Ingested, _| {
            if sum.games + sum.duplicates < most {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        let fetched = import.fetch(&sites, &account, |_| true, watch);
        let (sum, finished) = import.finish(&mut Remarks::default(), || false);
        (sum, fetched.and(finished))
    }

    pub(crate) fn fetch(&self, site: &Imitation, account: &str) -> Ingested {
        let (sum, ended) = self.fetch_some(site, account, u64::MAX);
        ended.expect("all games");
        sum
    }

    /// The addresses of all games, of which none may be there twice.
    fn addresses(&self) -> BTreeSet<String> {
        let snapshot = self.database.snapshot().expect("a snapshot");
        let count = snapshot.statistics().games;
        let games = (1..=count).map(|id| snapshot.game(id).expect("readable").expect("a game"));
        let addresses: BTreeSet<String> = games
            .map(|game| similarity::game_address(&game.tags).expect("an address"))
            .collect();
        assert_eq!(addresses.len() as u64, count);
        addresses
    }
}

fn expected(site: &str, numbers: impl Iterator<Item = u64>) -> BTreeSet<String> {
    numbers
        .map(|number| match site {
            "lichess" => format!("lichess.org/{number:08x}"),
            _ => format!("chess.com/live/{number}"),
        })
        .collect()
}

/// Puts games on a site, each of which takes this number of bytes on average.
pub(crate) fn put(site: &Imitation, name: &str, all: Vec<Game>) {
    let mut state = site.state();
    match name {
        "lichess" => state.games = all,
        _ => state.months = months(all),
    }
}

/// None is lost and none is doubled, through this number of cuts, and 429 and 503 between them.
fn through_trouble(name: &str, count: u64, cuts: usize) {
    let (here, site) = (Here::new(), Imitation::start());
    put(&site, name, games(count, 3));
    site.state().trouble = Trouble {
        rng: Rng::with_seed(4),
        cuts,
        // A game has some 800 bytes. Of chess.com a month is cut almost every other time.
        cut_after: match name {
            "lichess" => 800 * count as usize / (cuts + cuts / 4),
            _ => 900 * MONTH,
        },
        percent: 15,
        pause: Duration::from_micros(100),
    };
    let sum = here.fetch(&site, &format!("{name}:Ann"));
    assert_eq!((sum.games, sum.rejected), (count, 0));
    assert_eq!(here.addresses(), expected(name, 0..count));
    let state = site.state();
    let [cut, refused, failed] = state.troubled;
    println!("{name}: {count} games, {cut} cuts, {refused} x 429, {failed} x 503");
    assert!(
        cut * 10 >= cuts * 9 && refused > 0 && failed > 0,
        "{:?}",
        state.troubled
    );
    assert_eq!(state.most_at_once, 1);
    let agent = format!(
        "tabiya/{} (contact: ann@example.org)",
        env!("CARGO_PKG_VERSION")
    );
    assert!(state.requests.iter().all(|(_, sent)| *sent == agent));
    drop(state);
    assert_eq!(
        index::Index::verify(&here.folder.path().join("index"), |_, _| ())
            .expect("whole")
            .problems,
        [""; 0]
    );
}

#[test]
fn lichess_through_cuts() {
    through_trouble("lichess", 2000, 30);
}

#[test]
fn chesscom_through_cuts() {
    through_trouble("chesscom", 2000, 15);
}

/// `cargo test -p tabiya-app --test tests -- fetch --ignored --nocapture`
#[test]
#[ignore = "it takes minutes"]
fn ten_thousand_games_through_a_hundred_cuts() {
    through_trouble("lichess", 10_000, 100);
    through_trouble("chesscom", 10_000, 100);
}

#[test]
fn only_what_is_new() {
    let (here, site) = (Here::new(), Imitation::start());
    let mut all = games(300, 5);
    // A game of correspondence is under way; the player goes on to play others.
    all[100].ongoing = true;
    put(&site, "lichess", all);
    assert_eq!(here.fetch(&site, "lichess:Ann").games, 299);
    // It ends, and there is a new one.
    {
        let mut state = site.state();
        state.games[100].ongoing = false;
        let new = Game::random(&mut Rng::with_seed(6), 300, 1000 * NOON + 1);
        state.games.push(new);
        state.sent = 0;
    }
    let sum = here.fetch(&site, "lichess:ann");
    // Sent again are those that were begun after the long one, or with it.
    assert_eq!((sum.games, sum.duplicates), (2, 200));
    assert_eq!(here.addresses(), expected("lichess", 0..301));
    // Now nothing is under way.
    site.state().sent = 0;
    let sum = here.fetch(&site, "lichess:Ann");
    assert_eq!((sum.games, site.state().sent <= 3), (0, true), "{sum:?}");

    let site = Imitation::start();
    let here = Here::new();
    put(&site, "chesscom", games(200, 7));
    assert_eq!(here.fetch(&site, "chesscom:Ann").games, 200);
    site.state().requests.clear();
    site.state().sent = 0;
    let sum = here.fetch(&site, "chesscom:Ann");
    assert_eq!((sum.games, sum.duplicates, site.state().sent), (0, 0, 0));
    let asked: Vec<String> = site
        .state()
        .requests
        .iter()
        .map(|(path, _)| path.clone())
        .collect();
    let month = "/pub/player/ann/games/2026/11/pgn";
    assert_eq!(asked, ["/pub/player/ann/games/archives", month]);
    let new = Game::random(&mut Rng::with_seed(6), 200, 0);
    site.state()
        .months
        .get_mut("2026/11")
        .expect("this month")
        .push(new);
    let sum = here.fetch(&site, "chesscom:Ann");
    assert_eq!((sum.games, sum.duplicates), (1, 20));
    assert_eq!(here.addresses(), expected("chesscom", 0..201));
}

#[test]
fn stopped_and_begun_again() {
    for name in ["lichess", "chesscom"] {
        let (here, site) = (Here::new(), Imitation::start());
        put(&site, name, games(1500, 8));
        let account = format!("{name}:Ann");
        let (sum, ended) = here.fetch_some(&site, &account, 1200);
        ended.expect("it is stopped");
        assert!((1200..1500).contains(&sum.games), "{sum:?}");
        let sum = here.fetch(&site, &account);
        // Of the batch that was stopped some are there, and of chess.com the month.
        assert!(sum.duplicates <= 200, "{sum:?}");
        assert_eq!(here.addresses(), expected(name, 0..1500));
    }
}

#[test]
fn marks_of_another_index_do_not_count() {
    let site = Imitation::start();
    put(&site, "lichess", games(50, 9));
    let here = Here::new();
    here.fetch(&site, "lichess:Ann");
    let marks = |here: &Here| here.folder.path().join("index/fetched.json");
    for text in [
        std::fs::read(marks(&here)).expect("a file"),
        b"{".to_vec(),
        Vec::new(),
    ] {
        let other = Here::new();
        std::fs::write(marks(&other), text).expect("written");
        assert_eq!(other.fetch(&site, "lichess:Ann").games, 50);
    }
}

#[test]
fn redirects_are_followed() {
    let site = Imitation::start();
    put(&site, "lichess", games(20, 10));
    let moved = Imitation {
        url: format!("{}/moved", site.url),
        ..Imitation::start()
    };
    let here = Here::new();
    assert_eq!(here.fetch(&moved, "lichess:Ann").games, 20);
}

/// An index that a version made which did not look at addresses has the key of moves and surnames: what is done then is in
/// `similarity/src/games/duplicate.rs`. Here, a copy without an address that came first.
#[test]
fn a_copy_from_elsewhere() {
    let site = Imitation::start();
    put(&site, "lichess", games(20, 11));
    let here = Here::new();
    here.fetch(&site, "lichess:Ann");
    let other = Here::new();
    let mut import = Import::new(&other.database, DEFAULT_FROM_MOVE).expect("a writer");
    let snapshot = here.database.snapshot().expect("a snapshot");
    let game = snapshot.game(1).expect("readable").expect("a game");
    let pgn = game.pgn().replace("https://lichess.org/", "");
    import
        .read("copy", std::io::Cursor::new(pgn), |_, _| {
            ControlFlow::Continue(())
        })
        .expect("read");
    assert!(import.finish(&mut Remarks::default(), || false).1.is_ok());
    let sum = other.fetch(&site, "lichess:Ann");
    assert_eq!((sum.games, sum.duplicates), (19, 1));
}
