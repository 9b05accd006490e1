from typing import Any


def request() -> dict[str, Any]:

    return {
        "method": "post",
        "url": "/api/snapshots",
    }
