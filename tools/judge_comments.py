#!/usr/bin/env python3
"""Compares the annotations of games before and after Tabiya, without any code of Tabiya's.

    tools/judge_comments.py GAMES.pgn EXPORT.pgn

GAMES.pgn is what was ingested, EXPORT.pgn what `tabiya export` wrote. Games are matched by their order and their
Site tag. Of each, the moves of the main line and, after each of them, the comments byte for byte, the marks as numbers
and the variations must be the same. Prints how many of each there were, and fails at the first difference.
"""

import re
import sys

TOKEN = re.compile(r"\{([^}]*)\}|;([^\n]*)|(\()|(\))|\$(\d+)|([^\s(){};$]+)")
NUMBER = re.compile(r"^\d+\.*")
SUFFIX = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")


def games(path):
    """The tags and movetext of each game."""
    with open(path, encoding="utf-8", newline="") as file:
        text = file.read()
    for game in re.split(r"(?m)^(?=\[Event )", text):
        if game.strip():
            tags, _, moves = game.partition("\n\n")
            yield dict(re.findall(r'^\[(\w+) "(.*)"\]$', tags, re.M)), moves


def parts(moves):
    """What stands in movetext, in its order: moves without numbers, comments, marks, brackets."""
    for match in TOKEN.finditer(moves):
        comment, line, opened, closed, nag, word = match.groups()
        if comment is not None or line is not None:
            yield "comment", comment if comment is not None else line
        elif opened or closed:
            yield "bracket", opened or closed
        elif nag:
            yield "nag", int(nag)
        elif word not in RESULTS:
            word = NUMBER.sub("", word)
            marks = re.search(r"[!?]*$", word).group()
            word = word[: len(word) - len(marks)]
            if word:
                yield "move", word
            if marks:
                yield "nag", SUFFIX[marks]


def main():
    before, after = (list(games(path)) for path in sys.argv[1:3])
    if len(before) != len(after):
        sys.exit(f"{len(before)} games before, {len(after)} after")
    counts = {"move": 0, "comment": 0, "nag": 0, "bracket": 0, "clk": 0, "eval": 0}
    for number, ((tags, moves), (new_tags, new_moves)) in enumerate(zip(before, after), 1):
        if tags != new_tags:
            sys.exit(f"game {number}: tags {tags}, after {new_tags}")
        old, new = list(parts(moves)), list(parts(new_moves))
        for nth, (one, other) in enumerate(zip(old, new)):
            if one != other:
                sys.exit(f"game {number}, part {nth}: {one!r}, after {other!r}")
        if len(old) != len(new):
            sys.exit(f"game {number}: {len(old)} parts, after {len(new)}")
        for kind, text in old:
            counts[kind] += 1
            if kind == "comment":
                counts["clk"] += "[%clk " in text
                counts["eval"] += "[%eval " in text
    print(f"{len(before)} games are the same:", ", ".join(f"{count} {kind}s" for kind, count in counts.items()))


if __name__ == "__main__":
    main()
