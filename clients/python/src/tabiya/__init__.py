"""A client of Tabiya, which finds chess positions like yours: `Tabiya`, and `AsyncTabiya` for programs that do not
wait. What they answer with is in `tabiya.models`."""

from . import models
from ._async import AsyncTabiya
from ._board import board
from ._core import Board, Position, TabiyaError
from ._frame import frame
from ._generated.models import Effort, Refusal
from ._generated.models import FilterRequest as Filter
from ._sync import Tabiya

__version__ = "0.1.0"

__all__ = [
    "AsyncTabiya",
    "Board",
    "Effort",
    "Filter",
    "Position",
    "Refusal",
    "Tabiya",
    "TabiyaError",
    "__version__",
    "board",
    "frame",
    "models",
]
