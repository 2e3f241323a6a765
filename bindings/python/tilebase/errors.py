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
    """The base class of all exceptions of this package.

    >>> import tilebase
    >>> try:
    ...     tilebase.solve("213456780")
    ... except tilebase.TilebaseError as error:
    ...     print(type(error).__name__)
    UnreachableError
    """


class BoardError(TilebaseError, ValueError):
    """A board is malformed.

    ``faults`` lists everything that is wrong with the board. ``row`` is its row in the batch, counted from 0, or None
    outside a batch.

    >>> import tilebase
    >>> try:
    ...     tilebase.distances(["123456780", "123456788"])
    ... except tilebase.BoardError as error:
    ...     print(error.row, error.faults)
    1 ['tile 8 appears twice', 'the blank (0) is missing']
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

    >>> import tilebase
    >>> try:
    ...     tilebase.distance("213456780")
    ... except tilebase.UnreachableError as error:
    ...     print(repr(error.board))
    Board('213456780')
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

    >>> import tilebase
    >>> try:
    ...     tilebase.Board("123456780").after("R")
    ... except tilebase.MoveError as error:
    ...     print(error)
    R is not legal: the blank of 123456780 would leave the board
    """

    row: int | None

    def __init__(self, message: str = "", *, row: int | None = None) -> None:
        super().__init__(message)
        self.row = row


class ShapeError(TilebaseError, ValueError):
    """The shape is invalid or can't be determined.

    >>> import tilebase
    >>> try:
    ...     tilebase.Table.build((1, 9))
    ... except tilebase.ShapeError as error:
    ...     print(error)
    1x9 is not a board shape: each side has 2 cells or more, and a board at most 25 cells
    """


class GoalError(TilebaseError, ValueError):
    """The goal is malformed, or its shape differs from the board's.

    >>> import tilebase
    >>> try:
    ...     tilebase.solve("123456780", goal="spiral")
    ... except tilebase.GoalError as error:
    ...     print(type(error).__name__)
    GoalError
    """


class MethodError(TilebaseError, ValueError):
    """An algorithm or heuristic is unknown, or the options can't be combined.

    >>> import tilebase
    >>> try:
    ...     tilebase.search("867254301", "breadth-first", "manhattan")
    ... except tilebase.MethodError as error:
    ...     print(error)
    breadth-first does not use a heuristic (greedy, astar, weighted-astar, and ida do)
    """


class HeuristicError(TilebaseError, ValueError):
    """An estimate is negative, infinite or NaN, or an array does not contain exactly one estimate per board.

    >>> import tilebase
    >>> try:
    ...     tilebase.search("867254301", heuristic=lambda tiles: -1)
    ... except tilebase.HeuristicError as error:
    ...     print(error)
    expected an estimate of 0 or more moves, found -1
    """


class ClaimError(HeuristicError):
    """A heuristic is not admissible, although the caller asserted that it is.

    ``estimate`` is the heuristic's estimate for ``board``, and ``distance`` is that board's distance from the goal.

    >>> import tilebase
    >>> try:
    ...     tilebase.search("867254301", heuristic=lambda tiles: 32, admissible=True)
    ... except tilebase.ClaimError as error:
    ...     print(error.board.text, error.estimate, error.distance)
    867254301 32.0 31
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
    """The tiles are not a pattern, or pattern databases can't be combined.

    >>> import tilebase
    >>> try:
    ...     tilebase.PatternDatabase.build((3, 3), [1, 9])
    ... except tilebase.PatternError as error:
    ...     print(error)
    tile 9 is not one of 1 to 8, the tiles of 3x3
    """


class SampleError(TilebaseError, ValueError):
    """The boards can't be drawn: no board has this depth, or too many were requested at once.

    >>> import tilebase
    >>> try:
    ...     tilebase.sample(1, depth=32)
    ... except tilebase.SampleError as error:
    ...     print(error)
    no 3x3 board is 32 moves from the goal: the farthest are 31
    """


class LabelError(TilebaseError, ValueError):
    """A folder of labels is damaged, or its format is not supported.

    >>> import tilebase
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = pathlib.Path(folder, "labels.jsonl").write_text("{}")
    ...     try:
    ...         tilebase.open_labels(folder)
    ...     except tilebase.LabelError as error:
    ...         print(str(error).split("labels.jsonl ")[1])
    does not begin with a data set of version 1
    """


class TableError(TilebaseError):
    """A table could not be built, written or read, or is closed.

    >>> import tilebase
    >>> table = tilebase.Table.build()
    >>> table.close()
    >>> try:
    ...     table.distance("123456780")
    ... except tilebase.TableError as error:
    ...     print(error)
    the table is closed
    """


class TableNotFoundError(TableError, FileNotFoundError):
    """The file of a table does not exist.

    >>> import tilebase
    >>> try:
    ...     tilebase.Table.open("none.pdb")
    ... except tilebase.TableNotFoundError as error:
    ...     print(error)
    none.pdb: no such file
    """


class TableTooLargeError(TableError, MemoryError):
    """A table or array is too large. ``bytes`` is its size in bytes, if known.

    >>> import tilebase
    >>> try:
    ...     tilebase.all_boards((4, 4))
    ... except tilebase.TableTooLargeError as error:
    ...     print(error.bytes)
    167382319104000
    """

    bytes: int | None

    def __init__(self, message: str = "", *, bytes: int | None = None) -> None:
        super().__init__(message)
        self.bytes = bytes


class LimitReached(TilebaseError, TimeoutError):
    """A limit was reached before an answer was found.

    ``limit`` names the limit: "time", "expanded", "memory" or "depth". ``lower_bound`` is a lower bound on the optimal
    length, or on the least cost. ``expanded`` is the number of expanded states. ``row`` is the row of the batch, or None
    if there is no batch.

    >>> import tilebase
    >>> try:
    ...     tilebase.search("867254301", max_expanded=10)
    ... except tilebase.LimitReached as error:
    ...     print(error.limit, error.lower_bound, error.expanded)
    expanded 23 10
    """

    limit: str
    lower_bound: int
    expanded: int
    row: int | None

    def __init__(
        self,
        message: str = "",
        *,
        limit: str = "",
        lower_bound: int = 0,
        expanded: int = 0,
        row: int | None = None,
    ) -> None:
        super().__init__(message)
        self.limit = limit
        self.lower_bound = lower_bound
        self.expanded = expanded
        self.row = row
