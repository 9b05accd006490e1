from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

T = TypeVar("T", bound="ExplorerMonth")


@_attrs_define
class ExplorerMonth:
    """How the games of a month ended."""

    black: int
    """ The number of games that Black won. """
    draws: int
    """ The number of drawn games. """
    month: str
    """ Year and month, e.g. `2014-06`. """
    white: int
    """ The number of games that White won. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        black = self.black

        draws = self.draws

        month = self.month

        white = self.white

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "black": black,
                "draws": draws,
                "month": month,
                "white": white,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        black = d.pop("black")

        draws = d.pop("draws")

        month = d.pop("month")

        white = d.pop("white")

        explorer_month = cls(
            black=black,
            draws=draws,
            month=month,
            white=white,
        )

        explorer_month.additional_properties = d
        return explorer_month

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
