from typing import Any

from ...models.progressive_request import ProgressiveRequest


def request(
    *,
    body: ProgressiveRequest,
) -> dict[str, Any]:

    return {
        "method": "post",
        "url": "/api/progressive",
        "json": body.to_dict(),
    }
