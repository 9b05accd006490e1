from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from typing_extensions import Self

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.filter_request import FilterRequest


T = TypeVar("T", bound="ReportBody")


@_attrs_define
class ReportBody:
    """The player, and which games to report on."""

    player: str
    """ The player, e.g. `Carlsen`, `carlsen magnus`, `Carlsen, M`. """
    analyse: bool | Unset = UNSET
    """ Whether the engine adds the scores that the games do not have, and looks at the mistakes. """
    book: FilterRequest | None | Unset = UNSET
    """ The games whose openings are the book that the player's games leave, e.g. `{"minRating": 2500}`; without it
    there
    is no book. """
    filter_: FilterRequest | None | Unset = UNSET
    """ What the games must be like; without `player`. """
    games: int | None | Unset = UNSET
    """ The number of games, the newest by their numbers; 1,000 by default. """
    nodes: int | None | Unset = UNSET
    """ The number of moves of each of its searches; 50,000 by default. """

    def to_dict(self) -> dict[str, Any]:
        from ..models.filter_request import FilterRequest

        player = self.player

        analyse = self.analyse

        book: dict[str, Any] | None | Unset
        if isinstance(self.book, Unset):
            book = UNSET
        elif isinstance(self.book, FilterRequest):
            book = self.book.to_dict()
        else:
            book = self.book

        filter_: dict[str, Any] | None | Unset
        if isinstance(self.filter_, Unset):
            filter_ = UNSET
        elif isinstance(self.filter_, FilterRequest):
            filter_ = self.filter_.to_dict()
        else:
            filter_ = self.filter_

        games: int | None | Unset
        if isinstance(self.games, Unset):
            games = UNSET
        else:
            games = self.games

        nodes: int | None | Unset
        if isinstance(self.nodes, Unset):
            nodes = UNSET
        else:
            nodes = self.nodes

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "player": player,
            }
        )
        if analyse is not UNSET:
            field_dict["analyse"] = analyse
        if book is not UNSET:
            field_dict["book"] = book
        if filter_ is not UNSET:
            field_dict["filter"] = filter_
        if games is not UNSET:
            field_dict["games"] = games
        if nodes is not UNSET:
            field_dict["nodes"] = nodes

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.filter_request import FilterRequest

        d = dict(src_dict)
        player = d.pop("player")

        analyse = d.pop("analyse", UNSET)

        def _parse_book(data: object) -> FilterRequest | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                book_type_0 = FilterRequest.from_dict(data)

                return book_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(FilterRequest | None | Unset, data)

        book = _parse_book(d.pop("book", UNSET))

        def _parse_filter_(data: object) -> FilterRequest | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                filter_type_0 = FilterRequest.from_dict(data)

                return filter_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(FilterRequest | None | Unset, data)

        filter_ = _parse_filter_(d.pop("filter", UNSET))

        def _parse_games(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        games = _parse_games(d.pop("games", UNSET))

        def _parse_nodes(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        nodes = _parse_nodes(d.pop("nodes", UNSET))

        report_body = cls(
            player=player,
            analyse=analyse,
            book=book,
            filter_=filter_,
            games=games,
            nodes=nodes,
        )

        return report_body
