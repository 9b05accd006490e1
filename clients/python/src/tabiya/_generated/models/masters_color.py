from typing import Literal

MastersColor = Literal["black", "white"]

MASTERS_COLOR_VALUES: set[MastersColor] = {
    "black",
    "white",
}


def check_masters_color(value: str) -> MastersColor:
    if value in MASTERS_COLOR_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {MASTERS_COLOR_VALUES!r}")
