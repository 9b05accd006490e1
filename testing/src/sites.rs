//! An imitation of lichess and chess.com on this machine, with whatever can go wrong on the way.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use fastrand::Rng;
use serde_json::json;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Position};

/// Tuesday, 24 November 2026, 12:00, in seconds since 1970.
pub const NOON: u64 = 1_795_521_600;

/// The head of each answer: the time there.
const DATE: &str = "Date: Tue, 24 Nov 2026 12:00:00 GMT";

/// A game of the player `Ann`.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its number, which makes its address.
    pub number: u64,
    /// When it was begun, in milliseconds since 1970.
    pub created: u64,
    /// Whether it is still being played.
    pub ongoing: bool,
    /// Its moves and its result.
    moves: String,
}

impl Game {
    /// A game of random legal moves. Some of them are short, and the same.
    pub fn random(rng: &mut Rng, number: u64, created: u64) -> Game {
        let mut moves = String::new();
        let mut position = Chess::default();
        let plies = if number % 40 == 7 { 4 } else { rng.u32(26..60) };
        let mut fixed = Rng::with_seed(1);
        let rng = if plies == 4 { &mut fixed } else { rng };
        for ply in 0..plies {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let played = legal[rng.usize(..legal.len())];
            if ply % 2 == 0 {
                let _ = write!(moves, "{}. ", ply / 2 + 1);
            }
            let san = SanPlus::from_move_and_play_unchecked(&mut position, played);
            let _ = write!(moves, "{san} {{[%clk 0:02:59]}} ");
        }
        Game {
            number,
            created,
            ongoing: false,
            moves: moves + "1/2-1/2",
        }
    }

    /// Its id at lichess.
    fn id(&self) -> String {
        format!("{:08x}", self.number)
    }

    fn pgn(&self, event: &str, tags: &str) -> String {
        let moves = &self.moves;
        format!(
            "[Event \"{event}\"]\n{tags}\n[Date \"2024.05.06\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n\
             [Result \"1/2-1/2\"]\n\n{moves}\n"
        )
    }

    /// A line of lichess's answer.
    fn line(&self) -> String {
        let site = format!("[Site \"https://lichess.org/{}\"]", self.id());
        let pgn = self.pgn("Rated Blitz game", &site);
        let line =
            json!({"id": self.id(), "createdAt": self.created, "status": "draw", "pgn": pgn});
        format!("{line}\n")
    }

    /// As it stands in a month of chess.com's.
    fn in_month(&self) -> String {
        let link = format!("[Link \"https://www.chess.com/game/live/{}\"]", self.number);
        self.pgn("Live Chess", &format!("[Site \"Chess.com\"]\n{link}")) + "\n"
    }
}

/// What goes wrong.
pub struct Trouble {
    /// Chance: which answers, and after how many bytes.
    pub rng: Rng,
    /// How many answers are cut off.
    pub cuts: usize,
    /// After how many bytes on average.
    pub cut_after: usize,
    /// How many in a hundred answers are 429, every other one with `Retry-After: 0`; 503; and how many games come again.
    pub percent: u32,
    /// How long each part of an answer takes.
    pub pause: Duration,
}

impl Trouble {
    /// None at all.
    pub fn none() -> Trouble {
        Trouble {
            rng: Rng::with_seed(0),
            cuts: 0,
            cut_after: 1,
            percent: 0,
            pause: Duration::ZERO,
        }
    }
}

/// What the imitation has, and what it was asked.
pub struct State {
    /// lichess's games.
    pub games: Vec<Game>,
    /// chess.com's, by month, e.g. `2024/05`.
    pub months: BTreeMap<String, Vec<Game>>,
    /// What goes wrong with the next answers.
    pub trouble: Trouble,
    /// Answers to be given before all others, whole: a head and a body.
    pub first: Vec<String>,
    /// The first lines and the user agents of all requests.
    pub requests: Vec<(String, String)>,
    /// The games that were sent whole.
    pub sent: usize,
    /// The number of answers that were cut, 429 and 503.
    pub troubled: [usize; 3],
    at_once: usize,
    /// The most requests that were answered at the same time.
    pub most_at_once: usize,
}

/// Both sites, on a port of their own.
pub struct Imitation {
    /// The address, without a slash at the end.
    pub url: String,
    /// What they have and were asked, shared with the threads that answer.
    pub state: Arc<Mutex<State>>,
}

impl Imitation {
    /// Starts to answer, without games and without trouble. It ends with the program.
    pub fn start() -> Imitation {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let state = Arc::new(Mutex::new(State {
            games: Vec::new(),
            months: BTreeMap::new(),
            trouble: Trouble::none(),
            first: Vec::new(),
            requests: Vec::new(),
            sent: 0,
            troubled: [0; 3],
            at_once: 0,
            most_at_once: 0,
        }));
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let shared = Arc::clone(&shared);
                // Who asks may go away.
                thread::spawn(move || drop(answer(stream, &shared)));
            }
        });
        Imitation {
            url: format!("http://{address}"),
            state,
        }
    }

    /// What they have and were asked; answers wait as long as it is held.
    pub fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Answers one request, and closes.
fn answer(stream: TcpStream, shared: &Mutex<State>) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let (mut agent, mut etag) = (String::new(), None);
    loop {
        let mut header = String::new();
        reader.read_line(&mut header)?;
        let Some((name, value)) = header.trim().split_once(": ") else {
            break;
        };
        match &*name.to_ascii_lowercase() {
            "user-agent" => value.clone_into(&mut agent),
            "if-none-match" => etag = Some(value.to_owned()),
            _ => {}
        }
    }
    let path = line.split(' ').nth(1).unwrap_or_default().to_owned();
    let (answer, pause, mut rng) = {
        let mut state = lock(shared);
        state.at_once += 1;
        state.most_at_once = state.most_at_once.max(state.at_once);
        state.requests.push((path.clone(), agent));
        let answer = state.answer(&path, etag.as_deref());
        let rng = state.trouble.rng.fork();
        (answer, state.trouble.pause, rng)
    };
    let mut stream = reader.into_inner();
    let mut rest = &answer[..];
    let mut sent = Ok(());
    while !rest.is_empty() && sent.is_ok() {
        let part = rng.usize(1..20_000).min(rest.len());
        let (part, others) = rest.split_at(part);
        rest = others;
        if rest.is_empty() {
            // Before whoever asks can see the end, and ask again.
            lock(shared).at_once -= 1;
        }
        sent = stream.write_all(part);
        thread::sleep(pause);
    }
    if !rest.is_empty() {
        lock(shared).at_once -= 1;
    }
    sent
}

impl State {
    /// The bytes of an answer, or of the part of it before it is cut.
    fn answer(&mut self, path: &str, etag: Option<&str>) -> Vec<u8> {
        if !self.first.is_empty() {
            return self.first.remove(0).into_bytes();
        }
        let percent = self.trouble.percent;
        let dice = self.trouble.rng.u32(0..100);
        if dice < percent {
            self.troubled[1] += 1;
            let after = if self.troubled[1].is_multiple_of(2) {
                "Retry-After: 0\r\n"
            } else {
                ""
            };
            return head("429 Too Many Requests", after).into_bytes();
        }
        if dice < 2 * percent {
            self.troubled[2] += 1;
            return head("503 Service Unavailable", "").into_bytes();
        }
        let mut answer = self.whole(path, etag);
        if self.trouble.cuts > 0 && answer.len() > 300 {
            let at = self.trouble.rng.usize(1..2 * self.trouble.cut_after);
            if at < answer.len() {
                self.trouble.cuts -= 1;
                self.troubled[0] += 1;
                answer.truncate(at);
            }
        }
        answer
    }

    fn whole(&mut self, path: &str, etag: Option<&str>) -> Vec<u8> {
        let (route, query) = path.split_once('?').unwrap_or((path, ""));
        let parts: Vec<&str> = route.trim_matches('/').split('/').collect();
        match &parts[..] {
            ["api", "games", "user", "Ann" | "ann"] => {
                chunked("application/x-ndjson", "", &self.lines(query))
            }
            ["pub", "player", "ann", "games", "archives"] => {
                let url =
                    |month: &String| format!("https://api.chess.com/pub/player/ann/games/{month}");
                let archives: Vec<String> = self.months.keys().map(url).collect();
                chunked(
                    "application/json",
                    "",
                    &json!({"archives": archives}).to_string(),
                )
            }
            ["pub", "player", "ann", "games", year, month, "pgn"] => {
                let games = self.months.get(&format!("{year}/{month}"));
                let Some(games) = games else {
                    return head("404 Not Found", "").into_bytes();
                };
                let now = format!("W/\"{}\"", games.len());
                if etag == Some(&*now) {
                    return head("304 Not Modified", &format!("ETag: {now}\r\n")).into_bytes();
                }
                self.sent += games.len();
                let text: String = games.iter().map(Game::in_month).collect();
                chunked(
                    "application/x-chess-pgn",
                    &format!("ETag: {now}\r\n"),
                    &text,
                )
            }
            ["moved", rest @ ..] => {
                let to = format!("Location: /{}?{query}\r\n", rest.join("/"));
                head("302 Found", &to).into_bytes()
            }
            _ => head("404 Not Found", "").into_bytes(),
        }
    }

    /// lichess's answer: of the games that were begun after `since`, and are over or `ongoing`.
    fn lines(&mut self, query: &str) -> String {
        let value = |name: &str| {
            let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
            pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
        };
        let since = value("since").map_or(0, |since| since.parse().expect("a number"));
        let most = value("max").map_or(usize::MAX, |most| most.parse().expect("a number"));
        let ongoing = value("finished") == Some("false");
        assert_eq!(value("sort"), Some("dateAsc"));
        let mut games: Vec<&Game> = self.games.iter().collect();
        games.retain(|game| game.created > since && game.ongoing == ongoing);
        games.sort_by_key(|game| game.created);
        games.truncate(most);
        self.sent += if ongoing { 0 } else { games.len() };
        let mut text = String::new();
        for (place, game) in games.iter().enumerate() {
            text += &game.line();
            if self.trouble.rng.u32(0..100) < self.trouble.percent {
                text += &games[self.trouble.rng.usize(..=place)].line();
                text += "\n";
            }
        }
        text
    }
}

/// An answer without a body.
pub fn head(status: &str, headers: &str) -> String {
    format!(
        "HTTP/1.1 {status}\r\n{DATE}\r\n{headers}Content-Length: 0\r\nConnection: close\r\n\r\n"
    )
}

fn chunked(media_type: &str, headers: &str, body: &str) -> Vec<u8> {
    let mut answer = format!(
        "HTTP/1.1 200 OK\r\n{DATE}\r\nContent-Type: {media_type}\r\n{headers}Connection: close\r\n\
         Transfer-Encoding: chunked\r\n\r\n"
    )
    .into_bytes();
    for chunk in body.as_bytes().chunks(4000) {
        answer.extend_from_slice(format!("{:x}\r\n", chunk.len()).as_bytes());
        answer.extend_from_slice(chunk);
        answer.extend_from_slice(b"\r\n");
    }
    answer.extend_from_slice(b"0\r\n\r\n");
    answer
}

/// As many random games, a minute after another up to an hour before [`NOON`]; some were begun at the same time.
pub fn games(count: u64, seed: u64) -> Vec<Game> {
    let mut rng = Rng::with_seed(seed);
    let begun = |number: u64| 1000 * (NOON - 3600 - 60 * (count - number - number % 5 / 4));
    (0..count)
        .map(|number| Game::random(&mut rng, number, begun(number)))
        .collect()
}

/// The most games in a month.
pub const MONTH: usize = 90;

/// These games in the months up to November 2026.
pub fn months(games: Vec<Game>) -> BTreeMap<String, Vec<Game>> {
    let mut months: BTreeMap<String, Vec<Game>> = BTreeMap::new();
    let before = 2026 * 12 + 11 - games.len().div_ceil(MONTH);
    for (place, game) in games.into_iter().enumerate() {
        let month = before + place / MONTH;
        let name = format!("{}/{:02}", month / 12, 1 + month % 12);
        months.entry(name).or_default().push(game);
    }
    months
}
