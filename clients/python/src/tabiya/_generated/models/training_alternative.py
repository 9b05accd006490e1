from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

T = TypeVar("T", bound="TrainingAlternative")


@_attrs_define
class TrainingAlternative:
    """A move that is not the solution."""

    san: str
    """ `Ne5`, `--` for a null move. """
    uci: str
    """ `f3e5`, `0000` for a null move. """
    cp: int | None
    """ Its score, from the solver's side; null if it is a mate. """
    mate: int | None
    """ The solver mates in this number of moves, or is mated if it is negative; null without a mate. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        san = self.san

        uci = self.uci

        cp: int | None
        cp = self.cp

        mate: int | None
        mate = self.mate

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "san": san,
                "uci": uci,
                "cp": cp,
                "mate": mate,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        san = d.pop("san")

        uci = d.pop("uci")

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

        training_alternative = cls(
            san=san,
            uci=uci,
            cp=cp,
            mate=mate,
        )

        training_alternative.additional_properties = d
        return training_alternative

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
