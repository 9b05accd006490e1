from typing import Literal

ExportGamesResult = Literal["black", "draw", "loss", "unknown", "white", "win"]

EXPORT_GAMES_RESULT_VALUES: set[ExportGamesResult] = {
    "black",
    "draw",
    "loss",
    "unknown",
    "white",
    "win",
}


def check_export_games_result(value: str) -> ExportGamesResult:
    if value in EXPORT_GAMES_RESULT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {EXPORT_GAMES_RESULT_VALUES!r}")
