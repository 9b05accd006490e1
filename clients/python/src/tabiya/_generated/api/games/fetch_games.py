from typing import Any

from ...models.fetch_request import FetchRequest


def request(
    *,
    body: FetchRequest,
) -> dict[str, Any]:

    return {
        "method": "post",
        "url": "/api/fetch",
        "json": body.to_dict(),
    }
