from typing import Literal

MasterVariant = Literal["chess", "chess960", "fromPosition", "standard"]

MASTER_VARIANT_VALUES: set[MasterVariant] = {
    "chess",
    "chess960",
    "fromPosition",
    "standard",
}


def check_master_variant(value: str) -> MasterVariant:
    if value in MASTER_VARIANT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {MASTER_VARIANT_VALUES!r}")
