from typing import Literal

LichessColor = Literal["black", "white"]

LICHESS_COLOR_VALUES: set[LichessColor] = {
    "black",
    "white",
}


def check_lichess_color(value: str) -> LichessColor:
    if value in LICHESS_COLOR_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {LICHESS_COLOR_VALUES!r}")
