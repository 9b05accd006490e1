from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

if TYPE_CHECKING:
    from ..models.explorer_game import ExplorerGame
    from ..models.explorer_move import ExplorerMove
    from ..models.opening import Opening


T = TypeVar("T", bound="ExactResponse")


@_attrs_define
class ExactResponse:
    """The games that reached a position."""

    black: int
    """ The number of games that Black won. """
    draws: int
    """ The number of drawn games. """
    fen: str
    """ A position: FEN, X-FEN or EPD, with spaces or `_`, with counters or without. """
    games: int
    """ The number of games that reached it, those of unknown result included. """
    moves: list[ExplorerMove]
    """ What was played, the most frequent first. """
    opening: None | Opening
    """ The position's name. """
    recent_games: list[ExplorerGame]
    """ The newest games. """
    took_ms: float
    """ How long it took, in milliseconds. """
    top_games: list[ExplorerGame]
    """ The games with the highest mean rating. """
    white: int
    """ The number of games that White won. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.opening import Opening

        black = self.black

        draws = self.draws

        fen = self.fen

        games = self.games

        moves = []
        for moves_item_data in self.moves:
            moves_item = moves_item_data.to_dict()
            moves.append(moves_item)

        opening: dict[str, Any] | None
        if isinstance(self.opening, Opening):
            opening = self.opening.to_dict()
        else:
            opening = self.opening

        recent_games = []
        for recent_games_item_data in self.recent_games:
            recent_games_item = recent_games_item_data.to_dict()
            recent_games.append(recent_games_item)

        took_ms = self.took_ms

        top_games = []
        for top_games_item_data in self.top_games:
            top_games_item = top_games_item_data.to_dict()
            top_games.append(top_games_item)

        white = self.white

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "black": black,
                "draws": draws,
                "fen": fen,
                "games": games,
                "moves": moves,
                "opening": opening,
                "recentGames": recent_games,
                "tookMs": took_ms,
                "topGames": top_games,
                "white": white,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.explorer_game import ExplorerGame
        from ..models.explorer_move import ExplorerMove
        from ..models.opening import Opening

        d = dict(src_dict)
        black = d.pop("black")

        draws = d.pop("draws")

        fen = d.pop("fen")

        games = d.pop("games")

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

        recent_games = []
        _recent_games = d.pop("recentGames")
        for recent_games_item_data in _recent_games:
            recent_games_item = ExplorerGame.from_dict(recent_games_item_data)

            recent_games.append(recent_games_item)

        took_ms = d.pop("tookMs")

        top_games = []
        _top_games = d.pop("topGames")
        for top_games_item_data in _top_games:
            top_games_item = ExplorerGame.from_dict(top_games_item_data)

            top_games.append(top_games_item)

        white = d.pop("white")

        exact_response = cls(
            black=black,
            draws=draws,
            fen=fen,
            games=games,
            moves=moves,
            opening=opening,
            recent_games=recent_games,
            took_ms=took_ms,
            top_games=top_games,
            white=white,
        )

        exact_response.additional_properties = d
        return exact_response

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
