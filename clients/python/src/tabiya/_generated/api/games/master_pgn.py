from typing import Any
from urllib.parse import quote


def request(
    *,
    id: int,
) -> dict[str, Any]:

    return {
        "method": "get",
        "url": "/master/pgn/{id}".format(
            id=quote(str(id), safe=""),
        ),
    }
