from typing import Literal

ImportGamesContained = Literal["keep", "replace", "skip"]

IMPORT_GAMES_CONTAINED_VALUES: set[ImportGamesContained] = {
    "keep",
    "replace",
    "skip",
}


def check_import_games_contained(value: str) -> ImportGamesContained:
    if value in IMPORT_GAMES_CONTAINED_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {IMPORT_GAMES_CONTAINED_VALUES!r}")
