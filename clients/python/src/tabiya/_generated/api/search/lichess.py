from typing import Any

from ...models.lichess_color import LichessColor
from ...models.lichess_variant import LichessVariant
from ...types import UNSET, Unset


def request(
    *,
    variant: LichessVariant | Unset = UNSET,
    fen: str | Unset = UNSET,
    play: str | Unset = UNSET,
    moves: int | Unset = UNSET,
    top_games: int | Unset = UNSET,
    recent_games: int | Unset = UNSET,
    since: str | Unset = UNSET,
    until: str | Unset = UNSET,
    ratings: str | Unset = UNSET,
    player: str | Unset = UNSET,
    color: LichessColor | Unset = UNSET,
    speeds: str | Unset = UNSET,
    modes: str | Unset = UNSET,
    source: str | Unset = UNSET,
    history: bool | Unset = UNSET,
    collection: str | Unset = UNSET,
) -> dict[str, Any]:
    params: dict[str, Any] = {}

    json_variant: str | Unset = UNSET
    if not isinstance(variant, Unset):
        json_variant = variant

    params["variant"] = json_variant

    params["fen"] = fen

    params["play"] = play

    params["moves"] = moves

    params["topGames"] = top_games

    params["recentGames"] = recent_games

    params["since"] = since

    params["until"] = until

    params["ratings"] = ratings

    params["player"] = player

    json_color: str | Unset = UNSET
    if not isinstance(color, Unset):
        json_color = color

    params["color"] = json_color

    params["speeds"] = speeds

    params["modes"] = modes

    params["source"] = source

    params["history"] = history

    params["collection"] = collection

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return {
        "method": "get",
        "url": "/lichess",
        "params": params,
    }
