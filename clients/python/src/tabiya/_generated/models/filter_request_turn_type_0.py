from typing import Literal

FilterRequestTurnType0 = Literal["black", "white"]

FILTER_REQUEST_TURN_TYPE_0_VALUES: set[FilterRequestTurnType0] = {
    "black",
    "white",
}


def check_filter_request_turn_type_0(value: str) -> FilterRequestTurnType0:
    if value in FILTER_REQUEST_TURN_TYPE_0_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {FILTER_REQUEST_TURN_TYPE_0_VALUES!r}")
