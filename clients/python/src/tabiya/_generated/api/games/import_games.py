from typing import Any

from ...types import UNSET, Unset


def request(
    *,
    from_move: int | Unset = 13,
    collection: str | Unset = UNSET,
    variations: bool | Unset = False,
) -> dict[str, Any]:
    params: dict[str, Any] = {}

    params["fromMove"] = from_move

    params["collection"] = collection

    params["variations"] = variations

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return {
        "method": "post",
        "url": "/api/games",
        "params": params,
    }
