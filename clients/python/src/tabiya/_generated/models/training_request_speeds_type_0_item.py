from typing import Literal

TrainingRequestSpeedsType0Item = Literal["blitz", "bullet", "classical", "correspondence", "rapid", "ultraBullet"]

TRAINING_REQUEST_SPEEDS_TYPE_0_ITEM_VALUES: set[TrainingRequestSpeedsType0Item] = {
    "blitz",
    "bullet",
    "classical",
    "correspondence",
    "rapid",
    "ultraBullet",
}


def check_training_request_speeds_type_0_item(value: str) -> TrainingRequestSpeedsType0Item:
    if value in TRAINING_REQUEST_SPEEDS_TYPE_0_ITEM_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {TRAINING_REQUEST_SPEEDS_TYPE_0_ITEM_VALUES!r}")
