//! What is known of a query and one of its hits, in numbers: what the learned model goes by.
//!
//! They are those of one side, `own`, and its opponent, `opp`, whoever is to move: the model adds up both views,
//! so that a quiet move, which changes the side to move, changes little.

use pgn::{MoveKey, Played};
use shakmaty::{Bitboard, Board, ByColor, ByRole, Chess, Color, MoveList, Position, Role, Square};

use super::candidate::{Candidate, Later, evaluation, pawns};
use super::row::{Group, Row};
use super::votes::{Votes, unique};
use crate::passages::continuation::PLIES;
use crate::scoring::idea::{Ideas, to_move};
use crate::terms::phase::pieces_worth;
use crate::terms::profile::Family;

/// What of a query all its hits share.
pub(super) struct Context<'a> {
    query: &'a Chess,
    /// What the query scores for itself.
    self_score: f64,
    pool: &'a [Candidate],
    /// What the best ten score on average, by family.
    parts: [f64; Family::ALL.len()],
    /// The votes of the pool: weighted by score; of the first twenty; of all.
    votes: [(&'static str, Votes<'a>); 3],
    /// What either side could play.
    legal: ByColor<MoveList>,
    /// Where each of its pieces could go, by role.
    reach: ByColor<ByRole<Bitboard>>,
    ideas: ByColor<Option<Line>>,
    evaluation: f64,
}

/// The engine's line for a side.
struct Line {
    keys: ByColor<Vec<MoveKey>>,
    later: Later,
    score: f64,
}

/// How fast the weight of a vote falls with the score, as a share of the query's own. Guessed.
const SHARPNESS: f64 = 0.04;

impl<'a> Context<'a> {
    /// `self_score` is what the query scores for itself.
    pub(super) fn new(
        query: &'a Chess,
        self_score: f64,
        ideas: &Ideas,
        pool: &'a [Candidate],
    ) -> Context<'a> {
        let best = pool.first().map_or(0.0, |one| one.score);
        let sharp = |one: &Candidate| ((one.score - best) / (SHARPNESS * self_score)).exp();
        let top = |nth: usize| if nth < 20 { 1.0 } else { 1e-6 };
        let few = &pool[..pool.len().min(10)];
        let mut parts = [0.0; Family::ALL.len()];
        for one in few {
            for (mean, part) in parts.iter_mut().zip(one.parts) {
                *mean += part / few.len() as f64;
            }
        }
        let of = |color: Color| to_move(query, color);
        let legal = |color| of(color).map(|position| position.legal_moves());
        let legal = ByColor::new_with(|color| legal(color).unwrap_or_default());
        let line = |color: Color| {
            let idea = ideas.get(color).as_ref()?;
            let mut position = of(color)?;
            let mut keys = ByColor::<Vec<MoveKey>>::default();
            for m in idea.line.iter().take(PLIES) {
                let turn = position.turn();
                keys.get_mut(turn).extend(Played::Move(*m).key(turn));
                position.play_unchecked(*m);
            }
            Some(Line {
                keys,
                later: Later::new(position.board()),
                score: idea.score,
            })
        };
        Context {
            query,
            self_score,
            pool,
            parts,
            votes: [
                ("sharp", Votes::new(pool, pool.iter().map(sharp).collect())),
                ("top", Votes::new(pool, (0..pool.len()).map(top).collect())),
                ("all", Votes::new(pool, vec![1.0; pool.len()])),
            ],
            reach: ByColor::new_with(|color| reach(legal.get(color), color)),
            legal,
            ideas: ByColor::new_with(line),
            evaluation: evaluation(query.board()),
        }
    }

    /// Adds the numbers of a hit from the view of a side.
    pub(super) fn put(&self, row: &mut Row, nth: usize, own: Color) {
        let one = &self.pool[nth];
        self.put_query(row, own);
        self.put_score(row, one);
        self.put_evaluation(row, one, own);
        self.put_material(row, one, own);
        self.put_pawns(row, one);
        self.put_pieces(row, one, own);
        self.put_continuation(row, one, own);
        for (prefix, votes) in &self.votes {
            votes.put(row, prefix, nth, one, own);
        }
        self.put_game(row, one, own);
        self.put_ideas(row, one, own);
    }

    fn put_query(&self, row: &mut Row, own: Color) {
        let board = self.query.board();
        let at = |place: usize| {
            self.pool
                .get(place)
                .or(self.pool.last())
                .map_or(0.0, |one| one.score)
        };
        let mut put = |name, number| row.put(Group::Board, ["query", name], number);
        put("pieces_own", f64::from(pieces_worth(board, own)));
        put("pieces_opp", f64::from(pieces_worth(board, !own)));
        put("queens", board.queens().count() as f64);
        put("pawns", board.pawns().count() as f64);
        put("score", self.self_score);
        put("best", at(0) / self.self_score);
        put("spread_10", (at(0) - at(9)) / self.self_score);
        put("spread_100", (at(0) - at(99)) / self.self_score);
        put("evaluation", self.evaluation * sign(own));
    }

    fn put_score(&self, row: &mut Row, one: &Candidate) {
        let at = |place: usize| {
            self.pool
                .get(place)
                .or(self.pool.last())
                .map_or(0.0, |one| one.score)
        };
        let mut put = |prefix, name, number: f64| row.put(Group::Board, [prefix, name], number);
        put("score", "", one.score / self.self_score);
        put("score", "best", (one.score - at(0)) / self.self_score);
        put("score", "tenth", (one.score - at(9)) / self.self_score);
        put("score", "lost", one.score - at(0));
        let parts = Family::ALL.into_iter().zip(one.parts).zip(self.parts);
        let of_board = |family: Family| family.is_of_board() || family == Family::Idea;
        for ((family, part), mean) in parts.filter(|((family, _), _)| of_board(*family)) {
            put("part", family.name(), part / self.self_score);
            put("more", family.name(), (part - mean) / self.self_score);
        }
        put("penalty", "", one.penalty / self.self_score);
    }

    fn put_evaluation(&self, row: &mut Row, one: &Candidate, own: Color) {
        let now = evaluation(one.moment.position.board());
        let mut put = |name, number| row.put(Group::Evaluation, ["evaluation", name], number);
        put("off", (now - self.evaluation).abs());
        put("hit", now * sign(own));
        put("later_off", (one.later.evaluation - self.evaluation).abs());
        put("change", (one.later.evaluation - now) * sign(own));
    }

    fn put_material(&self, row: &mut Row, one: &Candidate, own: Color) {
        let (board, other) = (self.query.board(), one.moment.position.board());
        let mut all = 0.0;
        for (role, name, balance) in [
            (Role::Pawn, "pawns", "pawns_balance"),
            (Role::Knight, "knights", "knights_balance"),
            (Role::Bishop, "bishops", "bishops_balance"),
            (Role::Rook, "rooks", "rooks_balance"),
            (Role::Queen, "queens", "queens_balance"),
        ] {
            let of = |board: &Board, color| board.by_piece(role.of(color)).count() as f64;
            let [white, black] =
                [Color::White, Color::Black].map(|color| of(other, color) - of(board, color));
            row.put(
                Group::Material,
                ["material", name],
                white.abs() + black.abs(),
            );
            row.put(
                Group::Material,
                ["material", balance],
                (white - black).abs(),
            );
            all += white.abs() + black.abs();
        }
        row.put(Group::Material, ["material", "all"], all);
        let off = |color| pieces_worth(other, color).abs_diff(pieces_worth(board, color));
        let worth = f64::from(off(own) + off(!own));
        row.put(Group::Material, ["material", "worth"], worth);
        let same = lone_bishops(board) == lone_bishops(other);
        row.put(Group::Material, ["material", "lone_bishops"], number(same));
    }

    fn put_pawns(&self, row: &mut Row, one: &Candidate) {
        let here = pawns(self.query.board());
        let now = pawns(one.moment.position.board());
        let off = squares_off(&here, &now);
        let count = here.iter().map(|pawns| pawns.count()).sum::<usize>().max(1) as f64;
        let mut put = |name, number| row.put(Group::Pawns, ["pawns", name], number);
        put("off", off);
        put("off_later", squares_off(&here, &one.later.pawns));
        put("change", squares_off(&now, &one.later.pawns));
        put("off_share", off / count);
    }

    fn put_pieces(&self, row: &mut Row, one: &Candidate, own: Color) {
        let (board, other) = (self.query.board(), one.moment.position.board());
        for (prefix, color) in [("own", own), ("opp", !own)] {
            let king = |board: &Board| board.king_of(color).unwrap_or(Square::E1);
            let (mine, theirs) = (king(board), king(other));
            row.put(
                Group::Kings,
                [prefix, "king"],
                f64::from(mine.distance(theirs)),
            );
            let wing = |square: Square| i32::from(square.file()) / 3;
            let wings = (wing(mine) - wing(theirs)).abs();
            row.put(Group::Kings, [prefix, "king_wing"], f64::from(wings));
            for (role, same, off) in [
                (Role::Knight, "knights_same", "knights_off"),
                (Role::Bishop, "bishops_same", "bishops_off"),
                (Role::Rook, "rooks_same", "rooks_off"),
                (Role::Queen, "queens_same", "queens_off"),
            ] {
                let (a, b) = (
                    board.by_piece(role.of(color)),
                    other.by_piece(role.of(color)),
                );
                row.put(Group::Pieces, [prefix, same], (a & b).count() as f64);
                row.put(Group::Pieces, [prefix, off], (a ^ b).count() as f64);
            }
        }
    }

    fn put_continuation(&self, row: &mut Row, one: &Candidate, own: Color) {
        let board = self.query.board();
        let first = one.moment.keys.get(own).first();
        let is_legal = |color: Color, (role, to): &MoveKey| {
            let reach = self.reach.get(color).get(*role);
            reach.contains(*to)
        };
        let legal = first.map_or(-1.0, |key| number(is_legal(own, key)));
        row.put(Group::Continuation, ["next", "legal"], legal);
        let same = match one.moment.played {
            Some(Played::Move(m)) if one.moment.position.turn() == own => {
                self.legal.get(own).contains(&m)
            }
            _ => false,
        };
        row.put(Group::Continuation, ["next", "same"], number(same));
        let captures = matches!(one.moment.played, Some(Played::Move(m)) if m.is_capture());
        row.put(Group::Continuation, ["next", "captures"], number(captures));
        for (prefix, color) in [("own", own), ("opp", !own)] {
            let keys = one.moment.keys.get(color);
            let here = |role: Role| board.by_piece(role.of(color));
            let mut put = |name, keys: &mut dyn Iterator<Item = &MoveKey>| {
                row.put(Group::Continuation, [prefix, name], keys.count() as f64);
            };
            put("legal", &mut keys.iter().filter(|key| is_legal(color, key)));
            put(
                "legal_soon",
                &mut keys.iter().take(3).filter(|key| is_legal(color, key)),
            );
            put(
                "done",
                &mut keys.iter().filter(|(role, to)| here(*role).contains(*to)),
            );
            put(
                "lacking",
                &mut keys.iter().filter(|(role, _)| here(*role).is_empty()),
            );
            put(
                "pawn_moves",
                &mut keys.iter().filter(|(role, _)| *role == Role::Pawn),
            );
        }
    }

    fn put_game(&self, row: &mut Row, one: &Candidate, own: Color) {
        let result = 2.0 * one.moment.result - 1.0;
        row.put(Group::Opening, ["game", "ply"], one.ply);
        row.put(Group::Result, ["game", "left"], one.left);
        row.put(Group::Result, ["game", "result"], result * sign(own));
        let expected = (self.evaluation / 2.0).clamp(-1.0, 1.0);
        row.put(
            Group::Result,
            ["game", "result_off"],
            (result - expected).abs(),
        );
        row.put(Group::Result, ["game", "rating"], one.rating);
    }

    fn put_ideas(&self, row: &mut Row, one: &Candidate, own: Color) {
        let result = 2.0 * one.moment.result - 1.0;
        for (prefix, color) in [("idea_own", own), ("idea_opp", !own)] {
            let mut put = |name, number| row.put(Group::Idea, [prefix, name], number);
            let Some(idea) = self.ideas.get(color) else {
                for name in IDEA {
                    put(name, 0.0);
                }
                continue;
            };
            let first = idea.keys.get(color).first();
            let keys = one.moment.keys.get(color);
            let has = |count: usize| {
                first.is_some() && keys.iter().take(count).any(|key| Some(key) == first)
            };
            let expected = (idea.score / 2.0).clamp(-1.0, 1.0);
            let numbers = [
                1.0,
                number(has(1)),
                number(has(3)),
                number(has(PLIES)),
                in_common(idea.keys.get(color), keys),
                in_common(idea.keys.get(!color), one.moment.keys.get(!color)),
                squares_off(&idea.later.pawns, &one.later.pawns),
                (idea.later.evaluation - one.later.evaluation).abs(),
                (idea.score - one.later.evaluation).abs(),
                idea.score * sign(color),
                (result - expected).abs(),
            ];
            for (name, number) in IDEA.into_iter().zip(numbers) {
                put(name, number);
            }
        }
        let score = |color: Color| self.ideas.get(color).as_ref().map(|idea| idea.score);
        let gain = score(own)
            .zip(score(!own))
            .map_or(0.0, |(own, opp)| own - opp);
        row.put(Group::Idea, ["idea", "gain"], gain * sign(own));
    }
}

/// Where the legal moves of a side go, by role.
fn reach(moves: &MoveList, color: Color) -> ByRole<Bitboard> {
    let mut reach = ByRole::<Bitboard>::default();
    for (role, to) in moves.iter().filter_map(|m| Played::Move(*m).key(color)) {
        reach.get_mut(role).add(to);
    }
    reach
}

/// What is known of the engine's line and a hit.
const IDEA: [&str; 11] = [
    "known",
    "first",
    "soon",
    "ever",
    "moves",
    "replies",
    "pawns",
    "later",
    "score_off",
    "score",
    "result_off",
];

/// 1 for White, -1 for Black.
fn sign(color: Color) -> f64 {
    color.fold_wb(1.0, -1.0)
}

fn number(is: bool) -> f64 {
    f64::from(u8::from(is))
}

/// If each side has one bishop, whether they go on squares of one colour.
fn lone_bishops(board: &Board) -> Option<bool> {
    let [white, black] =
        [Color::White, Color::Black].map(|color| board.by_piece(Role::Bishop.of(color)));
    let light = |bishops: Bitboard| (bishops & Bitboard::LIGHT_SQUARES).any();
    (white.count() == 1 && black.count() == 1).then(|| light(white) == light(black))
}

/// How many squares have a pawn in one of two positions only, summed over the colours.
fn squares_off(a: &[Bitboard; 2], b: &[Bitboard; 2]) -> f64 {
    let pairs = a.iter().zip(b);
    pairs.map(|(a, b)| (*a ^ *b).count()).sum::<usize>() as f64
}

/// How many moves are in both, each as often as it is in both.
fn in_common(moves: &[MoveKey], others: &[MoveKey]) -> f64 {
    let times = |keys: &[MoveKey], key: MoveKey| keys.iter().filter(|other| **other == key).count();
    let both = unique(moves).map(|key| times(moves, key).min(times(others, key)));
    both.sum::<usize>() as f64
}
