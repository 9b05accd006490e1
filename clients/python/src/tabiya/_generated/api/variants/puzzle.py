from typing import Any

from ...models.puzzle_request import PuzzleRequest


def request(
    *,
    body: PuzzleRequest,
) -> dict[str, Any]:

    return {
        "method": "post",
        "url": "/api/progressive/puzzle",
        "json": body.to_dict(),
    }
