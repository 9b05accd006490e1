from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

T = TypeVar("T", bound="RejectedGame")


@_attrs_define
class RejectedGame:
    """A game that was rejected or corrected."""

    file: None | str
    """ The file of the game, or its address if it was fetched; null in the body of a request. """
    game: int
    """ The number of the game in the file, or among the games that were fetched, from 1. """
    line: int
    """ The line that it begins on in the file, from 1; 0 in a Scid database, which has no lines. """
    reason: str
    """ Why, e.g. `illegal move Ke3 (move 12, Black)`, or what was corrected, e.g. `Ncd5 is read as Ncxd5 (move 12,
    White)`. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        file: None | str
        file = self.file

        game = self.game

        line = self.line

        reason = self.reason

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "file": file,
                "game": game,
                "line": line,
                "reason": reason,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

        def _parse_file(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        file = _parse_file(d.pop("file"))

        game = d.pop("game")

        line = d.pop("line")

        reason = d.pop("reason")

        rejected_game = cls(
            file=file,
            game=game,
            line=line,
            reason=reason,
        )

        rejected_game.additional_properties = d
        return rejected_game

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
