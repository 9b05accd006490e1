from typing import Any

from ...models.training_request import TrainingRequest


def request(
    *,
    body: TrainingRequest,
) -> dict[str, Any]:

    return {
        "method": "post",
        "url": "/api/training",
        "json": body.to_dict(),
    }
