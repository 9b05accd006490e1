from typing import Any

from ...models.positions_request import PositionsRequest


def request(
    *,
    body: PositionsRequest,
) -> dict[str, Any]:

    return {
        "method": "post",
        "url": "/api/positions",
        "json": body.to_dict(),
    }
