from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

if TYPE_CHECKING:
    from ..models.book_exit import BookExit
    from ..models.report_score import ReportScore


T = TypeVar("T", bound="ReportBook")


@_attrs_define
class ReportBook:
    """Where the games leave a book. A game leaves it with the first move that no game of the book played in its position.
    Games whose first position is not in the book do not count.

    """

    by_opponent: ReportScore
    """ How some of a player's games ended, what the ratings predict, and what the moves were worth. """
    by_player: ReportScore
    """ How some of a player's games ended, what the ratings predict, and what the moves were worth. """
    exits: list[BookExit]
    """ The moves by which the player left it: those that were played most often, at most 10. """
    in_book: int
    """ The number of games that did not leave it within twenty moves. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        by_opponent = self.by_opponent.to_dict()

        by_player = self.by_player.to_dict()

        exits = []
        for exits_item_data in self.exits:
            exits_item = exits_item_data.to_dict()
            exits.append(exits_item)

        in_book = self.in_book

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "byOpponent": by_opponent,
                "byPlayer": by_player,
                "exits": exits,
                "inBook": in_book,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.book_exit import BookExit
        from ..models.report_score import ReportScore

        d = dict(src_dict)
        by_opponent = ReportScore.from_dict(d.pop("byOpponent"))

        by_player = ReportScore.from_dict(d.pop("byPlayer"))

        exits = []
        _exits = d.pop("exits")
        for exits_item_data in _exits:
            exits_item = BookExit.from_dict(exits_item_data)

            exits.append(exits_item)

        in_book = d.pop("inBook")

        report_book = cls(
            by_opponent=by_opponent,
            by_player=by_player,
            exits=exits,
            in_book=in_book,
        )

        report_book.additional_properties = d
        return report_book

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
