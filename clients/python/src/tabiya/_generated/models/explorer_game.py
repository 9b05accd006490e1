from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.player import Player


T = TypeVar("T", bound="ExplorerGame")


@_attrs_define
class ExplorerGame:
    """A game."""

    black: Player
    """ A player. """
    id: str
    """ Its number, as text. """
    month: None | str
    """ Year and month, e.g. `2014-06`, null if it is unknown. """
    white: Player
    """ A player. """
    winner: None | str
    """ `white`, `black` or null. """
    year: int
    """ The year, 0 if it is unknown. """
    uci: str | Unset = UNSET
    """ What was played in it; absent for the only game of a move. `/api/positions` also lists games that ended with
    the
    position, without it. """
    variation_ply: int | Unset = UNSET
    """ Of a variation, which nobody played, how many of its half-moves are those of the game; absent otherwise. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        black = self.black.to_dict()

        id = self.id

        month: None | str
        month = self.month

        white = self.white.to_dict()

        winner: None | str
        winner = self.winner

        year = self.year

        uci = self.uci

        variation_ply = self.variation_ply

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "black": black,
                "id": id,
                "month": month,
                "white": white,
                "winner": winner,
                "year": year,
            }
        )
        if uci is not UNSET:
            field_dict["uci"] = uci
        if variation_ply is not UNSET:
            field_dict["variationPly"] = variation_ply

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.player import Player

        d = dict(src_dict)
        black = Player.from_dict(d.pop("black"))

        id = d.pop("id")

        def _parse_month(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        month = _parse_month(d.pop("month"))

        white = Player.from_dict(d.pop("white"))

        def _parse_winner(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        winner = _parse_winner(d.pop("winner"))

        year = d.pop("year")

        uci = d.pop("uci", UNSET)

        variation_ply = d.pop("variationPly", UNSET)

        explorer_game = cls(
            black=black,
            id=id,
            month=month,
            white=white,
            winner=winner,
            year=year,
            uci=uci,
            variation_ply=variation_ply,
        )

        explorer_game.additional_properties = d
        return explorer_game

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
