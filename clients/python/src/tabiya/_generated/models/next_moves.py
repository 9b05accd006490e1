from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

if TYPE_CHECKING:
    from ..models.next_move import NextMove


T = TypeVar("T", bound="NextMoves")


@_attrs_define
class NextMoves:
    """What was played next in the games of similar positions: within six moves of either side, each move counted once
    per game.

    """

    black: list[NextMove]
    """ Black's moves, likewise. """
    games: int
    """ The number of games counted, at most 100. """
    white: list[NextMove]
    """ White's moves, the most frequent first, at most 20. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        black = []
        for black_item_data in self.black:
            black_item = black_item_data.to_dict()
            black.append(black_item)

        games = self.games

        white = []
        for white_item_data in self.white:
            white_item = white_item_data.to_dict()
            white.append(white_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "black": black,
                "games": games,
                "white": white,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.next_move import NextMove

        d = dict(src_dict)
        black = []
        _black = d.pop("black")
        for black_item_data in _black:
            black_item = NextMove.from_dict(black_item_data)

            black.append(black_item)

        games = d.pop("games")

        white = []
        _white = d.pop("white")
        for white_item_data in _white:
            white_item = NextMove.from_dict(white_item_data)

            white.append(white_item)

        next_moves = cls(
            black=black,
            games=games,
            white=white,
        )

        next_moves.additional_properties = d
        return next_moves

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
