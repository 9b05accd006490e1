from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

if TYPE_CHECKING:
    from ..models.analysis import Analysis
    from ..models.hit import Hit
    from ..models.next_moves import NextMoves
    from ..models.passed import Passed


T = TypeVar("T", bound="SimilarResponse")


@_attrs_define
class SimilarResponse:
    """The positions similar to one."""

    analysis: Analysis | None
    """ What the engine thinks of it, null if not finished in time; by default the short search of the built-in
    engine
    that tells what either side would play, null without that. """
    fen: str
    """ A position: FEN, X-FEN or EPD, with spaces or `_`, with counters or without. """
    games: int
    """ The number of games stored. """
    hits: list[Hit]
    """ The best positions, each of another game and, unless `distinct` is `game`, of another board; the position
    itself
    first, where a game has it. """
    notice: None | str
    """ What there is to know before the hits are read: that games had the position in their openings and it is not
    among the hits, so that what was played in it says more than they do. Null if there is nothing. """
    passed: None | Passed
    """ How much of that passes the filter, null without one. """
    plans: NextMoves | None
    """ What was played next in the games of the best 100 positions, null if not requested. """
    positions: int
    """ The number of positions searched. """
    took_ms: float
    """ How long the search took, without analysis, in milliseconds. """
    unfinished: int
    """ The number of positions whose analysis was not finished in time. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.analysis import Analysis
        from ..models.next_moves import NextMoves
        from ..models.passed import Passed

        analysis: dict[str, Any] | None
        if isinstance(self.analysis, Analysis):
            analysis = self.analysis.to_dict()
        else:
            analysis = self.analysis

        fen = self.fen

        games = self.games

        hits = []
        for hits_item_data in self.hits:
            hits_item = hits_item_data.to_dict()
            hits.append(hits_item)

        notice: None | str
        notice = self.notice

        passed: dict[str, Any] | None
        if isinstance(self.passed, Passed):
            passed = self.passed.to_dict()
        else:
            passed = self.passed

        plans: dict[str, Any] | None
        if isinstance(self.plans, NextMoves):
            plans = self.plans.to_dict()
        else:
            plans = self.plans

        positions = self.positions

        took_ms = self.took_ms

        unfinished = self.unfinished

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "analysis": analysis,
                "fen": fen,
                "games": games,
                "hits": hits,
                "notice": notice,
                "passed": passed,
                "plans": plans,
                "positions": positions,
                "tookMs": took_ms,
                "unfinished": unfinished,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.analysis import Analysis
        from ..models.hit import Hit
        from ..models.next_moves import NextMoves
        from ..models.passed import Passed

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

        fen = d.pop("fen")

        games = d.pop("games")

        hits = []
        _hits = d.pop("hits")
        for hits_item_data in _hits:
            hits_item = Hit.from_dict(hits_item_data)

            hits.append(hits_item)

        def _parse_notice(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        notice = _parse_notice(d.pop("notice"))

        def _parse_passed(data: object) -> None | Passed:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                passed_type_0 = Passed.from_dict(data)

                return passed_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Passed, data)

        passed = _parse_passed(d.pop("passed"))

        def _parse_plans(data: object) -> NextMoves | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                plans_type_0 = NextMoves.from_dict(data)

                return plans_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(NextMoves | None, data)

        plans = _parse_plans(d.pop("plans"))

        positions = d.pop("positions")

        took_ms = d.pop("tookMs")

        unfinished = d.pop("unfinished")

        similar_response = cls(
            analysis=analysis,
            fen=fen,
            games=games,
            hits=hits,
            notice=notice,
            passed=passed,
            plans=plans,
            positions=positions,
            took_ms=took_ms,
            unfinished=unfinished,
        )

        similar_response.additional_properties = d
        return similar_response

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
