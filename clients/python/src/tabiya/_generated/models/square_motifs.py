from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

T = TypeVar("T", bound="SquareMotifs")


@_attrs_define
class SquareMotifs:
    """The motifs of a square."""

    kinds: list[str]
    """ The kinds of the motifs that name it, each once. """
    piece: None | str
    """ The piece on it, as in a FEN; null if it is empty. """
    square: str
    """ Its name, e.g. `d4`. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        kinds = self.kinds

        piece: None | str
        piece = self.piece

        square = self.square

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "kinds": kinds,
                "piece": piece,
                "square": square,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        kinds = cast(list[str], d.pop("kinds"))

        def _parse_piece(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        piece = _parse_piece(d.pop("piece"))

        square = d.pop("square")

        square_motifs = cls(
            kinds=kinds,
            piece=piece,
            square=square,
        )

        square_motifs.additional_properties = d
        return square_motifs

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
