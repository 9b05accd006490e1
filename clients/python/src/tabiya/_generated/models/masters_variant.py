from typing import Literal

MastersVariant = Literal["chess", "chess960", "fromPosition", "standard"]

MASTERS_VARIANT_VALUES: set[MastersVariant] = {
    "chess",
    "chess960",
    "fromPosition",
    "standard",
}


def check_masters_variant(value: str) -> MastersVariant:
    if value in MASTERS_VARIANT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {MASTERS_VARIANT_VALUES!r}")
