from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

T = TypeVar("T", bound="NextMove")


@_attrs_define
class NextMove:
    """A piece that went to a square."""

    average_rating: int | None
    """ The mean rating of the players who played it, null if none is known. """
    black: int
    """ The number that Black won. """
    draws: int
    """ The number of draws. """
    games: int
    """ The number of games with it. """
    piece: str
    """ `N`, in lower case for Black; the king for castling, the pawn for a promotion. """
    to: str
    """ Where it went. """
    white: int
    """ The number of these games that White won. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        average_rating: int | None
        average_rating = self.average_rating

        black = self.black

        draws = self.draws

        games = self.games

        piece = self.piece

        to = self.to

        white = self.white

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "averageRating": average_rating,
                "black": black,
                "draws": draws,
                "games": games,
                "piece": piece,
                "to": to,
                "white": white,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

        def _parse_average_rating(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        average_rating = _parse_average_rating(d.pop("averageRating"))

        black = d.pop("black")

        draws = d.pop("draws")

        games = d.pop("games")

        piece = d.pop("piece")

        to = d.pop("to")

        white = d.pop("white")

        next_move = cls(
            average_rating=average_rating,
            black=black,
            draws=draws,
            games=games,
            piece=piece,
            to=to,
            white=white,
        )

        next_move.additional_properties = d
        return next_move

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
