from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

from ..models.corrections_kind import CorrectionsKind, check_corrections_kind

if TYPE_CHECKING:
    from ..models.rejected_game import RejectedGame


T = TypeVar("T", bound="Corrections")


@_attrs_define
class Corrections:
    """The corrections of one kind."""

    first: list[RejectedGame]
    """ The first three of them. """
    games: int
    """ The number of games. """
    kind: CorrectionsKind
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        first = []
        for first_item_data in self.first:
            first_item = first_item_data.to_dict()
            first.append(first_item)

        games = self.games

        kind: str = self.kind

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "first": first,
                "games": games,
                "kind": kind,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.rejected_game import RejectedGame

        d = dict(src_dict)
        first = []
        _first = d.pop("first")
        for first_item_data in _first:
            first_item = RejectedGame.from_dict(first_item_data)

            first.append(first_item)

        games = d.pop("games")

        kind = check_corrections_kind(d.pop("kind"))

        corrections = cls(
            first=first,
            games=games,
            kind=kind,
        )

        corrections.additional_properties = d
        return corrections

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
