from typing import Any

from ...models.bughouse_request import BughouseRequest


def request(
    *,
    body: BughouseRequest,
) -> dict[str, Any]:

    return {
        "method": "post",
        "url": "/api/bughouse",
        "json": body.to_dict(),
    }
