from typing import Any

from ...types import UNSET, Unset


def request(
    *,
    q: str,
    limit: int | Unset = 10,
    collection: str | Unset = UNSET,
) -> dict[str, Any]:
    params: dict[str, Any] = {}

    params["q"] = q

    params["limit"] = limit

    params["collection"] = collection

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return {
        "method": "get",
        "url": "/api/players",
        "params": params,
    }
