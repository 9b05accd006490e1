from typing import Literal

BughouseResponseBoard = Literal["a", "b"]

BUGHOUSE_RESPONSE_BOARD_VALUES: set[BughouseResponseBoard] = {
    "a",
    "b",
}


def check_bughouse_response_board(value: str) -> BughouseResponseBoard:
    if value in BUGHOUSE_RESPONSE_BOARD_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {BUGHOUSE_RESPONSE_BOARD_VALUES!r}")
