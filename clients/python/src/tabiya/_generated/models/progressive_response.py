from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

from ..models.verdict import Verdict, check_verdict

if TYPE_CHECKING:
    from ..models.mate import Mate


T = TypeVar("T", bound="ProgressiveResponse")


@_attrs_define
class ProgressiveResponse:
    """The mates of a position."""

    complete: bool
    """ Whether the search was completed. """
    fen: str
    """ A position: FEN, X-FEN or EPD, with spaces or `_`, with counters or without. """
    mates: list[Mate]
    """ Mates that end in different positions: one, or all that were found. """
    moves: int
    """ The number of moves. """
    states: int
    """ The number of positions that were searched on from. """
    time_ms: float
    """ How long it took, in milliseconds. """
    verdict: Verdict
    """ Whether there is a mate. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        complete = self.complete

        fen = self.fen

        mates = []
        for mates_item_data in self.mates:
            mates_item = mates_item_data.to_dict()
            mates.append(mates_item)

        moves = self.moves

        states = self.states

        time_ms = self.time_ms

        verdict: str = self.verdict

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "complete": complete,
                "fen": fen,
                "mates": mates,
                "moves": moves,
                "states": states,
                "timeMs": time_ms,
                "verdict": verdict,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.mate import Mate

        d = dict(src_dict)
        complete = d.pop("complete")

        fen = d.pop("fen")

        mates = []
        _mates = d.pop("mates")
        for mates_item_data in _mates:
            mates_item = Mate.from_dict(mates_item_data)

            mates.append(mates_item)

        moves = d.pop("moves")

        states = d.pop("states")

        time_ms = d.pop("timeMs")

        verdict = check_verdict(d.pop("verdict"))

        progressive_response = cls(
            complete=complete,
            fen=fen,
            mates=mates,
            moves=moves,
            states=states,
            time_ms=time_ms,
            verdict=verdict,
        )

        progressive_response.additional_properties = d
        return progressive_response

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
