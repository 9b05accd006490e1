from typing import Any
from urllib.parse import quote

from ...types import UNSET, Unset


def request(
    *,
    name: str,
    games: bool | Unset = False,
) -> dict[str, Any]:
    params: dict[str, Any] = {}

    params["games"] = games

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return {
        "method": "delete",
        "url": "/api/collections/{name}".format(
            name=quote(str(name), safe=""),
        ),
        "params": params,
    }
