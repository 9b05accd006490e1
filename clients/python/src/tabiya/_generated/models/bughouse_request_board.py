from typing import Literal

BughouseRequestBoard = Literal["a", "b"]

BUGHOUSE_REQUEST_BOARD_VALUES: set[BughouseRequestBoard] = {
    "a",
    "b",
}


def check_bughouse_request_board(value: str) -> BughouseRequestBoard:
    if value in BUGHOUSE_REQUEST_BOARD_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {BUGHOUSE_REQUEST_BOARD_VALUES!r}")
