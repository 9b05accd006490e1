"""The keyword arguments of the methods. Made of the OpenAPI document by `tools/clients/generate`: do not edit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

from ._generated.models import (
    BughouseClocks,
    BughouseRequestRulesType0,
    Effort,
    ExportGamesColor,
    ExportGamesResult,
    ExportGamesTurn,
    FilterRequest,
    LichessVariant,
    ProgressiveRequestEnPassantType0,
    ProgressiveRequestRulesType0,
    PuzzleRequestEnPassantType0,
    PuzzleRequestRulesType0,
    SimilarRequestDistinctType0,
    SimilarRequestScoringType0,
    SimilarRequestTurnType0,
    SimilarRequestWeightsType0,
    TrainingRequestColorType0,
    TrainingRequestSpeedsType0Item,
    TrainingRequestThemeType0,
)


class SimilarOptions(TypedDict, total=False):
    analyse: Effort | Mapping[str, Any]
    # How far the engine searches the position and the hits; by default it does not.
    analyse_hits: bool
    # Whether the hits are analysed, too; by default they are.
    distinct: SimilarRequestDistinctType0
    # What two hits may not have in common: `board`, so that each has another board and another game, or `game` alone;
    # by default `board`, but `game` for `thesis`.
    explain: bool
    # Whether hits are explained; by default they are.
    filter: FilterRequest | Mapping[str, Any]
    # What games and positions must be like to be hits. What the board alone scores stays the same; what the games of
    # other hits add does not.
    flip: bool
    # Whether positions that are similar with the colours reversed are hits, too; by default they are not.
    idea: bool
    # Whether what the engine would play for either side counts, too; by default it does.
    limit: int
    # The number of hits; 10 by default.
    plans: bool
    # Whether to count what was played next in the games of the best 100 positions; by default not.
    scoring: SimilarRequestScoringType0
    # The name of a scoring profile; `tabiya` by default.
    turn: SimilarRequestTurnType0
    # The side to move in a hit: `any` (the default), `same` as in the query, `white` or `black`.
    weights: SimilarRequestWeightsType0 | Mapping[str, Any]
    # Weights in place of the profile's (`thesis` has none), by the name of the feature, e.g. `pawnSkeleton`; from 0 to
    # 100.


class PositionsOptions(TypedDict, total=False):
    filter: FilterRequest | Mapping[str, Any]
    # What games (and with `pattern` positions) must be like.
    limit: int
    # The number of games with a pattern, or of top and recent games with a position (at most 15); 10 by default.


class PatternOptions(TypedDict, total=False):
    filter: FilterRequest | Mapping[str, Any]
    # What games (and with `pattern` positions) must be like.
    limit: int
    # The number of games with a pattern, or of top and recent games with a position (at most 15); 10 by default.
    material: str
    # With `pattern`: the pieces on the board, e.g. `KRPPkrpp`.
    terms: list[str]
    # With `pattern`: terms that the position must have, e.g. `Id4` or `'Fc5`.


class AnalyseOptions(TypedDict, total=False):
    depth: int
    # See `Effort`.
    elo: int
    # Play as a player of this rating would; by default as well as the engine can. (Another engine does so if it has
    # the option `UCI_Elo`.)
    movetime_ms: int
    # See `Effort`.
    multi_pv: int
    # See `Effort`.
    nodes: int
    # See `Effort`.
    resume: bool
    # Whether to go on where an earlier analysis of the same position ended, if the engine still has it in memory: the
    # answer comes from deeper, and depends on more than the request. Other engines always begin anew.


class ReportOptions(TypedDict, total=False):
    analyse: bool
    # Whether the engine adds the scores that the games do not have, and looks at the mistakes.
    book: FilterRequest | Mapping[str, Any]
    # The games whose openings are the book that the player's games leave, e.g. `{"minRating": 2500}`; without it there
    # is no book.
    filter: FilterRequest | Mapping[str, Any]
    # What the games must be like; without `player`.
    games: int
    # The number of games, the newest by their numbers; 1,000 by default.
    nodes: int
    # The number of moves of each of its searches; 50,000 by default.


class TrainingOptions(TypedDict, total=False):
    collection: list[str]
    # The names of collections: games of the index that are in any of them.
    color: TrainingRequestColorType0
    # With `mistakes`, the player's side.
    fen: str
    # FEN or EPD: games of the index with a position similar to it, from there on.
    games: int
    # With `mistakes`, the number of the player's games that are looked at, the newest by their numbers; 100 by
    # default.
    kind: str
    # With `mistakes`, the only kind of them: `missed` or `allowed` and a motif or `mate`, such as `missed fork`; or a
    # phase, such as `endgame`.
    limit: int
    # The number of exercises; 10 by default. At most 200 positions are searched for each.
    max_rating: int
    # The highest rating of an exercise.
    min_rating: int
    # The lowest rating of an exercise.
    mistakes: bool
    # Exercises of the costliest kinds of the mistakes of `player`, as a report counts them, with others like them from
    # games of others, and games of masters in which the right move was played.
    nodes: int
    # The number of moves that each search makes; 50,000 by default.
    pgn: str
    # These games instead of those of the index, e.g. your own.
    plan: bool
    # The plan of `fen` instead: what strong players did from similar positions.
    player: str
    # Positions with this player to move, e.g. `Carlsen`, `carlsen magnus`, `Carlsen, M`.
    skip: int
    # The number of games to leave out at the start, e.g. the `next` of an earlier answer, to go on after it; at most
    # 10,000 with `fen`. 0 by default.
    speeds: list[TrainingRequestSpeedsType0Item]
    # Games of the index of any of these speeds.
    theme: TrainingRequestThemeType0
    # Positions with a motif such as `fork`, or a named structure such as `Carlsbad structure`. If it is a chance of
    # the side to move, like a fork, the solution uses it.
    without: list[str]
    # Positions that are exercises already, as those of earlier answers are: none of these comes again.


class ProgressiveOptions(TypedDict, total=False):
    all: bool
    # Whether to find mates to all mating positions, at most 1000, not just one.
    en_passant: ProgressiveRequestEnPassantType0
    # The pawns that may be taken en passant in answer: `last`, the one moved last, or `series`, all that made a double
    # step in the series and stand where it ended; by default `series` if there are `rules`, else `last`.
    rules: ProgressiveRequestRulesType0
    # `italian` or `scottish`; by default a mate as in chess, given by the last move.


class PuzzleOptions(TypedDict, total=False):
    en_passant: PuzzleRequestEnPassantType0
    # See `ProgressiveRequest`.
    moves: int
    # The number of moves; 4 by default.
    rules: PuzzleRequestRulesType0
    # See `ProgressiveRequest`.
    seed: int
    # The same seed makes the same puzzle; 0 by default.


class BughouseOptions(TypedDict, total=False):
    clocks_ms: BughouseClocks | Mapping[str, Any]
    # What the four clocks show. Without them all players have the same time.
    depth: int
    # The depth of the search, in plies.
    movetime_ms: int
    # The time of the search, in milliseconds.
    nodes: int
    # The number of moves in the search. Without `depth`, `nodes` and `movetimeMs` it depends on the clock, or is
    # 50,000.
    rules: BughouseRequestRulesType0
    # `usual` (the default), as servers play it; or `thesis`: no clocks, no draw by repetition, and a dropped rook may
    # castle.


class ExplorerOptions(TypedDict, total=False):
    variant: LichessVariant
    # `standard` or `chess` (the default), `chess960` or `fromPosition`; other variants are not stored.
    play: str
    # Moves in UCI from there, e.g. `e2e4,e7e5`.
    moves: int
    # The number of moves; 12 by default, of `/player` all.
    top_games: int
    # The number of top games, at most 15 (of `/lichess` 4).
    recent_games: int
    # The number of recent games, at most 8; of `/lichess` top and recent games together.
    since: str
    # Played on this day or later: a year, a month or a day.
    until: str
    # Played on this day or earlier.
    ratings: str
    # Of `/lichess`: groups of mean ratings, e.g. `2200,2500`: each from 0, 1000, 1200, 1400, 1600, 1800, 2000, 2200 or
    # 2500 up to the next. Another number means the group that it is in.
    history: bool
    # Of `/lichess`: whether games are also counted by month, `true` or `false`.
    collection: str
    # The names of collections, with commas between them: games that are in any of them. Not a parameter of lichess.


class AnnotateOptions(TypedDict, total=False):
    depth: int
    # See `Effort`.
    nodes: int
    # See `Effort`.
    movetime_ms: int
    # See `Effort`.


class GamesOptions(TypedDict, total=False):
    player: str
    # One of the players.
    color: ExportGamesColor
    # That player's side.
    opponent: str
    # The other player.
    white: str
    # The player of the white pieces.
    black: str
    # The player of the black pieces.
    min_rating: int
    # The lowest mean of both ratings.
    max_rating: int
    # The highest mean of both ratings.
    since: str
    # Played on this day or later: `2010`, `2010-06` or `2010-06-18`.
    until: str
    # Played on this day or earlier.
    eco: str
    # What the ECO tag begins with, e.g. `B9`.
    result: ExportGamesResult
    # How it ended; `win` or `loss` of `player`.
    event: str
    # Words of the Event tag.
    comment: str
    # Words of its comments, and phrases in quotes: `c5 "minority attack"`, all of them.
    turn: ExportGamesTurn
    # An indexed position has this side to move.
    min_ply: int
    # An indexed position has this many half-moves before it, or more.
    max_ply: int
    # An indexed position has this many half-moves before it, or less.
    material: str
    # An indexed position has these pieces, e.g. `KRPPkrpp`.
    played: str
    # Moves that the side to move in an indexed position plays within its next six, with commas between them, e.g.
    # `Bxh7,Ng5`.
    speeds: str
    # How fast the game was, with commas between: any of `ultraBullet`, `bullet`, `blitz`, `rapid`, `classical`,
    # `correspondence`.
    collection: str
    # The names of collections, with commas between them: the game is in any of them.
    comments: bool
    # Whether marks and the words of comments are given, and commands in them but clocks and evaluations.
    clocks: bool
    # Whether clocks are given.
    evals: bool
    # Whether evaluations are given.
    variations: bool
    # Whether variations are given.
