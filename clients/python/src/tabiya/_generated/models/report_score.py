from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

T = TypeVar("T", bound="ReportScore")


@_attrs_define
class ReportScore:
    """How some of a player's games ended, what the ratings predict, and what the moves were worth."""

    draws: int
    """ The number of draws. """
    games: int
    """ The number of games, those of unknown result included. """
    losses: int
    """ The number that the player lost. """
    wins: int
    """ The number that the player won. """
    average_loss: float | None
    """ What these moves lost on average, in centipawns, where no score counts as more than 1000; null without any.
    """
    evaluated: int
    """ The number of the player's moves that have a score before and after them. """
    expected: float
    """ The points to be expected in them: in each 1 / (1 + 10^(d/400)), where d is by how much the opponent is
    rated higher. """
    points: float
    """ The points scored in the rated ones: 1 for a win, a half for a draw. """
    rated: int
    """ The number of these games of which both ratings and the result are known. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        draws = self.draws

        games = self.games

        losses = self.losses

        wins = self.wins

        average_loss: float | None
        average_loss = self.average_loss

        evaluated = self.evaluated

        expected = self.expected

        points = self.points

        rated = self.rated

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "draws": draws,
                "games": games,
                "losses": losses,
                "wins": wins,
                "averageLoss": average_loss,
                "evaluated": evaluated,
                "expected": expected,
                "points": points,
                "rated": rated,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        draws = d.pop("draws")

        games = d.pop("games")

        losses = d.pop("losses")

        wins = d.pop("wins")

        def _parse_average_loss(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        average_loss = _parse_average_loss(d.pop("averageLoss"))

        evaluated = d.pop("evaluated")

        expected = d.pop("expected")

        points = d.pop("points")

        rated = d.pop("rated")

        report_score = cls(
            draws=draws,
            games=games,
            losses=losses,
            wins=wins,
            average_loss=average_loss,
            evaluated=evaluated,
            expected=expected,
            points=points,
            rated=rated,
        )

        report_score.additional_properties = d
        return report_score

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
