#!/usr/bin/env python3
"""Counts how many positions of test suites an engine solves.

    tools/strength.py "target/release/tabiya uci" --movetime 1000 data/suites/wac.epd engine/data/bk.epd

A position is solved if the move that is played at the end is among its best moves (`bm`) and not among
those to avoid (`am`). Where an EPD gives points for moves (`c8` and `c9`, as the Strategic Test Suite does),
the points count. With --nodes instead of a time the figures come out the same on every machine. Needs python-chess.
"""

import argparse
import shlex

import chess
import chess.engine


def points(board, operations, move):
    """What a move is worth, and what the best one is."""
    if "c8" in operations and "c9" in operations:
        values = [int(value) for value in operations["c8"].split()]
        moves = operations["c9"].split()
        return dict(zip(moves, values)).get(move.uci(), 0), max(values)
    best, avoid = operations.get("bm"), operations.get("am", [])
    return int((best is None or move in best) and move not in avoid), 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", help="a command")
    parser.add_argument("suites", nargs="+", help="EPD files")
    parser.add_argument("--movetime", type=int, default=1000, help="milliseconds a position")
    parser.add_argument("--nodes", type=int, help="moves made a position, instead of a time")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the engine"
    )
    parser.add_argument("--verbose", action="store_true", help="name what is not solved")
    args = parser.parse_args()

    with chess.engine.SimpleEngine.popen_uci(shlex.split(args.engine)) as engine:
        engine.configure(dict(option.split("=", 1) for option in args.option))
        for suite in args.suites:
            got = most = count = solved = 0
            with open(suite, encoding="utf-8") as file:
                lines = [line.strip() for line in file if line.strip() and not line.startswith("#")]
            for line in lines:
                board = chess.Board()
                operations = board.set_epd(line)
                limit = chess.engine.Limit(time=args.movetime / 1000)
                if args.nodes is not None:
                    limit = chess.engine.Limit(nodes=args.nodes)
                move = engine.play(board, limit, game=object()).move
                value, best = points(board, operations, move)
                got, most, count = got + value, most + best, count + 1
                solved += value == best
                if args.verbose and value < best:
                    print(f"{operations.get('id')}: {board.san(move)}")
            print(f"{suite}: {solved} of {count} solved, {got} of {most} points", flush=True)


if __name__ == "__main__":
    main()
