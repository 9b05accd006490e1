from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

T = TypeVar("T", bound="MoveEvaluation")


@_attrs_define
class MoveEvaluation:
    """What an engine said of a position, from White's side."""

    cp: int | None
    """ In hundredths of a pawn; null if there is a mate. """
    depth: int | None
    """ How many half-moves it looked ahead, if the comment says so. """
    mate: int | None
    """ White mates in this many moves; if negative, Black does. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        cp: int | None
        cp = self.cp

        depth: int | None
        depth = self.depth

        mate: int | None
        mate = self.mate

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "cp": cp,
                "depth": depth,
                "mate": mate,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

        def _parse_cp(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        cp = _parse_cp(d.pop("cp"))

        def _parse_depth(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        depth = _parse_depth(d.pop("depth"))

        def _parse_mate(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        mate = _parse_mate(d.pop("mate"))

        move_evaluation = cls(
            cp=cp,
            depth=depth,
            mate=mate,
        )

        move_evaluation.additional_properties = d
        return move_evaluation

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
