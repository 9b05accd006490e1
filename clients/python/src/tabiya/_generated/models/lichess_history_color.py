from typing import Literal

LichessHistoryColor = Literal["black", "white"]

LICHESS_HISTORY_COLOR_VALUES: set[LichessHistoryColor] = {
    "black",
    "white",
}


def check_lichess_history_color(value: str) -> LichessHistoryColor:
    if value in LICHESS_HISTORY_COLOR_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {LICHESS_HISTORY_COLOR_VALUES!r}")
