#!/usr/bin/env python3
"""Fits winning chances to games: the slope of the logistic function that predicts results best from an engine's scores.

    tools/chances.py GAMES.pgn "target/release/tabiya uci" --games 5000

Takes one position of each game at random, from move 8 on, and its score by a search of a number of nodes; mates and
scores beyond ten pawns count as ten pawns, as `chances` in coach/src/chances.rs has them. Prints the slope per
centipawn with its 95% interval, the mean squared error with it and with Lichess's .00368208, in points from -1 to 1,
and for bands of scores the points that players had and those that either slope predicts.

Needs chess, see requirements.txt.
"""
import argparse
import math
import random
import shlex
import sys

import chess.engine
import chess.pgn

LICHESS = 0.003_682_08
CEILING = 1000
FIRST_PLY = 14
POINTS = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}
BANDS = [0, 25, 50, 100, 200, 400, 700, CEILING]


def chances(slope, score):
    """Winning chances of a score, from -1 to 1."""
    return 2 / (1 + math.exp(-slope * score)) - 1


def error(slope, samples):
    """The mean squared error of what a slope predicts."""
    return sum((chances(slope, score) - points) ** 2 for score, points in samples) / len(samples)


def fit(samples):
    """The slope with the smallest error, to a millionth."""
    low, high = 0.0, 0.02
    while high - low > 1e-6:
        one, other = low + (high - low) / 3, high - (high - low) / 3
        if error(one, samples) < error(other, samples):
            high = other
        else:
            low = one
    return (low + high) / 2


def read(path, engine, nodes, games, dice):
    """The score of a position of each game, and the result, both as the side to move sees them."""
    with open(path, encoding="utf-8", errors="replace") as file:
        while games and (game := chess.pgn.read_game(file)):
            points = POINTS.get(game.headers.get("Result"))
            # Not the last one: the game may be over there.
            positions = [node for node in game.mainline() if node.ply() >= FIRST_PLY and node.next()]
            if points is None or not positions:
                continue
            board = dice.choice(positions).board()
            # Each position is judged as if it was the first.
            found = engine.analyse(board, chess.engine.Limit(nodes=nodes), game=object())["score"].relative
            score = max(-CEILING, min(CEILING, found.score(mate_score=100 * CEILING)))
            games -= 1
            yield score, points if board.turn == chess.WHITE else -points


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games_file", metavar="GAMES.pgn")
    parser.add_argument("engine", help="the command of a UCI engine")
    parser.add_argument("--nodes", type=int, default=10_000)
    parser.add_argument("--games", type=int, default=5_000)
    arguments = parser.parse_args()
    dice = random.Random(1)
    with chess.engine.SimpleEngine.popen_uci(shlex.split(arguments.engine)) as engine:
        samples = list(read(arguments.games_file, engine, arguments.nodes, arguments.games, dice))
    if not samples:
        sys.exit(f"{arguments.games_file}: there is no game with a result and a position from move 8 on")
    slope = fit(samples)
    again = sorted(fit(dice.choices(samples, k=len(samples))) for _ in range(200))
    print(f"{len(samples)} games: {slope:.5f} [{again[5]:.5f}, {again[194]:.5f}] per centipawn")
    print(f"error {error(slope, samples):.4f}, with Lichess's slope {error(LICHESS, samples):.4f}")
    print("centipawns  positions  points  fitted  Lichess's")
    for low, high in zip(BANDS, BANDS[1:]):
        # A score and its negative say the same of the two sides.
        band = [(abs(score), points if score >= 0 else -points) for score, points in samples]
        band = [(score, points) for score, points in band if low <= score < high or score == high == CEILING]
        if band:
            had = sum(points for _, points in band) / len(band)
            ours, theirs = (sum(chances(k, score) for score, _ in band) / len(band) for k in (slope, LICHESS))
            print(f"{low:>4} to {high:<4}{len(band):>8}{had:>11.2f}{ours:>8.2f}{theirs:>9.2f}")


if __name__ == "__main__":
    main()
