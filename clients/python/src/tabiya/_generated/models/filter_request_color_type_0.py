from typing import Literal

FilterRequestColorType0 = Literal["black", "white"]

FILTER_REQUEST_COLOR_TYPE_0_VALUES: set[FilterRequestColorType0] = {
    "black",
    "white",
}


def check_filter_request_color_type_0(value: str) -> FilterRequestColorType0:
    if value in FILTER_REQUEST_COLOR_TYPE_0_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {FILTER_REQUEST_COLOR_TYPE_0_VALUES!r}")
