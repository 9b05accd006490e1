from typing import Literal

LichessHistoryVariant = Literal["chess", "chess960", "fromPosition", "standard"]

LICHESS_HISTORY_VARIANT_VALUES: set[LichessHistoryVariant] = {
    "chess",
    "chess960",
    "fromPosition",
    "standard",
}


def check_lichess_history_variant(value: str) -> LichessHistoryVariant:
    if value in LICHESS_HISTORY_VARIANT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {LICHESS_HISTORY_VARIANT_VALUES!r}")
