"""Every operation of the API has a method in both clients, and each is asked."""

import asyncio
import inspect
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from conftest import TOKEN
from tabiya import AsyncTabiya, Filter, Refusal, Tabiya, TabiyaError, models

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
FEN = "r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R w KQ - 0 1"
MATE = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
PATTERN = "/".join(["????????"] * 6 + ["?????PPP", "??????K?"])
PGN = '[White "Annotated"]\n[Black "B"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n'
BOARDS = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
)


def answers(model: type[Any]) -> Callable[[Any], bool]:
    return lambda many: [type(answer) for answer in many] == [model, Refusal, model]


MANY = [MATE, "nonsense", FEN]
CARLSEN = Filter(player="Carlsen")

# Operations, methods, their arguments, and what must hold of the answer.
Row = tuple[str, str, tuple[Any, ...], dict[str, Any], Callable[[Any], object]]
ROWS: list[Row] = [
    ("similar", "similar", (FEN,), {"limit": 3}, lambda a: len(a.hits) == 3 and a.hits[0].explanation.terms),
    ("similar", "similar", (FEN,), {"filter": CARLSEN}, lambda a: a.passed.games > 1),
    ("similar", "similar", (FEN,), {"filter": {"minRating": 4000}}, lambda a: a.hits == []),
    ("similar", "similar", (FEN,), {"analyse": {"depth": 2}, "limit": 1}, lambda a: a.hits[0].analysis.depth == 2),
    ("similar", "similar", (FEN,), {"weights": {"pawnSkeleton": 2}, "scoring": "structure"}, lambda a: a.hits),
    ("similar", "similar_many", (MANY,), {"batch": 2, "limit": 1}, answers(models.SimilarAnswer)),
    ("similar", "plans", (FEN,), {}, lambda a: a.games > 1 and a.white[0].to),
    ("positions", "positions", (START,), {"filter": CARLSEN}, lambda a: a.games > 1 and a.moves[0].san),
    ("positions", "pattern", (PATTERN,), {"limit": 2}, lambda a: len(a.hits) == 2),
    ("lichess", "explorer", (), {"play": "e2e4", "history": True}, lambda a: a.moves and a.history[0].month),
    ("lichess", "explorer", (START,), {"moves": 2}, lambda a: len(a.moves) == 2),
    ("masters", "masters", (START,), {"since": "2000"}, lambda a: a.top_games),
    ("player", "player", ("Carlsen", "white"), {}, lambda a: a.recent_games and a.queue_position == 0),
    ("collections", "collections", (), {}, lambda a: isinstance(a, list)),
    ("players", "players", ("carls",), {"limit": 3}, lambda a: a[0].name.startswith("Carlsen") and a[0].games > 1),
    ("playerRecord", "player_record", ("Carlsen",), {}, lambda a: a.white.games > 1 and a.white.openings[0].moves),
    ("report", "report", ("Carlsen",), {"games": 20}, lambda a: a.read == 20 and a.white.openings[0].moves),
    ("terms", "terms", (MATE,), {}, lambda a: "Rd1" in a.naive),
    ("motifs", "motifs", (MATE,), {}, lambda a: any(motif.kind == "mateIn1" for motif in a.motifs)),
    ("motifs", "motifs_many", (MANY,), {}, answers(models.MotifsAnswer)),
    ("analyse", "analyse", (MATE,), {"depth": 3, "multi_pv": 2}, lambda a: len(a.pvs) == 2 and a.pvs[0].mate == 1),
    ("analyse", "analyse_many", (MANY,), {"nodes": 1000}, answers(models.Analysis)),
    ("difficulty", "difficulty", (MATE,), {"solution": "d1d8"}, lambda a: a.rating > 0 and a.why),
    ("difficulty", "difficulty_many", ([MATE, "nonsense", MATE],), {}, answers(models.DifficultyAnswer)),
    ("training", "training", (), {"player": "Carlsen", "limit": 1, "nodes": 1000}, lambda a: a.exercises[0].solution),
    ("training", "training", (), {"fen": FEN, "plan": True}, lambda a: a.plan.fen == FEN),
    ("training", "training_text", ("pgn",), {"player": "Carlsen", "limit": 1, "nodes": 1000}, lambda a: "[FEN" in a),
    ("training", "training_text", ("csv",), {"player": "Carlsen", "limit": 1, "nodes": 1000}, lambda a: "," in a),
    ("annotate", "annotate", (PGN,), {}, lambda a: "{" in a and '[White "Annotated"]' in a),
    ("annotate", "annotate", (PGN.encode(),), {"evals": True, "depth": 2}, lambda a: "%eval" in a),
    ("annotate", "annotate", (PGN,), {"eval": True, "depth": 2}, lambda a: "%eval" in a),
    ("game", "game", (1,), {}, lambda a: a.moves and a.white.name),
    ("game", "game_pgn", (1,), {}, lambda a: a.startswith("[Event ")),
    ("exportGames", "games", (), {"white": "Carlsen", "limit": 2}, lambda a: len(a.games) == 2 and a.next_ > 1),
    ("exportGames", "games_pgn", (), {"white": "Carlsen", "until": "2001"}, lambda a: a.startswith("[Event ")),
    ("mastersPgn", "masters_pgn", (1,), {}, lambda a: a.startswith("[Event ")),
    ("progressive", "progressive", (MATE, 1), {}, lambda a: a.mates[0].san),
    ("puzzle", "puzzle", (), {"moves": 3, "seed": 1}, lambda a: a.solutions > 0),
    ("bughouse", "bughouse", (BOARDS, "a"), {"depth": 2}, lambda a: a.board == "a" and a.color == "white"),
    ("status", "status", (), {}, lambda a: a.games > 1 and a.version),
    ("alive", "alive", (), {}, lambda a: a),
    ("ready", "ready", (), {}, lambda a: a),
    ("createSnapshot", "create_snapshot", (), {}, lambda a: a.games > 1 and a.bytes_ > 0),
    ("snapshots", "snapshots", (), {}, lambda a: isinstance(a, list)),
    ("metrics", "metrics", (), {}, lambda a: "# HELP" in a),
    ("openapi", "openapi", (), {}, lambda a: a["openapi"].startswith("3.1")),
]

# Operations without a row: what imports, fetches, renames and removes is in test_games.py, a page is for people, and
# `GET` asks what `similar` does. Deprecated operations have none either.
ELSEWHERE = {"importGames", "fetchGames", "removeGame", "renameCollection", "dropCollection", "docs", "similarTo"}


def test_every_operation_has_a_method(tabiya: Tabiya) -> None:
    operations = [operation for path in tabiya.openapi()["paths"].values() for operation in path.values()]
    current = {operation["operationId"] for operation in operations if not operation.get("deprecated")}
    assert len(current) > 20
    assert current == {row[0] for row in ROWS} | ELSEWHERE


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[1]}{row[3] or ''}")
def test_methods_answer(tabiya: Tabiya, row: Row) -> None:
    _, method, arguments, options, holds = row
    answer = getattr(tabiya, method)(*arguments, **options)
    assert holds(list(answer) if isinstance(answer, Iterator) else answer), answer


def test_async_methods_answer(url: str) -> None:
    async def ask(tabiya: AsyncTabiya, row: Row) -> None:
        _, method, arguments, options, holds = row
        asked = getattr(tabiya, method)(*arguments, **options)
        answer = [one async for one in asked] if inspect.isasyncgen(asked) else await asked
        assert holds(answer), (method, answer)

    async def ask_all() -> None:
        async with AsyncTabiya(url, token=TOKEN) as tabiya:
            await asyncio.gather(*(ask(tabiya, row) for row in ROWS))
            with pytest.raises(TabiyaError, match="is not a FEN"):
                await tabiya.motifs("nonsense")

    asyncio.run(ask_all())


def test_both_clients_have_the_same_methods() -> None:
    def methods(client: type[Any]) -> set[str]:
        return {name for name in vars(client) if not name.startswith("_")}

    assert methods(AsyncTabiya) - {"aclose"} == methods(Tabiya) - {"close"}
