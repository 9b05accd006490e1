from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.explorer_game import ExplorerGame
    from ..models.explorer_month import ExplorerMonth
    from ..models.explorer_move import ExplorerMove
    from ..models.opening import Opening


T = TypeVar("T", bound="ExplorerResponse")


@_attrs_define
class ExplorerResponse:
    """What was played in a position, and by whom. As in lichess, fields without a value are absent, except `opening`,
    `game`, `winner` and `month`, which are null.

    """

    black: int
    """ The number of games that Black won. """
    draws: int
    """ The number of drawn games. """
    moves: list[ExplorerMove]
    """ What was played, the most frequent first. """
    opening: None | Opening
    """ The name of the position, or of the last one on the way to it that has one. """
    white: int
    """ The number of games that White won. """
    history: list[ExplorerMonth] | Unset = UNSET
    """ Of `/lichess` with `history`: how the games of each month ended, from `since` or the first month with a game
    to
    the last one. Games of which the month is unknown are in none. """
    queue_position: int | Unset = UNSET
    """ Of `/player`: always 0, as there is no queue. """
    recent_games: list[ExplorerGame] | Unset = UNSET
    """ The newest games; not of `/masters`. """
    top_games: list[ExplorerGame] | Unset = UNSET
    """ The games with the highest mean rating; not of `/player`. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.opening import Opening

        black = self.black

        draws = self.draws

        moves = []
        for moves_item_data in self.moves:
            moves_item = moves_item_data.to_dict()
            moves.append(moves_item)

        opening: dict[str, Any] | None
        if isinstance(self.opening, Opening):
            opening = self.opening.to_dict()
        else:
            opening = self.opening

        white = self.white

        history: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.history, Unset):
            history = []
            for history_item_data in self.history:
                history_item = history_item_data.to_dict()
                history.append(history_item)

        queue_position = self.queue_position

        recent_games: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.recent_games, Unset):
            recent_games = []
            for recent_games_item_data in self.recent_games:
                recent_games_item = recent_games_item_data.to_dict()
                recent_games.append(recent_games_item)

        top_games: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.top_games, Unset):
            top_games = []
            for top_games_item_data in self.top_games:
                top_games_item = top_games_item_data.to_dict()
                top_games.append(top_games_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "black": black,
                "draws": draws,
                "moves": moves,
                "opening": opening,
                "white": white,
            }
        )
        if history is not UNSET:
            field_dict["history"] = history
        if queue_position is not UNSET:
            field_dict["queuePosition"] = queue_position
        if recent_games is not UNSET:
            field_dict["recentGames"] = recent_games
        if top_games is not UNSET:
            field_dict["topGames"] = top_games

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.explorer_game import ExplorerGame
        from ..models.explorer_month import ExplorerMonth
        from ..models.explorer_move import ExplorerMove
        from ..models.opening import Opening

        d = dict(src_dict)
        black = d.pop("black")

        draws = d.pop("draws")

        moves = []
        _moves = d.pop("moves")
        for moves_item_data in _moves:
            moves_item = ExplorerMove.from_dict(moves_item_data)

            moves.append(moves_item)

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

        white = d.pop("white")

        _history = d.pop("history", UNSET)
        history: list[ExplorerMonth] | Unset = UNSET
        if _history is not UNSET:
            history = []
            for history_item_data in _history:
                history_item = ExplorerMonth.from_dict(history_item_data)

                history.append(history_item)

        queue_position = d.pop("queuePosition", UNSET)

        _recent_games = d.pop("recentGames", UNSET)
        recent_games: list[ExplorerGame] | Unset = UNSET
        if _recent_games is not UNSET:
            recent_games = []
            for recent_games_item_data in _recent_games:
                recent_games_item = ExplorerGame.from_dict(recent_games_item_data)

                recent_games.append(recent_games_item)

        _top_games = d.pop("topGames", UNSET)
        top_games: list[ExplorerGame] | Unset = UNSET
        if _top_games is not UNSET:
            top_games = []
            for top_games_item_data in _top_games:
                top_games_item = ExplorerGame.from_dict(top_games_item_data)

                top_games.append(top_games_item)

        explorer_response = cls(
            black=black,
            draws=draws,
            moves=moves,
            opening=opening,
            white=white,
            history=history,
            queue_position=queue_position,
            recent_games=recent_games,
            top_games=top_games,
        )

        explorer_response.additional_properties = d
        return explorer_response

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
