from typing import Literal

PersonalColor = Literal["black", "white"]

PERSONAL_COLOR_VALUES: set[PersonalColor] = {
    "black",
    "white",
}


def check_personal_color(value: str) -> PersonalColor:
    if value in PERSONAL_COLOR_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {PERSONAL_COLOR_VALUES!r}")
