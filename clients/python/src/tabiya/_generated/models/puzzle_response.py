from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

if TYPE_CHECKING:
    from ..models.mate import Mate


T = TypeVar("T", bound="PuzzleResponse")


@_attrs_define
class PuzzleResponse:
    """A position with a mate."""

    fen: str
    """ A position: FEN, X-FEN or EPD, with spaces or `_`, with counters or without. """
    grade: int
    """ From 1, easy, to 5, hard. """
    mate: Mate
    """ A series that mates. """
    moves: int
    """ The number of moves. """
    solutions: int
    """ The number of positions that mates end in. """
    states: int
    """ The number of positions that were searched on from to find them all. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        fen = self.fen

        grade = self.grade

        mate = self.mate.to_dict()

        moves = self.moves

        solutions = self.solutions

        states = self.states

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "fen": fen,
                "grade": grade,
                "mate": mate,
                "moves": moves,
                "solutions": solutions,
                "states": states,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.mate import Mate

        d = dict(src_dict)
        fen = d.pop("fen")

        grade = d.pop("grade")

        mate = Mate.from_dict(d.pop("mate"))

        moves = d.pop("moves")

        solutions = d.pop("solutions")

        states = d.pop("states")

        puzzle_response = cls(
            fen=fen,
            grade=grade,
            mate=mate,
            moves=moves,
            solutions=solutions,
            states=states,
        )

        puzzle_response.additional_properties = d
        return puzzle_response

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
