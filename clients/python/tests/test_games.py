"""Importing and removing games."""

import asyncio
import gzip
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from conftest import TOKEN, serving
from tabiya import AsyncTabiya, Filter, Tabiya, TabiyaError, models

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def pgn(white: str) -> str:
    return f'[White "{white}"]\n[Black "B"]\n\n1. e4 e5 1-0\n\n[White "{white}"]\n\n1. e4 Ke3 *\n'


def ids(tabiya: Tabiya, white: str) -> list[int]:
    return [int(game.id) for game in tabiya.positions(START, filter=Filter(white=white)).recent_games]


def test_games_are_imported_and_removed(tabiya: Tabiya, tmp_path: Path) -> None:
    packed = tmp_path / "games.pgn.gz"
    packed.write_bytes(gzip.compress(pgn("Path").encode()))
    bodies: list[tuple[str, str | bytes | Path]]
    bodies = [("Text", pgn("Text")), ("Bytes", pgn("Bytes").encode()), ("Path", packed)]
    for name, games in bodies:
        sent: list[int] = []
        done = tabiya.import_games(games, on_sent=sent.append)
        assert (done.done, done.games, done.rejected_count) == (True, 1, 1), done
        assert done.rejected[0].reason.startswith("illegal move"), done
        assert sent[-1] == len(packed.read_bytes() if isinstance(games, Path) else games)
        [game] = ids(tabiya, name)
        tabiya.remove_game(game)
        with pytest.raises(TabiyaError) as unknown:
            ids(tabiya, name)
        assert (unknown.value.status, unknown.value.field) == (422, "filter.white")


def test_games_are_put_right(tabiya: Tabiya) -> None:
    done = tabiya.import_games('[White "Careless"]\n\n1. d4 e5 2. de5 Ke4 *\n', keep_legal=True, contained="skip")
    assert (done.games, done.rejected_count) == (1, 0), done
    found = [(corrections.kind, corrections.games, corrections.first[0].game) for corrections in done.corrections]
    assert found == [("captureSign", 1, 1), ("illegalMove", 1, 1)], done
    tabiya.remove_game(*ids(tabiya, "Careless"))


def test_games_are_in_collections(tabiya: Tabiya) -> None:
    tabiya.import_games(pgn("Labelled"), collection="mine")
    (game,) = ids(tabiya, "Labelled")
    assert [(c.name, c.games) for c in tabiya.collections()] == [("mine", 1)]
    assert tabiya.players("lab", collection="mine")[0].name == "Labelled"
    assert tabiya.rename_collection("mine", "my games").name == "my games"
    found = tabiya.positions(START, filter=Filter(collection=["my games"]))
    assert [int(recent.id) for recent in found.recent_games] == [game]
    dropped = tabiya.drop_collection("My games", games=True)
    assert (dropped.games, dropped.removed, tabiya.collections()) == (1, 1, [])


def test_progress_is_reported(index: Path, tmp_path: Path) -> None:
    with serving(tmp_path) as url, Tabiya(url, token=TOKEN) as tabiya:
        sent: list[int] = []
        progress: list[models.IngestProgress] = []
        file = index.parent / "games.pgn"
        done = tabiya.import_games(file, from_move=10, on_progress=progress.append, on_sent=sent.append)
        assert done.games == 200 and sent == sorted(sent) and sent[-1] == file.stat().st_size
        assert (
            progress
            and progress == sorted(progress, key=lambda line: line.games)
            and not any(line.done for line in progress)
        )


def test_async_import(url: str) -> None:
    async def importing() -> None:
        async with AsyncTabiya(url, token=TOKEN) as tabiya:
            assert (await tabiya.import_games(pgn("Async"))).games == 1
            found = await tabiya.positions(START, filter=Filter(white="Async"))
            await tabiya.remove_game(int(found.recent_games[0].id))

    asyncio.run(importing())


@pytest.mark.parametrize(("token", "status"), [(None, 401), ("wrong", 403)])
def test_games_need_the_token(url: str, token: str | None, status: int) -> None:
    # More than fits into the buffers of a connection: the answer comes before all is sent.
    large = pgn("Refused") * 200_000
    with Tabiya(url, token=token) as tabiya:
        for refused in (lambda: tabiya.import_games(large), lambda: tabiya.remove_game(1)):
            with pytest.raises(TabiyaError) as error:
                refused()
            assert error.value.status == status, error.value


def test_what_is_no_game_is_an_error(tabiya: Tabiya) -> None:
    with pytest.raises(TabiyaError) as error:
        tabiya.import_games(b"nonsense" * 1000)
    assert error.value.status == 400, error.value


def test_an_import_that_ends_early_is_an_error(tabiya: Tabiya) -> None:
    cut = gzip.compress(pgn("Cut").encode() * 2000)[:-200]
    with pytest.raises(TabiyaError) as error:
        tabiya.import_games(cut)
    assert error.value.status == 200 and error.value.detail.endswith("games are imported."), error.value
    for game in ids(tabiya, "Cut"):
        tabiya.remove_game(game)


class Lichess(BaseHTTPRequestHandler):
    """An imitation of lichess, with a game of each player whose name begins with `fin`."""

    def do_GET(self) -> None:
        name = self.path.partition("?")[0].rpartition("/")[2].lower()
        pgn = f'[Site "https://lichess.org/{name}{name}"]\n[White "{name}"]\n\n1. e4 e5 1-0\n'
        game = {"id": name + name, "createdAt": 1500000000000, "pgn": pgn}
        is_over = "finished=false" not in self.path and "since=" not in self.path
        self.send_response(200 if name.startswith("fin") else 404)
        self.end_headers()
        self.wfile.write(f"{json.dumps(game)}\n".encode() if is_over and name.startswith("fin") else b"")

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def lichess() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Lichess) as server:
        threading.Thread(target=server.serve_forever).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()


async def fetch_another(url: str) -> None:
    async with AsyncTabiya(url, token=TOKEN) as tabiya:
        assert (await tabiya.fetch_games("lichess", "find", from_move=0)).games == 1


def test_games_are_fetched(tmp_path: Path) -> None:
    with lichess() as site, serving(tmp_path, "--lichess-url", site) as url, Tabiya(url, token=TOKEN) as tabiya:
        progress: list[models.IngestProgress] = []
        done = tabiya.fetch_games("lichess", "fine", on_progress=progress.append)
        assert (done.done, done.games, tabiya.game(1).white.name) == (True, 1, "fine"), done
        assert all(line.games <= 1 and not line.done for line in progress)
        assert tabiya.fetch_games("lichess", "Fine").games == 0
        asyncio.run(fetch_another(url))
        with pytest.raises(TabiyaError, match='lichess has no player "gone"') as error:
            tabiya.fetch_games("lichess", "gone")
        assert error.value.status == 404, error.value
        with pytest.raises(TabiyaError, match="is not a name"):
            tabiya.fetch_games("lichess", "no name")
