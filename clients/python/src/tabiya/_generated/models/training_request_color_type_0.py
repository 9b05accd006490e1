from typing import Literal

TrainingRequestColorType0 = Literal["black", "white"]

TRAINING_REQUEST_COLOR_TYPE_0_VALUES: set[TrainingRequestColorType0] = {
    "black",
    "white",
}


def check_training_request_color_type_0(value: str) -> TrainingRequestColorType0:
    if value in TRAINING_REQUEST_COLOR_TYPE_0_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {TRAINING_REQUEST_COLOR_TYPE_0_VALUES!r}")
