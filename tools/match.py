#!/usr/bin/env python3
"""Lets two UCI engines play each other: each opening twice, with colours changed.

    tools/match.py "target/release/tabiya uci" gnuchess\\ --uci --movetime 60 --games 100
    tools/match.py "target/release/tabiya uci" stockfish --nodes2 65000 --option2 UCI_LimitStrength=true \\
        --option2 UCI_Elo=2000 --movetime 60

Prints wins, draws and losses of the first engine, the difference in Elo with its 95 % interval, and the
likelihood that it is the stronger one (LOS). A game is also over when both engines agree: a draw after
move 40 if both see at most 10 centipawns for ten plies, a win if both see 7 pawns or more for six.
An engine that dies loses the game, is named with its reason at the end, and is started again.
With --pgn the games are added to a file, each move with the score that its engine gave it.
Engines must be distinguished by nodes or depth rather than by time where the machine does other things, too;
but then, where both always play the same, games repeat after two for each opening.
Needs python-chess.
"""

import argparse
import math
import pathlib
import shlex
import time

import chess
import chess.engine
import chess.pgn

OPENINGS = pathlib.Path(__file__).parent.parent / "data" / "openings.epd"
LONGEST = 400


def options(pairs):
    """`Name=value` words as python-chess wants them."""
    return dict(pair.split("=", 1) for pair in pairs)


def limit(args, number):
    """What each move of an engine may take."""

    def own(name):
        value = getattr(args, f"{name}{number}")
        return getattr(args, name) if value is None else value

    if args.clock:
        return None
    if own("nodes"):
        return chess.engine.Limit(nodes=own("nodes"))
    if own("depth"):
        return chess.engine.Limit(depth=own("depth"))
    return chess.engine.Limit(time=own("movetime") / 1000)


class Adjudicator:
    """Ends games that both engines think decided."""

    def __init__(self):
        self.seen = {}
        self.drawn = 0
        self.won = {chess.WHITE: 0, chess.BLACK: 0}

    def result(self, board, score):
        if score is None:
            return None
        self.seen[not board.turn] = score.white().score(mate_score=30000)
        if len(self.seen) < 2:
            return None
        low, high = min(self.seen.values()), max(self.seen.values())
        level = board.fullmove_number > 40 and -10 <= low and high <= 10
        self.drawn = self.drawn + 1 if level else 0
        self.won[chess.WHITE] = self.won[chess.WHITE] + 1 if low >= 700 else 0
        self.won[chess.BLACK] = self.won[chess.BLACK] + 1 if high <= -700 else 0
        if self.drawn >= 10:
            return "1/2-1/2"
        if self.won[chess.WHITE] >= 6:
            return "1-0"
        return "0-1" if self.won[chess.BLACK] >= 6 else None


def play(engines, limits, record, clock):
    """Plays one game into its record; returns its result and why it ended."""
    board, last = record.board(), record
    judge, game = Adjudicator(), object()
    left = {color: clock[0] for color in chess.COLORS} if clock else None
    while True:
        outcome = board.outcome()
        if outcome:
            return outcome.result(), outcome.termination.name.lower()
        # Not what python-chess lets a player claim: a move that could repeat the position need not be played.
        if board.is_repetition():
            return "1/2-1/2", "threefold repetition"
        if board.is_fifty_moves():
            return "1/2-1/2", "fifty moves"
        if len(board.move_stack) >= LONGEST:
            return "1/2-1/2", "too long"
        loses = "0-1" if board.turn else "1-0"
        wish = limits[board.turn]
        if clock:
            wish = chess.engine.Limit(
                white_clock=left[True], black_clock=left[False], white_inc=clock[1], black_inc=clock[1]
            )
        start = time.perf_counter()
        try:
            reply = engines[board.turn].play(board, wish, info=chess.engine.INFO_SCORE, game=game)
        except chess.engine.EngineError as error:
            return loses, f"{'white' if board.turn else 'black'} engine error: {error}"
        if clock:
            left[board.turn] -= time.perf_counter() - start
            if left[board.turn] < 0:
                return loses, "time"
            left[board.turn] += clock[1]
        if reply.move is None:
            return loses, "no move"
        board.push(reply.move)
        score = reply.info.get("score")
        last = last.add_main_variation(reply.move)
        if score is not None:
            last.set_eval(score)
        result = judge.result(board, score)
        if result:
            return result, "agreed"


def elo(share):
    """The difference in Elo that a share of the points means."""
    return -400 * math.log10(1 / min(max(share, 1e-4), 1 - 1e-4) - 1)


def summary(points):
    """Wins, draws, losses, Elo with its interval, and LOS, as a sentence."""
    wins, draws, losses = (points.count(value) for value in (1, 0.5, 0))
    # The two games of an opening depend on each other: a pair is one sample.
    pairs = [sum(points[i : i + 2]) / len(points[i : i + 2]) for i in range(0, len(points), 2)]
    mean = sum(points) / len(points)
    spread = sum((pair - mean) ** 2 for pair in pairs) / max(1, len(pairs) - 1)
    error = 1.96 * math.sqrt(spread / len(pairs))
    los = 0.5 * (1 + math.erf((wins - losses) / math.sqrt(2 * max(1, wins + losses))))
    return (
        f"+{wins} ={draws} -{losses}: {mean:.1%}, Elo {elo(mean):+.0f} "
        f"[{elo(mean - error):+.0f}, {elo(mean + error):+.0f}], LOS {los:.1%}"
    )


def start(args, number):
    """One of the two engines, with its options."""
    engine = chess.engine.SimpleEngine.popen_uci(shlex.split(getattr(args, f"engine{number}")))
    engine.configure(options(getattr(args, f"option{number}")))
    return engine


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine1", help="a command")
    parser.add_argument("engine2", help="a command")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--openings", default=OPENINGS, help="FENs, one a line")
    parser.add_argument("--first", type=int, default=0, help="the opening to begin with")
    parser.add_argument("--pgn", help="a file that the games are added to")
    parser.add_argument("--clock", help="seconds and increment, e.g. 8+0.08")
    for name, usual in (("movetime", 60), ("nodes", None), ("depth", None)):
        parser.add_argument(f"--{name}", type=int, default=usual)
        parser.add_argument(f"--{name}1", type=int, help=f"{name} of the first engine")
        parser.add_argument(f"--{name}2", type=int, help=f"{name} of the second engine")
    for number in (1, 2):
        parser.add_argument(f"--option{number}", action="append", default=[], metavar="NAME=VALUE")
    args = parser.parse_args()

    clock = tuple(float(part) for part in args.clock.split("+")) if args.clock else None
    with open(args.openings, encoding="ascii") as file:
        openings = [line.strip() for line in file if line.strip()]
    engines = [start(args, number) for number in (1, 2)]
    limits = [limit(args, 1), limit(args, 2)]
    points, endings = [], {}
    for game in range(args.games):
        white = game % 2
        order = {chess.WHITE: engines[white], chess.BLACK: engines[1 - white]}
        allowed = {chess.WHITE: limits[white], chess.BLACK: limits[1 - white]}
        opening = openings[(args.first + game // 2) % len(openings)]
        record = chess.pgn.Game()
        record.setup(chess.Board(opening))
        result, why = play(order, allowed, record, clock)
        if args.pgn:
            names = [args.engine1, args.engine2]
            record.headers.update(Round=str(game + 1), White=names[white], Black=names[1 - white])
            record.headers.update(Result=result, Termination=why)
            with open(args.pgn, "a", encoding="utf-8") as file:
                print(record, file=file, end="\n\n")
        won = "1-0" if white == 0 else "0-1"
        points.append(0.5 if result == "1/2-1/2" else float(result == won))
        if "engine error" in why:
            why = why.replace("white", f"{white + 1}.", 1).replace("black", f"{2 - white}.", 1)
            for number in (0, 1):
                engines[number].close()
                engines[number] = start(args, number + 1)
        endings[why] = endings.get(why, 0) + 1
        print(f"\r{summary(points)}", end="", flush=True)
    print(f"\n{endings}")
    for engine in engines:
        engine.quit()


if __name__ == "__main__":
    main()
