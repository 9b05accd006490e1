from typing import Literal

SimilarToDistinct = Literal["board", "game"]

SIMILAR_TO_DISTINCT_VALUES: set[SimilarToDistinct] = {
    "board",
    "game",
}


def check_similar_to_distinct(value: str) -> SimilarToDistinct:
    if value in SIMILAR_TO_DISTINCT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {SIMILAR_TO_DISTINCT_VALUES!r}")
