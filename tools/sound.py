#!/usr/bin/env python3
"""Judges exercises with another engine: how many have a first move that is better than any other by a margin.

    tabiya train --pgn GAMES.pgn --limit 200 --format csv > exercises.csv
    tools/sound.py exercises.csv stockfish

Reads the CSV or the JSON of `tabiya train`. The UCI engine searches each position to a number of nodes, with its two best
lines. An exercise is sound if the engine's best move is the first move of the solution, and better than the second one
by the margin, or it mates and the second one does not. Prints each that is not, and the share of those that are.

Needs chess, see requirements.txt.
"""
import argparse
import csv
import json
import sys

import chess
import chess.engine


def exercises(path):
    """Of each exercise the position and the first move of its solution."""
    with open(path, encoding="utf-8", newline="") as file:
        text = file.read()
    if text.lstrip().startswith("{"):
        for exercise in json.loads(text)["exercises"]:
            yield chess.Board(exercise["fen"]), exercise["solution"][0]["uci"]
    else:
        for row in csv.DictReader(text.splitlines()):
            board = chess.Board(row["FEN"])
            last, first = row["Moves"].split()[:2]
            board.push_uci(last)
            yield board, first


def is_sound(lines, margin):
    """Whether the first of two lines is better than the second by a margin, in centipawns."""
    best, second = (line["score"].relative for line in lines)
    if best.is_mate() or second.is_mate():
        mates = best.is_mate() and best.mate() > 0
        others_mate = second.is_mate() and second.mate() > 0
        is_mated = best.is_mate() and best.mate() <= 0
        return not is_mated and not (mates and others_mate)
    return best.score() - second.score() >= margin


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("exercises", help="the CSV or JSON of `tabiya train`")
    parser.add_argument("engine", help="a UCI engine")
    parser.add_argument("--nodes", type=int, default=1_000_000)
    parser.add_argument("--margin", type=int, default=150, help="in centipawns")
    arguments = parser.parse_args()
    total = sound = 0
    with chess.engine.SimpleEngine.popen_uci(arguments.engine) as engine:
        for board, move in exercises(arguments.exercises):
            limit = chess.engine.Limit(nodes=arguments.nodes)
            # Each position is judged as if it was the first.
            lines = engine.analyse(board, limit, multipv=2, game=object())
            first = [line["pv"][0].uci() for line in lines]
            good = len(lines) == 2 and first[0] == move and is_sound(lines, arguments.margin)
            total += 1
            sound += good
            if not good:
                scores = " ".join(f"{uci} {line['score'].relative}" for uci, line in zip(first, lines))
                print(f"{board.fen()}: {move}, but {scores}", flush=True)
    if total == 0:
        sys.exit(f"{arguments.exercises}: there is no exercise in it")
    print(f"{sound} of {total} exercises are sound: {100 * sound / total:.1f}%")


if __name__ == "__main__":
    main()
