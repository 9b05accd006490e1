from typing import Literal

TrainingEnd = Literal["all", "games", "limit", "positions", "time"]

TRAINING_END_VALUES: set[TrainingEnd] = {
    "all",
    "games",
    "limit",
    "positions",
    "time",
}


def check_training_end(value: str) -> TrainingEnd:
    if value in TRAINING_END_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {TRAINING_END_VALUES!r}")
