from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

T = TypeVar("T", bound="DroppedCollection")


@_attrs_define
class DroppedCollection:
    """A collection that was dropped."""

    games: int
    """ The number of games that it had. """
    name: str
    """ Its name. """
    removed: int
    """ The number of these that were removed, because they were in no other collection; 0 unless that was asked
    for. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        games = self.games

        name = self.name

        removed = self.removed

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "games": games,
                "name": name,
                "removed": removed,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        games = d.pop("games")

        name = d.pop("name")

        removed = d.pop("removed")

        dropped_collection = cls(
            games=games,
            name=name,
            removed=removed,
        )

        dropped_collection.additional_properties = d
        return dropped_collection

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
