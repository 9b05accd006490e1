#!/usr/bin/env python3
"""Compares how Tabiya reads databases of Scid with how Scid itself does.

    cargo build -p tabiya-pgn --example unpack
    tools/judge_scid.py scid target/debug/examples/unpack GAMES.pgn ...
    tools/judge_scid.py scid target/debug/examples/unpack GAMES.pgn ... --games 20000

Scid imports each file of PGN, plain or zstd, into a new database, of version 4 and, if it is Scid 5, also of version 5,
and exports it as PGN. The PGN that Tabiya makes of the database is compared with that export game by game, both as
python-chess reads them: tags, moves, variations, comments (whatever spaces and line breaks are between their words),
marks and results; quotes in tags, which Scid does not escape. Prints the number of games, and what differs. `scid` is Scid's program for scripts (tkscid; in Scid 5 scid,
without a script it opens windows). Needs python-chess, and zstandard for compressed files.
"""

import argparse
import io
import itertools
import subprocess
import sys
import tempfile
from pathlib import Path

import chess.pgn

SCRIPT = """
lassign $argv kind base pgn out
if {[string match 4* [sc_info version]]} {
    sc_base create $base
    set id [sc_base current]
} else {
    set id [sc_base create $kind $base]
}
catch { sc_base import $id $pgn }
sc_base export filter PGN $out -comments 1 -variations 1
sc_base close $id
puts [sc_info version]
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scid")
    parser.add_argument("unpack")
    parser.add_argument("pgn", type=Path, nargs="+")
    parser.add_argument("--games", type=int, help="only as many games of each file, about")
    parser.add_argument("--show", type=int, default=5, help="how many differences are printed of a database")
    args = parser.parse_args()
    total, different = 0, 0
    for pgn in args.pgn:
        for kind in ["SCID4", "SCID5"]:
            with tempfile.TemporaryDirectory() as folder:
                sums = judge(args, Path(folder), kind, pgn)
            if sums:
                total, different = total + sums[0], different + sums[1]
    print(f"{total} games compared, {different} differ")
    sys.exit(different > 0)


def judge(args, folder, kind, pgn):
    """Compares one database; returns how many games there are and how many differ."""
    games = folder / "games.pgn"
    games.write_bytes(beginning(pgn, args.games))
    script = folder / "import.tcl"
    script.write_text(SCRIPT)
    base, export = folder / "base", folder / "export.pgn"
    version = run(args.scid, script, kind, base, games, export).decode().split()[-1]
    if version.startswith("4") and kind == "SCID5":
        return None
    ours = run(args.unpack, base.with_suffix(".si" + kind[-1]))
    theirs = export.read_bytes()
    count, different = 0, 0
    pairs = itertools.zip_longest(read(ours), read(theirs))
    for number, (our, their) in enumerate(pairs, 1):
        count += 1
        difference = compare(our, their)
        if difference:
            different += 1
            if different <= args.show:
                print(f"  game {number}: {difference}")
    print(f"{pgn.name}, {kind} of Scid {version}: {count} games, {different} differ")
    return count, different


def beginning(pgn, most):
    """The bytes of a file, or of about its first games."""
    data = pgn.read_bytes()
    if pgn.suffix == ".zst":
        import zstandard

        data = zstandard.ZstdDecompressor().stream_reader(io.BytesIO(data)).read()
    if most is None:
        return data
    at = 0
    for _ in range(most + 1):
        at = data.find(b"[Event ", at) + 1
        if at == 0:
            return data
    return data[: at - 1]


def run(*command):
    ended = subprocess.run([str(part) for part in command], capture_output=True)
    if ended.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: {ended.stderr.decode().strip()}")
    return ended.stdout


def read(pgn):
    """The games of a PGN. Lines that are not UTF-8 are Windows-1252, as Tabiya reads them."""
    lines = [text(line) for line in pgn.split(b"\n")]
    stream = io.StringIO("\n".join(lines))
    while game := chess.pgn.read_game(stream):
        yield game


def text(line):
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode("cp1252", errors="replace")


def compare(our, their):
    """What differs in two games, if something does."""
    if our is None or their is None:
        return "only Scid has it" if our is None else "only Tabiya has it"
    if tags(our) != list(their.headers.items()):
        return f"tags {tags(our)} and {list(their.headers.items())}"
    if [str(error) for error in our.errors] != [str(error) for error in their.errors]:
        return f"errors {our.errors} and {their.errors}"
    nodes = [(our, their)]
    while nodes:
        our, their = nodes.pop()
        for what in [move, marks, comment, starting_comment]:
            if what(our) != what(their):
                return f"{what.__name__} after ply {our.ply()}: {what(our)!r} and {what(their)!r}"
        if len(our.variations) != len(their.variations):
            return f"variations after ply {our.ply()}: {our.variations} and {their.variations}"
        nodes.extend(zip(our.variations, their.variations))
    return None


def tags(game):
    """The tags of a game, with values as they are before they are escaped."""
    plain = lambda value: value.replace('\\"', '"').replace("\\\\", "\\")
    return [(name, plain(value)) for name, value in game.headers.items()]


def move(node):
    return node.move


def marks(node):
    return node.nags


def comment(node):
    return " ".join(node.comment.split())


def starting_comment(node):
    return " ".join(node.starting_comment.split())


if __name__ == "__main__":
    main()
