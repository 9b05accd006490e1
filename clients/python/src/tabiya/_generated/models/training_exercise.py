from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

from ..models.training_exercise_color import (
    TrainingExerciseColor,
    check_training_exercise_color,
)

if TYPE_CHECKING:
    from ..models.game_header import GameHeader
    from ..models.move import Move
    from ..models.training_alternative import TrainingAlternative


T = TypeVar("T", bound="TrainingExercise")


@_attrs_define
class TrainingExercise:
    """An exercise: find the only move."""

    alternatives: list[TrainingAlternative]
    """ The next best first moves, up to three. """
    color: TrainingExerciseColor
    """ The side that solves it, `white` or `black`. """
    cp: int | None
    """ The score of the solution, from the solver's side; null if it is a mate. """
    fen: str
    """ A position: FEN, X-FEN or EPD, with spaces or `_`, with counters or without. """
    found: bool | None
    """ Whether that was the first move of the solution: the chance was found, not missed; null if `played` is. """
    game: GameHeader
    """ Who played whom, where, when, and how it ended. Tags as in the file, null where there is none. """
    interval: list[int]
    """ From the lower to the upper end: four in five puzzles are within. """
    last_move: Move
    """ A move. """
    mate: int | None
    """ The solver mates in this number of moves; null without a mate. """
    mistake: None | str
    """ The kind of mistake that it is an exercise of; null unless `mistakes` were requested. """
    opening: None | str
    """ The opening of the game; null if it has none. """
    played: Move | None
    """ What was played in the game; null at its end, and for a null move. """
    ply: int
    """ The number of half-moves of the game before it. """
    previous_fen: str
    """ A position: FEN, X-FEN or EPD, with spaces or `_`, with counters or without. """
    rating: int
    """ How hard it is: the rating of players who solve it half of the time. """
    solution: list[Move]
    """ The solver's moves and the opponent's best replies; it ends with the solver's. """
    themes: list[str]
    """ Themes as lichess names them. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.move import Move

        alternatives = []
        for alternatives_item_data in self.alternatives:
            alternatives_item = alternatives_item_data.to_dict()
            alternatives.append(alternatives_item)

        color: str = self.color

        cp: int | None
        cp = self.cp

        fen = self.fen

        found: bool | None
        found = self.found

        game = self.game.to_dict()

        interval = self.interval

        last_move = self.last_move.to_dict()

        mate: int | None
        mate = self.mate

        mistake: None | str
        mistake = self.mistake

        opening: None | str
        opening = self.opening

        played: dict[str, Any] | None
        if isinstance(self.played, Move):
            played = self.played.to_dict()
        else:
            played = self.played

        ply = self.ply

        previous_fen = self.previous_fen

        rating = self.rating

        solution = []
        for solution_item_data in self.solution:
            solution_item = solution_item_data.to_dict()
            solution.append(solution_item)

        themes = self.themes

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "alternatives": alternatives,
                "color": color,
                "cp": cp,
                "fen": fen,
                "found": found,
                "game": game,
                "interval": interval,
                "lastMove": last_move,
                "mate": mate,
                "mistake": mistake,
                "opening": opening,
                "played": played,
                "ply": ply,
                "previousFen": previous_fen,
                "rating": rating,
                "solution": solution,
                "themes": themes,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.game_header import GameHeader
        from ..models.move import Move
        from ..models.training_alternative import TrainingAlternative

        d = dict(src_dict)
        alternatives = []
        _alternatives = d.pop("alternatives")
        for alternatives_item_data in _alternatives:
            alternatives_item = TrainingAlternative.from_dict(alternatives_item_data)

            alternatives.append(alternatives_item)

        color = check_training_exercise_color(d.pop("color"))

        def _parse_cp(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        cp = _parse_cp(d.pop("cp"))

        fen = d.pop("fen")

        def _parse_found(data: object) -> bool | None:
            if data is None:
                return data
            return cast(bool | None, data)

        found = _parse_found(d.pop("found"))

        game = GameHeader.from_dict(d.pop("game"))

        interval = cast(list[int], d.pop("interval"))

        last_move = Move.from_dict(d.pop("lastMove"))

        def _parse_mate(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        mate = _parse_mate(d.pop("mate"))

        def _parse_mistake(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        mistake = _parse_mistake(d.pop("mistake"))

        def _parse_opening(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        opening = _parse_opening(d.pop("opening"))

        def _parse_played(data: object) -> Move | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                played_type_0 = Move.from_dict(data)

                return played_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Move | None, data)

        played = _parse_played(d.pop("played"))

        ply = d.pop("ply")

        previous_fen = d.pop("previousFen")

        rating = d.pop("rating")

        solution = []
        _solution = d.pop("solution")
        for solution_item_data in _solution:
            solution_item = Move.from_dict(solution_item_data)

            solution.append(solution_item)

        themes = cast(list[str], d.pop("themes"))

        training_exercise = cls(
            alternatives=alternatives,
            color=color,
            cp=cp,
            fen=fen,
            found=found,
            game=game,
            interval=interval,
            last_move=last_move,
            mate=mate,
            mistake=mistake,
            opening=opening,
            played=played,
            ply=ply,
            previous_fen=previous_fen,
            rating=rating,
            solution=solution,
            themes=themes,
        )

        training_exercise.additional_properties = d
        return training_exercise

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
