from typing import Literal

TrainingPlanColor = Literal["black", "white"]

TRAINING_PLAN_COLOR_VALUES: set[TrainingPlanColor] = {
    "black",
    "white",
}


def check_training_plan_color(value: str) -> TrainingPlanColor:
    if value in TRAINING_PLAN_COLOR_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {TRAINING_PLAN_COLOR_VALUES!r}")
