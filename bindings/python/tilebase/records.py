"""The types of answers that consist of several values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ._tilebase import Board, Path

__all__ = ["Claims", "Level", "Result", "Statistics", "Step", "Verdict"]


class Step(NamedTuple):
    """A legal move, and what it leads to.

    >>> import tilebase
    >>> for move, board, distance, is_optimal in tilebase.moves("123456708"):
    ...     print(move, board, distance, is_optimal)
    U 123406758 2 False
    L 123456078 2 False
    R 123456780 0 True
    """

    move: str
    """The direction of the blank: "U", "D", "L" or "R"."""
    board: Board
    """The board after the move."""
    distance: int
    """The fewest moves from that board to the goal."""
    is_optimal: bool
    """Whether a shortest path begins with the move."""


class Level(NamedTuple):
    """A level of a table that is being built: all boards of one distance."""

    distance: int
    """The distance of its boards from the goal."""
    new: int
    """The number of its boards."""
    reached: int
    """The number of boards reached so far, including this level."""
    states: int
    """The number of all boards."""


@dataclass(frozen=True)
class Statistics:
    """The statistics of a search.

    The counts are defined once for all algorithms: see ``docs/algorithms.md`` of the project.
    """

    expanded: int
    """States whose successors were generated."""
    generated: int
    """States that were produced, including the start and duplicates."""
    peak_open: int
    """The largest number of entries in the open list."""
    reopened: int
    """Closed states that were moved back to the open list."""
    seconds: float
    """The duration of the search in seconds."""


@dataclass(frozen=True)
class Claims:
    """Properties of a heuristic, on every board that can reach the goal."""

    admissible: bool
    """Whether it never exceeds the distance."""
    consistent: bool
    """Whether no move lowers it by more than one. Then A* need not reopen closed states."""


@dataclass(frozen=True)
class Result:
    """The result of a search. Its fields are named like those of the programs and of the server."""

    moves: Path | None
    """The path; None if a limit was reached first."""
    length: int | None
    """The length of the path; None without a path."""
    optimal: bool | None
    """Whether the path is proven optimal; None without a path."""
    at_most_times_optimal: float | None
    """An upper bound on the length divided by the optimal length; None if unknown."""
    at_least: int
    """A lower bound on the optimal length."""
    statistics: Statistics
    """The statistics of the search."""


@dataclass(frozen=True)
class Verdict:
    """The verdict on an answer of another solver. It is true if the answer is right.

    >>> import tilebase
    >>> verdict = tilebase.check("123456708", "L")
    >>> bool(verdict), verdict.kind
    (False, 'other-convention')
    >>> print(verdict)
    optimal (1 move) under the other move convention only
    """

    is_right: bool
    """Whether the answer is right."""
    kind: str
    """The verdict as a word: "optimal", "longer", "illegal-move", ..."""
    message: str
    """The verdict as a sentence."""

    def __bool__(self) -> bool:
        return self.is_right

    def __str__(self) -> str:
        return self.message
