"""What can go wrong, as exceptions.

All of them are a :class:`TilebaseError`. Bad input is a ``ValueError`` as well, and a message says what was expected,
what was found, and what to do next. What is of no usable type at all is a plain ``TypeError``.

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
    "GoalError",
    "HeuristicError",
    "LimitReached",
    "MethodError",
    "MoveError",
    "SampleError",
    "ShapeError",
    "TableError",
    "TableNotFoundError",
    "TableTooLargeError",
    "TilebaseError",
    "UnreachableError",
]


class TilebaseError(Exception):
    """What all errors of this package are."""


class BoardError(TilebaseError, ValueError):
    """A board is malformed.

    ``faults`` has everything that is wrong with it, in words. ``row`` is the row of the batch that it stands in,
    counted from 0, or None if there is no batch.
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
    """A move is no move, or is not legal where it is made.

    ``row`` is the row of the batch, or None if there is no batch.
    """

    row: int | None

    def __init__(self, message: str = "", *, row: int | None = None) -> None:
        super().__init__(message)
        self.row = row


class ShapeError(TilebaseError, ValueError):
    """No board has such a shape, or the shape is left open."""


class GoalError(TilebaseError, ValueError):
    """The goal is malformed, or of another shape than the board."""


class MethodError(TilebaseError, ValueError):
    """There is no such algorithm or heuristic, or the choices don't go together."""


class HeuristicError(TilebaseError, ValueError):
    """A heuristic gave an estimate that is none: negative, infinite or NaN."""


class SampleError(TilebaseError, ValueError):
    """No boards can be drawn so: no board is so deep, or they are too many at a time."""


class TableError(TilebaseError):
    """A table could not be built, written or read, or is closed."""


class TableNotFoundError(TableError, FileNotFoundError):
    """There is no such file."""


class TableTooLargeError(TableError, MemoryError):
    """So much does not fit in memory. ``bytes`` is how much it would take, where that can be told."""

    bytes: int | None

    def __init__(self, message: str = "", *, bytes: int | None = None) -> None:
        super().__init__(message)
        self.bytes = bytes


class LimitReached(TilebaseError, TimeoutError):
    """A limit came before the answer.

    ``limit`` is which: "time", "expanded", "memory" or "depth". ``at_least`` is what is known all the same: no path has
    fewer moves. ``expanded`` is how many states were expanded.
    """

    limit: str
    at_least: int
    expanded: int

    def __init__(self, message: str = "", *, limit: str = "", at_least: int = 0, expanded: int = 0) -> None:
        super().__init__(message)
        self.limit = limit
        self.at_least = at_least
        self.expanded = expanded
