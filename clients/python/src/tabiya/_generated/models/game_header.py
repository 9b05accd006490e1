from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

from ..models.game_header_winner_type_0 import (
    GameHeaderWinnerType0,
    check_game_header_winner_type_0,
)

if TYPE_CHECKING:
    from ..models.player import Player


T = TypeVar("T", bound="GameHeader")


@_attrs_define
class GameHeader:
    """Who played whom, where, when, and how it ended. Tags as in the file, null where there is none."""

    black: Player
    """ A player. """
    date: None | str
    """ The Date tag, e.g. `2005.06.18`, with `??` for what is unknown. """
    eco: None | str
    """ The ECO tag, e.g. `D12`. """
    event: None | str
    """ The Event tag. """
    id: int
    """ The game's number in the index. """
    result: None | str
    """ The Result tag, e.g. `1/2-1/2`, which distinguishes a draw from an unknown result. """
    round_: None | str
    """ The Round tag. """
    site: None | str
    """ The Site tag. """
    variation_ply: int | None
    """ How many half-moves it shares with the game that it is a variation of: nobody played the others. Null of any
    game
    that was played. """
    white: Player
    """ A player. """
    winner: GameHeaderWinnerType0 | None
    """ `white`, `black`, or null for a draw or an unknown result. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        black = self.black.to_dict()

        date: None | str
        date = self.date

        eco: None | str
        eco = self.eco

        event: None | str
        event = self.event

        id = self.id

        result: None | str
        result = self.result

        round_: None | str
        round_ = self.round_

        site: None | str
        site = self.site

        variation_ply: int | None
        variation_ply = self.variation_ply

        white = self.white.to_dict()

        winner: None | str
        if isinstance(self.winner, str):
            winner = self.winner
        else:
            winner = self.winner

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "black": black,
                "date": date,
                "eco": eco,
                "event": event,
                "id": id,
                "result": result,
                "round": round_,
                "site": site,
                "variationPly": variation_ply,
                "white": white,
                "winner": winner,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.player import Player

        d = dict(src_dict)
        black = Player.from_dict(d.pop("black"))

        def _parse_date(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        date = _parse_date(d.pop("date"))

        def _parse_eco(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        eco = _parse_eco(d.pop("eco"))

        def _parse_event(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        event = _parse_event(d.pop("event"))

        id = d.pop("id")

        def _parse_result(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        result = _parse_result(d.pop("result"))

        def _parse_round_(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        round_ = _parse_round_(d.pop("round"))

        def _parse_site(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        site = _parse_site(d.pop("site"))

        def _parse_variation_ply(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        variation_ply = _parse_variation_ply(d.pop("variationPly"))

        white = Player.from_dict(d.pop("white"))

        def _parse_winner(data: object) -> GameHeaderWinnerType0 | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                winner_type_0 = check_game_header_winner_type_0(data)

                return winner_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(GameHeaderWinnerType0 | None, data)

        winner = _parse_winner(d.pop("winner"))

        game_header = cls(
            black=black,
            date=date,
            eco=eco,
            event=event,
            id=id,
            result=result,
            round_=round_,
            site=site,
            variation_ply=variation_ply,
            white=white,
            winner=winner,
        )

        game_header.additional_properties = d
        return game_header

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
