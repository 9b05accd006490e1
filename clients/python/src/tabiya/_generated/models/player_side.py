from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

if TYPE_CHECKING:
    from ..models.player_opening import PlayerOpening


T = TypeVar("T", bound="PlayerSide")


@_attrs_define
class PlayerSide:
    """A player's games of one colour."""

    draws: int
    """ The number of draws. """
    games: int
    """ The number of games, those of unknown result included. """
    losses: int
    """ The number that the player lost. """
    wins: int
    """ The number that the player won. """
    openings: list[PlayerOpening]
    """ The openings of those that were read, the most frequent first; 30 at most. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        draws = self.draws

        games = self.games

        losses = self.losses

        wins = self.wins

        openings = []
        for openings_item_data in self.openings:
            openings_item = openings_item_data.to_dict()
            openings.append(openings_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "draws": draws,
                "games": games,
                "losses": losses,
                "wins": wins,
                "openings": openings,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.player_opening import PlayerOpening

        d = dict(src_dict)
        draws = d.pop("draws")

        games = d.pop("games")

        losses = d.pop("losses")

        wins = d.pop("wins")

        openings = []
        _openings = d.pop("openings")
        for openings_item_data in _openings:
            openings_item = PlayerOpening.from_dict(openings_item_data)

            openings.append(openings_item)

        player_side = cls(
            draws=draws,
            games=games,
            losses=losses,
            wins=wins,
            openings=openings,
        )

        player_side.additional_properties = d
        return player_side

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
