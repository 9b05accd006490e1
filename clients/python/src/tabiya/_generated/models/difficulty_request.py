from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from typing_extensions import Self

from ..types import UNSET, Unset

T = TypeVar("T", bound="DifficultyRequest")


@_attrs_define
class DifficultyRequest:
    """The positions to estimate: `fen` or `fens`."""

    best: list[str] | None | str | Unset = UNSET
    """ The best line of `fen` that an analysis has found, or its first move, as `solution` is written: the estimate
    is
    about that move. Without it the engine looks for it, as far as `/api/analyse` does by default. """
    fen: None | str | Unset = UNSET
    """ FEN or EPD. """
    fens: list[str] | None | Unset = UNSET
    """ Several of them, up to 64; each that is not a FEN is answered with a problem. """
    solution: list[str] | None | str | Unset = UNSET
    """ The solution of `fen`, if it is known: moves in UCI, the solver's first, in one text or one by one. """

    def to_dict(self) -> dict[str, Any]:
        best: list[str] | None | str | Unset
        if isinstance(self.best, Unset):
            best = UNSET
        elif isinstance(self.best, list):
            best = self.best

        else:
            best = self.best

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

        solution: list[str] | None | str | Unset
        if isinstance(self.solution, Unset):
            solution = UNSET
        elif isinstance(self.solution, list):
            solution = self.solution

        else:
            solution = self.solution

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if best is not UNSET:
            field_dict["best"] = best
        if fen is not UNSET:
            field_dict["fen"] = fen
        if fens is not UNSET:
            field_dict["fens"] = fens
        if solution is not UNSET:
            field_dict["solution"] = solution

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

        def _parse_best(data: object) -> list[str] | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                best_type_1 = cast(list[str], data)

                return best_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | str | Unset, data)

        best = _parse_best(d.pop("best", UNSET))

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

        def _parse_solution(data: object) -> list[str] | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                solution_type_1 = cast(list[str], data)

                return solution_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | str | Unset, data)

        solution = _parse_solution(d.pop("solution", UNSET))

        difficulty_request = cls(
            best=best,
            fen=fen,
            fens=fens,
            solution=solution,
        )

        return difficulty_request
