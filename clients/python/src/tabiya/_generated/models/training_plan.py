from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

from ..models.training_plan_color import TrainingPlanColor, check_training_plan_color

if TYPE_CHECKING:
    from ..models.next_move import NextMove


T = TypeVar("T", bound="TrainingPlan")


@_attrs_define
class TrainingPlan:
    """The plan of a position: what strong players, rated 2300 or more or not at all, played from similar positions."""

    color: TrainingPlanColor
    """ The side whose plan it is, which is to move. """
    fen: str
    """ A position: FEN, X-FEN or EPD, with spaces or `_`, with counters or without. """
    games: int
    """ The number of games of such players that were counted: those with the most similar positions, at most 100.
    """
    moves: list[NextMove]
    """ Its moves within the next six that were played in two games or more, the most frequent first, at most 20.
    """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        color: str = self.color

        fen = self.fen

        games = self.games

        moves = []
        for moves_item_data in self.moves:
            moves_item = moves_item_data.to_dict()
            moves.append(moves_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "color": color,
                "fen": fen,
                "games": games,
                "moves": moves,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.next_move import NextMove

        d = dict(src_dict)
        color = check_training_plan_color(d.pop("color"))

        fen = d.pop("fen")

        games = d.pop("games")

        moves = []
        _moves = d.pop("moves")
        for moves_item_data in _moves:
            moves_item = NextMove.from_dict(moves_item_data)

            moves.append(moves_item)

        training_plan = cls(
            color=color,
            fen=fen,
            games=games,
            moves=moves,
        )

        training_plan.additional_properties = d
        return training_plan

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
