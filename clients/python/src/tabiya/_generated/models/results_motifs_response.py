from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

if TYPE_CHECKING:
    from ..models.motifs_response import MotifsResponse
    from ..models.refusal import Refusal


T = TypeVar("T", bound="ResultsMotifsResponse")


@_attrs_define
class ResultsMotifsResponse:
    """The answers to `fens`."""

    results: list[MotifsResponse | Refusal]
    """ In the order of the request. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.motifs_response import MotifsResponse

        results = []
        for results_item_data in self.results:
            results_item: dict[str, Any]
            if isinstance(results_item_data, MotifsResponse):
                results_item = results_item_data.to_dict()
            else:
                results_item = results_item_data.to_dict()

            results.append(results_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "results": results,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.motifs_response import MotifsResponse
        from ..models.refusal import Refusal

        d = dict(src_dict)
        results = []
        _results = d.pop("results")
        for results_item_data in _results:

            def _parse_results_item(data: object) -> MotifsResponse | Refusal:
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_outcome_motifs_response_type_0 = MotifsResponse.from_dict(data)

                    return componentsschemas_outcome_motifs_response_type_0
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_outcome_motifs_response_type_1 = Refusal.from_dict(data)

                return componentsschemas_outcome_motifs_response_type_1

            results_item = _parse_results_item(results_item_data)

            results.append(results_item)

        results_motifs_response = cls(
            results=results,
        )

        results_motifs_response.additional_properties = d
        return results_motifs_response

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
