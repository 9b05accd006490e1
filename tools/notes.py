#!/usr/bin/env python3
"""Imports the Anki file of exercises with Anki itself, and holds the notes against the JSON of the same exercises.

    tabiya train --pgn GAMES.pgn --format anki > exercises.txt
    tabiya train --pgn GAMES.pgn --json > exercises.json
    tools/notes.py exercises.txt exercises.json

Three times, each into a new collection: as notes of the type Basic, which Anki has; of one with the fields `PGN` and
`textField`, as Anki-Chess has them; and of one with the fields `FEN`, `Moves`, `Solution`, `Rating` and `Source`. Ends with
status 1 if a note is missing, or a field is not what the JSON has.

Needs the packages anki and chess.
"""
import html
import io
import json
import pathlib
import sys
import tempfile

import chess.pgn
from anki.collection import Collection, ImportCsvRequest
from anki.import_export_pb2 import CsvMetadataRequest


def of_basic(fields, exercises):
    fen = fields["Front"].split("<small>")[1].split("</small>")[0]
    exercise = exercises[fen]
    board = chess.Board(fen)
    assert fields["Front"].count("\ufe0e") == len(board.piece_map())
    assert exercise["solution"][0]["san"] in fields["Back"]
    assert f"rating {exercise['rating']}" in fields["Back"]
    return exercise


def of_anki_chess(fields, exercises):
    game = chess.pgn.read_game(io.StringIO(html.unescape(fields["PGN"]).replace("] ", "]\n")))
    exercise = exercises[game.headers["FEN"]]
    assert not game.errors and len(game.variations) == 1
    assert [move.uci() for move in game.mainline_moves()] == [move["uci"] for move in exercise["solution"]]
    assert f"rating {exercise['rating']}" in fields["textField"]
    return exercise


def of_plain(fields, exercises):
    exercise = exercises[fields["FEN"]]
    assert fields["Moves"].split() == [move["uci"] for move in exercise["solution"]]
    assert fields["Rating"] == str(exercise["rating"])
    for move in exercise["solution"]:
        assert move["san"] in fields["Solution"].split()
    return exercise


def note_type(collection, name, fields):
    """A new note type; none for Basic, which the file asks for."""
    if name == "Basic":
        return None
    models = collection.models
    model = models.new(name)
    for field in fields:
        models.add_field(model, models.new_field(field))
    template = models.new_template("Card")
    template["qfmt"], template["afmt"] = (f"{{{{{field}}}}}" for field in fields[:2])
    models.add_template(model, template)
    return models.add(model).id


def main():
    path, answer = (str(pathlib.Path(argument).resolve()) for argument in sys.argv[1:3])
    exercises = {exercise["fen"]: exercise for exercise in json.loads(pathlib.Path(answer).read_text())["exercises"]}
    for name, fields, check in (
        ("Basic", [], of_basic),
        ("AnkiChess Model", ["PGN", "textField"], of_anki_chess),
        ("Exercise", ["FEN", "Moves", "Solution", "Rating", "Source"], of_plain),
    ):
        with tempfile.TemporaryDirectory() as folder:
            collection = Collection(f"{folder}/collection.anki2")
            wanted = note_type(collection, name, fields)
            request = CsvMetadataRequest(path=path)
            if wanted is not None:
                request.notetype_id = wanted
            metadata = collection._backend.get_csv_metadata(request)
            collection.import_csv(ImportCsvRequest(path=path, metadata=metadata))
            notes = [collection.get_note(note) for note in collection.find_notes("")]
            assert {note.note_type()["name"] for note in notes} == {name}
            assert len(notes) == len(exercises), f"{len(notes)} notes of {len(exercises)} exercises"
            for note in notes:
                exercise = check(dict(note.items()), exercises)
                assert set(exercise["themes"]) <= set(note.tags)
            print(f"{name}: {len(notes)} notes")
            collection.close()


if __name__ == "__main__":
    main()
