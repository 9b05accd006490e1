from typing import Literal

LichessVariant = Literal["chess", "chess960", "fromPosition", "standard"]

LICHESS_VARIANT_VALUES: set[LichessVariant] = {
    "chess",
    "chess960",
    "fromPosition",
    "standard",
}


def check_lichess_variant(value: str) -> LichessVariant:
    if value in LICHESS_VARIANT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {LICHESS_VARIANT_VALUES!r}")
