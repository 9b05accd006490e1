from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

if TYPE_CHECKING:
    from ..models.training_model import TrainingModel


T = TypeVar("T", bound="TrainingMistake")


@_attrs_define
class TrainingMistake:
    """A kind of mistake, and what there is to learn from."""

    cost: float
    """ What they cost in all, in points, of which a won game has one. """
    count: int
    """ The number of such mistakes. """
    exercises: int
    """ The number of exercises of it. """
    kind: str
    """ What kind: `missed fork`, `allowed mate`, `endgame`. """
    models: list[TrainingModel]
    """ Games of players rated 2300 or more on average, with a position similar to that of a mistake, in which the
    right
    move was played. """
    models_shortfall: None | str
    """ Why there are fewer than five; null if there are not. """
    ratings: list[int]
    """ The lowest and the highest rating of exercises from games of others: 300 below and above the player's mean
    rating in
    the games, or 1800 if that is less, unless the request has a range. """
    shortfall: None | str
    """ Why there are fewer exercises than there might be; null if there are not. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        cost = self.cost

        count = self.count

        exercises = self.exercises

        kind = self.kind

        models = []
        for models_item_data in self.models:
            models_item = models_item_data.to_dict()
            models.append(models_item)

        models_shortfall: None | str
        models_shortfall = self.models_shortfall

        ratings = self.ratings

        shortfall: None | str
        shortfall = self.shortfall

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "cost": cost,
                "count": count,
                "exercises": exercises,
                "kind": kind,
                "models": models,
                "modelsShortfall": models_shortfall,
                "ratings": ratings,
                "shortfall": shortfall,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.training_model import TrainingModel

        d = dict(src_dict)
        cost = d.pop("cost")

        count = d.pop("count")

        exercises = d.pop("exercises")

        kind = d.pop("kind")

        models = []
        _models = d.pop("models")
        for models_item_data in _models:
            models_item = TrainingModel.from_dict(models_item_data)

            models.append(models_item)

        def _parse_models_shortfall(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        models_shortfall = _parse_models_shortfall(d.pop("modelsShortfall"))

        ratings = cast(list[int], d.pop("ratings"))

        def _parse_shortfall(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        shortfall = _parse_shortfall(d.pop("shortfall"))

        training_mistake = cls(
            cost=cost,
            count=count,
            exercises=exercises,
            kind=kind,
            models=models,
            models_shortfall=models_shortfall,
            ratings=ratings,
            shortfall=shortfall,
        )

        training_mistake.additional_properties = d
        return training_mistake

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
