from typing import Literal

PersonalVariant = Literal["chess", "chess960", "fromPosition", "standard"]

PERSONAL_VARIANT_VALUES: set[PersonalVariant] = {
    "chess",
    "chess960",
    "fromPosition",
    "standard",
}


def check_personal_variant(value: str) -> PersonalVariant:
    if value in PERSONAL_VARIANT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {PERSONAL_VARIANT_VALUES!r}")
