from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from typing_extensions import Self

from ..models.training_request_color_type_0 import (
    TrainingRequestColorType0,
    check_training_request_color_type_0,
)
from ..models.training_request_speeds_type_0_item import (
    TrainingRequestSpeedsType0Item,
    check_training_request_speeds_type_0_item,
)
from ..models.training_request_theme_type_0 import (
    TrainingRequestThemeType0,
    check_training_request_theme_type_0,
)
from ..types import UNSET, Unset

T = TypeVar("T", bound="TrainingRequest")


@_attrs_define
class TrainingRequest:
    """Where exercises come from: at least one of `fen`, `pgn`, `player` and `theme`; `fen` and `pgn` exclude each other."""

    collection: list[str] | None | Unset = UNSET
    """ The names of collections: games of the index that are in any of them. """
    color: None | TrainingRequestColorType0 | Unset = UNSET
    """ With `mistakes`, the player's side. """
    fen: None | str | Unset = UNSET
    """ FEN or EPD: games of the index with a position similar to it, from there on. """
    games: int | None | Unset = UNSET
    """ With `mistakes`, the number of the player's games that are looked at, the newest by their numbers; 100 by
    default. """
    kind: None | str | Unset = UNSET
    """ With `mistakes`, the only kind of them: `missed` or `allowed` and a motif or `mate`, such as `missed fork`;
    or a
    phase, such as `endgame`. """
    limit: int | None | Unset = UNSET
    """ The number of exercises; 10 by default. At most 200 positions are searched for each. """
    max_rating: int | None | Unset = UNSET
    """ The highest rating of an exercise. """
    min_rating: int | None | Unset = UNSET
    """ The lowest rating of an exercise. """
    mistakes: bool | Unset = UNSET
    """ Exercises of the costliest kinds of the mistakes of `player`, as a report counts them, with others like them
    from
    games of others, and games of masters in which the right move was played. """
    nodes: int | None | Unset = UNSET
    """ The number of moves that each search makes; 50,000 by default. """
    pgn: None | str | Unset = UNSET
    """ These games instead of those of the index, e.g. your own. """
    plan: bool | Unset = UNSET
    """ The plan of `fen` instead: what strong players did from similar positions. """
    player: None | str | Unset = UNSET
    """ Positions with this player to move, e.g. `Carlsen`, `carlsen magnus`, `Carlsen, M`. """
    skip: int | None | Unset = UNSET
    """ The number of games to leave out at the start, e.g. the `next` of an earlier answer, to go on after it; at
    most
    10,000 with `fen`. 0 by default. """
    speeds: list[TrainingRequestSpeedsType0Item] | None | Unset = UNSET
    """ Games of the index of any of these speeds. """
    theme: None | TrainingRequestThemeType0 | Unset = UNSET
    """ Positions with a motif such as `fork`, or a named structure such as `Carlsbad structure`. If it is a chance
    of the
    side to move, like a fork, the solution uses it. """
    without: list[str] | Unset = UNSET
    """ Positions that are exercises already, as those of earlier answers are: none of these comes again. """

    def to_dict(self) -> dict[str, Any]:
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

        fen: None | str | Unset
        if isinstance(self.fen, Unset):
            fen = UNSET
        else:
            fen = self.fen

        games: int | None | Unset
        if isinstance(self.games, Unset):
            games = UNSET
        else:
            games = self.games

        kind: None | str | Unset
        if isinstance(self.kind, Unset):
            kind = UNSET
        else:
            kind = self.kind

        limit: int | None | Unset
        if isinstance(self.limit, Unset):
            limit = UNSET
        else:
            limit = self.limit

        max_rating: int | None | Unset
        if isinstance(self.max_rating, Unset):
            max_rating = UNSET
        else:
            max_rating = self.max_rating

        min_rating: int | None | Unset
        if isinstance(self.min_rating, Unset):
            min_rating = UNSET
        else:
            min_rating = self.min_rating

        mistakes = self.mistakes

        nodes: int | None | Unset
        if isinstance(self.nodes, Unset):
            nodes = UNSET
        else:
            nodes = self.nodes

        pgn: None | str | Unset
        if isinstance(self.pgn, Unset):
            pgn = UNSET
        else:
            pgn = self.pgn

        plan = self.plan

        player: None | str | Unset
        if isinstance(self.player, Unset):
            player = UNSET
        else:
            player = self.player

        skip: int | None | Unset
        if isinstance(self.skip, Unset):
            skip = UNSET
        else:
            skip = self.skip

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

        theme: None | str | Unset
        if isinstance(self.theme, Unset):
            theme = UNSET
        elif isinstance(self.theme, str):
            theme = self.theme
        else:
            theme = self.theme

        without: list[str] | Unset = UNSET
        if not isinstance(self.without, Unset):
            without = self.without

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if collection is not UNSET:
            field_dict["collection"] = collection
        if color is not UNSET:
            field_dict["color"] = color
        if fen is not UNSET:
            field_dict["fen"] = fen
        if games is not UNSET:
            field_dict["games"] = games
        if kind is not UNSET:
            field_dict["kind"] = kind
        if limit is not UNSET:
            field_dict["limit"] = limit
        if max_rating is not UNSET:
            field_dict["maxRating"] = max_rating
        if min_rating is not UNSET:
            field_dict["minRating"] = min_rating
        if mistakes is not UNSET:
            field_dict["mistakes"] = mistakes
        if nodes is not UNSET:
            field_dict["nodes"] = nodes
        if pgn is not UNSET:
            field_dict["pgn"] = pgn
        if plan is not UNSET:
            field_dict["plan"] = plan
        if player is not UNSET:
            field_dict["player"] = player
        if skip is not UNSET:
            field_dict["skip"] = skip
        if speeds is not UNSET:
            field_dict["speeds"] = speeds
        if theme is not UNSET:
            field_dict["theme"] = theme
        if without is not UNSET:
            field_dict["without"] = without

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

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

        def _parse_color(data: object) -> None | TrainingRequestColorType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                color_type_0 = check_training_request_color_type_0(data)

                return color_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TrainingRequestColorType0 | Unset, data)

        color = _parse_color(d.pop("color", UNSET))

        def _parse_fen(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        fen = _parse_fen(d.pop("fen", UNSET))

        def _parse_games(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        games = _parse_games(d.pop("games", UNSET))

        def _parse_kind(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        kind = _parse_kind(d.pop("kind", UNSET))

        def _parse_limit(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        limit = _parse_limit(d.pop("limit", UNSET))

        def _parse_max_rating(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        max_rating = _parse_max_rating(d.pop("maxRating", UNSET))

        def _parse_min_rating(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        min_rating = _parse_min_rating(d.pop("minRating", UNSET))

        mistakes = d.pop("mistakes", UNSET)

        def _parse_nodes(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        nodes = _parse_nodes(d.pop("nodes", UNSET))

        def _parse_pgn(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        pgn = _parse_pgn(d.pop("pgn", UNSET))

        plan = d.pop("plan", UNSET)

        def _parse_player(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        player = _parse_player(d.pop("player", UNSET))

        def _parse_skip(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        skip = _parse_skip(d.pop("skip", UNSET))

        def _parse_speeds(data: object) -> list[TrainingRequestSpeedsType0Item] | None | Unset:
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
                    speeds_type_0_item = check_training_request_speeds_type_0_item(speeds_type_0_item_data)

                    speeds_type_0.append(speeds_type_0_item)

                return speeds_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[TrainingRequestSpeedsType0Item] | None | Unset, data)

        speeds = _parse_speeds(d.pop("speeds", UNSET))

        def _parse_theme(data: object) -> None | TrainingRequestThemeType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                theme_type_0 = check_training_request_theme_type_0(data)

                return theme_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TrainingRequestThemeType0 | Unset, data)

        theme = _parse_theme(d.pop("theme", UNSET))

        without = cast(list[str], d.pop("without", UNSET))

        training_request = cls(
            collection=collection,
            color=color,
            fen=fen,
            games=games,
            kind=kind,
            limit=limit,
            max_rating=max_rating,
            min_rating=min_rating,
            mistakes=mistakes,
            nodes=nodes,
            pgn=pgn,
            plan=plan,
            player=player,
            skip=skip,
            speeds=speeds,
            theme=theme,
            without=without,
        )

        return training_request
