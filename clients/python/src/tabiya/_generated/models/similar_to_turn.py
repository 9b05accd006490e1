from typing import Literal

SimilarToTurn = Literal["any", "black", "same", "white"]

SIMILAR_TO_TURN_VALUES: set[SimilarToTurn] = {
    "any",
    "black",
    "same",
    "white",
}


def check_similar_to_turn(value: str) -> SimilarToTurn:
    if value in SIMILAR_TO_TURN_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {SIMILAR_TO_TURN_VALUES!r}")
