from typing import Any


def request() -> dict[str, Any]:

    return {
        "method": "get",
        "url": "/api/collections",
    }
