"""Uses the client of openapi-python-client: `use_python.py URL TOKEN` with the client's folder in PYTHONPATH."""

import io
import json
import sys

from tabiya_client import AuthenticatedClient
from tabiya_client.api.games import annotate, game, import_games, remove_game
from tabiya_client.api.operations import status
from tabiya_client.api.positions import analyse, difficulty, motifs, training
from tabiya_client.api.search import positions, similar, similar_to
from tabiya_client.models import (
    AnalyseRequest,
    Analysis,
    DifficultyRequest,
    DifficultyAnswer,
    Effort,
    ExactAnswer,
    FilterRequest,
    GameAnswer,
    MotifsRequest,
    MotifsAnswer,
    PatternAnswer,
    PositionsRequest,
    Problem,
    Refusal,
    ResultsAnalysis,
    ResultsDifficultyAnswer,
    ResultsMotifsAnswer,
    ResultsSimilarAnswer,
    SimilarRequest,
    SimilarRequestDistinctType0,
    SimilarAnswer,
    TrainingRequest,
    TrainingAnswer,
)
from tabiya_client.types import File

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
FEN = "r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R w KQ - 0 1"
MATE = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
PATTERN = "/".join(["????????"] * 6 + ["?????PPP", "??????K?"])
PGN = b'[White "Python"]\n[Black "B"]\n\n1. e4 e5 1-0\n\n[White "Python"]\n\n1. e4 Ke3 *\n'

client = AuthenticatedClient(sys.argv[1], token=sys.argv[2], raise_on_unexpected_status=True)


def file(pgn):
    return File(payload=io.BytesIO(pgn))


def both(answer, one, many, request):
    """Asks with a position, and with it and with what is none."""
    single = answer.sync(client=client, body=request(fen=MATE))
    assert isinstance(single, one), single
    several = answer.sync(client=client, body=request(fens=[MATE, "nonsense"]))
    assert isinstance(several, many), several
    done, refused = several.results
    assert isinstance(done, one) and done.fen == single.fen == MATE, done
    assert isinstance(refused, Refusal) and refused.problem.status == 400, refused
    assert refused.problem.detail.startswith("fen: "), refused
    return single


lines = [json.loads(line) for line in import_games.sync(client=client, body=file(PGN)).splitlines()]
assert lines[-1]["done"] and lines[-1]["games"] == lines[-1]["rejectedCount"] == 1, lines
assert status.sync(client=client).games > 1

request = SimilarRequest(
    fen=FEN, limit=3, distinct=SimilarRequestDistinctType0.GAME, filter_=FilterRequest(player="Carlsen"), plans=True
)
found = similar.sync(client=client, body=request)
assert isinstance(found, SimilarAnswer) and len(found.hits) == 3, found
assert found.plans.white and found.hits[0].analysis is None and found.hits[0].explanation.terms, found
assert similar_to.sync(client=client, fen=FEN, limit=3).hits[0].game.id > 0
both(similar, SimilarAnswer, ResultsSimilarAnswer, SimilarRequest)
analysed = similar.sync(client=client, body=SimilarRequest(fen=FEN, limit=1, analyse=Effort(depth=2)))
assert analysed.hits[0].analysis.depth == 2, analysed

one = game.sync(client=client, id=found.hits[0].game.id)
assert isinstance(one, GameAnswer) and one.moves and one.initial_fen is None, one
assert "Carlsen" in f"{one.white.name} {one.black.name}", one

analysis = both(analyse, Analysis, ResultsAnalysis, lambda **fen: AnalyseRequest(depth=3, multi_pv=2, **fen))
assert len(analysis.pvs) == 2 and analysis.pvs[0].mate == 1 and analysis.pvs[0].cp is None, analysis
assert both(difficulty, DifficultyAnswer, ResultsDifficultyAnswer, DifficultyRequest).why
solved = [
    difficulty.sync(client=client, body=DifficultyRequest(fen=MATE, solution=solution)).rating
    for solution in ("d1d8", ["d1d8"])
]
assert solved[0] == solved[1] > 0, solved
assert both(motifs, MotifsAnswer, ResultsMotifsAnswer, MotifsRequest).motifs

exercises = training.sync(client=client, body=TrainingRequest(player="Carlsen", limit=1, nodes=1000))
assert isinstance(exercises, TrainingAnswer) and exercises.plan is None, exercises
assert exercises.exercises[0].solution[0].san and exercises.exercises[0].alternatives[0].san, exercises
plan = training.sync(client=client, body=TrainingRequest(fen=FEN, plan=True))
assert plan.plan.fen == FEN and plan.ended is None, plan

exact = positions.sync(client=client, body=PositionsRequest(fen=START))
assert isinstance(exact, ExactAnswer) and exact.games > 1, exact
matching = positions.sync(client=client, body=PositionsRequest(pattern=PATTERN))
assert isinstance(matching, PatternAnswer) and matching.hits[0].played.san, matching

assert "1. e4" in annotate.sync(client=client, body=file(PGN))

refused = similar.sync_detailed(client=client, body=SimilarRequest(fen="nonsense"))
assert refused.status_code == 400 and isinstance(refused.parsed, Problem), refused
assert refused.parsed.detail.startswith("fen: "), refused

imported = positions.sync(client=client, body=PositionsRequest(fen=START, filter_=FilterRequest(white="Python")))
assert imported.games == 1, imported
removed = remove_game.sync_detailed(client=client, id=int(imported.top_games[0].id))
assert removed.status_code == 204, removed
