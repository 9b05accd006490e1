from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.explorer_game import ExplorerGame
    from ..models.opening import Opening


T = TypeVar("T", bound="ExplorerMove")


@_attrs_define
class ExplorerMove:
    """What was played in a position."""

    black: int
    """ The number of games that Black won. """
    draws: int
    """ The number of drawn games. """
    game: ExplorerGame | None
    """ The game, if it is the only one. """
    opening: None | Opening
    """ The name of the position after it. """
    san: str
    """ `e4`. """
    uci: str
    """ `e2e4`; castling as king takes rook, as in lichess. """
    white: int
    """ The number of games that White won. """
    average_opponent_rating: int | Unset = UNSET
    """ Of `/player`: the mean rating of the opponents. """
    average_rating: int | Unset = UNSET
    """ The mean rating of the players who played it; absent if none is known, and of `/player`. """
    performance: int | Unset = UNSET
    """ Of `/player`: the player's rating performance against opponents with a rating, by FIDE's table; absent if
    there
    is none. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.explorer_game import ExplorerGame
        from ..models.opening import Opening

        black = self.black

        draws = self.draws

        game: dict[str, Any] | None
        if isinstance(self.game, ExplorerGame):
            game = self.game.to_dict()
        else:
            game = self.game

        opening: dict[str, Any] | None
        if isinstance(self.opening, Opening):
            opening = self.opening.to_dict()
        else:
            opening = self.opening

        san = self.san

        uci = self.uci

        white = self.white

        average_opponent_rating = self.average_opponent_rating

        average_rating = self.average_rating

        performance = self.performance

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "black": black,
                "draws": draws,
                "game": game,
                "opening": opening,
                "san": san,
                "uci": uci,
                "white": white,
            }
        )
        if average_opponent_rating is not UNSET:
            field_dict["averageOpponentRating"] = average_opponent_rating
        if average_rating is not UNSET:
            field_dict["averageRating"] = average_rating
        if performance is not UNSET:
            field_dict["performance"] = performance

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.explorer_game import ExplorerGame
        from ..models.opening import Opening

        d = dict(src_dict)
        black = d.pop("black")

        draws = d.pop("draws")

        def _parse_game(data: object) -> ExplorerGame | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                game_type_0 = ExplorerGame.from_dict(data)

                return game_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ExplorerGame | None, data)

        game = _parse_game(d.pop("game"))

        def _parse_opening(data: object) -> None | Opening:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                opening_type_0 = Opening.from_dict(data)

                return opening_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Opening, data)

        opening = _parse_opening(d.pop("opening"))

        san = d.pop("san")

        uci = d.pop("uci")

        white = d.pop("white")

        average_opponent_rating = d.pop("averageOpponentRating", UNSET)

        average_rating = d.pop("averageRating", UNSET)

        performance = d.pop("performance", UNSET)

        explorer_move = cls(
            black=black,
            draws=draws,
            game=game,
            opening=opening,
            san=san,
            uci=uci,
            white=white,
            average_opponent_rating=average_opponent_rating,
            average_rating=average_rating,
            performance=performance,
        )

        explorer_move.additional_properties = d
        return explorer_move

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
