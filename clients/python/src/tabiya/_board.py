"""Diagrams for notebooks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from ._core import Position


class Played(Protocol):
    """What has a position, and perhaps a move, such as a hit or an exercise."""

    fen: str


@dataclass(frozen=True)
class Diagram:
    """A board that a notebook shows."""

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg


def board(position: Position | Played, *, size: int = 320) -> Diagram:
    """A diagram of a position, with the move that was `played` as an arrow if it is known; `size` is in pixels.

    Needs python-chess: `pip install tabiya[board]`.
    """
    import chess
    import chess.svg

    fen: Any = position if isinstance(position, str) else position.fen
    shown = chess.Board(fen if isinstance(fen, str) else fen(), chess960=True)
    played = getattr(position, "played", None)
    arrows = [] if played is None else [_arrow(played.uci)]
    return Diagram(chess.svg.board(shown, orientation=shown.turn, arrows=arrows, size=size))


def _arrow(uci: str) -> Any:
    import chess
    import chess.svg

    move = chess.Move.from_uci(uci)
    return chess.svg.Arrow(move.from_square, move.to_square)
