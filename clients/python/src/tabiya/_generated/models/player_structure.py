from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

from ..models.player_structure_side_type_0 import (
    PlayerStructureSideType0,
    check_player_structure_side_type_0,
)

T = TypeVar("T", bound="PlayerStructure")


@_attrs_define
class PlayerStructure:
    """A named structure in a player's games."""

    draws: int
    """ The number of draws. """
    games: int
    """ The number of games, those of unknown result included. """
    losses: int
    """ The number that the player lost. """
    wins: int
    """ The number that the player won. """
    game: int
    """ The last game that has it. """
    name: str
    """ Its name, e.g. `Carlsbad structure`. """
    ply: int
    """ The ply at which it first stood in that game. """
    side: None | PlayerStructureSideType0
    """ Whose it is: of `player` or `opponent`; null if it is the same for both. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        draws = self.draws

        games = self.games

        losses = self.losses

        wins = self.wins

        game = self.game

        name = self.name

        ply = self.ply

        side: None | str
        if isinstance(self.side, str):
            side = self.side
        else:
            side = self.side

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "draws": draws,
                "games": games,
                "losses": losses,
                "wins": wins,
                "game": game,
                "name": name,
                "ply": ply,
                "side": side,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        draws = d.pop("draws")

        games = d.pop("games")

        losses = d.pop("losses")

        wins = d.pop("wins")

        game = d.pop("game")

        name = d.pop("name")

        ply = d.pop("ply")

        def _parse_side(data: object) -> None | PlayerStructureSideType0:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                side_type_0 = check_player_structure_side_type_0(data)

                return side_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PlayerStructureSideType0, data)

        side = _parse_side(d.pop("side"))

        player_structure = cls(
            draws=draws,
            games=games,
            losses=losses,
            wins=wins,
            game=game,
            name=name,
            ply=ply,
            side=side,
        )

        player_structure.additional_properties = d
        return player_structure

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
