from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

if TYPE_CHECKING:
    from ..models.pattern_hit import PatternHit


T = TypeVar("T", bound="PatternResponse")


@_attrs_define
class PatternResponse:
    """The indexed positions that match a pattern."""

    black: int
    """ The number of games that Black won. """
    draws: int
    """ The number of drawn games. """
    games: int
    """ The number of games that have one. """
    hits: list[PatternHit]
    """ The first such position of each game, by the number of the game. """
    is_exact: bool
    """ Whether these are all; if false, the search was cut short, and there may be more. """
    pattern: str
    """ The pattern. """
    positions: int
    """ The number of positions. """
    took_ms: float
    """ How long it took, in milliseconds. """
    white: int
    """ The number of games that White won. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        black = self.black

        draws = self.draws

        games = self.games

        hits = []
        for hits_item_data in self.hits:
            hits_item = hits_item_data.to_dict()
            hits.append(hits_item)

        is_exact = self.is_exact

        pattern = self.pattern

        positions = self.positions

        took_ms = self.took_ms

        white = self.white

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "black": black,
                "draws": draws,
                "games": games,
                "hits": hits,
                "isExact": is_exact,
                "pattern": pattern,
                "positions": positions,
                "tookMs": took_ms,
                "white": white,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.pattern_hit import PatternHit

        d = dict(src_dict)
        black = d.pop("black")

        draws = d.pop("draws")

        games = d.pop("games")

        hits = []
        _hits = d.pop("hits")
        for hits_item_data in _hits:
            hits_item = PatternHit.from_dict(hits_item_data)

            hits.append(hits_item)

        is_exact = d.pop("isExact")

        pattern = d.pop("pattern")

        positions = d.pop("positions")

        took_ms = d.pop("tookMs")

        white = d.pop("white")

        pattern_response = cls(
            black=black,
            draws=draws,
            games=games,
            hits=hits,
            is_exact=is_exact,
            pattern=pattern,
            positions=positions,
            took_ms=took_ms,
            white=white,
        )

        pattern_response.additional_properties = d
        return pattern_response

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
