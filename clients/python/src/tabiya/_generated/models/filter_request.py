from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from typing_extensions import Self

from ..models.filter_request_color_type_0 import (
    FilterRequestColorType0,
    check_filter_request_color_type_0,
)
from ..models.filter_request_result_type_0 import (
    FilterRequestResultType0,
    check_filter_request_result_type_0,
)
from ..models.filter_request_speeds_type_0_item import (
    FilterRequestSpeedsType0Item,
    check_filter_request_speeds_type_0_item,
)
from ..models.filter_request_turn_type_0 import (
    FilterRequestTurnType0,
    check_filter_request_turn_type_0,
)
from ..types import UNSET, Unset

T = TypeVar("T", bound="FilterRequest")


@_attrs_define
class FilterRequest:
    """What games and positions must be like: all of it. Names are found as people write them:
    `Carlsen`, `carlsen magnus`, `Carlsen, M`.

    """

    black: None | str | Unset = UNSET
    """ The player of the black pieces. """
    collection: list[str] | None | Unset = UNSET
    """ The names of collections: the game is in any of them. """
    color: FilterRequestColorType0 | None | Unset = UNSET
    """ That player's side: `white` or `black`. """
    comment: None | str | Unset = UNSET
    """ Words of its comments, and phrases in quotes: `c5 "minority attack"`, all of them. """
    eco: None | str | Unset = UNSET
    """ What the ECO tag begins with, e.g. `B9`. """
    event: None | str | Unset = UNSET
    """ Words of the Event tag. """
    material: None | str | Unset = UNSET
    """ The pieces on the board, e.g. `KRPPkrpp`. """
    max_ply: int | None | Unset = UNSET
    """ The most half-moves before it. """
    max_rating: int | None | Unset = UNSET
    """ The greatest mean of both ratings. """
    min_ply: int | None | Unset = UNSET
    """ The fewest half-moves before the position. """
    min_rating: int | None | Unset = UNSET
    """ The lowest mean of both ratings, or of the one that is known. """
    opponent: None | str | Unset = UNSET
    """ The other player. """
    played: list[str] | None | Unset = UNSET
    """ Moves in SAN, e.g. `Bxh7+`, that the side to move plays within its next six: all of them, in any order.
    Without
    `x` a move may capture or not; check signs are ignored. """
    player: None | str | Unset = UNSET
    """ One of the players. """
    result: FilterRequestResultType0 | None | Unset = UNSET
    """ How it ended: `white`, `black`, `draw` or `unknown`, as PGN has it, or `win` or `loss` of `player`. """
    since: None | str | Unset = UNSET
    """ Played on this day or later: `2010`, `2010-06` or `2010-06-18`. """
    speeds: list[FilterRequestSpeedsType0Item] | None | Unset = UNSET
    """ How fast the game was, by its `TimeControl` tag: any of these. Games of unknown speed do not pass. """
    turn: FilterRequestTurnType0 | None | Unset = UNSET
    """ Whose move it is: `white` or `black`. """
    until: None | str | Unset = UNSET
    """ Played on this day or earlier. """
    white: None | str | Unset = UNSET
    """ The player of the white pieces. """

    def to_dict(self) -> dict[str, Any]:
        black: None | str | Unset
        if isinstance(self.black, Unset):
            black = UNSET
        else:
            black = self.black

        collection: list[str] | None | Unset
        if isinstance(self.collection, Unset):
            collection = UNSET
        elif isinstance(self.collection, list):
            collection = self.collection

        else:
            collection = self.collection

        color: None | str | Unset
        if isinstance(self.color, Unset):
            color = UNSET
        elif isinstance(self.color, str):
            color = self.color
        else:
            color = self.color

        comment: None | str | Unset
        if isinstance(self.comment, Unset):
            comment = UNSET
        else:
            comment = self.comment

        eco: None | str | Unset
        if isinstance(self.eco, Unset):
            eco = UNSET
        else:
            eco = self.eco

        event: None | str | Unset
        if isinstance(self.event, Unset):
            event = UNSET
        else:
            event = self.event

        material: None | str | Unset
        if isinstance(self.material, Unset):
            material = UNSET
        else:
            material = self.material

        max_ply: int | None | Unset
        if isinstance(self.max_ply, Unset):
            max_ply = UNSET
        else:
            max_ply = self.max_ply

        max_rating: int | None | Unset
        if isinstance(self.max_rating, Unset):
            max_rating = UNSET
        else:
            max_rating = self.max_rating

        min_ply: int | None | Unset
        if isinstance(self.min_ply, Unset):
            min_ply = UNSET
        else:
            min_ply = self.min_ply

        min_rating: int | None | Unset
        if isinstance(self.min_rating, Unset):
            min_rating = UNSET
        else:
            min_rating = self.min_rating

        opponent: None | str | Unset
        if isinstance(self.opponent, Unset):
            opponent = UNSET
        else:
            opponent = self.opponent

        played: list[str] | None | Unset
        if isinstance(self.played, Unset):
            played = UNSET
        elif isinstance(self.played, list):
            played = self.played

        else:
            played = self.played

        player: None | str | Unset
        if isinstance(self.player, Unset):
            player = UNSET
        else:
            player = self.player

        result: None | str | Unset
        if isinstance(self.result, Unset):
            result = UNSET
        elif isinstance(self.result, str):
            result = self.result
        else:
            result = self.result

        since: None | str | Unset
        if isinstance(self.since, Unset):
            since = UNSET
        else:
            since = self.since

        speeds: list[str] | None | Unset
        if isinstance(self.speeds, Unset):
            speeds = UNSET
        elif isinstance(self.speeds, list):
            speeds = []
            for speeds_type_0_item_data in self.speeds:
                speeds_type_0_item: str = speeds_type_0_item_data
                speeds.append(speeds_type_0_item)

        else:
            speeds = self.speeds

        turn: None | str | Unset
        if isinstance(self.turn, Unset):
            turn = UNSET
        elif isinstance(self.turn, str):
            turn = self.turn
        else:
            turn = self.turn

        until: None | str | Unset
        if isinstance(self.until, Unset):
            until = UNSET
        else:
            until = self.until

        white: None | str | Unset
        if isinstance(self.white, Unset):
            white = UNSET
        else:
            white = self.white

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if black is not UNSET:
            field_dict["black"] = black
        if collection is not UNSET:
            field_dict["collection"] = collection
        if color is not UNSET:
            field_dict["color"] = color
        if comment is not UNSET:
            field_dict["comment"] = comment
        if eco is not UNSET:
            field_dict["eco"] = eco
        if event is not UNSET:
            field_dict["event"] = event
        if material is not UNSET:
            field_dict["material"] = material
        if max_ply is not UNSET:
            field_dict["maxPly"] = max_ply
        if max_rating is not UNSET:
            field_dict["maxRating"] = max_rating
        if min_ply is not UNSET:
            field_dict["minPly"] = min_ply
        if min_rating is not UNSET:
            field_dict["minRating"] = min_rating
        if opponent is not UNSET:
            field_dict["opponent"] = opponent
        if played is not UNSET:
            field_dict["played"] = played
        if player is not UNSET:
            field_dict["player"] = player
        if result is not UNSET:
            field_dict["result"] = result
        if since is not UNSET:
            field_dict["since"] = since
        if speeds is not UNSET:
            field_dict["speeds"] = speeds
        if turn is not UNSET:
            field_dict["turn"] = turn
        if until is not UNSET:
            field_dict["until"] = until
        if white is not UNSET:
            field_dict["white"] = white

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

        def _parse_black(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        black = _parse_black(d.pop("black", UNSET))

        def _parse_collection(data: object) -> list[str] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                collection_type_0 = cast(list[str], data)

                return collection_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        collection = _parse_collection(d.pop("collection", UNSET))

        def _parse_color(data: object) -> FilterRequestColorType0 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                color_type_0 = check_filter_request_color_type_0(data)

                return color_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(FilterRequestColorType0 | None | Unset, data)

        color = _parse_color(d.pop("color", UNSET))

        def _parse_comment(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        comment = _parse_comment(d.pop("comment", UNSET))

        def _parse_eco(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        eco = _parse_eco(d.pop("eco", UNSET))

        def _parse_event(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        event = _parse_event(d.pop("event", UNSET))

        def _parse_material(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        material = _parse_material(d.pop("material", UNSET))

        def _parse_max_ply(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        max_ply = _parse_max_ply(d.pop("maxPly", UNSET))

        def _parse_max_rating(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        max_rating = _parse_max_rating(d.pop("maxRating", UNSET))

        def _parse_min_ply(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        min_ply = _parse_min_ply(d.pop("minPly", UNSET))

        def _parse_min_rating(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        min_rating = _parse_min_rating(d.pop("minRating", UNSET))

        def _parse_opponent(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        opponent = _parse_opponent(d.pop("opponent", UNSET))

        def _parse_played(data: object) -> list[str] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                played_type_0 = cast(list[str], data)

                return played_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        played = _parse_played(d.pop("played", UNSET))

        def _parse_player(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        player = _parse_player(d.pop("player", UNSET))

        def _parse_result(data: object) -> FilterRequestResultType0 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                result_type_0 = check_filter_request_result_type_0(data)

                return result_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(FilterRequestResultType0 | None | Unset, data)

        result = _parse_result(d.pop("result", UNSET))

        def _parse_since(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        since = _parse_since(d.pop("since", UNSET))

        def _parse_speeds(data: object) -> list[FilterRequestSpeedsType0Item] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                speeds_type_0 = []
                _speeds_type_0 = data
                for speeds_type_0_item_data in _speeds_type_0:
                    speeds_type_0_item = check_filter_request_speeds_type_0_item(speeds_type_0_item_data)

                    speeds_type_0.append(speeds_type_0_item)

                return speeds_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[FilterRequestSpeedsType0Item] | None | Unset, data)

        speeds = _parse_speeds(d.pop("speeds", UNSET))

        def _parse_turn(data: object) -> FilterRequestTurnType0 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                turn_type_0 = check_filter_request_turn_type_0(data)

                return turn_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(FilterRequestTurnType0 | None | Unset, data)

        turn = _parse_turn(d.pop("turn", UNSET))

        def _parse_until(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        until = _parse_until(d.pop("until", UNSET))

        def _parse_white(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        white = _parse_white(d.pop("white", UNSET))

        filter_request = cls(
            black=black,
            collection=collection,
            color=color,
            comment=comment,
            eco=eco,
            event=event,
            material=material,
            max_ply=max_ply,
            max_rating=max_rating,
            min_ply=min_ply,
            min_rating=min_rating,
            opponent=opponent,
            played=played,
            player=player,
            result=result,
            since=since,
            speeds=speeds,
            turn=turn,
            until=until,
            white=white,
        )

        return filter_request
