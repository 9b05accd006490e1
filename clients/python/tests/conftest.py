"""Servers of one's own: the program in TABIYA, over the first 200 of Carlsen's games."""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tabiya import Tabiya

ROOT = Path(__file__).parents[3]
PROGRAM = os.environ.get("TABIYA", str(ROOT / "target/debug/tabiya"))
TOKEN = "clients"


@pytest.fixture(scope="session")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tabiya")
    games = (ROOT / "data/carlsen.pgn").read_text().split("[Event ")[1:201]
    pgn = folder / "games.pgn"
    pgn.write_text("".join("[Event " + game for game in games))
    subprocess.run([PROGRAM, "ingest", "--index", folder / "index", pgn], check=True, capture_output=True)
    return folder / "index"


@contextmanager
def serving(index: Path, *options: str, token: str = TOKEN) -> Iterator[str]:
    command = [PROGRAM, "serve", "--json", "--listen", "127.0.0.1:0", "--index", str(index), *options]
    environment = {**os.environ, "TABIYA_TOKEN": token, "RUST_LOG": "warn"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield json.loads(server.stdout.readline())["url"]
        finally:
            server.terminate()


@pytest.fixture(scope="session")
def url(index: Path) -> Iterator[str]:
    with serving(index, "--snapshots", str(index.parent / "snapshots")) as url:
        yield url


@pytest.fixture
def tabiya(url: str) -> Iterator[Tabiya]:
    with Tabiya(url, token=TOKEN) as tabiya:
        yield tabiya
