from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

if TYPE_CHECKING:
    from ..models.report_score import ReportScore


T = TypeVar("T", bound="ReportTime")


@_attrs_define
class ReportTime:
    """Time trouble: moves made with less than a tenth of the initial time left."""

    calm: ReportScore
    """ How some of a player's games ended, what the ratings predict, and what the moves were worth. """
    games: int
    """ The number of games with clocks. """
    lost_on_time: int
    """ The number of games that the player lost on time, with clocks or without. """
    moves: int
    """ The number of the player's moves in them. """
    moves_in_trouble: int
    """ The number of these made in time trouble. """
    trouble: ReportScore
    """ How some of a player's games ended, what the ratings predict, and what the moves were worth. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        calm = self.calm.to_dict()

        games = self.games

        lost_on_time = self.lost_on_time

        moves = self.moves

        moves_in_trouble = self.moves_in_trouble

        trouble = self.trouble.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "calm": calm,
                "games": games,
                "lostOnTime": lost_on_time,
                "moves": moves,
                "movesInTrouble": moves_in_trouble,
                "trouble": trouble,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.report_score import ReportScore

        d = dict(src_dict)
        calm = ReportScore.from_dict(d.pop("calm"))

        games = d.pop("games")

        lost_on_time = d.pop("lostOnTime")

        moves = d.pop("moves")

        moves_in_trouble = d.pop("movesInTrouble")

        trouble = ReportScore.from_dict(d.pop("trouble"))

        report_time = cls(
            calm=calm,
            games=games,
            lost_on_time=lost_on_time,
            moves=moves,
            moves_in_trouble=moves_in_trouble,
            trouble=trouble,
        )

        report_time.additional_properties = d
        return report_time

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
