from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

if TYPE_CHECKING:
    from ..models.term import Term


T = TypeVar("T", bound="Explanation")


@_attrs_define
class Explanation:
    """The parts of a score: the families, less the penalty, add up to it, and so do the terms."""

    connectivity: float
    """ The same attacks and defences. """
    continuation: float
    """ Moves and openings that the games of several hits share. """
    evaluation: float
    """ The same side is better, by as much. """
    idea: float
    """ Pieces where the engine would put them. """
    learned: float
    """ What a model adds that has learned from games which hits are useful. """
    material: float
    """ The same number of each piece. """
    naive: float
    """ The same pieces on the same squares. """
    pawns: float
    """ The same pawn structures. """
    penalty: float
    """ What is subtracted for what only the hit has. """
    reachability: float
    """ Pieces that could go to a square where the query has one. """
    tactics: float
    """ The same hanging pieces and winning captures. """
    terms: list[Term]
    """ All terms in common with the query, or of the continuation with other hits, the most important first; then
    what
    the model adds, by group. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        connectivity = self.connectivity

        continuation = self.continuation

        evaluation = self.evaluation

        idea = self.idea

        learned = self.learned

        material = self.material

        naive = self.naive

        pawns = self.pawns

        penalty = self.penalty

        reachability = self.reachability

        tactics = self.tactics

        terms = []
        for terms_item_data in self.terms:
            terms_item = terms_item_data.to_dict()
            terms.append(terms_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "connectivity": connectivity,
                "continuation": continuation,
                "evaluation": evaluation,
                "idea": idea,
                "learned": learned,
                "material": material,
                "naive": naive,
                "pawns": pawns,
                "penalty": penalty,
                "reachability": reachability,
                "tactics": tactics,
                "terms": terms,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.term import Term

        d = dict(src_dict)
        connectivity = d.pop("connectivity")

        continuation = d.pop("continuation")

        evaluation = d.pop("evaluation")

        idea = d.pop("idea")

        learned = d.pop("learned")

        material = d.pop("material")

        naive = d.pop("naive")

        pawns = d.pop("pawns")

        penalty = d.pop("penalty")

        reachability = d.pop("reachability")

        tactics = d.pop("tactics")

        terms = []
        _terms = d.pop("terms")
        for terms_item_data in _terms:
            terms_item = Term.from_dict(terms_item_data)

            terms.append(terms_item)

        explanation = cls(
            connectivity=connectivity,
            continuation=continuation,
            evaluation=evaluation,
            idea=idea,
            learned=learned,
            material=material,
            naive=naive,
            pawns=pawns,
            penalty=penalty,
            reachability=reachability,
            tactics=tactics,
            terms=terms,
        )

        explanation.additional_properties = d
        return explanation

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
