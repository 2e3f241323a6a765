"""Assertions for tests of your own solver and your own heuristic, and a grade for a solver.

>>> from tilebase.testing import assert_admissible
>>> def misplaced(tiles):
...     return sum(tile != there for tile, there in zip(tiles, (1, 2, 3, 4, 5, 6, 7, 8, 0)))
>>> assert_admissible(misplaced)
Traceback (most recent call last):
    ...
AssertionError: misplaced is not admissible: it returns 2 for a board that is 1 move from the goal
    1 2 3
    4 5 .
    7 8 6
Too high: 78 of 181,440 boards. The failure nearest to the goal is shown.
Try it: misplaced((1, 2, 3, 4, 5, 0, 7, 8, 6))

The bug: it counts the blank. By default, all boards of the 8-puzzle are tested, which takes at most a second for a
fast heuristic. An exception of your function is re-raised, with the board in a note.

``form`` is the form in which your function expects boards: "tuple", "list", "rows" (a tuple of tuples), "string",
"array" (one-dimensional), "Board", or any callable that converts a ``tilebase.Board``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from . import _tilebase, _trials
from ._blame import counted, grid, lines, moves_of, raise_with_board, shortened
from ._estimates import estimates, fault, rounding
from ._forms import Form, call_of, in_form, name_of, read_form
from ._grade import Grade, Graded, grade
from ._judging import judged, line_of_check
from ._tilebase import Board
from ._trials import Seed, Trials
from .types import GoalLike, Shape

__all__ = ["Grade", "Graded", "assert_admissible", "assert_consistent", "assert_optimal", "grade"]


def assert_admissible(
    h: Callable[[Any], Any],
    *,
    shape: Shape | None = None,
    goal: GoalLike = None,
    n: int | None = None,
    form: Form = "tuple",
    seed: Seed = 0,
) -> None:
    """Fails if an estimate is greater than the distance to the goal, or is not a number of moves.

    Floats are compared without rounding.

    Parameters
    ----------
    h
        The heuristic: a function of one board that returns a number of moves.
    shape
        Rows and columns, as (3, 4) or "3x4"; by default, those of the goal, or 3x3.
    goal
        A board or the name of a goal; by default, the blank is last.
    n
        The number of random boards to test; None tests all. Boards of more than ten cells require it: they are the ends
        of random walks of up to 80 moves, or 40 beyond 16 cells.
    form
        The form of the argument of ``h``: see the module.
    seed
        A number from 0 to 2^64 - 1 that determines the random boards, or a NumPy ``Generator``, from which it is drawn.

    Raises
    ------
    AssertionError
        If the heuristic is not admissible. The message shows the failing board nearest to the goal.
    TableTooLargeError
        If the board has more than ten cells, and ``n`` is None.
    ShapeError, GoalError, ValueError
        If the shape, the goal or the form is invalid.

    Examples
    --------
    >>> import tilebase
    >>> from tilebase.testing import assert_admissible
    >>> assert_admissible(tilebase.heuristics.manhattan)
    """
    __tracebackhide__ = True
    read_form(form)
    goal = _trials.goal_of(shape, goal)
    trials = _trials.all_boards(goal) if n is None else _trials.drawn(n, goal, _trials.seed_of(seed))
    values = estimates(h, trials, form)
    _assert_numbers(h, values, trials, form)
    distances = trials.distances.tolist()
    wrong = [place for place, (estimate, distance) in enumerate(zip(values, distances)) if estimate > distance]
    if wrong:
        first = wrong[0]
        board, estimate, distance = trials.board(first), values[first], distances[first]
        raise AssertionError(
            lines(
                f"{name_of(h, 'the heuristic')} is not admissible: it returns {estimate!r} for a board that is "
                f"{moves_of(distance)} from the goal",
                grid(board),
                f"Too high: {counted(len(wrong), len(values), 'boards')}",
                rounding(estimate, distance),
                f"Try it: {call_of(name_of(h, 'h'), board, form)}",
            )
        )


def assert_consistent(
    h: Callable[[Any], Any],
    *,
    shape: Shape | None = None,
    goal: GoalLike = None,
    n: int | None = None,
    form: Form = "tuple",
    seed: Seed = 0,
) -> None:
    """Fails if the heuristic falls by more than 1 with a move, or is not 0 at the goal.

    A consistent heuristic is admissible as well. All moves of each tested board are tried. Floats are compared without
    rounding.

    Parameters
    ----------
    h, shape, goal, n, form, seed
        As for ``assert_admissible``.

    Raises
    ------
    AssertionError
        If the heuristic is not consistent. The message shows the failing move nearest to the goal.
    TableTooLargeError, ShapeError, GoalError, ValueError
        As for ``assert_admissible``.

    Examples
    --------
    >>> import tilebase
    >>> from tilebase.testing import assert_consistent
    >>> assert_consistent(tilebase.heuristics.walking_distance, shape=(4, 4), n=10)
    """
    __tracebackhide__ = True
    read_form(form)
    goal = _trials.goal_of(shape, goal)
    moves = _trials.all_moves(goal) if n is None else _trials.drawn_moves(n, goal, _trials.seed_of(seed))
    trials = moves.trials
    values = estimates(h, trials, form)
    _assert_numbers(h, values, trials, form)
    # The goal comes first, because the boards are ordered by distance.
    if values[0] != 0:
        raise AssertionError(
            lines(
                f"{name_of(h, 'the heuristic')} is not consistent: it returns {values[0]!r} for the goal, expected 0",
                grid(goal),
                f"Try it: {call_of(name_of(h, 'h'), goal, form)}",
            )
        )
    pairs = zip(moves.before.tolist(), moves.after.tolist())
    wrong = [(before, after) for before, after in pairs if values[before] > values[after] + 1]
    if wrong:
        before, after = min(wrong)
        board, following = trials.board(before), trials.board(after)
        name = name_of(h, "h")
        raise AssertionError(
            lines(
                f"{name_of(h, 'the heuristic')} is not consistent: from {values[before]!r} it falls to "
                f"{values[after]!r} with one move, {_move_between(board, following)}",
                _side_by_side(grid(board), grid(following)),
                f"Too steep: {counted(len(wrong), len(moves.before), 'moves')}",
                rounding(values[before], values[after] + 1),
                f"Try it: {call_of(name, board, form)}, {call_of(name, following, form)}",
            )
        )


def assert_optimal(
    solver: Callable[[Any], Any],
    n: int = 100,
    *,
    depths: int | tuple[int, int] | None = None,
    shape: Shape | None = None,
    goal: GoalLike = None,
    seed: Seed = 0,
    form: Form = "tuple",
    convention: str = "blank",
    unsolvable: int = 0,
) -> None:
    """Fails if the solver gives a wrong answer to any of the boards.

    An answer is wrong if it contains an illegal move, does not end at the goal, or has more moves than needed. There is
    no time limit; ``grade`` has one.

    Parameters
    ----------
    solver
        A function of one board. ``tilebase.check`` judges what it returns: a string of moves; a list or an iterator of
        moves, of actions (0 to 3) or of boards; a length, also as a float such as 31.0; or None for "unsolvable". The
        answer True, for "solvable", is not enough for a board that can be solved.
    n
        The number of boards, spread evenly over the depths.
    depths
        The distance of the boards from the goal, a number or a (min, max) pair. Boards of more than ten cells are the
        ends of random walks of these lengths, by default up to 80, or 40 beyond 16 cells.
    shape
        Rows and columns, as (3, 4) or "3x4"; by default, those of the goal, or 3x3.
    goal
        A board or the name of a goal; by default, the blank is last.
    seed
        A number from 0 to 2^64 - 1 that determines the boards, or a NumPy ``Generator``, from which it is drawn.
    form
        The form of the solver's argument: see the module.
    convention
        Whether a direction is that of the blank ("blank") or of the tile ("tile"). Actions are always directions of the
        blank.
    unsolvable
        The number of boards that can't reach the goal, which come last.

    Raises
    ------
    AssertionError
        If an answer is wrong. The message shows the failing board nearest to the goal.
    SampleError
        If no boards have such depths.
    ShapeError, GoalError, MoveError, ValueError
        If the shape, the goal, the convention or the form is invalid.

    Examples
    --------
    >>> import tilebase
    >>> from tilebase.testing import assert_optimal
    >>> assert_optimal(lambda tiles: str(tilebase.solve(tiles)), depths=(5, 10))
    """
    __tracebackhide__ = True
    read_form(form)
    goal = _trials.goal_of(shape, goal)
    # Reject an invalid convention before the solver runs.
    _tilebase.check(goal, "", goal, convention=convention)  # type: ignore[arg-type]
    number = _trials.seed_of(seed)
    trials = _trials.drawn_by_depth(n, depths, goal, number)
    # The unsolvable boards come last and have no distances.
    boards = np.concatenate([trials.boards, _trials.unsolvable(unsolvable, goal, number)])
    trials = Trials(goal, boards, trials.distances)
    answers = _answers(solver, trials, form)
    verdicts = judged([trials.board(place) for place in range(len(answers))], answers, goal, convention)
    wrong = [place for place, verdict in enumerate(verdicts) if not verdict]
    if wrong:
        first = wrong[0]
        board, verdict = trials.board(first), verdicts[first]
        is_solvable = first < len(trials.distances)
        depth = f"{moves_of(int(trials.distances[first]))} from the goal" if is_solvable else "unsolvable"
        kinds = Counter(verdicts[place].kind for place in wrong).most_common()
        other = verdict.kind == "other-convention" and convention == "blank"
        raise AssertionError(
            lines(
                f"{name_of(solver, 'the solver')}: {verdict}",
                grid(board),
                f"This board is {depth}. The answer was {shortened(answers[first], 200)}.",
                "If its directions are those of the tiles, pass convention='tile'." if other else "",
                f"Wrong: {counted(len(wrong), len(answers), 'answers')}",
                f"By kind: {', '.join(f'{kind} {number}' for kind, number in kinds)}",
                f"Try it: {line_of_check(name_of(solver, 'solver'), board, goal, form, convention)}",
            )
        )


def _answers(solver: Callable[[Any], Any], trials: Trials, form: Form) -> list[Any]:
    __tracebackhide__ = True
    answers: list[Any] = []
    try:
        for board in in_form(trials.boards, form, trials.shape):
            answer = solver(board)
            # The solver may be a generator of moves.
            answers.append(list(answer) if isinstance(answer, Iterator) else answer)
    except Exception as error:
        raise_with_board(error, solver, trials.board(len(answers)), form)
    return answers


def _assert_numbers(h: Callable[[Any], Any], values: list[Any], trials: Trials, form: Form) -> None:
    __tracebackhide__ = True
    plain = (int, float)
    # False for NaN, so fault() decides.
    wrong = [
        place
        for place, estimate in enumerate(values)
        if not (type(estimate) in plain and 0 <= estimate < np.inf) and fault(estimate) is not None
    ]
    if wrong:
        board = trials.board(wrong[0])
        raise AssertionError(
            lines(
                f"{name_of(h, 'the heuristic')} returned an invalid estimate: {fault(values[wrong[0]])}",
                grid(board),
                f"Invalid: {counted(len(wrong), len(values), 'boards')}",
                f"Try it: {call_of(name_of(h, 'h'), board, form)}",
            )
        )


def _move_between(board: Board, following: Board) -> str:
    return next(move for move, after in board.neighbors() if after == following)


def _side_by_side(left: str, right: str) -> str:
    return "\n".join(f"{one}  ->{other}" for one, other in zip(left.splitlines(), right.splitlines()))
