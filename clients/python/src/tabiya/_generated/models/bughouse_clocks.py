from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from typing_extensions import Self

if TYPE_CHECKING:
    from ..models.board_clocks import BoardClocks


T = TypeVar("T", bound="BughouseClocks")


@_attrs_define
class BughouseClocks:
    """What the four clocks show."""

    a: BoardClocks
    """ What the clocks of a board show, in milliseconds. """
    b: BoardClocks
    """ What the clocks of a board show, in milliseconds. """

    def to_dict(self) -> dict[str, Any]:
        a = self.a.to_dict()

        b = self.b.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "a": a,
                "b": b,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.board_clocks import BoardClocks

        d = dict(src_dict)
        a = BoardClocks.from_dict(d.pop("a"))

        b = BoardClocks.from_dict(d.pop("b"))

        bughouse_clocks = cls(
            a=a,
            b=b,
        )

        return bughouse_clocks
