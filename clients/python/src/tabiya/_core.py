"""What both clients have in common: positions, errors, and when to ask again."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any, Protocol, TypeVar

import httpx

from . import _options
from ._generated.models import Refusal

T = TypeVar("T")

MOST_FENS = 64
"""The most positions in one request. Read: the API's document."""

MOST_PAUSE = 60.0
"""The longest time that a client waits before it asks again, in seconds: a server that asks for more is out of order,
and the caller should know. Guessed."""


class Board(Protocol):
    """A position that knows its FEN, such as python-chess's `chess.Board`."""

    def fen(self) -> str: ...


Position = str | Board
"""A FEN, X-FEN or EPD, or a board that knows its FEN."""


class Answer(Protocol):
    """An answer about a position. Models keep fields that they do not know."""

    additional_properties: dict[str, Any]


A = TypeVar("A", bound=Answer)


def with_input(answer: A, fen: str) -> A:
    """The same answer, with the position as it was sent: `answer["input"]`."""
    answer.additional_properties["input"] = fen
    return answer


def documented(client: type[T]) -> type[T]:
    """Adds the options of each method to its documentation, for `help`."""
    for method in vars(client).values():
        name = getattr(method, "__annotations__", {}).get("options", "")
        options = getattr(_options, name.removeprefix("Unpack[").removesuffix("]"), None)
        # Python has no documentation with the option -OO.
        if options and options.__doc__ and method.__doc__:
            method.__doc__ = f"{inspect.cleandoc(method.__doc__)}\n\n{inspect.cleandoc(options.__doc__)}"
    return client


def fen_of(position: Position) -> str:
    return position if isinstance(position, str) else position.fen()


def filled(model: Callable[..., T], **fields: Any) -> T:
    """A request with these fields. `filter` has another name in the generated code."""
    return model(**{"filter_" if name == "filter" else name: value for name, value in fields.items()})


class TabiyaError(Exception):
    """Why there is no answer.

    `status` is the HTTP status, and 0 if no server answered; `title` its name; `detail` one sentence. `field` is the
    field of the request that is missing or wrong, and `code` what it is, for programs, such as `missingField`; None if
    there is none. `retry_after` is the number of seconds after which a busy server asks to try again, else None.
    """

    def __init__(
        self,
        status: int,
        title: str,
        detail: str,
        retry_after: float | None = None,
        field: str | None = None,
        code: str | None = None,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.title = title
        self.detail = detail
        self.retry_after = retry_after
        self.field = field
        self.code = code

    def __str__(self) -> str:
        return f"{self.detail} ({self.status})" if self.status else self.detail

    def __reduce__(self) -> tuple[Any, ...]:
        return TabiyaError, (self.status, self.title, self.detail, self.retry_after, self.field, self.code)


def no_answer(error: httpx.TransportError) -> TabiyaError:
    return TabiyaError(0, "No answer", f"The server does not answer: {str(error) or type(error).__name__}")


def error_of(response: httpx.Response) -> TabiyaError:
    """The problem of a response that has been read; a proxy may answer with something else."""
    field = code = None
    try:
        problem = response.json()
        title, detail = str(problem["title"]), str(problem["detail"])
        field, code = problem.get("field"), problem.get("code")
    except (ValueError, KeyError, TypeError):
        title, detail = response.reason_phrase, f"The server answered {response.status_code}."
    seconds = response.headers.get("Retry-After", "")
    wait = float(seconds) if seconds.isdecimal() else None
    return TabiyaError(response.status_code, title, detail, wait, field, code)


def pause(error: TabiyaError, attempt: int) -> float | None:
    """How many seconds to wait before asking again, after this number of attempts; None if that is of no use."""
    if error.status not in (429, 503):
        return None
    seconds = 0.5 * 2**attempt if error.retry_after is None else error.retry_after
    return seconds if seconds <= MOST_PAUSE else None


def batches(positions: Iterable[Position], size: int) -> Iterator[list[str]]:
    """FENs, this many at a time."""
    if not 1 <= size <= MOST_FENS:
        raise ValueError(f"batch: must be from 1 to {MOST_FENS}, not {size}")
    fens = map(fen_of, positions)
    while batch := list(islice(fens, size)):
        yield batch


def pieces(pgn: str | bytes | Path) -> Iterator[bytes]:
    """The bytes of games, 64 KiB at a time."""
    text = pgn.encode() if isinstance(pgn, str) else pgn
    with BytesIO(text) if isinstance(text, bytes) else text.open("rb") as file:
        while piece := file.read(1 << 16):
            yield piece


def unfinished(answers: list[T | Refusal]) -> list[int]:
    """The places of those for which the server had no time, if it had time for others: it is worth asking again."""
    late = [i for i, answer in enumerate(answers) if isinstance(answer, Refusal) and answer.problem.status == 503]
    return late if len(late) < len(answers) else []
