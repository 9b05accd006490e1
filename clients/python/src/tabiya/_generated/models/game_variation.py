from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

if TYPE_CHECKING:
    from ..models.game_variation_move import GameVariationMove


T = TypeVar("T", bound="GameVariation")


@_attrs_define
class GameVariation:
    """A variation of a game."""

    comments: list[str]
    """ The comments before its first move. """
    moves: list[GameVariationMove]
    """ Its moves, up to the first one that is not legal. """
    rest: None | str
    """ The rest as it was written, if not all of it are legal moves; otherwise null. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        comments = self.comments

        moves = []
        for moves_item_data in self.moves:
            moves_item = moves_item_data.to_dict()
            moves.append(moves_item)

        rest: None | str
        rest = self.rest

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "comments": comments,
                "moves": moves,
                "rest": rest,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.game_variation_move import GameVariationMove

        d = dict(src_dict)
        comments = cast(list[str], d.pop("comments"))

        moves = []
        _moves = d.pop("moves")
        for moves_item_data in _moves:
            moves_item = GameVariationMove.from_dict(moves_item_data)

            moves.append(moves_item)

        def _parse_rest(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        rest = _parse_rest(d.pop("rest"))

        game_variation = cls(
            comments=comments,
            moves=moves,
            rest=rest,
        )

        game_variation.additional_properties = d
        return game_variation

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
