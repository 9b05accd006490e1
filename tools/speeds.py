#!/usr/bin/env python3
"""Judges the speeds that a program gives the games of a file: tools/speeds.py TABIYA GAMES.pgn[.zst]

The games are ingested into an index of their own and exported by speed. What the speed of each must be is worked out here
from its tags, by lichess's rule; and where lichess names the speed of a game in its Event tag (`Rated Blitz game`), the
name must be the same. Nothing of this is shared with the program.
"""

import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

SPEEDS = ["ultraBullet", "bullet", "blitz", "rapid", "classical", "correspondence"]
LIMITS = [30, 180, 480, 1500, 21600]


def expected(control: str | None) -> str | None:
    """Lichess's speed of a TimeControl as lichess writes it."""
    if control == "-":
        return "correspondence"
    found = re.fullmatch(r"(\d+)\+(\d+)", control or "")
    if not found:
        return None
    seconds = int(found[1]) + 40 * int(found[2])
    return SPEEDS[sum(seconds >= limit for limit in LIMITS)]


def games(pgn: str) -> list[dict[str, str]]:
    """The tags of each game."""
    heads = re.findall(r"(?:^\[\w+ \".*\"\]\n)+", pgn, re.M)
    return [dict(re.findall(r"^\[(\w+) \"(.*)\"\]$", head, re.M)) for head in heads]


def main() -> None:
    tabiya, file = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        index = str(Path(folder) / "index")

        def run(*args: str) -> str:
            command = [tabiya, *args, "--index", index]
            return subprocess.run(command, check=True, capture_output=True, text=True).stdout

        print(run("ingest", file).splitlines()[-1])
        stored = games(run("export"))
        by_site = {}
        for speed in SPEEDS:
            for game in games(run("export", "--speeds", speed)):
                assert game["Site"] not in by_site, game
                by_site[game["Site"]] = speed
        counts: Counter[str | None] = Counter()
        named = 0
        for game in stored:
            wanted = expected(game.get("TimeControl"))
            found = by_site.pop(game["Site"], None)
            assert found == wanted, (found, wanted, game)
            name = re.fullmatch(r"(?:Rated|Casual) (\w+) game", game["Event"])
            if name:
                named += 1
                assert name[1].lower() == (wanted or "").lower(), game
            counts[wanted] += 1
        assert not by_site
        print(f"{len(stored)} games, all of the right speed, {named} of them by the name of their event, too")
        print(", ".join(f"{speed} {count}" for speed, count in counts.most_common()))


main()
