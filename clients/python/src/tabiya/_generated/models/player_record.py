from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

if TYPE_CHECKING:
    from ..models.player_side import PlayerSide
    from ..models.player_structure import PlayerStructure


T = TypeVar("T", bound="PlayerRecord")


@_attrs_define
class PlayerRecord:
    """A player's results, openings and named structures."""

    black: PlayerSide
    """ A player's games of one colour. """
    games: int
    """ The number of games that the name passes as a filter, other spellings included. """
    name: str
    """ The name as most of the games that were read have it. """
    read: int
    """ The number of games of which the moves were read, for openings and structures: of each colour the 1,000 with
    the
    highest numbers, fewer if there was no time for all. """
    structures: list[PlayerStructure]
    """ The named structures of the games that were read, the most frequent first: those that were the best named
    one of
    the board for eight half-moves or more. 30 at most. """
    white: PlayerSide
    """ A player's games of one colour. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        black = self.black.to_dict()

        games = self.games

        name = self.name

        read = self.read

        structures = []
        for structures_item_data in self.structures:
            structures_item = structures_item_data.to_dict()
            structures.append(structures_item)

        white = self.white.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "black": black,
                "games": games,
                "name": name,
                "read": read,
                "structures": structures,
                "white": white,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.player_side import PlayerSide
        from ..models.player_structure import PlayerStructure

        d = dict(src_dict)
        black = PlayerSide.from_dict(d.pop("black"))

        games = d.pop("games")

        name = d.pop("name")

        read = d.pop("read")

        structures = []
        _structures = d.pop("structures")
        for structures_item_data in _structures:
            structures_item = PlayerStructure.from_dict(structures_item_data)

            structures.append(structures_item)

        white = PlayerSide.from_dict(d.pop("white"))

        player_record = cls(
            black=black,
            games=games,
            name=name,
            read=read,
            structures=structures,
            white=white,
        )

        player_record.additional_properties = d
        return player_record

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
