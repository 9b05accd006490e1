from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

from ..models.structure_color_type_0 import (
    StructureColorType0,
    check_structure_color_type_0,
)

if TYPE_CHECKING:
    from ..models.plans import Plans


T = TypeVar("T", bound="Structure")


@_attrs_define
class Structure:
    """A named pawn structure."""

    about: str
    """ What it is, in a sentence. """
    color: None | StructureColorType0
    """ The side that it is named after, `white` or `black`; null if it is the same for both. """
    grade: float
    """ How complete it is, from 0.6 to 1, in hundredths. """
    name: str
    """ Its name, e.g. `Carlsbad structure`. """
    plans: Plans
    """ What each side usually does. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        about = self.about

        color: None | str
        if isinstance(self.color, str):
            color = self.color
        else:
            color = self.color

        grade = self.grade

        name = self.name

        plans = self.plans.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "about": about,
                "color": color,
                "grade": grade,
                "name": name,
                "plans": plans,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.plans import Plans

        d = dict(src_dict)
        about = d.pop("about")

        def _parse_color(data: object) -> None | StructureColorType0:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                color_type_0 = check_structure_color_type_0(data)

                return color_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | StructureColorType0, data)

        color = _parse_color(d.pop("color"))

        grade = d.pop("grade")

        name = d.pop("name")

        plans = Plans.from_dict(d.pop("plans"))

        structure = cls(
            about=about,
            color=color,
            grade=grade,
            name=name,
            plans=plans,
        )

        structure.additional_properties = d
        return structure

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
