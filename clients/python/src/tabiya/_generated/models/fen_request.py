from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from typing_extensions import Self

T = TypeVar("T", bound="FenRequest")


@_attrs_define
class FenRequest:
    """A position."""

    fen: str
    """ A position: FEN, X-FEN or EPD, with spaces or `_`, with counters or without. """

    def to_dict(self) -> dict[str, Any]:
        fen = self.fen

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "fen": fen,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        fen = d.pop("fen")

        fen_request = cls(
            fen=fen,
        )

        return fen_request
