from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

if TYPE_CHECKING:
    from ..models.game_variation import GameVariation


T = TypeVar("T", bound="GameVariationMove")


@_attrs_define
class GameVariationMove:
    """A move of a variation."""

    comments: list[str]
    """ The comments after it, without commands. """
    nags: list[int]
    """ The marks by their numbers in PGN. """
    san: str
    """ In standard algebraic notation. """
    variations: list[GameVariation]
    """ The variations instead of it, not deeper than 20 one in the other. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        comments = self.comments

        nags = self.nags

        san = self.san

        variations = []
        for variations_item_data in self.variations:
            variations_item = variations_item_data.to_dict()
            variations.append(variations_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "comments": comments,
                "nags": nags,
                "san": san,
                "variations": variations,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.game_variation import GameVariation

        d = dict(src_dict)
        comments = cast(list[str], d.pop("comments"))

        nags = cast(list[int], d.pop("nags"))

        san = d.pop("san")

        variations = []
        _variations = d.pop("variations")
        for variations_item_data in _variations:
            variations_item = GameVariation.from_dict(variations_item_data)

            variations.append(variations_item)

        game_variation_move = cls(
            comments=comments,
            nags=nags,
            san=san,
            variations=variations,
        )

        game_variation_move.additional_properties = d
        return game_variation_move

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
