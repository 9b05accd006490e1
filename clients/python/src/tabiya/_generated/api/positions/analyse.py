from typing import Any

from ...models.analyse_request import AnalyseRequest


def request(
    *,
    body: AnalyseRequest,
) -> dict[str, Any]:

    return {
        "method": "post",
        "url": "/api/analyse",
        "json": body.to_dict(),
    }
