#!/usr/bin/env python3
"""Upgrades, exports and snapshots of a large index, as the tests try them with a small one.

    tools/backups.py target/release/tabiya upgrade OLD NEW
    tools/backups.py target/release/tabiya export INDEX
    tools/backups.py target/release/tabiya snapshot GAMES.pgn.zst

upgrade: copies the index OLD, of an older format, upgrades the copy in place, killed twenty times on the way, and
compares it with NEW, which the present version has made of the same games. export: ingests what it exports, and
compares. snapshot: makes snapshots while games are imported, kills the import, restores the last snapshot, and checks
it. All are verified, and compared by the answers to 150 positions. Prints times. Needs room for another two such
indexes in the folder for temporary files (TMPDIR).
"""

import argparse
import csv
import itertools
import json
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FENS = Path(__file__).resolve().parent.parent / "data/quality/queries_dev.tsv"
KILLS = 20
QUERIES = 150


def run(*command, **options):
    began = time.monotonic()
    ended = subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)
    if ended.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: {ended.stderr.strip()}")
    return ended.stdout, time.monotonic() - began


def answers(tabiya, index, fens):
    """The hits of each position, without the numbers of their games."""
    out, _ = run(tabiya, "--json", "similar", "--fens", fens, "--index", index)
    return [
        [(hit["fen"], hit["score"], hit["game"]["date"], hit["game"]["white"]["name"]) for hit in result["hits"]]
        for result in json.loads(out)["results"]
    ]


def verify(tabiya, index):
    out, seconds = run(tabiya, "verify", "--index", index)
    print(f"verify, {seconds:.1f} s: {out.strip().splitlines()[-1]}")


def compare(tabiya, one, other, fens):
    same = answers(tabiya, one, fens) == answers(tabiya, other, fens)
    print(f"{QUERIES} answers are the same" if same else "answers differ")
    return same


def upgrade(tabiya, args, scratch, fens):
    copy = scratch / "index"
    shutil.copytree(args.old, copy)
    command = [tabiya, "upgrade", "--index", str(copy)]
    # How long it takes in one go, of another copy.
    whole = scratch / "whole"
    shutil.copytree(args.old, whole)
    _, seconds = run(tabiya, "upgrade", "--index", whole)
    print(f"upgraded in {seconds:.1f} s")
    shutil.rmtree(whole)
    killed = 0
    for _ in range(KILLS):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(random.uniform(0, seconds / KILLS))
        process.kill()
        killed += process.wait() == -signal.SIGKILL
    out, _ = run(*command)
    print(f"killed {killed} times, then: {out.strip()}")
    verify(tabiya, copy)
    return compare(tabiya, copy, args.new, fens)


def export(tabiya, args, scratch, fens):
    games, again = scratch / "games.pgn.zst", scratch / "again"
    _, seconds = run(tabiya, "export", "--output", games, "--index", args.index)
    print(f"exported in {seconds:.1f} s: {games.stat().st_size} bytes")
    out, _ = run(tabiya, "ingest", games, "--index", again, "--from-move", args.from_move)
    print(f"ingested again: {out.strip()}")
    return compare(tabiya, args.index, again, fens)


def snapshot(tabiya, args, scratch, fens):
    index, restored = scratch / "index", scratch / "restored"
    importing = subprocess.Popen([tabiya, "ingest", args.games, "--index", str(index), "--commit-every", "200000"],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    made = 0
    while importing.poll() is None and made < 5:
        time.sleep(args.every)
        folder = scratch / f"snapshot-{made + 1}"
        if subprocess.run([tabiya, "snapshot", "--index", str(index), "--output", str(folder)],
                          capture_output=True).returncode == 0:
            made += 1
    importing.kill()
    was_killed = importing.wait() == -signal.SIGKILL
    print(f"snapshots: {made}, the import was {'killed' if was_killed else 'over'}")
    out, _ = run(tabiya, "restore", "--from", scratch / f"snapshot-{made}", "--index", restored)
    print(out.strip())
    verify(tabiya, restored)
    verify(tabiya, index)
    return made > 0 and was_killed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tabiya")
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("upgrade")
    command.add_argument("old")
    command.add_argument("new")
    command.set_defaults(run=upgrade)
    command = commands.add_parser("export")
    command.add_argument("index")
    command.add_argument("--from-move", default="13", help="the one that the index was made with")
    command.set_defaults(run=export)
    command = commands.add_parser("snapshot")
    command.add_argument("games")
    command.add_argument("--every", type=float, default=3, help="seconds between snapshots")
    command.set_defaults(run=snapshot)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        fens = Path(scratch) / "fens"
        with FENS.open() as queries:
            rows = itertools.islice(csv.DictReader(queries, delimiter="\t"), QUERIES)
            fens.write_text("".join(f"{row['fen']}\n" for row in rows))
        sys.exit(0 if args.run(args.tabiya, args, Path(scratch), fens) else 1)


if __name__ == "__main__":
    main()
