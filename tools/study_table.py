#!/usr/bin/env python3
"""What python-chess makes of the PGN that the web UI is tested with, before and after an edit.

    "$(tools/venv)/bin/python" tools/study_table.py web/tests/study/study.pgn > web/tests/study/python_chess.json
"""

import io
import json
import sys

import chess
import chess.pgn


def words(text):
    """A comment in one line of words: the programs differ in the space around its parts."""
    return " ".join(text.split())


def node(it):
    return {
        "san": it.san(),
        # Castling as king takes rook, which holds in Chess960, too.
        "uci": it.parent.board().uci(it.move, chess960=True),
        "nags": sorted(it.nags),
        "before": words(it.starting_comment),
        "after": words(it.comment),
        "next": [node(child) for child in it.variations],
    }


def tag(text):
    """A tag without the escapes of PGN, which python-chess leaves in."""
    return text.replace('\\"', '"').replace("\\\\", "\\")


def tree(game):
    return {
        "tags": {name: tag(text) for name, text in game.headers.items()},
        "fen": game.board().fen(en_passant="fen"),
        "comment": words(game.comment),
        "moves": [node(child) for child in game.variations],
    }


def at(game, path):
    it = game
    for uci in path.split():
        it = it.variation(chess.Move.from_uci(uci))
    return it


def edit(game):
    """The edit that `study.test.ts` makes, too: on the first game."""
    # A variation made on the board, and its continuation.
    at(game, "d2d4 d7d5 c2c4 e7e6 b1c3").add_variation(chess.Move.from_uci("f8b4"))
    at(game, "d2d4 d7d5 c2c4 e7e6 b1c3 f8b4").add_variation(chess.Move.from_uci("a2a3"))
    # Another variation at a move that has some.
    at(game, "d2d4 d7d5").add_variation(chess.Move.from_uci("g1f3"))
    # A variation within a variation becomes the main one there, and a whole one the main line.
    promoted = at(game, "d2d4 d7d5 c2c4 c7c6 b1c3 e7e6")
    promoted.parent.promote_to_main(promoted)
    whole = at(game, "d2d4 d7d5 c2c4 e7e5")
    whole.parent.promote_to_main(whole)
    # One goes.
    gone = at(game, "d2d4 d7d5 c2c4 d5c4")
    gone.parent.remove_variation(gone)
    # Words and marks.
    at(game, "d2d4 d7d5 c2c4 e7e5 d4e5").comment = "The gambit is accepted."
    at(game, "d2d4 d7d5 c2c4 e7e5 d4e5").nags = {1}
    at(game, "d2d4 d7d5 c2c4 e7e5").nags = {4}


with open(sys.argv[1], encoding="utf-8") as file:
    text = file.read()
source = io.StringIO(text)
games = list(iter(lambda: chess.pgn.read_game(source), None))
before = [tree(game) for game in games]
edit(games[0])
json.dump({"before": before, "after": tree(games[0])}, sys.stdout, indent=1, ensure_ascii=False)
print()
