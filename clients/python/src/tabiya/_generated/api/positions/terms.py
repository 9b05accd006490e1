from typing import Any

from ...models.fen_request import FenRequest


def request(
    *,
    body: FenRequest,
) -> dict[str, Any]:

    return {
        "method": "post",
        "url": "/api/terms",
        "json": body.to_dict(),
    }
