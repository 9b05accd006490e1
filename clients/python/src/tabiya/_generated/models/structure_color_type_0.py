from typing import Literal

StructureColorType0 = Literal["black", "white"]

STRUCTURE_COLOR_TYPE_0_VALUES: set[StructureColorType0] = {
    "black",
    "white",
}


def check_structure_color_type_0(value: str) -> StructureColorType0:
    if value in STRUCTURE_COLOR_TYPE_0_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {STRUCTURE_COLOR_TYPE_0_VALUES!r}")
