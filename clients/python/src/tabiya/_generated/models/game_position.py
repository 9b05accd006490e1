from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

if TYPE_CHECKING:
    from ..models.game_header import GameHeader


T = TypeVar("T", bound="GamePosition")


@_attrs_define
class GamePosition:
    """A position of a game."""

    game: GameHeader
    """ Who played whom, where, when, and how it ended. Tags as in the file, null where there is none. """
    label: str
    """ Game number, event, players, full move and the side that has just moved. """
    ply: int
    """ The number of half-moves of the game before it. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        game = self.game.to_dict()

        label = self.label

        ply = self.ply

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "game": game,
                "label": label,
                "ply": ply,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.game_header import GameHeader

        d = dict(src_dict)
        game = GameHeader.from_dict(d.pop("game"))

        label = d.pop("label")

        ply = d.pop("ply")

        game_position = cls(
            game=game,
            label=label,
            ply=ply,
        )

        game_position.additional_properties = d
        return game_position

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
