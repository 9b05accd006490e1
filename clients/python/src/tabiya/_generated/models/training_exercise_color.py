from typing import Literal

TrainingExerciseColor = Literal["black", "white"]

TRAINING_EXERCISE_COLOR_VALUES: set[TrainingExerciseColor] = {
    "black",
    "white",
}


def check_training_exercise_color(value: str) -> TrainingExerciseColor:
    if value in TRAINING_EXERCISE_COLOR_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {TRAINING_EXERCISE_COLOR_VALUES!r}")
