from typing import Literal

FilterRequestResultType0 = Literal["black", "draw", "loss", "unknown", "white", "win"]

FILTER_REQUEST_RESULT_TYPE_0_VALUES: set[FilterRequestResultType0] = {
    "black",
    "draw",
    "loss",
    "unknown",
    "white",
    "win",
}


def check_filter_request_result_type_0(value: str) -> FilterRequestResultType0:
    if value in FILTER_REQUEST_RESULT_TYPE_0_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {FILTER_REQUEST_RESULT_TYPE_0_VALUES!r}")
