from typing import Literal

SimilarRequestScoringType0 = Literal["ideas", "structure", "tabiya", "tactics", "thesis"]

SIMILAR_REQUEST_SCORING_TYPE_0_VALUES: set[SimilarRequestScoringType0] = {
    "ideas",
    "structure",
    "tabiya",
    "tactics",
    "thesis",
}


def check_similar_request_scoring_type_0(value: str) -> SimilarRequestScoringType0:
    if value in SIMILAR_REQUEST_SCORING_TYPE_0_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {SIMILAR_REQUEST_SCORING_TYPE_0_VALUES!r}")
