from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from typing_extensions import Self

T = TypeVar("T", bound="BoardClocks")


@_attrs_define
class BoardClocks:
    """What the clocks of a board show, in milliseconds."""

    black: float
    """ Black's. """
    white: float
    """ White's. """

    def to_dict(self) -> dict[str, Any]:
        black = self.black

        white = self.white

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "black": black,
                "white": white,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        black = d.pop("black")

        white = d.pop("white")

        board_clocks = cls(
            black=black,
            white=white,
        )

        return board_clocks
