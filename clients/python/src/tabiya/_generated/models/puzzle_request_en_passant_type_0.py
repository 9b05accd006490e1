from typing import Literal

PuzzleRequestEnPassantType0 = Literal["last", "series"]

PUZZLE_REQUEST_EN_PASSANT_TYPE_0_VALUES: set[PuzzleRequestEnPassantType0] = {
    "last",
    "series",
}


def check_puzzle_request_en_passant_type_0(value: str) -> PuzzleRequestEnPassantType0:
    if value in PUZZLE_REQUEST_EN_PASSANT_TYPE_0_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {PUZZLE_REQUEST_EN_PASSANT_TYPE_0_VALUES!r}")
