"""Answers as tables of pandas."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol

from ._generated.models import Refusal, SimilarAnswer

if TYPE_CHECKING:
    import pandas


class Row(Protocol):
    """Anything of an answer, such as a hit, a move, a player or an exercise."""

    def to_dict(self) -> dict[str, Any]: ...


def frame(rows: Row | Iterable[Row]) -> pandas.DataFrame:
    """A table with a row for each of these, and a column for each field, such as `game.white.name`.

    An answer of `similar` has a row for each hit, with the position that was asked for as `query`; a refusal has none.
    Needs pandas: `pip install tabiya[pandas]`.
    """
    import pandas

    several: Iterable[Row] = rows if isinstance(rows, Iterable) else [rows]
    return pandas.json_normalize([fields for row in several for fields in _rows(row)])


def _rows(row: Row) -> list[dict[str, Any]]:
    if isinstance(row, Refusal):
        return []
    if isinstance(row, SimilarAnswer):
        return [{"query": row.fen, **hit.to_dict()} for hit in row.hits]
    return [row.to_dict()]
