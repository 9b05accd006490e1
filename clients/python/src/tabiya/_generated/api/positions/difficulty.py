from typing import Any

from ...models.difficulty_request import DifficultyRequest


def request(
    *,
    body: DifficultyRequest,
) -> dict[str, Any]:

    return {
        "method": "post",
        "url": "/api/difficulty",
        "json": body.to_dict(),
    }
