from typing import Literal

ExportGamesTurn = Literal["black", "white"]

EXPORT_GAMES_TURN_VALUES: set[ExportGamesTurn] = {
    "black",
    "white",
}


def check_export_games_turn(value: str) -> ExportGamesTurn:
    if value in EXPORT_GAMES_TURN_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {EXPORT_GAMES_TURN_VALUES!r}")
