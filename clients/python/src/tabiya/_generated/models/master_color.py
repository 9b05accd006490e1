from typing import Literal

MasterColor = Literal["black", "white"]

MASTER_COLOR_VALUES: set[MasterColor] = {
    "black",
    "white",
}


def check_master_color(value: str) -> MasterColor:
    if value in MASTER_COLOR_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {MASTER_COLOR_VALUES!r}")
