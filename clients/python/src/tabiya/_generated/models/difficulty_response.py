from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

if TYPE_CHECKING:
    from ..models.move import Move


T = TypeVar("T", bound="DifficultyResponse")


@_attrs_define
class DifficultyResponse:
    """How hard a position is."""

    best: Move
    """ A move. """
    fen: str
    """ A position: FEN, X-FEN or EPD, with spaces or `_`, with counters or without. """
    interval: list[int]
    """ From the lower to the upper end: four in five puzzles are within. """
    larin: int
    """ The rating by Larin's formula. """
    rating: int
    """ The rating of players who solve it half of the time, on the scale of Lichess's puzzles. """
    why: list[str]
    """ What makes it hard or easy, the weightiest first, each with what it adds to or takes from the rating. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        best = self.best.to_dict()

        fen = self.fen

        interval = self.interval

        larin = self.larin

        rating = self.rating

        why = self.why

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "best": best,
                "fen": fen,
                "interval": interval,
                "larin": larin,
                "rating": rating,
                "why": why,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.move import Move

        d = dict(src_dict)
        best = Move.from_dict(d.pop("best"))

        fen = d.pop("fen")

        interval = cast(list[int], d.pop("interval"))

        larin = d.pop("larin")

        rating = d.pop("rating")

        why = cast(list[str], d.pop("why"))

        difficulty_response = cls(
            best=best,
            fen=fen,
            interval=interval,
            larin=larin,
            rating=rating,
            why=why,
        )

        difficulty_response.additional_properties = d
        return difficulty_response

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
