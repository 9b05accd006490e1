"""Uses the packages of the clients in a release, as users do, and tests `packaging/clients` and `packaging/links.py`
with the address of a repository."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from email.parser import BytesParser
from pathlib import Path

import pytest
from links import absolute
from test_release import DIST, SYSTEM, one

ROOT = Path(__file__).parents[1]
REPOSITORY = "https://git.example/org/tabiya"
PUBLISHED = {"TABIYA_REPOSITORY": REPOSITORY, "TABIYA_TAG": "v1.2.3"}


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serves Carlsen's games by the program of the release."""
    with tarfile.open(one(f"tabiya-*-{SYSTEM}.tar.gz")) as archive:
        archive.extractall(folder, filter="data")
    (unpacked,) = folder.glob("tabiya-*")
    index = ["--index", folder / "index"]
    subprocess.run([unpacked / "tabiya", "ingest", unpacked / "games/carlsen.pgn", *index], check=True, capture_output=True)
    command = [unpacked / "tabiya", "serve", "--json", "--listen", "127.0.0.1:0", *index]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            yield json.loads(server.stdout.readline())["url"]
        finally:
            server.terminate()


def test_the_wheel(tmp_path: Path):
    # An environment with this package alone, which finds its dependencies where they are installed already.
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv"], check=True)
    python = tmp_path / "venv/bin/python"
    pip = [sys.executable, "-m", "pip", "--python", python, "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--no-index", "--no-deps", one("*.whl")], check=True)
    (packages,) = tmp_path.glob("venv/lib/*/site-packages")
    (packages / "tools.pth").write_text("\n".join(path for path in sys.path if path.endswith("site-packages")))
    code = "import sys, tabiya; print(tabiya.__version__, tabiya.Tabiya(sys.argv[1]).status().games)"
    with serving(tmp_path) as url:
        asked = subprocess.run([python, "-c", code, url], check=True, capture_output=True, text=True)
    version, games = asked.stdout.split()
    assert one("*.whl").name == f"tabiya-{version}-py3-none-any.whl" and int(games) > 2000


@pytest.mark.skipif(not shutil.which("npm"), reason="without Node there is no package for npm")
def test_the_package_for_npm(tmp_path: Path):
    modules = tmp_path / "node_modules"
    modules.mkdir()
    with tarfile.open(one("*.tgz")) as package:
        package.extractall(modules, filter="data")
    (modules / "package").rename(modules / "tabiya")
    # This is its only dependency; the web UI has it in the same version.
    (modules / "openapi-fetch").symlink_to(ROOT / "web/node_modules/openapi-fetch")
    code = """import { answer, createTabiya } from "tabiya";
        console.log((await answer(createTabiya(process.argv[2]).GET("/api/status"))).games);"""
    (tmp_path / "use.mjs").write_text(code)
    with serving(tmp_path) as url:
        asked = subprocess.run(["node", tmp_path / "use.mjs", url], check=True, capture_output=True, text=True)
    assert int(asked.stdout) > 2000


def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as files:
        (name,) = (name for name in files.namelist() if name.endswith("/METADATA"))
        return BytesParser().parsebytes(files.read(name))


def package_json(package: Path) -> tuple[dict, str]:
    with tarfile.open(package) as files:
        read = [files.extractfile(f"package/{name}").read().decode() for name in ("package.json", "README.md")]
    return json.loads(read[0]), read[1]


def links(text: str) -> list[str]:
    """The targets of a document's links, without other sites and places in the document itself."""
    return [target for target in re.findall(r"\]\(([^)\s]+)\)", text) if not target.startswith(("https://", "#"))]


def test_published_packages_link_to_the_repository(tmp_path: Path):
    subprocess.run([ROOT / "packaging/clients", tmp_path], env={**os.environ, **PUBLISHED}, check=True)
    wheel = metadata(next(tmp_path.glob("*.whl")))
    urls = dict(url.split(", ") for url in wheel.get_all("Project-URL"))
    assert urls["Repository"] == REPOSITORY and urls["Issues"] == f"{REPOSITORY}/issues"
    assert f"]({REPOSITORY}/blob/v1.2.3/docs/api.md)" in wheel.get_payload() and not links(wheel.get_payload())
    if not shutil.which("npm"):
        return
    package, readme = package_json(next(tmp_path.glob("*.tgz")))
    assert package["repository"] == {
        "type": "git", "url": f"git+{REPOSITORY}.git", "directory": "clients/typescript",
    }
    assert package["bugs"] == {"url": f"{REPOSITORY}/issues"} and package["homepage"].startswith(f"{REPOSITORY}/blob/")
    assert f"]({REPOSITORY}/blob/v1.2.3/docs/api.md)" in readme
    assert set(links(readme)) == {"LICENSE-MIT", "LICENSE-APACHE"}


def test_packages_of_an_unknown_repository_have_no_dead_links():
    if "TABIYA_REPOSITORY" in os.environ:
        pytest.skip("the repository is known")
    wheel = metadata(one("*.whl"))
    assert not links(wheel.get_payload()) and "Project-URL" not in wheel
    if shutil.which("npm"):
        package, readme = package_json(one("*.tgz"))
        assert set(links(readme)) == {"LICENSE-MIT", "LICENSE-APACHE"} and "repository" not in package


@pytest.mark.parametrize(("missing", "made", "said"), [
    (["npm"], [".whl"], ["there is no Node here"]),
    (["npm", "python3"], [], ["there is no Python here", "there is no Node here"]),
])
def test_what_is_missing_is_said(missing: list[str], made: list[str], said: list[str], tmp_path: Path):
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("bash", "cat", "cmp", "dirname", "env", "mkdir", "mktemp", "npm", "python3", "realpath", "rm"):
        if name not in missing:
            (programs / name).symlink_to(sys.executable if name == "python3" else shutil.which(name))
    environment = {**os.environ, "PATH": str(programs)}
    command = [ROOT / "packaging/clients", tmp_path / "made"]
    ended = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    assert [path.suffix for path in (tmp_path / "made").iterdir()] == made
    lines = ended.stderr.splitlines()
    assert len(lines) == len(said) and all(words in line for words, line in zip(said, lines)), lines


@pytest.mark.parametrize(("text", "folder", "published", "unknown"), [
    ("[a](docs/a.md#b)", "", "[a](docs/a.md#b)", "[a](docs/a.md#b)"),
    ("[a](../README.md)", "docs", "[a](../README.md)", "[a](../README.md)"),
    ("[a](#b) [c](https://c.example/d)", "", "[a](#b) [c](https://c.example/d)", "[a](#b) [c](https://c.example/d)"),
    ("[`a`](data/README.md#b).", "", f"[`a`]({REPOSITORY}/blob/v1.2.3/data/README.md#b).", "`a`."),
    ("[a](../web)", "docs", f"[a]({REPOSITORY}/blob/v1.2.3/web)", "a"),
    ("![A board](web/a.webp)", "", f"![A board]({REPOSITORY}/raw/v1.2.3/web/a.webp)", "A board"),
])
def test_links(text: str, folder: str, published: str, unknown: str, monkeypatch: pytest.MonkeyPatch):
    kept = {"README.md", "docs/a.md"}
    for name in PUBLISHED:
        monkeypatch.delenv(name, raising=False)
    assert absolute(text, folder, kept) == unknown
    for name, value in PUBLISHED.items():
        monkeypatch.setenv(name, value)
    assert absolute(text, folder, kept) == published


def test_documents_of_an_archive_link_to_what_is_there(tmp_path: Path):
    with tarfile.open(one(f"tabiya-*-{SYSTEM}.tar.gz")) as archive:
        archive.extractall(tmp_path, filter="data")
    documents = list(tmp_path.rglob("*.md"))
    assert len(documents) > 8
    for document in documents:
        for target in links(document.read_text()):
            assert (document.parent / target.split("#")[0]).exists(), (document.name, target)
