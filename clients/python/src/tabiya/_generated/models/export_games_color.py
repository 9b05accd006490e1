from typing import Literal

ExportGamesColor = Literal["black", "white"]

EXPORT_GAMES_COLOR_VALUES: set[ExportGamesColor] = {
    "black",
    "white",
}


def check_export_games_color(value: str) -> ExportGamesColor:
    if value in EXPORT_GAMES_COLOR_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {EXPORT_GAMES_COLOR_VALUES!r}")
