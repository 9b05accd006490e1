#!/usr/bin/env python3
"""Lets engines that speak the protocol of xboard play bughouse, two of the one against two of the other on
two boards, or crazyhouse, one against one.

    tools/bughouse.py "target/release/tabiya xboard" sjeng --games 40 --clock 60
    tools/bughouse.py "target/release/tabiya xboard" sjeng --variant crazyhouse --games 20 --clock 30+0.5

Every game is judged by python-chess, not by the engines: moves, drops, mates that no man could be dropped
against, threefold repetition (a draw), clocks. What is captured goes to the partner's engine with `holding`;
what an engine says with `tellics ptell` goes to its partner as `ptell`. Colours change after every game.
Prints wins, draws and losses of the first engine, and how games ended: `mate`, `time`, `waiting` (time ran
out for a player who had no move, as no man came), `illegal` (also a move out of turn), `refused` (the loser called
a legal move illegal), `crash`, `repetition`. For `illegal`, `refused` and `crash` see `--log FILE`, which gets all
that is said. Needs python-chess.
"""

import argparse
import collections
import queue
import shlex
import subprocess
import threading
import time

import chess
import chess.variant

# What sjeng and others print on the same stream is not for us.
START_UP = 3.0


class Engine:
    """A running engine: lines go out, and come in on a queue that all of them share."""

    def __init__(self, name, command, inbox, log):
        self.name, self.inbox, self.log = name, inbox, log
        self.process = subprocess.Popen(
            shlex.split(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            errors="replace",
            bufsize=1,
        )
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.inbox.put((time.monotonic(), self, line.rstrip("\n")))
        self.inbox.put((time.monotonic(), self, None))

    def say(self, line):
        if self.log:
            print(f"{time.monotonic():.3f} {self.name} < {line}", file=self.log)
        try:
            self.process.stdin.write(line + "\n")
        except (BrokenPipeError, ValueError):
            pass

    def quit(self):
        self.say("quit")
        try:
            self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.process.kill()


class Player:
    """An engine on a board."""

    def __init__(self, engine, board, color, team):
        self.engine, self.board, self.color, self.team = engine, board, color, team
        self.partner = None
        self.left = 0.0


def letters(pocket):
    return "".join(
        chess.piece_symbol(kind).upper() * pocket.count(kind)
        for kind in (chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)
    )


class Table:
    """A game: one board or two, and who sits where."""

    def __init__(self, engines, bughouse, clock, swapped):
        self.clock, self.bughouse = clock, bughouse
        self.boards = [chess.variant.CrazyhouseBoard() for _ in range(2 if bughouse else 1)]
        self.seen = [collections.Counter() for _ in self.boards]
        self.started = [0.0 for _ in self.boards]
        self.players = {}
        # Team 0 has White on board 0, or Black if swapped.
        for number, board in enumerate(self.boards):
            for color in chess.COLORS:
                team = (color == chess.BLACK) ^ (number == 1) ^ swapped
                engine = engines[2 * team + number]
                player = Player(engine, number, color, int(team))
                player.left = clock[0]
                self.players[number, color] = player
        for (number, color), player in self.players.items():
            if bughouse:
                player.partner = self.players[1 - number, not color]
        self.seats = {player.engine: player for player in self.players.values()}

    def begin(self, inbox):
        minutes, seconds = divmod(int(self.clock[0]), 60)
        for player in self.players.values():
            say = player.engine.say
            say("new")
            say("variant bughouse" if self.bughouse else "variant crazyhouse")
            say(f"level 0 {minutes}:{seconds:02} {self.clock[1]:g}")
            say("easy")
            say("nopost")
            if player.partner:
                say(f"partner {player.partner.engine.name}")
            say(f"ping {id(self) % 100000}")
        # What belongs to the last game is over when all of them have answered.
        waiting = set(self.seats)
        while waiting:
            _, engine, line = inbox.get(timeout=30)
            if line is None:
                raise SystemExit(f"{engine.name} has gone")
            if line.strip() == f"pong {id(self) % 100000}":
                waiting.discard(engine)
        for number in range(len(self.boards)):
            self.started[number] = time.monotonic()
            self.ask(self.players[number, chess.WHITE], "go")

    def tell_clocks(self, player):
        opponent = self.players[player.board, not player.color]
        player.engine.say(f"time {max(0, round(player.left * 100))}")
        player.engine.say(f"otim {max(0, round(opponent.left * 100))}")

    def ask(self, player, line):
        self.tell_clocks(player)
        player.engine.say(line)

    def to_move(self, number):
        return self.players[number, self.boards[number].turn]

    def left(self, number, now):
        """What the running clock of a board shows."""
        return self.to_move(number).left - (now - self.started[number])

    def hold(self, number, arrived=""):
        """Sends both players of a board what is in hand."""
        pockets = self.boards[number].pockets
        line = f"holding [{letters(pockets[chess.WHITE])}] [{letters(pockets[chess.BLACK])}]"
        for color in chess.COLORS:
            self.players[number, color].engine.say(f"{line} {arrived}".strip())

    def is_mate(self, number):
        """Whether the player to move is mated: in bughouse if no man could ever help."""
        board = self.boards[number]
        if not board.is_check():
            return False
        if not self.bughouse:
            return board.is_checkmate()
        board = board.copy(stack=False)
        for kind in (chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN):
            board.pockets[board.turn].add(kind)
        return not any(board.legal_moves)

    def play(self, player, text, now):
        """Plays a move; returns why it ends the game, and who wins, if it does."""
        number, board = player.board, self.boards[player.board]
        try:
            move = chess.Move.from_uci(text)
        except ValueError:
            try:
                move = board.parse_san(text)
            except ValueError:
                return f"illegal {text} in {board.fen()}", 1 - player.team
        if move not in board.legal_moves:
            return f"illegal {text} in {board.fen()}", 1 - player.team
        player.left = self.left(number, now) + self.clock[1]
        if player.left < self.clock[1]:
            return "time", 1 - player.team
        self.started[number] = now
        captured = board.piece_type_at(move.to_square) if move.drop is None else None
        if board.is_en_passant(move):
            captured = chess.PAWN
        elif captured and board.is_castling(move):
            captured = None
        elif captured and board.promoted & chess.BB_SQUARES[move.to_square]:
            captured = chess.PAWN
        board.push(move)
        if captured and self.bughouse:
            board.pockets[player.color].remove(captured)
            taker = player.partner
            self.boards[taker.board].pockets[taker.color].add(captured)
            arrived = "WB"[taker.color == chess.BLACK] + chess.piece_symbol(captured).upper()
            self.hold(taker.board, arrived)
        if self.is_mate(number):
            return "mate", player.team
        key = f"{board.epd()}"
        self.seen[number][key] += 1
        if self.seen[number][key] >= 3:
            return "repetition", None
        if not self.bughouse and not any(board.legal_moves):
            return "stalemate", None
        opponent = self.to_move(number)
        self.tell_clocks(opponent)
        prefix = "usermove " if opponent.engine.usermove else ""
        opponent.engine.say(prefix + move.uci())
        if move.drop and self.bughouse:
            self.hold(number)
        return None

    def run(self, inbox, log):
        """Plays the game: why it ended, which team won (none in a draw), and its length."""
        self.begin(inbox)
        while True:
            now = time.monotonic()
            ends = [self.started[number] + self.to_move(number).left for number in range(len(self.boards))]
            try:
                when, engine, line = inbox.get(timeout=max(0.0, min(ends) - now) + 0.001)
            except queue.Empty:
                number = ends.index(min(ends))
                loser = self.to_move(number)
                can_move = any(self.boards[number].legal_moves)
                return ("time" if can_move else "waiting"), 1 - loser.team
            player = self.seats.get(engine)
            if player is None:
                continue
            if line is None:
                return f"crash of {engine.name}", 1 - player.team
            if log:
                print(f"{when:.3f} {engine.name} > {line}", file=log)
            if line.startswith("tellics ptell ") and player.partner:
                player.partner.engine.say("ptell " + line.removeprefix("tellics ptell "))
            elif line.startswith("Illegal move"):
                # Only legal moves are sent: an engine that rejects one is wrong.
                return f"refused ({line}) by {engine.name} in {self.boards[player.board].fen()}", 1 - player.team
            elif line == "resign" or line.startswith("tellics resign"):
                return "resigned", 1 - player.team
            elif line.startswith("move "):
                text = line.removeprefix("move ").strip()
                if self.to_move(player.board) is not player:
                    return f"illegal {text} out of turn in {self.boards[player.board].fen()}", 1 - player.team
                ending = self.play(player, text, when)
                if ending:
                    return ending

    def plies(self):
        return [len(board.move_stack) for board in self.boards]

    def end(self, result, why):
        for player in self.players.values():
            player.engine.say(f"result {result} {{{why.split()[0]}}}")


def start(command, name, inbox, log):
    """An engine that has announced its features."""
    engine = Engine(name, command, inbox, log)
    engine.say("xboard")
    engine.say("protover 2")
    engine.usermove = False
    end = time.monotonic() + START_UP
    while time.monotonic() < end:
        try:
            _, speaker, line = inbox.get(timeout=max(0.0, end - time.monotonic()))
        except queue.Empty:
            break
        if line is None:
            raise SystemExit(f"{speaker.name} does not start: {command}")
        if "usermove=1" in line:
            engine.usermove = True
        if "done=1" in line:
            break
    return engine


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine1", help="a command")
    parser.add_argument("engine2", help="a command")
    parser.add_argument("--variant", choices=["bughouse", "crazyhouse"], default="bughouse")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--clock", default="60", help="seconds and increment, e.g. 60 or 30+0.5")
    parser.add_argument("--log", help="a file for all messages")
    args = parser.parse_args()

    clock = tuple(float(part) for part in (args.clock + "+0").split("+")[:2])
    log = open(args.log, "w", encoding="utf-8", buffering=1) if args.log else None
    bughouse = args.variant == "bughouse"
    inbox = queue.Queue()
    engines = {}
    for team, command in enumerate((args.engine1, args.engine2)):
        for number in range(2 if bughouse else 1):
            engines[2 * team + number] = start(command, f"engine{team + 1}{'ab'[number]}", inbox, log)
    points, endings = [], collections.Counter()
    try:
        for game in range(args.games):
            table = Table(engines, bughouse, clock, game % 2 == 1)
            why, winner = table.run(inbox, log)
            table.end({0: "1-0", 1: "0-1", None: "1/2-1/2"}[winner], why)
            points.append({0: 1, 1: 0, None: 0.5}[winner])
            short = why.split()[0]
            endings[f"{short} {'won' if winner == 0 else 'lost' if winner == 1 else 'drawn'}"] += 1
            wins, draws, losses = (points.count(value) for value in (1, 0.5, 0))
            share = sum(points) / len(points)
            left = " ".join(f"{player.engine.name} {player.left:.0f}s" for player in table.players.values())
            print(f"{game + 1}: {why}; {table.plies()} plies; {left}; +{wins} ={draws} -{losses}: {share:.1%}", flush=True)
            if "crash" in why:
                break
    finally:
        for engine in engines.values():
            engine.quit()
    print(dict(endings))


if __name__ == "__main__":
    main()
