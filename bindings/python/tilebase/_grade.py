"""Grades a solver: partial credit, with a limit on the time for each board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import escape
from typing import Any, NamedTuple

import numpy as np

from . import _tilebase, _trials
from ._blame import grid, lines, moves_of, shortened
from ._calls import Call, Isolation, calls, read_isolation
from ._forms import Form, in_form, name_of, read_form
from ._judging import judged, line_of_check
from ._tilebase import Board
from ._trials import Seed
from .records import Verdict
from .types import BoardLike, GoalLike, Shape

__all__ = ["Grade", "Graded", "grade"]


class Graded(NamedTuple):
    """The answer to one board."""

    board: Board
    """The board."""
    distance: int | None
    """Its distance from the goal; None if it can't be solved."""
    answer: Any
    """The solver's answer; None if it gave none."""
    verdict: Verdict
    """The verdict. Besides the kinds of ``tilebase.check``, there are "exception", "timeout", "crash" (the process
    ended), and "not-tried" (too many calls timed out before)."""
    traceback: str
    """The traceback of an exception, or an empty string."""


@dataclass(frozen=True)
class Grade:
    """The grade of a solver. It is true if all answers are right. Notebooks show it as a table."""

    name: str
    """The name of the solver."""
    answers: tuple[Graded, ...]
    """All answers, beginning with the boards nearest to the goal."""
    again: str
    """A line of Python that reproduces the failure, or an empty string."""

    @property
    def right(self) -> int:
        """The number of right answers."""
        return sum(map(bool, (graded.verdict for graded in self.answers)))

    @property
    def score(self) -> float:
        """The fraction of right answers, from 0 to 1."""
        return self.right / len(self.answers)

    @property
    def by_depth(self) -> dict[int | None, tuple[int, int]]:
        """For each distance from the goal, the numbers of right and of all answers. None is the distance of boards that
        can't be solved."""
        depths: dict[int | None, tuple[int, int]] = {}
        for graded in self.answers:
            right, number = depths.get(graded.distance, (0, 0))
            depths[graded.distance] = right + bool(graded.verdict), number + 1
        return depths

    @property
    def by_kind(self) -> dict[str, int]:
        """The number of answers for each kind of verdict, the most frequent kind first."""
        return dict(Counter(graded.verdict.kind for graded in self.answers).most_common())

    @property
    def failure(self) -> Graded | None:
        """The wrong answer to the board nearest to the goal; None if all answers are right."""
        return next((graded for graded in self.answers if not graded.verdict), None)

    def __bool__(self) -> bool:
        return self.failure is None

    def __str__(self) -> str:
        failure = self.failure
        kinds = ", ".join(f"{kind} {number}" for kind, number in self.by_kind.items())
        parts = [f"{self.name}: {self._summary()}", f"By kind: {kinds}"]
        if failure:
            depths = [(depth, right, number) for depth, (right, number) in self.by_depth.items() if right < number]
            wrong = ", ".join(f"{_depth(depth)} {number - right}/{number}" for depth, right, number in depths)
            parts += [f"Wrong by depth: {wrong}", *self._failure(failure), grid(failure.board)]
            parts += [failure.traceback.rstrip(), f"Try it: {self.again}"]
        return lines(*parts)

    def _summary(self) -> str:
        return f"{self.right:,} of {len(self.answers):,} answers are right, {100 * self.score:.4g}%"

    def _failure(self, failure: Graded) -> list[str]:
        far = "unsolvable" if failure.distance is None else f"{moves_of(failure.distance)} from the goal"
        answered = failure.verdict.kind not in ("exception", "timeout", "crash", "not-tried")
        answer = f" The answer was {shortened(failure.answer, 200)}." if answered else ""
        return [f"The first failure: {failure.verdict}", f"This board is {far}.{answer}"]

    def _repr_html_(self) -> str:
        # Imported here because most grades are not shown in a notebook.
        from ._svg import board_svg

        failure = self.failure
        parts = [f"<p><b>{escape(self.name)}</b>: {escape(self._summary())}</p>"]
        if failure:
            parts += [f"<p>{escape(line)}</p>" for line in self._failure(failure)]
            parts += [board_svg(failure.board), f"<pre>{escape(failure.traceback)}</pre>" if failure.traceback else ""]
            parts.append(f"<p>Try it: <code>{escape(self.again)}</code></p>")
        parts.append(_table(("verdict", "answers"), self.by_kind.items()))
        depths = ((_depth(depth), right, number) for depth, (right, number) in self.by_depth.items())
        parts.append(_table(("depth", "right", "of"), depths))
        return "".join(parts)


def grade(
    solver: Callable[[Any], Any],
    boards: Iterable[BoardLike] | None = None,
    *,
    n: int = 100,
    depths: int | tuple[int, int] | None = None,
    shape: Shape | None = None,
    goal: GoalLike = None,
    seed: Seed = 0,
    form: Form = "tuple",
    convention: str = "blank",
    unsolvable: int = 0,
    timeout: float | None = 10.0,
    max_timeouts: int = 3,
    isolation: Isolation = None,
) -> Grade:
    """Grades a solver: how many of its answers are right, and which are wrong.

    Parameters
    ----------
    solver
        The function to grade. Its answers are those that ``assert_optimal`` accepts. Exceptions count as wrong answers.
    boards
        The boards to solve. By default, they are drawn as for ``assert_optimal``.
    n, depths, seed, unsolvable
        Which boards to draw: ``n`` boards, spread over the depths, and a number of unsolvable ones.
    shape, goal, form, convention
        As for ``assert_optimal``.
    timeout
        The time for each board in seconds. None means no limit; then the solver is called directly.
    max_timeouts
        The number of timeouts after which the other boards are not tried.
    isolation
        "process" runs the solver in a forked process, which is killed when the time is up. "thread" runs it in a
        thread, in which an exception is raised. None means "process" on Linux and "thread" elsewhere. "process" does
        not stop a process that the solver started in a session of its own. "thread" does not stop a call into compiled
        code, such as ``time.sleep``, or a loop with a bare ``except:``. Such a call continues, and the other boards are
        not tried. With "process", the solver's output is discarded, and variables that it changes stay as they were.
        Neither protects you from code that you don't trust.

    Returns
    -------
    Grade
        The score, and the failure nearest to the goal.

    Raises
    ------
    ValueError
        If an option is invalid, or if there are no boards.

    Examples
    --------
    >>> import tilebase
    >>> from tilebase.testing import grade
    >>> def my_solver(tiles):
    ...     while tiles == (1, 2, 3, 4, 5, 6, 7, 0, 8):
    ...         pass
    ...     return tilebase.solve(tiles)
    >>> result = grade(my_solver, ["123450786", "123456708", "867254301"], timeout=2)
    >>> print(result)
    my_solver: 2 of 3 answers are right, 66.67%
    By kind: optimal 2, timeout 1
    Wrong by depth: 1 1/2
    The first failure: timed out after 2 s
    This board is 1 move from the goal.
        1 2 3
        4 5 6
        7 . 8
    Try it: tilebase.check(Board('123456708'), my_solver((1, 2, 3, 4, 5, 6, 7, 0, 8)))
    >>> result.right, result.by_depth
    (2, {1: (1, 2), 31: (1, 1)})
    """
    read_form(form)
    where = read_isolation(isolation)
    if timeout is not None and not timeout > 0:
        raise ValueError(f"timeout: expected a number of seconds above 0, or None, found {timeout!r}")
    if max_timeouts < 1:
        raise ValueError(f"max_timeouts: expected 1 or more, found {max_timeouts!r}")
    given = None if boards is None else [Board(board, shape) for board in boards]
    goal = _trials.goal_of(given[0].shape if given else shape, goal)
    # Reject an invalid convention before the solver runs.
    _tilebase.check(goal, "", goal, convention=convention)  # type: ignore[arg-type]
    boards, distances = _drawn(n, depths, goal, _trials.seed_of(seed), unsolvable) if given is None else _in_order(given, goal)
    if not boards:
        raise ValueError("expected at least one board")
    arguments = list(in_form(np.array([board.tiles for board in boards], np.uint8), form, goal.shape))
    made = calls(solver, arguments, timeout=timeout, max_timeouts=max_timeouts, isolation=where)
    verdicts = _verdicts(boards, made, goal, convention)
    answers = tuple(
        Graded(board, distance, call.answer, verdict, call.traceback)
        for board, distance, call, verdict in zip(boards, distances, made, verdicts)
    )
    failed = next((graded.board for graded in answers if not graded.verdict), None)
    again = "" if failed is None else line_of_check(name_of(solver, "solver"), failed, goal, form, convention)
    return Grade(name_of(solver, "the solver"), answers, again)


def _drawn(
    n: int, depths: int | tuple[int, int] | None, goal: Board, seed: int, unsolvable: int
) -> tuple[list[Board], list[int | None]]:
    trials = _trials.drawn_by_depth(n, depths, goal, seed)
    tiles = np.concatenate([trials.boards, _trials.unsolvable(unsolvable, goal, seed)])
    return [Board(one, goal.shape) for one in tiles], [*trials.distances.tolist(), *[None] * unsolvable]


def _in_order(boards: list[Board], goal: Board) -> tuple[list[Board], list[int | None]]:
    """The boards by their distances; those that can't be solved come last."""
    found = _tilebase.distances(boards, goal, shape=goal.shape, unreachable=-1).tolist() if boards else []
    last = max(found, default=0) + 1
    pairs = sorted(zip(found, boards), key=lambda pair: last if pair[0] < 0 else pair[0])
    return [board for _, board in pairs], [None if distance < 0 else distance for distance, _ in pairs]


def _verdicts(boards: list[Board], made: list[Call], goal: Board, convention: str) -> list[Verdict]:
    returned = [place for place, call in enumerate(made) if call.kind == "returned"]
    verdicts = judged([boards[place] for place in returned], [made[place].answer for place in returned], goal, convention)
    by_place = dict(zip(returned, verdicts))
    return [
        by_place[place] if place in by_place else Verdict(False, call.kind, call.message)
        for place, call in enumerate(made)
    ]


def _depth(depth: int | None) -> str:
    return "unsolvable" if depth is None else str(depth)


def _table(names: tuple[str, ...], rows: Iterable[tuple[Any, ...]]) -> str:
    head = "".join(f"<th>{name}</th>" for name in names)
    body = "".join(f"<tr>{''.join(f'<td>{escape(str(value))}</td>' for value in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
