from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

T = TypeVar("T", bound="BookMove")


@_attrs_define
class BookMove:
    """A move of the book."""

    san: str
    """ `Ne5`, `--` for a null move. """
    uci: str
    """ `f3e5`, `0000` for a null move. """
    games: int
    """ The number of games of the book that played it. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        san = self.san

        uci = self.uci

        games = self.games

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "san": san,
                "uci": uci,
                "games": games,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        san = d.pop("san")

        uci = d.pop("uci")

        games = d.pop("games")

        book_move = cls(
            san=san,
            uci=uci,
            games=games,
        )

        book_move.additional_properties = d
        return book_move

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
