from typing import Any

from ...models.similar_request import SimilarRequest


def request(
    *,
    body: SimilarRequest,
) -> dict[str, Any]:

    return {
        "method": "post",
        "url": "/api/similar",
        "json": body.to_dict(),
    }
