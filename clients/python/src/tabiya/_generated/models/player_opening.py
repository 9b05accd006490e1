from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

T = TypeVar("T", bound="PlayerOpening")


@_attrs_define
class PlayerOpening:
    """An opening of a player: all its variations together."""

    eco: str
    """ Its ECO code, e.g. `B90`. """
    name: str
    """ Its name, e.g. `Sicilian Defense: Najdorf Variation`. """
    draws: int
    """ The number of draws. """
    games: int
    """ The number of games, those of unknown result included. """
    losses: int
    """ The number that the player lost. """
    wins: int
    """ The number that the player won. """
    moves: str
    """ The moves by which it was most often reached, in standard algebraic notation: `e4 c5`. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        eco = self.eco

        name = self.name

        draws = self.draws

        games = self.games

        losses = self.losses

        wins = self.wins

        moves = self.moves

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "eco": eco,
                "name": name,
                "draws": draws,
                "games": games,
                "losses": losses,
                "wins": wins,
                "moves": moves,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        eco = d.pop("eco")

        name = d.pop("name")

        draws = d.pop("draws")

        games = d.pop("games")

        losses = d.pop("losses")

        wins = d.pop("wins")

        moves = d.pop("moves")

        player_opening = cls(
            eco=eco,
            name=name,
            draws=draws,
            games=games,
            losses=losses,
            wins=wins,
            moves=moves,
        )

        player_opening.additional_properties = d
        return player_opening

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
