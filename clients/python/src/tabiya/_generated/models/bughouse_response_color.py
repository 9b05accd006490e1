from typing import Literal

BughouseResponseColor = Literal["black", "white"]

BUGHOUSE_RESPONSE_COLOR_VALUES: set[BughouseResponseColor] = {
    "black",
    "white",
}


def check_bughouse_response_color(value: str) -> BughouseResponseColor:
    if value in BUGHOUSE_RESPONSE_COLOR_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {BUGHOUSE_RESPONSE_COLOR_VALUES!r}")
