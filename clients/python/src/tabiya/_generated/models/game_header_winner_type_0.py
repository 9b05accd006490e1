from typing import Literal

GameHeaderWinnerType0 = Literal["black", "white"]

GAME_HEADER_WINNER_TYPE_0_VALUES: set[GameHeaderWinnerType0] = {
    "black",
    "white",
}


def check_game_header_winner_type_0(value: str) -> GameHeaderWinnerType0:
    if value in GAME_HEADER_WINNER_TYPE_0_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {GAME_HEADER_WINNER_TYPE_0_VALUES!r}")
