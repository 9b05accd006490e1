from typing import Any
from urllib.parse import quote


def request(
    *,
    name: str,
) -> dict[str, Any]:

    return {
        "method": "get",
        "url": "/api/players/{name}".format(
            name=quote(str(name), safe=""),
        ),
    }
