from typing import Literal

SimilarToColor = Literal["black", "white"]

SIMILAR_TO_COLOR_VALUES: set[SimilarToColor] = {
    "black",
    "white",
}


def check_similar_to_color(value: str) -> SimilarToColor:
    if value in SIMILAR_TO_COLOR_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {SIMILAR_TO_COLOR_VALUES!r}")
