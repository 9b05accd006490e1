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
    from ..models.game_opening import GameOpening
    from ..models.game_response_tags import GameResponseTags
    from ..models.move_annotations import MoveAnnotations
    from ..models.player import Player


T = TypeVar("T", bound="GameResponse")


@_attrs_define
class GameResponse:
    """A whole game."""

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
    annotations: list[MoveAnnotations]
    """ Its annotations: comments, marks, variations, clocks and evaluations, of the moves that have any. """
    initial_fen: None | str
    """ The first position, null for the usual start. """
    moves: str
    """ Its moves in standard algebraic notation, separated by spaces: `d4 Nf6 Nf3`. """
    opening: GameOpening | None
    """ The opening: the name of the last position of the game that has one; null if none has. """
    plies: int
    """ The number of its half-moves. """
    tags: GameResponseTags
    """ All tags as in the file; of a repeated tag the first. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.game_opening import GameOpening

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

        annotations = []
        for annotations_item_data in self.annotations:
            annotations_item = annotations_item_data.to_dict()
            annotations.append(annotations_item)

        initial_fen: None | str
        initial_fen = self.initial_fen

        moves = self.moves

        opening: dict[str, Any] | None
        if isinstance(self.opening, GameOpening):
            opening = self.opening.to_dict()
        else:
            opening = self.opening

        plies = self.plies

        tags = self.tags.to_dict()

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
                "annotations": annotations,
                "initialFen": initial_fen,
                "moves": moves,
                "opening": opening,
                "plies": plies,
                "tags": tags,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.game_opening import GameOpening
        from ..models.game_response_tags import GameResponseTags
        from ..models.move_annotations import MoveAnnotations
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

        annotations = []
        _annotations = d.pop("annotations")
        for annotations_item_data in _annotations:
            annotations_item = MoveAnnotations.from_dict(annotations_item_data)

            annotations.append(annotations_item)

        def _parse_initial_fen(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        initial_fen = _parse_initial_fen(d.pop("initialFen"))

        moves = d.pop("moves")

        def _parse_opening(data: object) -> GameOpening | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                opening_type_0 = GameOpening.from_dict(data)

                return opening_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(GameOpening | None, data)

        opening = _parse_opening(d.pop("opening"))

        plies = d.pop("plies")

        tags = GameResponseTags.from_dict(d.pop("tags"))

        game_response = cls(
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
            annotations=annotations,
            initial_fen=initial_fen,
            moves=moves,
            opening=opening,
            plies=plies,
            tags=tags,
        )

        game_response.additional_properties = d
        return game_response

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
