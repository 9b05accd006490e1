from typing import Any

from ...models.report_body import ReportBody


def request(
    *,
    body: ReportBody,
) -> dict[str, Any]:

    return {
        "method": "post",
        "url": "/api/report",
        "json": body.to_dict(),
    }
