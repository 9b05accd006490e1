from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

if TYPE_CHECKING:
    from ..models.reachability_term import ReachabilityTerm


T = TypeVar("T", bound="TermsResponse")


@_attrs_define
class TermsResponse:
    """The terms of a position."""

    connectivity: list[str]
    """ `Q>pa5`, `Q<Rb1`: which piece attacks or defends which. """
    fen: str
    """ A position: FEN, X-FEN or EPD, with spaces or `_`, with counters or without. """
    naive: list[str]
    """ `Rb1`: which piece stands where. """
    others: list[str]
    """ `Q>p`, `?Nd5`, `d(d4/d5)`, `R=2,r=1`, `cp=50..100`: terms that are not in the thesis. """
    pawns: list[str]
    """ `Id4`: pawn structures. """
    reachability: list[ReachabilityTerm]
    """ `Ra1`: which piece could go where in one move. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        connectivity = self.connectivity

        fen = self.fen

        naive = self.naive

        others = self.others

        pawns = self.pawns

        reachability = []
        for reachability_item_data in self.reachability:
            reachability_item = reachability_item_data.to_dict()
            reachability.append(reachability_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "connectivity": connectivity,
                "fen": fen,
                "naive": naive,
                "others": others,
                "pawns": pawns,
                "reachability": reachability,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.reachability_term import ReachabilityTerm

        d = dict(src_dict)
        connectivity = cast(list[str], d.pop("connectivity"))

        fen = d.pop("fen")

        naive = cast(list[str], d.pop("naive"))

        others = cast(list[str], d.pop("others"))

        pawns = cast(list[str], d.pop("pawns"))

        reachability = []
        _reachability = d.pop("reachability")
        for reachability_item_data in _reachability:
            reachability_item = ReachabilityTerm.from_dict(reachability_item_data)

            reachability.append(reachability_item)

        terms_response = cls(
            connectivity=connectivity,
            fen=fen,
            naive=naive,
            others=others,
            pawns=pawns,
            reachability=reachability,
        )

        terms_response.additional_properties = d
        return terms_response

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
