from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from typing_extensions import Self

from ..models.progressive_request_en_passant_type_0 import (
    ProgressiveRequestEnPassantType0,
    check_progressive_request_en_passant_type_0,
)
from ..models.progressive_request_rules_type_0 import (
    ProgressiveRequestRulesType0,
    check_progressive_request_rules_type_0,
)
from ..types import UNSET, Unset

T = TypeVar("T", bound="ProgressiveRequest")


@_attrs_define
class ProgressiveRequest:
    """A position, a number of moves, and the rules."""

    fen: str
    """ A position: FEN, X-FEN or EPD, with spaces or `_`, with counters or without. """
    moves: int
    """ The number of moves. """
    all_: bool | None | Unset = UNSET
    """ Whether to find mates to all mating positions, at most 1000, not just one. """
    en_passant: None | ProgressiveRequestEnPassantType0 | Unset = UNSET
    """ The pawns that may be taken en passant in answer: `last`, the one moved last, or `series`, all that made a
    double
    step in the series and stand where it ended; by default `series` if there are `rules`, else `last`. """
    rules: None | ProgressiveRequestRulesType0 | Unset = UNSET
    """ `italian` or `scottish`; by default a mate as in chess, given by the last move. """

    def to_dict(self) -> dict[str, Any]:
        fen = self.fen

        moves = self.moves

        all_: bool | None | Unset
        if isinstance(self.all_, Unset):
            all_ = UNSET
        else:
            all_ = self.all_

        en_passant: None | str | Unset
        if isinstance(self.en_passant, Unset):
            en_passant = UNSET
        elif isinstance(self.en_passant, str):
            en_passant = self.en_passant
        else:
            en_passant = self.en_passant

        rules: None | str | Unset
        if isinstance(self.rules, Unset):
            rules = UNSET
        elif isinstance(self.rules, str):
            rules = self.rules
        else:
            rules = self.rules

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "fen": fen,
                "moves": moves,
            }
        )
        if all_ is not UNSET:
            field_dict["all"] = all_
        if en_passant is not UNSET:
            field_dict["enPassant"] = en_passant
        if rules is not UNSET:
            field_dict["rules"] = rules

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        fen = d.pop("fen")

        moves = d.pop("moves")

        def _parse_all_(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        all_ = _parse_all_(d.pop("all", UNSET))

        def _parse_en_passant(data: object) -> None | ProgressiveRequestEnPassantType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                en_passant_type_0 = check_progressive_request_en_passant_type_0(data)

                return en_passant_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ProgressiveRequestEnPassantType0 | Unset, data)

        en_passant = _parse_en_passant(d.pop("enPassant", UNSET))

        def _parse_rules(data: object) -> None | ProgressiveRequestRulesType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                rules_type_0 = check_progressive_request_rules_type_0(data)

                return rules_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ProgressiveRequestRulesType0 | Unset, data)

        rules = _parse_rules(d.pop("rules", UNSET))

        progressive_request = cls(
            fen=fen,
            moves=moves,
            all_=all_,
            en_passant=en_passant,
            rules=rules,
        )

        return progressive_request
