#!/usr/bin/env python3
"""Holds `tabiya report --json` against the same numbers counted with python-chess.

    tabiya report --player NAME --json > report.json
    tools/report.py GAMES.pgn NAME report.json

Without a report it prints the numbers, one line for each of the report's rows. The PGN has the games that the index has; zstd-compressed files are read with zstd. Compared are results, expectations,
losses, openings, named structures, phases and time trouble. Ends with status 1 if a number differs.
"""
import io
import json
import pathlib
import re
import subprocess
import sys
from collections import Counter, defaultdict

import chess
import chess.engine
import chess.pgn

ROOT = pathlib.Path(__file__).resolve().parent.parent
CEILING = 1000


def games_of(path):
    """The games of a file."""
    if path.endswith(".zst"):
        text = subprocess.run(["zstd", "-dc", path], capture_output=True, check=True).stdout.decode()
        stream = io.StringIO(text)
    else:
        stream = open(path, encoding="utf-8")
    while (game := chess.pgn.read_game(stream)) is not None:
        yield game


def openings():
    """By EPD: code and name."""
    table = {}
    for row in (ROOT / "motifs/data/eco.tsv").read_text().splitlines()[1:]:
        eco, name, moves = row.split("\t")[:3]
        board = chess.Board()
        for uci in moves.split():
            board.push_uci(uci)
        table[board.epd()] = (eco, name)
    return table


def templates():
    """The named structures of the table."""
    text = (ROOT / "motifs/src/named_table.rs").read_text()
    found = []
    for body in re.findall(r"\bTemplate \{\n(.*?)\n    \},", text, re.S):
        field = lambda name: re.search(rf'{name}: (?:Some\()?(?:"(.*?)"|(White|Black|None))', body)
        value = lambda name: next((part for part in field(name).groups() if part not in (None, "None")), None)
        usual = chess.Board(None)
        usual.set_board_fen(value("usual"))
        found.append(dict(
            name=value("name"), mirrored=value("mirrored"), color=value("color"),
            needs=value("needs").split(), without=(value("without") or "").split(), usual=usual,
        ))
    return found


def pawns(board, letter):
    return board.pawns & board.occupied_co[chess.WHITE if letter == "P" else chess.BLACK]


def grade(template, board):
    for need in template["needs"]:
        if not any(pawns(board, one[0]) & chess.BB_SQUARES[chess.parse_square(one[1:])] for one in need.split("|")):
            return None
    for free in template["without"]:
        if pawns(board, free[0]) & chess.BB_FILES["abcdefgh".index(free[1])]:
            return None
    points, total = 0.0, 0
    for letter in "Pp":
        for file in chess.BB_FILES:
            here, there = pawns(board, letter) & file, pawns(template["usual"], letter) & file
            same = (here & there).bit_count()
            points += same + (min(here.bit_count(), there.bit_count()) - same) / 2
            total += max(here.bit_count(), there.bit_count())
    return points / total


def best_structure(table, board):
    """Name and side (True for White, None for both) of the best named structure."""
    only = chess.Board(None)
    only.pawns, only.occupied = board.pawns, board.pawns
    only.occupied_co[0], only.occupied_co[1] = board.pawns & board.occupied_co[0], board.pawns & board.occupied_co[1]
    views = []
    for flip, mirror in [(False, False), (True, False), (False, True), (True, True)]:
        seen = only.copy(stack=False)
        seen = seen.mirror() if flip else seen
        if mirror:
            seen = seen.transform(chess.flip_horizontal)
        views.append((flip, mirror, seen))
    best = None
    for template in table:
        for flip, mirror, seen in views:
            if (flip and template["color"] is None) or (mirror and template["mirrored"] is None):
                continue
            worth = grade(template, seen)
            if worth is not None and worth >= 0.6 and (best is None or worth > best[0]):
                name = template["mirrored"] if mirror else template["name"]
                color = None if template["color"] is None else (template["color"] == "White") != flip
                best = (worth, name, color)
    return best and best[1:]


def phase(board):
    pieces = (board.occupied & ~board.pawns & ~board.kings).bit_count()
    if pieces <= 6:
        return "endgame"
    return "opening" if pieces >= 11 and board.fullmove_number <= 12 else "middlegame"


class Tally:
    def __init__(self):
        self.games = self.wins = self.draws = self.losses = self.rated = self.evaluated = 0
        self.points = self.expected = self.lost = 0.0

    def game(self, result, expected):
        self.games += 1
        self.wins += result == 1
        self.draws += result == 0.5
        self.losses += result == 0
        if expected is not None:
            self.rated += 1
            self.points += result
            self.expected += expected

    def moves(self, losses):
        for loss in losses:
            if loss is not None:
                self.evaluated += 1
                self.lost += loss


def clipped(score):
    return max(-CEILING, min(CEILING, score.white().score(mate_score=100_000)))


def evaluation(node):
    """The score of a comment, which python-chess reads; mate in 0 is none."""
    found = node.eval()
    return None if found is None else found


def digest(game, color, table, names):
    """Everything about one game."""
    headers = game.headers
    result = {"1-0": 1, "0-1": 0, "1/2-1/2": 0.5}.get(headers.get("Result"))
    if result is not None and color == chess.BLACK:
        result = 1 - result
    ratings = [headers.get("WhiteElo", ""), headers.get("BlackElo", "")]
    expected = None
    if result is not None and all(rating.isdigit() and int(rating) > 0 for rating in ratings):
        own, other = (int(ratings[0]), int(ratings[1])) if color else (int(ratings[1]), int(ratings[0]))
        expected = 1 / (1 + 10 ** ((other - own) / 400))
    nodes = [game, *game.mainline()]
    boards = [node.board() for node in nodes]
    scores = [None] + [evaluation(node) for node in nodes[1:]]
    if len(scores) > 1 and scores[1] is not None and "FEN" not in headers:
        scores[0] = chess.engine.PovScore(chess.engine.Cp(15), chess.WHITE)
    clocks = [node.clock() for node in nodes]
    first = 1 if boards[0].turn == color else 2
    initial = clocks[first] if first < len(clocks) else None
    moves = []
    for ply in range(len(nodes) - 1):
        if boards[ply].turn != color:
            continue
        loss = None
        if scores[ply] is not None and scores[ply + 1] is not None:
            change = clipped(scores[ply]) - clipped(scores[ply + 1])
            loss = max(0, change if color else -change)
        short = None
        if initial is not None:
            left = clocks[ply - 1] if ply > 0 else None
            short = left is not None and left < initial / 10
        moves.append((ply, phase(boards[ply]), loss, short))
    opening = None
    if "FEN" not in headers:
        last = [names[board.epd()] for board in boards if board.epd() in names]
        opening = last[-1][1].split(":")[0] if last else None
    stood = defaultdict(list)
    for ply, board in enumerate(boards):
        found = best_structure(table, board)
        if found:
            side = None if found[1] is None else "player" if found[1] == color else "opponent"
            stood[(found[0], side)].append(ply)
    stood = {key: set(plies) for key, plies in stood.items() if len(plies) >= 8}
    return result, expected, moves, opening, stood, initial is not None


def main():
    path, player, *report = sys.argv[1:]
    table, names = templates(), openings()
    all_games, sides, by_opening = Tally(), {True: Tally(), False: Tally()}, defaultdict(Tally)
    structures, phases, trouble, calm = defaultdict(Tally), defaultdict(Tally), Tally(), Tally()
    hurried = 0
    for game in games_of(path):
        colors = [color for color, tag in ((True, "White"), (False, "Black")) if game.headers.get(tag) == player]
        for color in colors:
            result, expected, moves, opening, stood, has_clocks = digest(game, color, table, names)
            losses = [loss for _, _, loss, _ in moves]
            for tally in (all_games, sides[color]):
                tally.game(result, expected)
                tally.moves(losses)
            if opening:
                by_opening[(color, opening)].game(result, expected)
                by_opening[(color, opening)].moves(losses)
            for key, plies in stood.items():
                structures[key].game(result, expected)
                structures[key].moves(loss for ply, _, loss, _ in moves if ply in plies)
            for name in {name for _, name, _, _ in moves}:
                phases[(name, None)].game(result, expected)
                phases[(name, None)].moves(loss for _, of, loss, _ in moves if of == name)
            if has_clocks:
                short = [loss for _, _, loss, short in moves if short]
                hurried += len(short)
                (trouble if short else calm).game(result, expected)
                trouble.moves(short)
                calm.moves(loss for _, _, loss, short in moves if not short)
    if not report:
        tallies = {("all", ""): all_games, ("white", ""): sides[True], ("black", ""): sides[False]}
        tallies |= {("white" if color else "black", name): tally for (color, name), tally in by_opening.items()}
        tallies |= {(name, side or ""): tally for (name, side), tally in [*structures.items(), *phases.items()]}
        tallies |= {("trouble", ""): trouble, ("calm", ""): calm}
        for key, tally in sorted(tallies.items()):
            # Halves away from zero, as Rust rounds.
            loss = int(10 * tally.lost / tally.evaluated + 0.5) / 10 if tally.evaluated else ""
            numbers = [tally.games, tally.wins, tally.draws, tally.losses, tally.rated, tally.points,
                       round(tally.expected, 2), tally.evaluated, loss]
            print(*key, *numbers, sep="\t")
        return
    report = json.loads(pathlib.Path(report[0]).read_text())
    wrong = Counter()

    def compare(where, tally, found):
        wanted = dict(games=tally.games, wins=tally.wins, draws=tally.draws, losses=tally.losses, rated=tally.rated,
                      points=tally.points, expected=tally.expected, evaluated=tally.evaluated,
                      averageLoss=tally.lost / tally.evaluated if tally.evaluated else None)
        for name, value in wanted.items():
            other = found[name]
            close = value == other or None not in (value, other) and abs(value - other) <= 0.0501
            wrong[close] += 1
            if not close:
                print(f"{where}: {name} {other}, counted {value}")

    compare("all", all_games, report["all"])
    for color, name in ((True, "white"), (False, "black")):
        compare(name, sides[color], report[name])
        for row in report[name]["openings"]:
            compare(row["name"], by_opening[(color, row["name"])], row)
    for row in report["structures"]:
        compare(row["name"], structures[(row["name"], row["side"])], row)
    for row in report["phases"]:
        compare(row["name"], phases[(row["name"], None)], row)
    if report["time"]:
        compare("time trouble", trouble, report["time"]["trouble"])
        compare("no time trouble", calm, report["time"]["calm"])
        if report["time"]["movesInTrouble"] != hurried:
            wrong[False] += 1
            print(f"moves in trouble {report['time']['movesInTrouble']}, counted {hurried}")
    print(f"{wrong[True]} numbers agree, {wrong[False]} differ")
    sys.exit(1 if wrong[False] else 0)


if __name__ == "__main__":
    main()
