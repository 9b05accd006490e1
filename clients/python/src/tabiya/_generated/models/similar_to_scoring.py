from typing import Literal

SimilarToScoring = Literal["ideas", "structure", "tabiya", "tactics", "thesis"]

SIMILAR_TO_SCORING_VALUES: set[SimilarToScoring] = {
    "ideas",
    "structure",
    "tabiya",
    "tactics",
    "thesis",
}


def check_similar_to_scoring(value: str) -> SimilarToScoring:
    if value in SIMILAR_TO_SCORING_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {SIMILAR_TO_SCORING_VALUES!r}")
