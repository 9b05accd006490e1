from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from typing_extensions import Self

from ..models.similar_request_distinct_type_0 import (
    SimilarRequestDistinctType0,
    check_similar_request_distinct_type_0,
)
from ..models.similar_request_scoring_type_0 import (
    SimilarRequestScoringType0,
    check_similar_request_scoring_type_0,
)
from ..models.similar_request_turn_type_0 import (
    SimilarRequestTurnType0,
    check_similar_request_turn_type_0,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.effort import Effort
    from ..models.filter_request import FilterRequest
    from ..models.similar_request_weights_type_0 import SimilarRequestWeightsType0


T = TypeVar("T", bound="SimilarRequest")


@_attrs_define
class SimilarRequest:
    """The search for one position or several."""

    analyse: Effort | None | Unset = UNSET
    """ How far the engine searches the position and the hits; by default it does not. """
    analyse_hits: bool | None | Unset = UNSET
    """ Whether the hits are analysed, too; by default they are. """
    distinct: None | SimilarRequestDistinctType0 | Unset = UNSET
    """ What two hits may not have in common: `board`, so that each has another board and another game, or `game`
    alone;
    by default `board`, but `game` for `thesis`. """
    explain: bool | None | Unset = UNSET
    """ Whether hits are explained; by default they are. """
    fen: None | str | Unset = UNSET
    """ FEN or EPD. """
    fens: list[str] | None | Unset = UNSET
    """ Several of them instead, up to 64; each that is not a FEN is answered with a problem. """
    filter_: FilterRequest | None | Unset = UNSET
    """ What games and positions must be like to be hits. What the board alone scores stays the same; what the games
    of
    other hits add does not. """
    flip: bool | None | Unset = UNSET
    """ Whether positions that are similar with the colours reversed are hits, too; by default they are not. """
    idea: bool | None | Unset = UNSET
    """ Whether what the engine would play for either side counts, too; by default it does. """
    limit: int | None | Unset = UNSET
    """ The number of hits; 10 by default. """
    plans: bool | None | Unset = UNSET
    """ Whether to count what was played next in the games of the best 100 positions; by default not. """
    scoring: None | SimilarRequestScoringType0 | Unset = UNSET
    """ The name of a scoring profile; `tabiya` by default. """
    turn: None | SimilarRequestTurnType0 | Unset = UNSET
    """ The side to move in a hit: `any` (the default), `same` as in the query, `white` or `black`. """
    weights: None | SimilarRequestWeightsType0 | Unset = UNSET
    """ Weights in place of the profile's (`thesis` has none), by the name of the feature, e.g. `pawnSkeleton`; from
    0
    to 100. """

    def to_dict(self) -> dict[str, Any]:
        from ..models.effort import Effort
        from ..models.filter_request import FilterRequest
        from ..models.similar_request_weights_type_0 import SimilarRequestWeightsType0

        analyse: dict[str, Any] | None | Unset
        if isinstance(self.analyse, Unset):
            analyse = UNSET
        elif isinstance(self.analyse, Effort):
            analyse = self.analyse.to_dict()
        else:
            analyse = self.analyse

        analyse_hits: bool | None | Unset
        if isinstance(self.analyse_hits, Unset):
            analyse_hits = UNSET
        else:
            analyse_hits = self.analyse_hits

        distinct: None | str | Unset
        if isinstance(self.distinct, Unset):
            distinct = UNSET
        elif isinstance(self.distinct, str):
            distinct = self.distinct
        else:
            distinct = self.distinct

        explain: bool | None | Unset
        if isinstance(self.explain, Unset):
            explain = UNSET
        else:
            explain = self.explain

        fen: None | str | Unset
        if isinstance(self.fen, Unset):
            fen = UNSET
        else:
            fen = self.fen

        fens: list[str] | None | Unset
        if isinstance(self.fens, Unset):
            fens = UNSET
        elif isinstance(self.fens, list):
            fens = self.fens

        else:
            fens = self.fens

        filter_: dict[str, Any] | None | Unset
        if isinstance(self.filter_, Unset):
            filter_ = UNSET
        elif isinstance(self.filter_, FilterRequest):
            filter_ = self.filter_.to_dict()
        else:
            filter_ = self.filter_

        flip: bool | None | Unset
        if isinstance(self.flip, Unset):
            flip = UNSET
        else:
            flip = self.flip

        idea: bool | None | Unset
        if isinstance(self.idea, Unset):
            idea = UNSET
        else:
            idea = self.idea

        limit: int | None | Unset
        if isinstance(self.limit, Unset):
            limit = UNSET
        else:
            limit = self.limit

        plans: bool | None | Unset
        if isinstance(self.plans, Unset):
            plans = UNSET
        else:
            plans = self.plans

        scoring: None | str | Unset
        if isinstance(self.scoring, Unset):
            scoring = UNSET
        elif isinstance(self.scoring, str):
            scoring = self.scoring
        else:
            scoring = self.scoring

        turn: None | str | Unset
        if isinstance(self.turn, Unset):
            turn = UNSET
        elif isinstance(self.turn, str):
            turn = self.turn
        else:
            turn = self.turn

        weights: dict[str, Any] | None | Unset
        if isinstance(self.weights, Unset):
            weights = UNSET
        elif isinstance(self.weights, SimilarRequestWeightsType0):
            weights = self.weights.to_dict()
        else:
            weights = self.weights

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if analyse is not UNSET:
            field_dict["analyse"] = analyse
        if analyse_hits is not UNSET:
            field_dict["analyseHits"] = analyse_hits
        if distinct is not UNSET:
            field_dict["distinct"] = distinct
        if explain is not UNSET:
            field_dict["explain"] = explain
        if fen is not UNSET:
            field_dict["fen"] = fen
        if fens is not UNSET:
            field_dict["fens"] = fens
        if filter_ is not UNSET:
            field_dict["filter"] = filter_
        if flip is not UNSET:
            field_dict["flip"] = flip
        if idea is not UNSET:
            field_dict["idea"] = idea
        if limit is not UNSET:
            field_dict["limit"] = limit
        if plans is not UNSET:
            field_dict["plans"] = plans
        if scoring is not UNSET:
            field_dict["scoring"] = scoring
        if turn is not UNSET:
            field_dict["turn"] = turn
        if weights is not UNSET:
            field_dict["weights"] = weights

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.effort import Effort
        from ..models.filter_request import FilterRequest
        from ..models.similar_request_weights_type_0 import SimilarRequestWeightsType0

        d = dict(src_dict)

        def _parse_analyse(data: object) -> Effort | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                analyse_type_0 = Effort.from_dict(data)

                return analyse_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Effort | None | Unset, data)

        analyse = _parse_analyse(d.pop("analyse", UNSET))

        def _parse_analyse_hits(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        analyse_hits = _parse_analyse_hits(d.pop("analyseHits", UNSET))

        def _parse_distinct(data: object) -> None | SimilarRequestDistinctType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                distinct_type_0 = check_similar_request_distinct_type_0(data)

                return distinct_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | SimilarRequestDistinctType0 | Unset, data)

        distinct = _parse_distinct(d.pop("distinct", UNSET))

        def _parse_explain(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        explain = _parse_explain(d.pop("explain", UNSET))

        def _parse_fen(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        fen = _parse_fen(d.pop("fen", UNSET))

        def _parse_fens(data: object) -> list[str] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                fens_type_0 = cast(list[str], data)

                return fens_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        fens = _parse_fens(d.pop("fens", UNSET))

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

        def _parse_flip(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        flip = _parse_flip(d.pop("flip", UNSET))

        def _parse_idea(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        idea = _parse_idea(d.pop("idea", UNSET))

        def _parse_limit(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        limit = _parse_limit(d.pop("limit", UNSET))

        def _parse_plans(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        plans = _parse_plans(d.pop("plans", UNSET))

        def _parse_scoring(data: object) -> None | SimilarRequestScoringType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                scoring_type_0 = check_similar_request_scoring_type_0(data)

                return scoring_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | SimilarRequestScoringType0 | Unset, data)

        scoring = _parse_scoring(d.pop("scoring", UNSET))

        def _parse_turn(data: object) -> None | SimilarRequestTurnType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                turn_type_0 = check_similar_request_turn_type_0(data)

                return turn_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | SimilarRequestTurnType0 | Unset, data)

        turn = _parse_turn(d.pop("turn", UNSET))

        def _parse_weights(data: object) -> None | SimilarRequestWeightsType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                weights_type_0 = SimilarRequestWeightsType0.from_dict(data)

                return weights_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | SimilarRequestWeightsType0 | Unset, data)

        weights = _parse_weights(d.pop("weights", UNSET))

        similar_request = cls(
            analyse=analyse,
            analyse_hits=analyse_hits,
            distinct=distinct,
            explain=explain,
            fen=fen,
            fens=fens,
            filter_=filter_,
            flip=flip,
            idea=idea,
            limit=limit,
            plans=plans,
            scoring=scoring,
            turn=turn,
            weights=weights,
        )

        return similar_request
