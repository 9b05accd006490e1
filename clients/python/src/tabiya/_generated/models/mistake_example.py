from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

if TYPE_CHECKING:
    from ..models.game_header import GameHeader
    from ..models.move import Move


T = TypeVar("T", bound="MistakeExample")


@_attrs_define
class MistakeExample:
    """A mistake."""

    after: str
    """ The score after it. """
    before: str
    """ The score before it, from White's side, as PGN has it: `0.31`, `#-3`. """
    best: Move | None
    """ What was best, if that is known. """
    cost: float
    """ What it cost, in points. """
    fen: str
    """ A position: FEN, X-FEN or EPD, with spaces or `_`, with counters or without. """
    game: GameHeader
    """ Who played whom, where, when, and how it ended. Tags as in the file, null where there is none. """
    played: Move
    """ A move. """
    ply: int
    """ The number of half-moves before the mistake. """
    reply: Move | None
    """ What the opponent could reply, if that is known. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.move import Move

        after = self.after

        before = self.before

        best: dict[str, Any] | None
        if isinstance(self.best, Move):
            best = self.best.to_dict()
        else:
            best = self.best

        cost = self.cost

        fen = self.fen

        game = self.game.to_dict()

        played = self.played.to_dict()

        ply = self.ply

        reply: dict[str, Any] | None
        if isinstance(self.reply, Move):
            reply = self.reply.to_dict()
        else:
            reply = self.reply

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "after": after,
                "before": before,
                "best": best,
                "cost": cost,
                "fen": fen,
                "game": game,
                "played": played,
                "ply": ply,
                "reply": reply,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.game_header import GameHeader
        from ..models.move import Move

        d = dict(src_dict)
        after = d.pop("after")

        before = d.pop("before")

        def _parse_best(data: object) -> Move | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                best_type_0 = Move.from_dict(data)

                return best_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Move | None, data)

        best = _parse_best(d.pop("best"))

        cost = d.pop("cost")

        fen = d.pop("fen")

        game = GameHeader.from_dict(d.pop("game"))

        played = Move.from_dict(d.pop("played"))

        ply = d.pop("ply")

        def _parse_reply(data: object) -> Move | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                reply_type_0 = Move.from_dict(data)

                return reply_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Move | None, data)

        reply = _parse_reply(d.pop("reply"))

        mistake_example = cls(
            after=after,
            before=before,
            best=best,
            cost=cost,
            fen=fen,
            game=game,
            played=played,
            ply=ply,
            reply=reply,
        )

        mistake_example.additional_properties = d
        return mistake_example

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
