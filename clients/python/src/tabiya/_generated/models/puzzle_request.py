from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from typing_extensions import Self

from ..models.puzzle_request_en_passant_type_0 import (
    PuzzleRequestEnPassantType0,
    check_puzzle_request_en_passant_type_0,
)
from ..models.puzzle_request_rules_type_0 import (
    PuzzleRequestRulesType0,
    check_puzzle_request_rules_type_0,
)
from ..types import UNSET, Unset

T = TypeVar("T", bound="PuzzleRequest")


@_attrs_define
class PuzzleRequest:
    """The puzzle to make up."""

    en_passant: None | PuzzleRequestEnPassantType0 | Unset = UNSET
    """ See [`ProgressiveRequest`]. """
    moves: int | None | Unset = UNSET
    """ The number of moves; 4 by default. """
    rules: None | PuzzleRequestRulesType0 | Unset = UNSET
    """ See [`ProgressiveRequest`]. """
    seed: int | None | Unset = UNSET
    """ The same seed makes the same puzzle; 0 by default. """

    def to_dict(self) -> dict[str, Any]:
        en_passant: None | str | Unset
        if isinstance(self.en_passant, Unset):
            en_passant = UNSET
        elif isinstance(self.en_passant, str):
            en_passant = self.en_passant
        else:
            en_passant = self.en_passant

        moves: int | None | Unset
        if isinstance(self.moves, Unset):
            moves = UNSET
        else:
            moves = self.moves

        rules: None | str | Unset
        if isinstance(self.rules, Unset):
            rules = UNSET
        elif isinstance(self.rules, str):
            rules = self.rules
        else:
            rules = self.rules

        seed: int | None | Unset
        if isinstance(self.seed, Unset):
            seed = UNSET
        else:
            seed = self.seed

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if en_passant is not UNSET:
            field_dict["enPassant"] = en_passant
        if moves is not UNSET:
            field_dict["moves"] = moves
        if rules is not UNSET:
            field_dict["rules"] = rules
        if seed is not UNSET:
            field_dict["seed"] = seed

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

        def _parse_en_passant(data: object) -> None | PuzzleRequestEnPassantType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                en_passant_type_0 = check_puzzle_request_en_passant_type_0(data)

                return en_passant_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PuzzleRequestEnPassantType0 | Unset, data)

        en_passant = _parse_en_passant(d.pop("enPassant", UNSET))

        def _parse_moves(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        moves = _parse_moves(d.pop("moves", UNSET))

        def _parse_rules(data: object) -> None | PuzzleRequestRulesType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                rules_type_0 = check_puzzle_request_rules_type_0(data)

                return rules_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PuzzleRequestRulesType0 | Unset, data)

        rules = _parse_rules(d.pop("rules", UNSET))

        def _parse_seed(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        seed = _parse_seed(d.pop("seed", UNSET))

        puzzle_request = cls(
            en_passant=en_passant,
            moves=moves,
            rules=rules,
            seed=seed,
        )

        return puzzle_request
