from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

if TYPE_CHECKING:
    from ..models.analysis import Analysis
    from ..models.explanation import Explanation
    from ..models.game_header import GameHeader
    from ..models.game_position import GamePosition
    from ..models.move import Move


T = TypeVar("T", bound="Hit")


@_attrs_define
class Hit:
    """A similar position."""

    analysis: Analysis | None
    """ What the engine thinks of it, null if not requested or not finished in time. """
    explanation: Explanation | None
    """ Where its score comes from, null if not requested. """
    fen: str
    """ A position: FEN, X-FEN or EPD, with spaces or `_`, with counters or without. """
    flipped: bool
    """ Whether it is similar with the colours reversed. """
    game: GameHeader
    """ Who played whom, where, when, and how it ended. Tags as in the file, null where there is none. """
    games: int | None
    """ The number of games, within the filter, that have this board with this side to move; null with `distinct:
    "game"`,
    and where the best position that is no hit scores as much. """
    identical: bool
    """ Whether its board and side to move are those of the query, reversed if it is `flipped`. """
    label: str
    """ Game number, event, players, full move and the side that has just moved:
    `831 [6th EU-chT] Sutovsky, Emil-Carlsen, Magnus/23 W`. """
    likeness: float
    """ How good a match it is, 0 to 1: its score divided by what the position of the query itself would score, with
    the
    most that any of the reranked hits gains. 1 for the position itself. """
    played: Move | None
    """ What was played next, null at the end of the game. """
    ply: int
    """ The number of half-moves of the game before it. """
    rank: int
    """ 1 for the best. """
    same_board: list[GamePosition]
    """ Where others of them have it first: up to four, by game number. """
    score: float
    """ Its score. """
    summary: None | str
    """ What it has in common with the query, and what differs, in one sentence of chess words without a full stop;
    null
    with `explain: false`. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.analysis import Analysis
        from ..models.explanation import Explanation
        from ..models.move import Move

        analysis: dict[str, Any] | None
        if isinstance(self.analysis, Analysis):
            analysis = self.analysis.to_dict()
        else:
            analysis = self.analysis

        explanation: dict[str, Any] | None
        if isinstance(self.explanation, Explanation):
            explanation = self.explanation.to_dict()
        else:
            explanation = self.explanation

        fen = self.fen

        flipped = self.flipped

        game = self.game.to_dict()

        games: int | None
        games = self.games

        identical = self.identical

        label = self.label

        likeness = self.likeness

        played: dict[str, Any] | None
        if isinstance(self.played, Move):
            played = self.played.to_dict()
        else:
            played = self.played

        ply = self.ply

        rank = self.rank

        same_board = []
        for same_board_item_data in self.same_board:
            same_board_item = same_board_item_data.to_dict()
            same_board.append(same_board_item)

        score = self.score

        summary: None | str
        summary = self.summary

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "analysis": analysis,
                "explanation": explanation,
                "fen": fen,
                "flipped": flipped,
                "game": game,
                "games": games,
                "identical": identical,
                "label": label,
                "likeness": likeness,
                "played": played,
                "ply": ply,
                "rank": rank,
                "sameBoard": same_board,
                "score": score,
                "summary": summary,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.analysis import Analysis
        from ..models.explanation import Explanation
        from ..models.game_header import GameHeader
        from ..models.game_position import GamePosition
        from ..models.move import Move

        d = dict(src_dict)

        def _parse_analysis(data: object) -> Analysis | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                analysis_type_0 = Analysis.from_dict(data)

                return analysis_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Analysis | None, data)

        analysis = _parse_analysis(d.pop("analysis"))

        def _parse_explanation(data: object) -> Explanation | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                explanation_type_0 = Explanation.from_dict(data)

                return explanation_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Explanation | None, data)

        explanation = _parse_explanation(d.pop("explanation"))

        fen = d.pop("fen")

        flipped = d.pop("flipped")

        game = GameHeader.from_dict(d.pop("game"))

        def _parse_games(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        games = _parse_games(d.pop("games"))

        identical = d.pop("identical")

        label = d.pop("label")

        likeness = d.pop("likeness")

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

        rank = d.pop("rank")

        same_board = []
        _same_board = d.pop("sameBoard")
        for same_board_item_data in _same_board:
            same_board_item = GamePosition.from_dict(same_board_item_data)

            same_board.append(same_board_item)

        score = d.pop("score")

        def _parse_summary(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        summary = _parse_summary(d.pop("summary"))

        hit = cls(
            analysis=analysis,
            explanation=explanation,
            fen=fen,
            flipped=flipped,
            game=game,
            games=games,
            identical=identical,
            label=label,
            likeness=likeness,
            played=played,
            ply=ply,
            rank=rank,
            same_board=same_board,
            score=score,
            summary=summary,
        )

        hit.additional_properties = d
        return hit

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
