"""The types of answers that consist of several values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ._tilebase import Board, Path

__all__ = ["AnytimeResult", "Claims", "Level", "Progress", "Report", "Result", "Statistics", "Step", "Verdict"]


class Step(NamedTuple):
    """A legal move, and what it leads to.

    >>> import tilebase
    >>> for move, board, distance, is_optimal in tilebase.moves("123456708"):
    ...     print(move, board.text, distance, is_optimal)
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
    """A level of a table that is being built: all boards of one distance.

    For a pattern database, it counts placements instead of boards.

    >>> import tilebase
    >>> table = tilebase.Table.build((2, 2), on_level=lambda level: print(*level) if level.distance > 4 else None)
    5 2 11 12
    6 1 12 12
    """

    distance: int
    """The distance of its boards from the goal."""
    new: int
    """The number of its boards."""
    reached: int
    """The number of boards reached so far, including this level."""
    states: int
    """The number of all boards."""


class Progress(NamedTuple):
    """A report on loading or building pattern databases: a step begins, or a level is finished.

    >>> import tilebase
    >>> def show(progress):
    ...     if progress.level is None:
    ...         print(progress.step, progress.number, "of", progress.of)
    >>> solver = tilebase.Solver((4, 4), goal="snail", folder="no tables", on_progress=show)
    building 1 of 3
    building 2 of 3
    building 3 of 3
    laying out 1 of 1
    """

    step: str
    """The step: "loading", "building", "laying out" (copying entries into the order in which a search reads them) or,
    if the layout is large, "saving"."""
    number: int
    """The number of the pattern database, from 1."""
    of: int
    """The number of pattern databases in this step. Those that are laid out or saved together count as one."""
    level: Level | None
    """The level that was just built; None at the beginning of a step."""


@dataclass(frozen=True)
class Statistics:
    """The statistics of a search.

    The counts are defined once for all algorithms: see ``docs/algorithms.md`` of the project.

    >>> import tilebase
    >>> statistics = tilebase.search("123745086").statistics
    >>> statistics.expanded, statistics.generated, statistics.reopened
    (4, 13, 0)
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
    """Properties of a heuristic, on every board that can reach the goal.

    >>> import tilebase
    >>> tilebase.PatternDatabase.build((3, 3), [1, 2, 3]).claims
    Claims(admissible=True, consistent=False)
    """

    admissible: bool
    """Whether it never exceeds the distance."""
    consistent: bool
    """Whether no move lowers it by more than one. Then A* need not reopen closed states."""


@dataclass(frozen=True)
class Result:
    """The result of a search. Field names match those of the command line and server.

    >>> import tilebase
    >>> result = tilebase.search("123745086")
    >>> result.moves, result.length, result.optimal, result.lower_bound
    (Path('123745086', 'URRD'), 4, True, 4)
    """

    moves: Path | None
    """The path; None if a limit was reached first."""
    length: int | None
    """The length of the path; None without a path."""
    optimal: bool | None
    """Whether the path is proven optimal; None without a path."""
    suboptimality_bound: float | None
    """An upper bound on the length divided by the optimal length; None if unknown."""
    lower_bound: int
    """A lower bound on the optimal length."""
    statistics: Statistics
    """The statistics of the search."""


@dataclass(frozen=True)
class AnytimeResult:
    """The best path of an anytime search so far. Fields named like those of Result have the same meaning.

    >>> import tilebase
    >>> result = tilebase.anytime("123745086", timeout=10)
    >>> result.moves, result.length, result.optimal, result.suboptimality_bound, result.lower_bound
    ('URRD', 4, True, 1.0, 4)
    """

    moves: str
    """The blank's moves as letters. It is a str, because a Path is limited to boards of 25 cells."""
    length: int
    """The number of moves."""
    optimal: bool
    """Whether the path is proven optimal."""
    suboptimality_bound: float
    """An upper bound on the length divided by the optimal length."""
    lower_bound: int
    """A lower bound on the optimal length."""
    expanded: int
    """The number of expanded states so far."""
    seconds: float
    """The time from the call to this path in seconds."""


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


@dataclass(frozen=True)
class Report:
    """A solution, move by move. It is true if the solution is optimal.

    >>> import tilebase
    >>> report = tilebase.verify("123405786", "L R R U D")
    >>> str(report), report.illegal, report.distances, report.nearest
    ('it ends at 123450786, 1 move from the goal', None, (2, 3, 2, 1, 2, 1), 1)
    >>> report.loops, report.last, report.reward
    (((0, 2), (3, 5)), Board('123450786'), 0.25)
    """

    verdict: Verdict
    """The verdict of ``tilebase.check``, with a sentence."""
    path: Path
    """The legal moves before the first illegal one. An answer that can't be read has none."""
    illegal: int | None
    """The number of the first illegal move, counted from 1; None if all are legal."""
    distances: tuple[int, ...]
    """The distance from the goal before the first move, then after each move of the path. Empty if the board is
    unsolvable."""
    loops: tuple[tuple[int, int], ...]
    """One pair per repeated visit: the number of moves made at the first visit to that board, and at this one; 0 is the
    start."""

    @property
    def last(self) -> Board:
        """The furthest valid state: the board after the last legal move."""
        return self.path.end

    @property
    def nearest(self) -> int | None:
        """The smallest distance from the goal on the path; None if the board is unsolvable."""
        return min(self.distances, default=None)

    @property
    def solved(self) -> bool:
        """Whether all moves are legal and end at the goal."""
        return self.verdict.kind in ("optimal", "longer")

    @property
    def optimal(self) -> bool:
        """Whether the board is solved in the fewest moves."""
        return self.verdict.kind == "optimal"

    @property
    def reward(self) -> float:
        """A number from 0 to 1 for training.

        With d, the distance of the board, and k, that of the last board:

        * 1 for an optimal solution;
        * 0.5 + 0.5 d / n for a solution of n moves;
        * 0.5 (d - k) / d for legal moves that end nearer to the goal, but not there;
        * half of that if a move is illegal, where k is the distance before it;
        * 0 otherwise.

        For an unsolvable board, it is 1 for the answer None, and 0 otherwise.
        """
        if self.verdict.is_right:
            return 1.0
        if not self.distances:
            return 0.0
        start, end = self.distances[0], self.distances[-1]
        if self.solved:
            return 0.5 + 0.5 * start / len(self.path)
        progress = 0.5 * max(0, start - end) / max(1, start)
        return progress if self.illegal is None else progress / 2

    def __bool__(self) -> bool:
        return self.verdict.is_right

    def __str__(self) -> str:
        return self.verdict.message
