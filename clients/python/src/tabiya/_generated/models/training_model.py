from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

if TYPE_CHECKING:
    from ..models.game_header import GameHeader
    from ..models.move import Move


T = TypeVar("T", bound="TrainingModel")


@_attrs_define
class TrainingModel:
    """A game of masters in which the right idea was played in a position similar to that of a mistake."""

    best: Move
    """ A move. """
    fen: str
    """ A position: FEN, X-FEN or EPD, with spaces or `_`, with counters or without. """
    game: GameHeader
    """ Who played whom, where, when, and how it ended. Tags as in the file, null where there is none. """
    likeness: float
    """ How good a match it is, 0 to 1. """
    mistake_fen: str
    """ A position: FEN, X-FEN or EPD, with spaces or `_`, with counters or without. """
    played: Move
    """ A move. """
    played_ply: int
    """ The number of half-moves before that. """
    ply: int
    """ The number of half-moves of the game before it. """
    summary: None | str
    """ What the two positions have in common, and what differs. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        best = self.best.to_dict()

        fen = self.fen

        game = self.game.to_dict()

        likeness = self.likeness

        mistake_fen = self.mistake_fen

        played = self.played.to_dict()

        played_ply = self.played_ply

        ply = self.ply

        summary: None | str
        summary = self.summary

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "best": best,
                "fen": fen,
                "game": game,
                "likeness": likeness,
                "mistakeFen": mistake_fen,
                "played": played,
                "playedPly": played_ply,
                "ply": ply,
                "summary": summary,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.game_header import GameHeader
        from ..models.move import Move

        d = dict(src_dict)
        best = Move.from_dict(d.pop("best"))

        fen = d.pop("fen")

        game = GameHeader.from_dict(d.pop("game"))

        likeness = d.pop("likeness")

        mistake_fen = d.pop("mistakeFen")

        played = Move.from_dict(d.pop("played"))

        played_ply = d.pop("playedPly")

        ply = d.pop("ply")

        def _parse_summary(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        summary = _parse_summary(d.pop("summary"))

        training_model = cls(
            best=best,
            fen=fen,
            game=game,
            likeness=likeness,
            mistake_fen=mistake_fen,
            played=played,
            played_ply=played_ply,
            ply=ply,
            summary=summary,
        )

        training_model.additional_properties = d
        return training_model

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
