from typing import Any

from ...models.export_games_color import ExportGamesColor
from ...models.export_games_result import ExportGamesResult
from ...models.export_games_turn import ExportGamesTurn
from ...types import UNSET, Unset


def request(
    *,
    player: str | Unset = UNSET,
    color: ExportGamesColor | Unset = UNSET,
    opponent: str | Unset = UNSET,
    white: str | Unset = UNSET,
    black: str | Unset = UNSET,
    min_rating: int | Unset = UNSET,
    max_rating: int | Unset = UNSET,
    since: str | Unset = UNSET,
    until: str | Unset = UNSET,
    eco: str | Unset = UNSET,
    result: ExportGamesResult | Unset = UNSET,
    event: str | Unset = UNSET,
    comment: str | Unset = UNSET,
    turn: ExportGamesTurn | Unset = UNSET,
    min_ply: int | Unset = UNSET,
    max_ply: int | Unset = UNSET,
    material: str | Unset = UNSET,
    played: str | Unset = UNSET,
    speeds: str | Unset = UNSET,
    collection: str | Unset = UNSET,
    comments: bool | Unset = True,
    clocks: bool | Unset = True,
    evals: bool | Unset = True,
    variations: bool | Unset = True,
) -> dict[str, Any]:
    params: dict[str, Any] = {}

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

    json_turn: str | Unset = UNSET
    if not isinstance(turn, Unset):
        json_turn = turn

    params["turn"] = json_turn

    params["minPly"] = min_ply

    params["maxPly"] = max_ply

    params["material"] = material

    params["played"] = played

    params["speeds"] = speeds

    params["collection"] = collection

    params["comments"] = comments

    params["clocks"] = clocks

    params["evals"] = evals

    params["variations"] = variations

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return {
        "method": "get",
        "url": "/api/games",
        "params": params,
    }
