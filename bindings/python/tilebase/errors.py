"""The exceptions of the package.

All of them derive from :class:`TilebaseError`. Exceptions for bad input are a ``ValueError`` as well; their messages say
what was expected, what was found, and what to do next. An argument of a wrong type raises a plain ``TypeError``.

>>> import tilebase
>>> try:
...     tilebase.distance("12345678")
... except tilebase.BoardError as error:
...     print(error.faults)
['expected 9 tiles, found 8', 'the blank (0) is missing']
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._tilebase import Board

__all__ = [
    "BoardError",
    "ClaimError",
    "GoalError",
    "HeuristicError",
    "LabelError",
    "LimitReached",
    "MethodError",
    "MoveError",
    "PatternError",
    "SampleError",
    "ShapeError",
    "TableError",
    "TableNotFoundError",
    "TableTooLargeError",
    "TilebaseError",
    "UnreachableError",
]


class TilebaseError(Exception):
    """The base class of all exceptions of this package."""


class BoardError(TilebaseError, ValueError):
    """A board is malformed.

    ``faults`` lists everything that is wrong with the board. ``row`` is its row in the batch, counted from 0, or None
    outside a batch.
    """

    faults: list[str]
    row: int | None

    def __init__(self, message: str = "", *, faults: Iterable[str] = (), row: int | None = None) -> None:
        super().__init__(message)
        self.faults = list(faults)
        self.row = row


class UnreachableError(TilebaseError, ValueError):
    """The goal can't be reached from the board: no moves lead there.

    ``board`` and ``goal`` are the boards. ``row`` is the row of the batch, or None if there is no batch.
    """

    board: Board | None
    goal: Board | None
    row: int | None

    def __init__(
        self,
        message: str = "",
        *,
        board: Board | None = None,
        goal: Board | None = None,
        row: int | None = None,
    ) -> None:
        super().__init__(message)
        self.board = board
        self.goal = goal
        self.row = row


class MoveError(TilebaseError, ValueError):
    """A move is malformed or illegal.

    ``row`` is the row of the batch, or None if there is no batch.
    """

    row: int | None

    def __init__(self, message: str = "", *, row: int | None = None) -> None:
        super().__init__(message)
        self.row = row


class ShapeError(TilebaseError, ValueError):
    """The shape is invalid or can't be determined."""


class GoalError(TilebaseError, ValueError):
    """The goal is malformed, or its shape differs from the board's."""


class MethodError(TilebaseError, ValueError):
    """An algorithm or heuristic is unknown, or the options can't be combined."""


class HeuristicError(TilebaseError, ValueError):
    """An estimate is negative, infinite or NaN, or an array does not contain exactly one estimate per board."""


class ClaimError(HeuristicError):
    """A heuristic is not admissible, though the caller asserted it.

    ``board`` is the board of the estimate. ``estimate`` is the number that the heuristic gave, and ``distance`` is the
    distance of the board from the goal.
    """

    board: Board | None
    estimate: float
    distance: int

    def __init__(
        self, message: str = "", *, board: Board | None = None, estimate: float = 0.0, distance: int = 0
    ) -> None:
        super().__init__(message)
        self.board = board
        self.estimate = estimate
        self.distance = distance


class PatternError(TilebaseError, ValueError):
    """The tiles are not a pattern, or pattern databases can't be combined."""


class SampleError(TilebaseError, ValueError):
    """The boards can't be drawn: no board has this depth, or too many were requested at once."""


class LabelError(TilebaseError, ValueError):
    """A folder of labels is damaged, or its format is not supported."""


class TableError(TilebaseError):
    """A table could not be built, written or read, or is closed."""


class TableNotFoundError(TableError, FileNotFoundError):
    """The file of a table does not exist."""


class TableTooLargeError(TableError, MemoryError):
    """A table or array is too large. ``bytes`` is its size in bytes, if known."""

    bytes: int | None

    def __init__(self, message: str = "", *, bytes: int | None = None) -> None:
        super().__init__(message)
        self.bytes = bytes


class LimitReached(TilebaseError, TimeoutError):
    """A limit was reached before an answer was found.

    ``limit`` names the limit: "time", "expanded", "memory" or "depth". ``at_least`` is a lower bound on the optimal
    length, or on the least cost. ``expanded`` is the number of expanded states. ``row`` is the row of the batch, or None
    if there is no batch.
    """

    limit: str
    at_least: int
    expanded: int
    row: int | None

    def __init__(
        self,
        message: str = "",
        *,
        limit: str = "",
        at_least: int = 0,
        expanded: int = 0,
        row: int | None = None,
    ) -> None:
        super().__init__(message)
        self.limit = limit
        self.at_least = at_least
        self.expanded = expanded
        self.row = row
