from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

from ..models.report_mistake_how_type_0 import (
    ReportMistakeHowType0,
    check_report_mistake_how_type_0,
)

if TYPE_CHECKING:
    from ..models.mistake_example import MistakeExample


T = TypeVar("T", bound="ReportMistake")


@_attrs_define
class ReportMistake:
    """A kind of mistake."""

    cost: float
    """ What they cost in all: points, of which a won game has one, by lichess's winning chances. """
    count: int
    """ The number of such mistakes, blunders included. """
    examples: list[MistakeExample]
    """ The costliest. """
    how: None | ReportMistakeHowType0
    """ `allowed` what the opponent could then do, or `missed` what the player could have done; null if it is
    neither of
    these, or not known. """
    in_time_trouble: int
    """ The number of them made in time trouble. """
    motif: None | str
    """ What was allowed or missed: a motif such as `fork`, or `mate`; null if neither is known. """
    phase: None | str
    """ `opening`, `middlegame` or `endgame`, if there is no motif. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        cost = self.cost

        count = self.count

        examples = []
        for examples_item_data in self.examples:
            examples_item = examples_item_data.to_dict()
            examples.append(examples_item)

        how: None | str
        if isinstance(self.how, str):
            how = self.how
        else:
            how = self.how

        in_time_trouble = self.in_time_trouble

        motif: None | str
        motif = self.motif

        phase: None | str
        phase = self.phase

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "cost": cost,
                "count": count,
                "examples": examples,
                "how": how,
                "inTimeTrouble": in_time_trouble,
                "motif": motif,
                "phase": phase,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.mistake_example import MistakeExample

        d = dict(src_dict)
        cost = d.pop("cost")

        count = d.pop("count")

        examples = []
        _examples = d.pop("examples")
        for examples_item_data in _examples:
            examples_item = MistakeExample.from_dict(examples_item_data)

            examples.append(examples_item)

        def _parse_how(data: object) -> None | ReportMistakeHowType0:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                how_type_0 = check_report_mistake_how_type_0(data)

                return how_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ReportMistakeHowType0, data)

        how = _parse_how(d.pop("how"))

        in_time_trouble = d.pop("inTimeTrouble")

        def _parse_motif(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        motif = _parse_motif(d.pop("motif"))

        def _parse_phase(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        phase = _parse_phase(d.pop("phase"))

        report_mistake = cls(
            cost=cost,
            count=count,
            examples=examples,
            how=how,
            in_time_trouble=in_time_trouble,
            motif=motif,
            phase=phase,
        )

        report_mistake.additional_properties = d
        return report_mistake

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
