"""Errors, retries, many positions, tables and diagrams."""

import importlib.metadata
import inspect
import json
import pickle
import re
import socket
from pathlib import Path
from typing import Any

import chess
import httpx
import pytest

from conftest import serving
from tabiya import AsyncTabiya, Refusal, Tabiya, TabiyaError, __version__, _options, board, frame, models
from tabiya._core import pause

FEN = "r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R w KQ - 0 1"
MATE = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"


@pytest.mark.parametrize(
    ("method", "arguments", "options", "status", "field"),
    [
        ("similar", ("nonsense",), {}, 400, "fen"),
        ("similar", (FEN,), {"limit": 0}, 422, "limit"),
        ("similar", (FEN,), {"filter": {"since": "yesterday"}}, 422, "filter.since"),
        ("training", (), {}, 400, None),
        ("game", (10**9,), {}, 404, None),
    ],
)
def test_problems_are_errors(
    tabiya: Tabiya, method: str, arguments: tuple[Any, ...], options: dict[str, Any], status: int, field: str | None
) -> None:
    with pytest.raises(TabiyaError) as raised:
        getattr(tabiya, method)(*arguments, **options)
    error = raised.value
    assert (error.status, error.field) == (status, field), error.detail
    assert str(error) == f"{error.detail} ({status})" and error.title and error.retry_after is None
    assert error.code == {400: "malformed", 422: "impossible", 404: "notFound"}[status]
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.field, again.code) == (str(error), error.field, error.code)


def test_old_names_of_models_are_read_with_a_warning() -> None:
    # GamesAnswer is newer than the names.
    renamed = [name for name in dir(models) if re.search("Answer(Tags)?$", name) and name != "GamesAnswer"]
    assert len(renamed) == 24
    for name in renamed:
        with pytest.warns(DeprecationWarning, match=f"is now called {name}$"):
            assert getattr(models, name.replace("Answer", "Response")) is getattr(models, name)
    for name in ("NoResponse", "Response", "Nothing"):
        with pytest.raises(AttributeError, match=name):
            getattr(models, name)


def typed_by_an_old_name(hits: "models.SimilarResponse") -> models.SimilarAnswer:
    """For mypy, which fails if the two are not one class."""
    return hits


def test_no_server_is_an_error() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    with Tabiya(url) as tabiya, pytest.raises(TabiyaError) as error:
        tabiya.status()
    assert error.value.status == 0 and "does not answer" in error.value.detail


def test_a_keyword_that_does_not_exist_is_an_error(tabiya: Tabiya) -> None:
    with pytest.raises(TypeError, match="limt"):
        tabiya.similar(FEN, limt=3)  # type: ignore[call-arg]


def test_a_busy_server_is_asked_again(index: Path) -> None:
    with serving(index, "--rate-limit", "2") as url:
        with Tabiya(url, retries=0) as hasty, pytest.raises(TabiyaError) as error:
            for _ in range(20):
                hasty.status()
        assert error.value.status == 429 and error.value.retry_after is not None
        with Tabiya(url, retries=10) as patient:
            assert all(patient.status().games for _ in range(3))


def test_games_are_sent_once() -> None:
    asked: list[str] = []

    def busy(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.path)
        return httpx.Response(503, headers={"Retry-After": "0"}, json={"title": "Busy", "detail": "busy"})

    with Tabiya(retries=2, transport=httpx.MockTransport(busy)) as tabiya:
        for call in (lambda: tabiya.import_games("1. e4 *"), lambda: tabiya.annotate("1. e4 *"), tabiya.status):
            with pytest.raises(TabiyaError):
                call()
    assert asked == ["/api/games", "/api/annotate", *["/api/status"] * 3]


@pytest.mark.parametrize(
    ("status", "retry_after", "attempt", "seconds"),
    [
        (429, 2.0, 0, 2.0),
        (503, 1.0, 5, 1.0),
        (503, None, 0, 0.5),
        (503, None, 2, 2.0),
        (503, 3600.0, 0, None),
        (409, 1.0, 0, None),
        (0, None, 0, None),
    ],
)
def test_when_to_ask_again(status: int, retry_after: float | None, attempt: int, seconds: float | None) -> None:
    assert pause(TabiyaError(status, "", "", retry_after), attempt) == seconds


def test_what_the_server_had_no_time_for_is_asked_again() -> None:
    asked: list[list[str]] = []
    refusal = {
        "title": "Service Unavailable",
        "type": "about:blank",
        "detail": "no time",
        "code": "outOfTime",
        "field": None,
    }
    motifs: dict[str, Any] = {"opening": None, "structures": [], "motifs": [], "squares": []}

    def answer(request: httpx.Request) -> httpx.Response:
        fens = json.loads(request.content)["fens"]
        asked.append(fens)
        # One at a time is done; the third is never done, the last is nonsense.
        done = next((fen for fen in fens if fen in ("a", "b")), None)
        status = {"d": 400}
        results = [
            {"fen": fen, **motifs}
            if fen == done
            else {"fen": fen, "problem": {**refusal, "status": status.get(fen, 503)}}
            for fen in fens
        ]
        return httpx.Response(200, json={"results": results})

    with Tabiya(transport=httpx.MockTransport(answer)) as tabiya:
        found = list(tabiya.motifs_many("abcd"))
    assert [(one.fen, type(one)) for one in found] == [
        ("a", models.MotifsAnswer),
        ("b", models.MotifsAnswer),
        ("c", Refusal),
        ("d", Refusal),
    ]
    assert asked == [["a", "b", "c", "d"], ["b", "c"], ["c"]]


def test_many_positions_are_asked_for_when_they_are_needed(tabiya: Tabiya) -> None:
    needed: list[int] = []

    def positions() -> Any:
        for number in range(200):
            needed.append(number)
            yield MATE

    many = tabiya.motifs_many(positions())
    assert needed == []
    assert isinstance(next(many), models.MotifsAnswer)
    assert len(needed) == 64
    assert len(list(many)) == 199
    with pytest.raises(ValueError, match="batch"):
        next(tabiya.motifs_many([MATE], batch=65))


def test_answers_are_tables(tabiya: Tabiya) -> None:
    found = tabiya.similar(FEN, limit=3)
    table = frame(found)
    assert len(table) == 3 and set(table["query"]) == {found.fen}
    assert list(table["score"]) == sorted(table["score"], reverse=True)
    assert table["game.white.name"][0] == found.hits[0].game.white.name
    assert len(frame(found.hits)) == 3
    assert list(frame(tabiya.explorer().moves)["san"]) == [move.san for move in tabiya.explorer().moves]
    assert frame(tabiya.players("carls"))["games"][0] > 1
    assert frame([]).empty


@pytest.mark.parametrize("method", ["similar_many", "motifs_many", "analyse_many", "difficulty_many"])
def test_tables_have_what_was_sent_and_refusals(tabiya: Tabiya, method: str) -> None:
    sent = [MATE.replace(" ", "_"), "nonsense", MATE]
    options = {"similar_many": {"limit": 1}, "analyse_many": {"depth": 2}}.get(method, {})
    table = frame(getattr(tabiya, method)(sent, **options))
    assert list(table["input"]) == sent
    assert list(table["query" if method == "similar_many" else "fen"].fillna("")) == [MATE, "", MATE]
    refusals = table["refusal"]
    assert list(refusals.isna()) == [True, False, True] and refusals[1].startswith("fen: "), refusals
    one = getattr(tabiya, method.removesuffix("_many"))(sent[0], **options)
    assert one["input"] == sent[0] and set(frame(one)) == set(table)


def test_objects_that_are_null_have_no_column_of_their_own(tabiya: Tabiya) -> None:
    found = tabiya.similar(FEN, limit=2, analyse={"depth": 2})
    whole = frame(found)
    assert {"played.san", "analysis.depth", "explanation.naive", "game.white.name"} < set(whole)
    null = {"played": None, "analysis": None, "explanation": None}
    last = models.Hit.from_dict({**found.hits[1].to_dict(), **null})
    for hits in ([found.hits[0], last], [last, found.hits[0]], [last]):
        table = frame(models.SimilarAnswer.from_dict({**found.to_dict(), "hits": [hit.to_dict() for hit in hits]}))
        assert set(table) == set(whole), set(table) ^ set(whole)
        assert list(table["played.san"].isna()) == [hit is last for hit in hits]
    opening = {"fen": FEN, "motifs": [], "squares": [], "structures": []}
    known = {"eco": "A00", "name": "Some Opening"}
    table = frame(models.MotifsAnswer.from_dict({**opening, "opening": one}) for one in (None, known))
    assert set(table) == {"fen", "motifs", "squares", "structures", "opening.eco", "opening.name"}


def test_methods_say_what_their_options_are() -> None:
    methods = {
        name: method
        for name, method in inspect.getmembers(Tabiya, inspect.isfunction)
        if "options" in method.__annotations__
    }
    assert len(methods) > 15
    for name, method in methods.items():
        options = getattr(_options, method.__annotations__["options"][len("Unpack[") : -1])
        assert options.__annotations__, name
        for option in options.__annotations__:
            assert f"\n{option}: " in (method.__doc__ or ""), (name, option)
        assert method.__doc__ == getattr(AsyncTabiya, name).__doc__


def test_boards_are_positions_and_diagrams(tabiya: Tabiya) -> None:
    found = tabiya.similar(chess.Board(FEN), limit=1)
    assert found.fen == FEN
    diagrams = [board(position)._repr_svg_() for position in (FEN, chess.Board(FEN), found.hits[0])]
    assert diagrams[0] == diagrams[1] and all(diagram.startswith("<svg") for diagram in diagrams)
    assert "arrow" in diagrams[2] and "arrow" not in diagrams[0]


def test_the_package_has_its_types_licences_and_version(tabiya: Tabiya) -> None:
    assert __version__ == tabiya.status().version
    try:
        files = [str(file) for file in importlib.metadata.files("tabiya") or []]
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("it is not installed")
    for file in ("tabiya/py.typed", "licenses/LICENSE-MIT", "licenses/LICENSE-APACHE"):
        assert any(path.endswith(file) for path in files), files
    assert importlib.metadata.metadata("tabiya")["License-Expression"] == "MIT OR Apache-2.0"
    assert importlib.metadata.version("tabiya") == __version__
