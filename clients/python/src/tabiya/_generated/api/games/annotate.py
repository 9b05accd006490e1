from typing import Any

from ...types import UNSET, Unset


def request(
    *,
    eval_: bool | Unset = UNSET,
    depth: int | Unset = UNSET,
    nodes: int | Unset = UNSET,
    movetime_ms: int | Unset = UNSET,
) -> dict[str, Any]:
    params: dict[str, Any] = {}

    params["eval"] = eval_

    params["depth"] = depth

    params["nodes"] = nodes

    params["movetimeMs"] = movetime_ms

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return {
        "method": "post",
        "url": "/api/annotate",
        "params": params,
    }
