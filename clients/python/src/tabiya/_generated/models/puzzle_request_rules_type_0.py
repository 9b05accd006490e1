from typing import Literal

PuzzleRequestRulesType0 = Literal["italian", "scottish"]

PUZZLE_REQUEST_RULES_TYPE_0_VALUES: set[PuzzleRequestRulesType0] = {
    "italian",
    "scottish",
}


def check_puzzle_request_rules_type_0(value: str) -> PuzzleRequestRulesType0:
    if value in PUZZLE_REQUEST_RULES_TYPE_0_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {PUZZLE_REQUEST_RULES_TYPE_0_VALUES!r}")
