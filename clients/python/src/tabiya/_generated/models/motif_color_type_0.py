from typing import Literal

MotifColorType0 = Literal["black", "white"]

MOTIF_COLOR_TYPE_0_VALUES: set[MotifColorType0] = {
    "black",
    "white",
}


def check_motif_color_type_0(value: str) -> MotifColorType0:
    if value in MOTIF_COLOR_TYPE_0_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {MOTIF_COLOR_TYPE_0_VALUES!r}")
