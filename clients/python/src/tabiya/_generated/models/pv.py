from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

T = TypeVar("T", bound="Pv")


@_attrs_define
class Pv:
    """A line and its score, from White's side: `cp` or `mate` is null."""

    cp: int | None
    """ Centipawns. """
    mate: int | None
    """ White mates in this number of moves; negative: Black does; 0: this is mate. """
    moves: str
    """ Moves in UCI, e.g. `e2e4 e7e5`; empty if there is no legal move. """
    san: str
    """ The same in standard algebraic notation, e.g. `e4 e5`. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        cp: int | None
        cp = self.cp

        mate: int | None
        mate = self.mate

        moves = self.moves

        san = self.san

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "cp": cp,
                "mate": mate,
                "moves": moves,
                "san": san,
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

        def _parse_mate(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        mate = _parse_mate(d.pop("mate"))

        moves = d.pop("moves")

        san = d.pop("san")

        pv = cls(
            cp=cp,
            mate=mate,
            moves=moves,
            san=san,
        )

        pv.additional_properties = d
        return pv

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
