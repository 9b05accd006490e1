from typing import Literal

ProgressiveRequestEnPassantType0 = Literal["last", "series"]

PROGRESSIVE_REQUEST_EN_PASSANT_TYPE_0_VALUES: set[ProgressiveRequestEnPassantType0] = {
    "last",
    "series",
}


def check_progressive_request_en_passant_type_0(value: str) -> ProgressiveRequestEnPassantType0:
    if value in PROGRESSIVE_REQUEST_EN_PASSANT_TYPE_0_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {PROGRESSIVE_REQUEST_EN_PASSANT_TYPE_0_VALUES!r}")
