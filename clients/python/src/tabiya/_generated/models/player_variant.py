from typing import Literal

PlayerVariant = Literal["chess", "chess960", "fromPosition", "standard"]

PLAYER_VARIANT_VALUES: set[PlayerVariant] = {
    "chess",
    "chess960",
    "fromPosition",
    "standard",
}


def check_player_variant(value: str) -> PlayerVariant:
    if value in PLAYER_VARIANT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {PLAYER_VARIANT_VALUES!r}")
