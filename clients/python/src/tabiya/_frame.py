"""Answers as tables of pandas."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol

import attrs

from ._generated import models
from ._generated.models import Refusal, SimilarAnswer

if TYPE_CHECKING:
    import pandas


class Row(Protocol):
    """Anything of an answer, such as a hit, a move, a player or an exercise."""

    def to_dict(self) -> dict[str, Any]: ...


def frame(rows: Row | Iterable[Row]) -> pandas.DataFrame:
    """A table with a row for each of these, and a column for each field, such as `game.white.name`.

    An answer of `similar` has a row for each hit; the column `query` is the requested position. In answers about a
    position and in refusals, the column `input` is the position as it was sent. The column `refusal` is the reason of a
    refusal, and null in other rows. If an object is null, its columns are null.

    Needs pandas: `pip install tabiya[pandas]`.
    """
    import pandas

    several: Iterable[Row] = rows if isinstance(rows, Iterable) else [rows]
    return pandas.json_normalize([fields for row in several for fields in _rows(row)])


def _rows(row: Row) -> list[dict[str, Any]]:
    if isinstance(row, Refusal):
        return [{"input": row.fen, "refusal": row.problem.detail}]
    fields = _fields(row.to_dict(), type(row))
    sent = {"input": fields.pop("input"), "refusal": None} if "input" in fields else {}
    if isinstance(row, SimilarAnswer):
        return [{**sent, "query": row.fen, **_fields(hit.to_dict(), type(hit))} for hit in row.hits]
    return [{**sent, **fields}]


def _fields(fields: dict[str, Any], kind: type[Any]) -> dict[str, Any]:
    """Replaces a null object by an object whose fields are null. Otherwise pandas would make a column of the object
    itself, next to the columns of the fields that it has in other rows. An object without fields has no column."""
    for name, nested in _objects(kind).items():
        value = fields.get(name)
        if value is None and name in fields:
            value = dict.fromkeys(_names(nested))
        if value:
            fields[name] = _fields(value, nested)
        else:
            fields.pop(name, None)
    return fields


def _objects(kind: type[Any]) -> dict[str, type[Any]]:
    """The fields that are objects, by their names in JSON, with their models, which annotations name."""
    found = {}
    for name, annotation in _names(kind).items():
        types = [getattr(models, word, None) for word in annotation.split(" | ")]
        nested = [one for one in types if isinstance(one, type) and attrs.has(one)]
        if len(nested) == 1:
            found[name] = nested[0]
    return found


def _names(kind: type[Any]) -> dict[str, str]:
    """The names in JSON of the fields that are always there, with their annotations."""
    named = {}
    for field in attrs.fields(kind) if attrs.has(kind) else ():
        first, *rest = field.name.strip("_").split("_")
        if field.init and "Unset" not in str(field.type):
            named[first + "".join(word.capitalize() for word in rest)] = str(field.type)
    return named
