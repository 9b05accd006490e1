from typing import Literal

SimilarRequestTurnType0 = Literal["any", "black", "same", "white"]

SIMILAR_REQUEST_TURN_TYPE_0_VALUES: set[SimilarRequestTurnType0] = {
    "any",
    "black",
    "same",
    "white",
}


def check_similar_request_turn_type_0(value: str) -> SimilarRequestTurnType0:
    if value in SIMILAR_REQUEST_TURN_TYPE_0_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {SIMILAR_REQUEST_TURN_TYPE_0_VALUES!r}")
