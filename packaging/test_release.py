"""Tries the files of a release in target/dist, or TABIYA_DIST, that are for this machine's processor, as users do: in a
root folder that has nothing else. `packaging/dist` makes them; its --binary is enough.

    target/venv/bin/python -m pytest packaging
"""

import hashlib
import json
import os
import platform
import re
import shutil
import signal
import socket
import subprocess
import tarfile
import time
from pathlib import Path

import pytest

DIST = Path(os.environ.get("TABIYA_DIST", Path(__file__).parent.parent / "target/dist"))
SYSTEM = f"{platform.machine()}-linux"
FEN = "r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R w KQ - 0 1"
USER = 1000


def one(pattern: str) -> Path:
    found = sorted(DIST.glob(pattern))
    assert len(found) == 1, f"{DIST}/{pattern}: {found}"
    return found[0]


def libraries(binary: Path) -> list[str]:
    """What a binary loads: nothing, if it is static."""
    listed = subprocess.run(["ldd", binary], capture_output=True, text=True)
    return re.findall(r"(/\S+) \(0x", listed.stdout)


def bare(root: Path, command: list[str], user: int = 0, **options) -> subprocess.Popen:
    """Starts a command in a root folder, without a network where that is allowed."""
    isolated = ["unshare", "--net", "--map-root-user"]
    if os.getuid() == 0:
        isolated = ["unshare", "--net"]
    if subprocess.run([*isolated, "true"], capture_output=True).returncode != 0:
        isolated = []
    if "alone" in options and not options.pop("alone"):
        isolated = isolated and [part for part in isolated if part != "--net"]
    if isolated == ["unshare"]:
        isolated = []
    as_user = [f"--userspec={user}:{user}"] if os.getuid() == 0 else []
    return subprocess.Popen([*isolated, "chroot", *as_user, str(root), *command], text=True, **options)


@pytest.fixture
def root(tmp_path: Path):
    if os.getuid() != 0 and subprocess.run(["unshare", "-r", "true"], capture_output=True).returncode != 0:
        pytest.skip("a root folder of one's own takes root, or user namespaces")
    return tmp_path / "root"


def with_libraries(root: Path, binary: Path) -> None:
    """Copies what a binary that is not static loads: one that was not made for a release."""
    for library in libraries(binary):
        (root / library[1:]).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(library, root / library[1:])


def test_the_sums_are_right():
    listed = dict(reversed(line.split()) for line in (DIST / "SHA256SUMS").read_text().splitlines())
    files = {path.name for path in DIST.iterdir() if path.is_file()} - {"SHA256SUMS"}
    assert listed.keys() == files
    for name, digest in listed.items():
        assert hashlib.sha256((DIST / name).read_bytes()).hexdigest() == digest, name


def test_the_binaries_have_at_most_25_mb(tmp_path: Path):
    static = 0
    for path in DIST.glob("tabiya-*-linux.tar.gz"):
        with tarfile.open(path) as archive:
            archive.extractall(tmp_path, filter="data")
        binary = tmp_path / path.name.removesuffix(".tar.gz") / "tabiya"
        # One that is not static was made for tests, and has much to debug it.
        if not libraries(binary):
            static += 1
            assert binary.stat().st_size <= 25_000_000, path.name
    if not static:
        pytest.skip("there is no static binary in the release")


def test_an_archive_answers_where_nothing_else_is(root: Path):
    with tarfile.open(one(f"tabiya-*-{SYSTEM}.tar.gz")) as archive:
        archive.extractall(root, filter="data")
    (folder,) = root.iterdir()
    with_libraries(root, folder / "tabiya")
    began = time.monotonic()
    at = f"/{folder.name}"
    for command in (
        [f"{at}/tabiya", "ingest", f"{at}/games/carlsen.pgn", "--index", "/index"],
        [f"{at}/tabiya", "--json", "similar", FEN, "--index", "/index"],
    ):
        ended = bare(root, command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        out, error = ended.communicate()
        assert ended.returncode == 0, error
    assert len(json.loads(out)["hits"]) == 10
    print(f"ten hits after {time.monotonic() - began:.1f} s")
    assert (folder / "man/tabiya-similar.1").exists()
    assert "tabiya" in (folder / "completions/tabiya.bash").read_text()


def install(release: Path, prefix: Path, **more: str) -> subprocess.CompletedProcess:
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(prefix), "TABIYA_RELEASE": str(release), **more}
    return subprocess.run(["sh", release / "install.sh"], env=environment, capture_output=True, text=True)


def test_install_sh(tmp_path: Path):
    for _ in range(2):
        installed = install(DIST, tmp_path)
        assert installed.returncode == 0, installed.stderr
    prefix = tmp_path / ".local"
    tabiya = prefix / "bin/tabiya"
    (begin,) = re.findall(r"^To begin: tabiya (ingest \S+) &&", installed.stdout, re.MULTILINE)
    index = ["--index", str(tmp_path / "index")]
    subprocess.run([tabiya, *begin.split(), *index], check=True, capture_output=True)
    similar = subprocess.run([tabiya, "--json", "similar", FEN, *index], check=True, capture_output=True)
    assert len(json.loads(similar.stdout)["hits"]) == 10
    for file in ("man/man1/tabiya.1", "bash-completion/completions/tabiya", "tabiya/docs/guide.md"):
        assert (prefix / "share" / file).exists(), file


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (lambda archive: archive.write_bytes(archive.read_bytes()[:-1]), "is not what SHA256SUMS says"),
        (lambda archive: archive.unlink(), "cannot be read"),
        (lambda archive: (archive.parent / "SHA256SUMS").write_text(""), f"has no archive for {SYSTEM}"),
    ],
)
def test_install_sh_installs_nothing_of_a_damaged_release(damage, sentence, tmp_path: Path):
    release = tmp_path / "release"
    release.mkdir()
    archive = one(f"tabiya-*-{SYSTEM}.tar.gz")
    for path in (archive, DIST / "SHA256SUMS", DIST / "install.sh"):
        shutil.copy(path, release)
    damage(release / archive.name)
    refused = install(release, tmp_path, TABIYA_SYSTEM=SYSTEM)
    assert refused.returncode == 1
    assert sentence in refused.stderr
    assert len(refused.stderr.splitlines()) <= 2
    assert not (tmp_path / ".local").exists()


def blob(image: tarfile.TarFile, described: dict) -> bytes:
    content = image.extractfile("blobs/" + described["digest"].replace(":", "/")).read()
    assert hashlib.sha256(content).hexdigest() == described["digest"].removeprefix("sha256:")
    assert len(content) == described["size"]
    return content


def test_the_image(root: Path, tmp_path: Path):
    path = one(f"tabiya-*-{platform.machine()}.oci.tar")
    with tarfile.open(path) as image:
        (manifest,) = json.load(image.extractfile("index.json"))["manifests"]
        manifest = json.loads(blob(image, manifest))
        config = json.loads(blob(image, manifest["config"]))
        (layer,) = manifest["layers"]
        (tmp_path / "layer.tar.gz").write_bytes(blob(image, layer))
    with tarfile.open(tmp_path / "layer.tar.gz") as layer:
        executable = [info.name for info in layer if info.isfile() and info.mode & 0o111]
        assert executable == ["usr/local/bin/tabiya"]
        assert not [info.name for info in layer if info.issym() or info.islnk() or info.mode & 0o6000]
        owned = {info.name for info in layer if info.uid == USER}
        assert owned == {"index", "snapshots", "keys"}
        layer.extractall(root, filter="fully_trusted" if os.getuid() == 0 else "data")
    tabiya = root / "usr/local/bin/tabiya"
    if not libraries(tabiya):
        assert path.stat().st_size <= 60_000_000
    with_libraries(root, tabiya)
    config = config["config"]
    assert config["User"] == str(USER)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = dict(variable.split("=", 1) for variable in config["Env"])
    environment["TABIYA_LISTEN"] = f"127.0.0.1:{port}"
    command = [*config["Entrypoint"], *config["Cmd"]]
    server = bare(root, command, user=USER, env=environment | {"PATH": environment["PATH"] + ":/usr/sbin:/usr/bin"},
                  alone=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        assert f"127.0.0.1:{port}" in server.stdout.readline()
        health = config["Healthcheck"]["Test"]
        assert health[0] == "CMD"
        # The port is the one of its own variable.
        subprocess.run([tabiya, *health[2:]], env=os.environ | {"TABIYA_LISTEN": f"0.0.0.0:{port}"}, check=True)
    finally:
        server.send_signal(signal.SIGTERM)
        _, log = server.communicate(timeout=20)
    assert server.returncode == 0, log


@pytest.mark.skipif(not list(DIST.glob("*.deb")), reason="packaging/dist --binary makes no packages")
def test_the_package(root: Path):
    package = one({"x86_64": "*_amd64.deb", "aarch64": "*_arm64.deb"}[platform.machine()])
    # The unit that it is after, for the check.
    shutil.copytree("/usr/lib/systemd/system", root / "usr/lib/systemd/system", symlinks=True)
    subprocess.run(["dpkg-deb", "--extract", package, root], check=True)
    assert not libraries(root / "usr/bin/tabiya")
    subprocess.run(["systemd-analyze", "verify", "--man=no", f"--root={root}", "tabiya.service"], check=True)
    installed = {str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()}
    assert {
        "etc/default/tabiya",
        "usr/lib/sysusers.d/tabiya.conf",
        "usr/lib/systemd/system/tabiya.service",
        "usr/share/doc/tabiya/copyright",
        "usr/share/doc/tabiya/docs/guide.md",
        "usr/share/man/man1/tabiya.1",
        "usr/share/tabiya/carlsen.pgn",
    } <= installed
    scored = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=20", f"--root={root}", "tabiya.service"],
        capture_output=True, text=True,
    )
    assert scored.returncode == 0, scored.stdout[-300:]
