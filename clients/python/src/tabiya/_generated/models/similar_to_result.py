from typing import Literal

SimilarToResult = Literal["black", "draw", "loss", "unknown", "white", "win"]

SIMILAR_TO_RESULT_VALUES: set[SimilarToResult] = {
    "black",
    "draw",
    "loss",
    "unknown",
    "white",
    "win",
}


def check_similar_to_result(value: str) -> SimilarToResult:
    if value in SIMILAR_TO_RESULT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {SIMILAR_TO_RESULT_VALUES!r}")
