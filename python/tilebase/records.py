"""What questions give that have more than one number for an answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ._tilebase import Board, Path

__all__ = ["Level", "Result", "Step", "Verdict"]


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
    """Where the blank goes: "U", "D", "L" or "R"."""
    board: Board
    """The board after the move."""
    distance: int
    """The fewest moves from there to the goal."""
    is_optimal: bool
    """Does a shortest path begin with it?"""


class Level(NamedTuple):
    """A level of a table that is being built: all boards of one distance."""

    distance: int
    """How far its boards are from the goal."""
    new: int
    """How many boards it has."""
    reached: int
    """How many boards were reached so far, this level included."""
    states: int
    """How many there are in all."""


@dataclass(frozen=True)
class Result:
    """What a search gives.

    The counts are defined once for all algorithms: see ``docs/algorithms.md`` of the project.
    """

    moves: Path | None
    """The path; None if a limit came first."""
    length: int | None
    """Its length; None if there is none."""
    expanded: int
    """States whose successors were generated."""
    generated: int
    """States that were produced, the start and repetitions included."""
    peak_open: int
    """The largest number of entries in the open list."""
    reopened: int
    """Closed states that were put back."""
    guarantee: str
    """What is known of the path: "optimal", "at most 2 times the optimum" or "none"."""
    at_least: int
    """No path has fewer moves."""
    seconds: float
    """Time from start to answer."""


@dataclass(frozen=True)
class Verdict:
    """What an answer of another solver comes to. It is true if the answer is right.

    >>> import tilebase
    >>> verdict = tilebase.check("123456708", "L")
    >>> bool(verdict), verdict.kind
    (False, 'other-convention')
    >>> print(verdict)
    optimal (1 move) under the other move convention only
    """

    is_right: bool
    """Is the answer right?"""
    kind: str
    """What was found, as a word: "optimal", "longer", "illegal-move", ..."""
    message: str
    """What was found, as a sentence."""

    def __bool__(self) -> bool:
        return self.is_right

    def __str__(self) -> str:
        return self.message
