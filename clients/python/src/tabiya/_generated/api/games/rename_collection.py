from typing import Any
from urllib.parse import quote

from ...models.rename_request import RenameRequest


def request(
    *,
    body: RenameRequest,
    name: str,
) -> dict[str, Any]:

    return {
        "method": "patch",
        "url": "/api/collections/{name}".format(
            name=quote(str(name), safe=""),
        ),
        "json": body.to_dict(),
    }
