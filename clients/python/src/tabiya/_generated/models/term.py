from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

from ..models.term_family import TermFamily, check_term_family

T = TypeVar("T", bound="Term")


@_attrs_define
class Term:
    """A term in common."""

    family: TermFamily
    """ The family that it counts for. """
    score: float
    """ Its share of the score. """
    squares: list[str]
    """ The squares that it names, e.g. `b1`. """
    term: str
    """ As in the query, e.g. `w[e6/d5/c4]`. """
    text: str
    """ What the term says, e.g. `White’s rook on b1`. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        family: str = self.family

        score = self.score

        squares = self.squares

        term = self.term

        text = self.text

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "family": family,
                "score": score,
                "squares": squares,
                "term": term,
                "text": text,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        family = check_term_family(d.pop("family"))

        score = d.pop("score")

        squares = cast(list[str], d.pop("squares"))

        term = d.pop("term")

        text = d.pop("text")

        term = cls(
            family=family,
            score=score,
            squares=squares,
            term=term,
            text=text,
        )

        term.additional_properties = d
        return term

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
