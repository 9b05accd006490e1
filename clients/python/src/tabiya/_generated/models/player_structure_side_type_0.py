from typing import Literal

PlayerStructureSideType0 = Literal["opponent", "player"]

PLAYER_STRUCTURE_SIDE_TYPE_0_VALUES: set[PlayerStructureSideType0] = {
    "opponent",
    "player",
}


def check_player_structure_side_type_0(value: str) -> PlayerStructureSideType0:
    if value in PLAYER_STRUCTURE_SIDE_TYPE_0_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {PLAYER_STRUCTURE_SIDE_TYPE_0_VALUES!r}")
