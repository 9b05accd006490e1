from typing import Literal

FilterRequestSpeedsType0Item = Literal["blitz", "bullet", "classical", "correspondence", "rapid", "ultraBullet"]

FILTER_REQUEST_SPEEDS_TYPE_0_ITEM_VALUES: set[FilterRequestSpeedsType0Item] = {
    "blitz",
    "bullet",
    "classical",
    "correspondence",
    "rapid",
    "ultraBullet",
}


def check_filter_request_speeds_type_0_item(value: str) -> FilterRequestSpeedsType0Item:
    if value in FILTER_REQUEST_SPEEDS_TYPE_0_ITEM_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {FILTER_REQUEST_SPEEDS_TYPE_0_ITEM_VALUES!r}")
