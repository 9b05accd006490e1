from typing import Any

from ...models.motifs_request import MotifsRequest


def request(
    *,
    body: MotifsRequest,
) -> dict[str, Any]:

    return {
        "method": "post",
        "url": "/api/motifs",
        "json": body.to_dict(),
    }
