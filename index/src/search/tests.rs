//! The search answers what scoring every position answers: random collections, queries, limits
//! and passage cuts, against an exhaustive scorer that shares with it only the function that
//! scores one position.

mod divided;
mod explored;
mod filters;
mod played;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Write as _;
use std::io::Cursor;

use pgn::parse_fen;
use proptest::prelude::*;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, File, Position, Rank, Square};
use similarity::{
    BoardKey, Distinct, Family, Feature, Filter, Hit, Ingested, MAX_POSITIONS, Pattern, Query,
    Scoring, Similar, Term, terms,
};
use tempfile::TempDir;

use self::explored::check_explorer;
use self::filters::{COLLECTIONS, FilterCase, Header, check_pages, filter_cases, headers};
use super::bounds::{Bounds, scale};
use super::nearest;
use super::tuning::Tuning;
use crate::{Error, Index, Pace, Snapshot, Writer};

/// Where random games start: the usual way, Chess960, endgames that repeat positions and so make
/// equal scores, bare kings.
const STARTS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 20",
    "4k3/P6P/8/8/8/8/p6p/4K3 b - - 0 12",
    "8/8/4k3/8/8/4K3/8/8 w - - 0 60",
    "8/8/8/8/k7/8/7K/8 b - - 0 1",
];

/// Further queries: positions like nothing in the index, and bare kings.
const QUERIES: [&str; 4] = [
    "qqqqkqqq/8/8/8/8/8/8/K7 w - - 0 1",
    "8/8/8/8/8/8/8/K1k5 w - - 0 1",
    "r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R w KQ - 0 1",
    "4k3/8/8/3BB3/3BB3/8/8/4K3 w - - 0 1",
];

/// A random game: a start, and a choice among the legal moves of each position.
#[derive(Clone, Debug)]
struct RandomGame {
    start: usize,
    choices: Vec<u8>,
    header: Header,
}

/// A random collection, and what is asked of it.
#[derive(Clone, Debug)]
struct Case {
    games: Vec<RandomGame>,
    from_move: u32,
    passage_positions: usize,
    /// After how many games a commit is made, and with it a segment.
    commit_after: usize,
    limit: usize,
    /// How many passages are scored at first, before a last hit is known.
    seeds: usize,
    /// How many passages are looked up one by one.
    few: usize,
    /// Bit n: game n is removed in the end.
    removed: u32,
    /// The game and ply of a query.
    query: (prop::sample::Index, prop::sample::Index),
    /// Weights of features, and of the penalty.
    weights: Vec<u8>,
    penalty: f64,
    same_turn: bool,
    filter: FilterCase,
    distinct: Distinct,
}

prop_compose! {
    fn games()(
        start in 0..STARTS.len(),
        choices in prop::collection::vec(any::<u8>(), 0..60),
        header in headers(),
    ) -> RandomGame {
        RandomGame { start, choices, header }
    }
}

prop_compose! {
    fn cases()(
        games in prop::collection::vec(games(), 0..24),
        from_move in prop::sample::select(vec![0, 1, 3, 13]),
        passage_positions in 1..=MAX_POSITIONS,
        commit_after in 1..=24_usize,
        limit in prop::sample::select(vec![1, 2, 3, 10, 1000]),
        seeds in prop::sample::select(vec![0, 1, 3, 10, 72]),
        few in prop::sample::select(vec![0, 3, 64]),
        removed in prop_oneof![Just(0), any::<u32>()],
        query in any::<(prop::sample::Index, prop::sample::Index)>(),
        weights in prop::collection::vec(prop_oneof![Just(0), 0..100_u8], Feature::COUNT),
        penalty in prop::sample::select(vec![0.0, 0.2, 1.0, 50.0]),
        (same_turn, filter, distinct) in (any::<bool>(), filter_cases(), prop::sample::select(Distinct::ALL.to_vec())),
    ) -> Case {
        let mut case = Case {
            games, from_move, passage_positions, commit_after, limit, seeds, few, removed, query,
            weights, penalty, same_turn, filter, distinct,
        };
        // Others are no collections, and a filter that names one is an error.
        let gone = case.removed();
        let left = case.games.iter().zip(1..).filter(|(_, id)| !gone.contains(id));
        let left: Vec<&Header> = left.map(|(game, _)| &game.header).collect();
        let is_left = [0, 1].map(|of| left.iter().any(|header| header.is_in(of)));
        case.filter.keep_collections(is_left);
        case
    }
}

impl RandomGame {
    /// Its positions and the moves between them; the choice 255 is a null move out of check.
    fn play(&self) -> (Vec<Chess>, Vec<String>) {
        let mut positions = vec![parse_fen(STARTS[self.start]).expect("a start")];
        let mut sans = Vec::new();
        for choice in &self.choices {
            let position = positions[positions.len() - 1].clone();
            let legal = position.legal_moves();
            if *choice == 255 && !position.is_check() {
                sans.push("--".to_owned());
                positions.push(position.swap_turn().expect("not in check"));
            } else if let Some(m) = legal.get(usize::from(*choice) % legal.len().max(1)) {
                sans.push(SanPlus::from_move(position.clone(), *m).to_string());
                positions.push(position.play(*m).expect("a legal move"));
            } else {
                break;
            }
        }
        (positions, sans)
    }

    fn pgn(&self, number: usize) -> String {
        let mut pgn = self.header.pgn(number);
        if self.start > 0 {
            let _ = writeln!(pgn, "[SetUp \"1\"]\n[FEN \"{}\"]", STARTS[self.start]);
        }
        format!("{pgn}\n{} *\n\n", self.play().1.join(" "))
    }
}

impl Case {
    /// The ids of the games that are removed.
    fn removed(&self) -> BTreeSet<u64> {
        let ids = 1..=self.games.len() as u64;
        ids.filter(|id| self.removed >> id & 1 == 1).collect()
    }

    /// All positions that have been indexed: game, ply, board.
    fn indexed(&self) -> Vec<(u64, u64, Chess)> {
        let mut indexed = Vec::new();
        for (id, game) in (1..).zip(&self.games) {
            let first: Chess = parse_fen(STARTS[game.start]).expect("a start");
            // Half-moves from the very beginning, by the number of the first position.
            let before = 2 * (first.fullmoves().get() - 1) + first.turn().fold_wb(0, 1);
            for (ply, position) in (0..).zip(game.play().0) {
                if i64::from(before + ply) >= 2 * i64::from(self.from_move) - 1 {
                    indexed.push((id, u64::from(ply), position));
                }
            }
        }
        indexed
    }

    /// The index of its games.
    fn index(&self, folder: &TempDir) -> Index {
        let index = Index::create(folder.path()).expect("an empty index");
        let mut writer = index.writer().expect("the writer");
        writer.set_passage_positions(self.passage_positions);
        let mut sum = Ingested::default();
        for (number, game) in self.games.iter().enumerate() {
            let pgn = game.pgn(number);
            testing::games::add(&mut writer, Cursor::new(pgn), self.from_move, &mut sum);
            if number % self.commit_after == 0 {
                writer.commit().expect("a commit");
            }
        }
        writer.commit().expect("a commit");
        assert_eq!(sum.games, self.games.len() as u64);
        self.collect(&mut writer);

        // Ids that nobody has are passed over.
        let asked = self.removed().into_iter().chain([0, 1 << 40]).collect();
        assert_eq!(writer.remove(&asked).expect("removed"), self.removed());
        index
    }

    /// Adds its games to their collections: they are duplicates by now.
    fn collect(&self, writer: &mut Writer) {
        for (of, name) in COLLECTIONS.iter().enumerate() {
            let games = self.games.iter().enumerate();
            let games = games.filter(|(_, game)| game.header.is_in(of));
            let pgn: String = games.map(|(number, game)| game.pgn(number)).collect();
            if pgn.is_empty() {
                continue;
            }
            writer
                .set_collection(name.parse().expect("a name"))
                .expect("room");
            let mut sum = Ingested::default();
            testing::games::add(writer, Cursor::new(pgn), self.from_move, &mut sum);
            writer.commit().expect("a commit");
            assert_eq!(sum.games, 0);
        }
    }

    /// Numbers that change the speed of a search, and nothing else.
    fn tuning(&self, few_passages: usize) -> Tuning {
        Tuning {
            seeds: self.seeds,
            segments: self.seeds.max(1),
            few: self.few,
            few_passages,
            least_part: 1,
        }
    }

    /// Weights as nobody would choose them: some zero, reachability above all.
    fn custom(&self) -> Scoring {
        let mut weights = Scoring::Tabiya.weights().expect("weights");
        for (feature, weight) in Feature::all().zip(&self.weights) {
            weights
                .set(feature.name(), (*weight).into())
                .expect("a weight");
        }
        weights.set("penalty", self.penalty).expect("a weight");
        Scoring::Custom(weights)
    }

    /// A position of one of its games, or one of its starts.
    fn query(&self) -> Chess {
        let start = || parse_fen(STARTS[0]).expect("a start");
        if self.games.is_empty() {
            return start();
        }
        let positions = self.query.0.get(&self.games).play().0;
        self.query.1.get(&positions).clone()
    }
}

/// The best positions by scoring them all, of different games and, if boards are the rule, of different boards, of which
/// that of the query comes before others of its score.
fn exhaustive(
    indexed: &[(u64, u64, Chess)],
    query: &Query,
    turn: Option<Color>,
    limit: usize,
) -> Vec<Hit> {
    let by_board = query.distinct() == Distinct::Board;
    let board = |position: &Chess| (position.board().clone(), position.turn());
    let mut all = Vec::new();
    for (game, ply, position) in indexed {
        if turn.is_some_and(|turn| turn != position.turn()) {
            continue;
        }
        let hit = Hit {
            game: *game,
            ply: *ply,
            score: query.score(position),
        };
        let is_other = !by_board || board(position) != board(query.position());
        all.push((hit, is_other, board(position)));
    }
    all.sort_by(|(hit, is_other, _), (next, next_is_other, _)| {
        let by_score = next.score.total_cmp(&hit.score);
        by_score
            .then(is_other.cmp(next_is_other))
            .then(hit.order(next))
    });
    let (mut games, mut boards) = (HashSet::new(), HashSet::new());
    all.retain(|(hit, _, board)| {
        let is_blocked = games.contains(&hit.game) || by_board && boards.contains(board);
        if !is_blocked {
            games.insert(hit.game);
            boards.insert(board.clone());
        }
        !is_blocked
    });
    all.into_iter().map(|(hit, ..)| hit).take(limit).collect()
}

/// The boards of the hits are those of their positions, with the number of games that have them, and four of these.
fn check_boards(found: &Similar, passing: &[(u64, u64, Chess)], turn: Option<Color>) {
    for (hit, same) in found.hits.iter().zip(&found.boards) {
        let mut positions = passing.iter();
        let position = positions.find(|(game, ply, _)| (*game, *ply) == (hit.game, hit.ply));
        let (.., position) = position.expect("the position");
        assert_eq!(same.board, BoardKey::new(position));
        let is_same = |(.., other): &&(u64, u64, Chess)| {
            other.board() == position.board()
                && other.turn() == position.turn()
                && turn.is_none_or(|turn| turn == other.turn())
        };
        let mut games: BTreeMap<u64, u64> = BTreeMap::new();
        for (game, ply, _) in passing.iter().filter(is_same) {
            games.entry(*game).or_insert(*ply);
        }
        let is_last = found
            .hits
            .last()
            .is_some_and(|last| last.score >= hit.score);
        if found.query.distinct() == Distinct::Game || is_last && same.games.is_none() {
            assert_eq!((same.games, &*same.others), (None, &[][..]));
            continue;
        }
        assert_eq!(same.games, Some(games.len() as u64));
        games.remove(&hit.game);
        let others = same.others.iter().map(|other| (other.game, other.ply));
        assert_eq!(
            others.collect::<Vec<_>>(),
            games.into_iter().take(4).collect::<Vec<_>>()
        );
    }
}

/// What no position of the index exceeds in a search for positions like one.
fn highest_bound(snapshot: &Snapshot, position: &Chess, scoring: &Scoring) -> Result<f64, Error> {
    let query = Query::new(position, snapshot.statistics(), *scoring);
    let scale = scale(&query);
    let mut highest = f64::NEG_INFINITY;
    for (number, segment) in snapshot.segments().iter().enumerate() {
        let (docs, statics) = (0..segment.documents(), segment.statics(scoring));
        let bounds = Bounds::new(number, segment, docs, &query, &statics, scale)
            .map_err(|error| snapshot.failed(error))?;
        for bound in bounds.reaching(highest, 0) {
            highest = highest.max(bounds.tightened(bound).score);
        }
    }
    Ok(highest)
}

/// The statistics of the index are what counting every position gives that is left.
fn check_statistics(snapshot: &Snapshot, indexed: &[(u64, u64, Chess)], removed: &BTreeSet<u64>) {
    let mut frequencies: HashMap<Term, u64> = HashMap::new();
    let (mut positions, mut length) = (0, 0);
    for (game, _, position) in indexed {
        let count = u64::from(!removed.contains(game));
        let mut terms = terms(position);
        terms.retain(|term| term.is_of_thesis());
        positions += count;
        length += count * terms.len() as u64;
        for term in terms {
            *frequencies.entry(term.query_term()).or_default() += count;
        }
    }
    let statistics = snapshot.statistics();
    assert_eq!(statistics.positions, positions);
    assert_eq!(statistics.length, length);
    for (term, frequency) in frequencies {
        assert_eq!(statistics.frequency(term), frequency, "{term}");
    }
}

/// The positions that look like some squares of one are what looking at each of them says.
fn check_patterns(
    snapshot: &Snapshot,
    indexed: &[(u64, u64, Chess)],
    position: &Chess,
    third: u32,
) {
    let matters = |square: Square| (u32::from(square) + square.rank() as u32) % 3 == third % 3;
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        for file in File::ALL {
            let square = Square::from_coords(file, rank);
            text.push(match position.board().piece_at(square) {
                _ if !matters(square) => '?',
                None => '-',
                Some(piece) => piece.char(),
            });
        }
        text.push(if rank == Rank::First { ' ' } else { '/' });
    }
    let pattern = Pattern::new(&text, None, Vec::new()).expect("a pattern");
    let found = snapshot
        .find(&pattern, &Filter::default(), usize::MAX)
        .expect("readable");
    let same = |other: &Chess| {
        let mut squares = Square::ALL.into_iter().filter(|square| matters(*square));
        squares.all(|square| other.board().piece_at(square) == position.board().piece_at(square))
    };
    let mut first: BTreeMap<u64, u64> = BTreeMap::new();
    let matching: Vec<_> = indexed.iter().filter(|(.., other)| same(other)).collect();
    for (game, ply, _) in &matching {
        first.entry(*game).or_insert(*ply);
    }
    assert_eq!(found.hits, first.into_iter().collect::<Vec<_>>(), "{text}");
    assert_eq!(
        (found.positions, found.is_exact),
        (matching.len() as u64, true)
    );
    assert_eq!(found.outcomes.games(), found.hits.len() as u64);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn same_as_scoring_every_position(case in cases()) {
        let folder = TempDir::new().expect("a temporary folder");
        let index = case.index(&folder);
        let snapshot = index.snapshot().expect("a snapshot");
        let (mut indexed, removed) = (case.indexed(), case.removed());
        check_statistics(&snapshot, &indexed, &removed);
        indexed.retain(|(game, ..)| !removed.contains(game));
        for id in 1..=case.games.len() as u64 {
            let game = snapshot.game(id).expect("readable");
            prop_assert_eq!(game.is_none(), removed.contains(&id));
        }

        let verified = Index::verify(folder.path(), |_, _| {}).expect("readable");
        prop_assert_eq!(verified.problems, Vec::<String>::new());
        for position in [case.query(), parse_fen(STARTS[0]).expect("a start")] {
            check_explorer(&snapshot, &case, &removed, &position);
            check_patterns(&snapshot, &indexed, &position, case.removed);
            check_pages(&snapshot, &case, &indexed, &position);
        }

        let queries = QUERIES.iter().map(|fen| parse_fen(fen).expect("a FEN"));
        for (position, scoring) in queries.chain([case.query()]).flat_map(|position| {
            let scorings = Scoring::ALL.into_iter().chain([case.custom()]);
            scorings.map(move |scoring| (position.clone(), scoring))
        }) {
            let query = Query::new(&position, snapshot.statistics(), scoring).with_distinct(case.distinct);
            let turn = case.same_turn.then_some(position.turn());
            let query = match turn {
                Some(turn) => query.with_turn(turn),
                None => query,
            };
            let found = nearest(&snapshot, query.clone(), case.limit, &case.tuning(2000), &Pace::default()).expect("an answer");
            prop_assert_eq!(&found.hits, &exhaustive(&indexed, &query, turn, case.limit), "{:?}", scoring);
            check_boards(&found, &indexed, turn);
            let whole = snapshot.exhaustive(std::slice::from_ref(&query), case.limit, |_| {}).expect("readable");
            prop_assert_eq!(&found.hits, &whole[0]);
            let highest = highest_bound(&snapshot, &position, &scoring).expect("an answer");
            prop_assert!(found.hits.iter().all(|hit| hit.score <= highest));

            let filter = case.filter.filter(&position);
            let mut passing = indexed.clone();
            passing.retain(|(game, ply, found)| {
                let header = &case.games[*game as usize - 1].header;
                case.filter.passes(header, *ply, found, &position)
            });
            let selection = snapshot.select(&filter).expect("a selection");
            let games: BTreeSet<u64> = passing.iter().map(|(game, ..)| *game).collect();
            prop_assert_eq!((selection.games, selection.positions), (games.len() as u64, passing.len() as u64), "{:?}", filter);
            let query = query.among(selection);
            for few_passages in [0, 2000] {
                let among = nearest(&snapshot, query.clone(), case.limit, &case.tuning(few_passages), &Pace::default()).expect("an answer");
                prop_assert_eq!(&among.hits, &exhaustive(&passing, &query, turn, case.limit), "{:?} {:?}", scoring, filter);
                check_boards(&among, &passing, turn);
            }
            let whole = snapshot.exhaustive(std::slice::from_ref(&query), case.limit, |_| {}).expect("readable");
            prop_assert_eq!(&exhaustive(&passing, &query, turn, case.limit), &whole[0]);

            for hit in &found.hits {
                let (_, _, position) = indexed.iter().find(|(game, ply, _)| (*game, *ply) == (hit.game, hit.ply)).expect("the position");
                let explanation = found.query.explain(position);
                let families: f64 = Family::ALL.iter().map(|family| explanation.family(*family)).sum();
                let terms: f64 = explanation.terms.iter().map(|term| term.score).sum();
                for explained in [families, terms] {
                    prop_assert!((explained - explanation.penalty - hit.score).abs() <= 1e-9 * terms.max(1.0));
                }
            }
        }
    }
}
