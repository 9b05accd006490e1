from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

if TYPE_CHECKING:
    from ..models.game_header import GameHeader
    from ..models.move import Move


T = TypeVar("T", bound="PatternHit")


@_attrs_define
class PatternHit:
    """A position that matches a pattern."""

    fen: str
    """ A position: FEN, X-FEN or EPD, with spaces or `_`, with counters or without. """
    game: GameHeader
    """ Who played whom, where, when, and how it ended. Tags as in the file, null where there is none. """
    label: str
    """ Game number, event, players, full move and the side that has just moved. """
    played: Move | None
    """ What was played next, null at the end of the game. """
    ply: int
    """ The number of half-moves of the game before it. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.move import Move

        fen = self.fen

        game = self.game.to_dict()

        label = self.label

        played: dict[str, Any] | None
        if isinstance(self.played, Move):
            played = self.played.to_dict()
        else:
            played = self.played

        ply = self.ply

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "fen": fen,
                "game": game,
                "label": label,
                "played": played,
                "ply": ply,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.game_header import GameHeader
        from ..models.move import Move

        d = dict(src_dict)
        fen = d.pop("fen")

        game = GameHeader.from_dict(d.pop("game"))

        label = d.pop("label")

        def _parse_played(data: object) -> Move | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                played_type_0 = Move.from_dict(data)

                return played_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Move | None, data)

        played = _parse_played(d.pop("played"))

        ply = d.pop("ply")

        pattern_hit = cls(
            fen=fen,
            game=game,
            label=label,
            played=played,
            ply=ply,
        )

        pattern_hit.additional_properties = d
        return pattern_hit

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
