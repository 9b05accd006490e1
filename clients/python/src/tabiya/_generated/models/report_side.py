from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

if TYPE_CHECKING:
    from ..models.report_opening import ReportOpening


T = TypeVar("T", bound="ReportSide")


@_attrs_define
class ReportSide:
    """A player's games of one colour."""

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
    openings: list[ReportOpening]
    """ Their openings, the most frequent first; 30 at most. """
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

        openings = []
        for openings_item_data in self.openings:
            openings_item = openings_item_data.to_dict()
            openings.append(openings_item)

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
                "openings": openings,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.report_opening import ReportOpening

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

        openings = []
        _openings = d.pop("openings")
        for openings_item_data in _openings:
            openings_item = ReportOpening.from_dict(openings_item_data)

            openings.append(openings_item)

        report_side = cls(
            draws=draws,
            games=games,
            losses=losses,
            wins=wins,
            average_loss=average_loss,
            evaluated=evaluated,
            expected=expected,
            points=points,
            rated=rated,
            openings=openings,
        )

        report_side.additional_properties = d
        return report_side

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
