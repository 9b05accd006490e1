from typing import Any

from ...models.similar_to_color import SimilarToColor
from ...models.similar_to_distinct import SimilarToDistinct
from ...models.similar_to_result import SimilarToResult
from ...models.similar_to_scoring import SimilarToScoring
from ...models.similar_to_turn import SimilarToTurn
from ...types import UNSET, Unset


def request(
    *,
    fen: str,
    limit: int | Unset = 10,
    scoring: SimilarToScoring | Unset = UNSET,
    turn: SimilarToTurn | Unset = UNSET,
    flip: bool | Unset = False,
    distinct: SimilarToDistinct | Unset = UNSET,
    explain: bool | Unset = True,
    idea: bool | Unset = True,
    plans: bool | Unset = False,
    player: str | Unset = UNSET,
    color: SimilarToColor | Unset = UNSET,
    opponent: str | Unset = UNSET,
    white: str | Unset = UNSET,
    black: str | Unset = UNSET,
    min_rating: int | Unset = UNSET,
    max_rating: int | Unset = UNSET,
    since: str | Unset = UNSET,
    until: str | Unset = UNSET,
    eco: str | Unset = UNSET,
    result: SimilarToResult | Unset = UNSET,
    event: str | Unset = UNSET,
    comment: str | Unset = UNSET,
    min_ply: int | Unset = UNSET,
    max_ply: int | Unset = UNSET,
    material: str | Unset = UNSET,
    played: str | Unset = UNSET,
    speeds: str | Unset = UNSET,
    collection: str | Unset = UNSET,
) -> dict[str, Any]:
    params: dict[str, Any] = {}

    params["fen"] = fen

    params["limit"] = limit

    json_scoring: str | Unset = UNSET
    if not isinstance(scoring, Unset):
        json_scoring = scoring

    params["scoring"] = json_scoring

    json_turn: str | Unset = UNSET
    if not isinstance(turn, Unset):
        json_turn = turn

    params["turn"] = json_turn

    params["flip"] = flip

    json_distinct: str | Unset = UNSET
    if not isinstance(distinct, Unset):
        json_distinct = distinct

    params["distinct"] = json_distinct

    params["explain"] = explain

    params["idea"] = idea

    params["plans"] = plans

    params["player"] = player

    json_color: str | Unset = UNSET
    if not isinstance(color, Unset):
        json_color = color

    params["color"] = json_color

    params["opponent"] = opponent

    params["white"] = white

    params["black"] = black

    params["minRating"] = min_rating

    params["maxRating"] = max_rating

    params["since"] = since

    params["until"] = until

    params["eco"] = eco

    json_result: str | Unset = UNSET
    if not isinstance(result, Unset):
        json_result = result

    params["result"] = json_result

    params["event"] = event

    params["comment"] = comment

    params["minPly"] = min_ply

    params["maxPly"] = max_ply

    params["material"] = material

    params["played"] = played

    params["speeds"] = speeds

    params["collection"] = collection

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return {
        "method": "get",
        "url": "/api/similar",
        "params": params,
    }
