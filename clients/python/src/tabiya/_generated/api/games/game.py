from typing import Any
from urllib.parse import quote

from ...types import UNSET, Unset


def request(
    *,
    id: int,
    comments: bool | Unset = True,
    clocks: bool | Unset = True,
    evals: bool | Unset = True,
    variations: bool | Unset = True,
) -> dict[str, Any]:
    params: dict[str, Any] = {}

    params["comments"] = comments

    params["clocks"] = clocks

    params["evals"] = evals

    params["variations"] = variations

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return {
        "method": "get",
        "url": "/api/games/{id}".format(
            id=quote(str(id), safe=""),
        ),
        "params": params,
    }
