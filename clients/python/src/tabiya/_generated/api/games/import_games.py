from typing import Any

from ...models.import_games_contained import (
    ImportGamesContained,
)
from ...types import UNSET, Unset


def request(
    *,
    from_move: int | Unset = 13,
    collection: str | Unset = UNSET,
    variations: bool | Unset = False,
    keep_legal: bool | Unset = False,
    contained: ImportGamesContained | Unset = "keep",
) -> dict[str, Any]:
    params: dict[str, Any] = {}

    params["fromMove"] = from_move

    params["collection"] = collection

    params["variations"] = variations

    params["keepLegal"] = keep_legal

    json_contained: str | Unset = UNSET
    if not isinstance(contained, Unset):
        json_contained = contained

    params["contained"] = json_contained

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return {
        "method": "post",
        "url": "/api/games",
        "params": params,
    }
