from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

from ..models.training_end import TrainingEnd, check_training_end

if TYPE_CHECKING:
    from ..models.rejected_game import RejectedGame
    from ..models.training_exercise import TrainingExercise
    from ..models.training_mistake import TrainingMistake
    from ..models.training_plan import TrainingPlan


T = TypeVar("T", bound="TrainingResponse")


@_attrs_define
class TrainingResponse:
    """Exercises, or a plan."""

    ended: None | TrainingEnd
    """ Why the search ended: `all` positions were searched, or those of the ten most similar `games` for each
    exercise
    requested; or there are as many exercises as `limit` asks for, the most `positions` were searched, or `time` was
    up, so that there may be more. Null for a plan. """
    exercises: list[TrainingExercise]
    """ The exercises, the easiest first. """
    games: int
    """ The number of games that were read for them, those without such a position included. Of some of them
    positions
    may not have been searched: they are gathered 128 at a time, and searched the most promising first. """
    mistakes: list[TrainingMistake]
    """ If `mistakes` were requested, the kinds of them, the costliest first, with model games. """
    next_: int | None
    """ The `skip` of a request that goes on after this one, with the exercises so far in `without`: before it is no
    game
    with a position that was not searched, unless nothing was found at all: then the games that were read are before
    it. Null if there is nothing to go on with, and for a plan. """
    plan: None | TrainingPlan
    """ The plan, null if exercises were requested. """
    positions: int
    """ The number of positions that the engine searched: those with `player` to move and with the `theme`, if these
    were
    requested. """
    rejected: list[RejectedGame]
    """ The games of `pgn` that were rejected because of an illegal move, of those that were read. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.training_plan import TrainingPlan

        ended: None | str
        if isinstance(self.ended, str):
            ended = self.ended
        else:
            ended = self.ended

        exercises = []
        for exercises_item_data in self.exercises:
            exercises_item = exercises_item_data.to_dict()
            exercises.append(exercises_item)

        games = self.games

        mistakes = []
        for mistakes_item_data in self.mistakes:
            mistakes_item = mistakes_item_data.to_dict()
            mistakes.append(mistakes_item)

        next_: int | None
        next_ = self.next_

        plan: dict[str, Any] | None
        if isinstance(self.plan, TrainingPlan):
            plan = self.plan.to_dict()
        else:
            plan = self.plan

        positions = self.positions

        rejected = []
        for rejected_item_data in self.rejected:
            rejected_item = rejected_item_data.to_dict()
            rejected.append(rejected_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "ended": ended,
                "exercises": exercises,
                "games": games,
                "mistakes": mistakes,
                "next": next_,
                "plan": plan,
                "positions": positions,
                "rejected": rejected,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.rejected_game import RejectedGame
        from ..models.training_exercise import TrainingExercise
        from ..models.training_mistake import TrainingMistake
        from ..models.training_plan import TrainingPlan

        d = dict(src_dict)

        def _parse_ended(data: object) -> None | TrainingEnd:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                ended_type_0 = check_training_end(data)

                return ended_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TrainingEnd, data)

        ended = _parse_ended(d.pop("ended"))

        exercises = []
        _exercises = d.pop("exercises")
        for exercises_item_data in _exercises:
            exercises_item = TrainingExercise.from_dict(exercises_item_data)

            exercises.append(exercises_item)

        games = d.pop("games")

        mistakes = []
        _mistakes = d.pop("mistakes")
        for mistakes_item_data in _mistakes:
            mistakes_item = TrainingMistake.from_dict(mistakes_item_data)

            mistakes.append(mistakes_item)

        def _parse_next_(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        next_ = _parse_next_(d.pop("next"))

        def _parse_plan(data: object) -> None | TrainingPlan:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                plan_type_0 = TrainingPlan.from_dict(data)

                return plan_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TrainingPlan, data)

        plan = _parse_plan(d.pop("plan"))

        positions = d.pop("positions")

        rejected = []
        _rejected = d.pop("rejected")
        for rejected_item_data in _rejected:
            rejected_item = RejectedGame.from_dict(rejected_item_data)

            rejected.append(rejected_item)

        training_response = cls(
            ended=ended,
            exercises=exercises,
            games=games,
            mistakes=mistakes,
            next_=next_,
            plan=plan,
            positions=positions,
            rejected=rejected,
        )

        training_response.additional_properties = d
        return training_response

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
