from typing import Literal

SimilarRequestDistinctType0 = Literal["board", "game"]

SIMILAR_REQUEST_DISTINCT_TYPE_0_VALUES: set[SimilarRequestDistinctType0] = {
    "board",
    "game",
}


def check_similar_request_distinct_type_0(value: str) -> SimilarRequestDistinctType0:
    if value in SIMILAR_REQUEST_DISTINCT_TYPE_0_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {SIMILAR_REQUEST_DISTINCT_TYPE_0_VALUES!r}")
