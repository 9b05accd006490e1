from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

T = TypeVar("T", bound="GameOpening")


@_attrs_define
class GameOpening:
    """The opening of a game."""

    eco: str
    """ Its ECO code, e.g. `B90`. """
    name: str
    """ Its name, e.g. `Sicilian Defense: Najdorf Variation`. """
    ply: int
    """ The ply of the position with that name: the number of half-moves before it. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        eco = self.eco

        name = self.name

        ply = self.ply

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "eco": eco,
                "name": name,
                "ply": ply,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        eco = d.pop("eco")

        name = d.pop("name")

        ply = d.pop("ply")

        game_opening = cls(
            eco=eco,
            name=name,
            ply=ply,
        )

        game_opening.additional_properties = d
        return game_opening

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
