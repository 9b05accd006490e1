from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

T = TypeVar("T", bound="Mate")


@_attrs_define
class Mate:
    """A series that mates."""

    fen: str
    """ A position: FEN, X-FEN or EPD, with spaces or `_`, with counters or without. """
    san: str
    """ In standard algebraic notation, e.g. `d3 dxc2 cxb1=Q Bb4#`. """
    squares: str
    """ By squares, e.g. `d4-d3;d3-c2;c2-b1Q;f8-b4`. """
    uci: str
    """ In UCI, e.g. `d4d3 d3c2 c2b1q f8b4`. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        fen = self.fen

        san = self.san

        squares = self.squares

        uci = self.uci

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "fen": fen,
                "san": san,
                "squares": squares,
                "uci": uci,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        fen = d.pop("fen")

        san = d.pop("san")

        squares = d.pop("squares")

        uci = d.pop("uci")

        mate = cls(
            fen=fen,
            san=san,
            squares=squares,
            uci=uci,
        )

        mate.additional_properties = d
        return mate

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
