"""Verifies solutions that a model writes, move by move, and rewards them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Literal, Union

import numpy as np

from . import _tilebase
from ._moves import Replay, Step, Unreadable, read_steps, replay
from ._tilebase import Board, Path
from .records import Report, Verdict
from .types import BoardLike, GoalLike

__all__ = ["reward", "verify"]

_Convention = Union[Literal["blank"], Literal["tile"]]

# Where models are commonly asked to put their answer.
_MARKED = re.compile(r"<answer>(.*?)</answer>|\\boxed\{([^{}]*)\}", re.DOTALL | re.IGNORECASE)


def verify(board: BoardLike, answer: Any, goal: GoalLike = None, *, convention: _Convention = "blank") -> Report:
    """Replays a solution, and reports the distance before and after each move.

    Parameters
    ----------
    board
        The board to solve.
    answer
        The moves: a string in any form that ``check`` reads, or a list of moves, of actions (0 to 3) or of boards. None
        means that the board can't be solved.
    goal
        A board or the name of a goal; by default, the blank is last.
    convention
        Whether the name of a direction is that of the blank ("blank") or of the tile ("tile"). Actions are always
        directions of the blank.

    Returns
    -------
    Report
        The first illegal move, the distance before and after each legal one, boards that are visited twice, and a
        reward. For more than ten cells, each distance requires a search, which may take hours for 5x5.

    Raises
    ------
    BoardError, GoalError, MoveError
        If the board, the goal or the convention is invalid. An invalid answer is reported and raises nothing.
    TypeError
        If the answer is neither a string nor a list.

    Examples
    --------
    >>> import tilebase
    >>> report = tilebase.verify("123456708", "Left, Right, Right, Right")
    >>> print(report)
    move 4 is illegal: the blank of 123456780 is in the last column and can't go R
    >>> report.illegal, report.distances, report.loops, report.last
    (4, (1, 2, 1, 0), ((0, 2),), Board('123456780'))
    >>> tilebase.verify("123456708", [2, 3, 3]).verdict.kind, tilebase.verify("123456708", [3]).optimal
    ('longer', True)
    """
    start = Board(board)
    goal = _goal(start.shape, goal)
    # Reject an invalid convention.
    _tilebase.check(goal, "", goal, convention=convention)
    made = Replay(Path(start, ""), None, "")
    if answer is None:
        verdict = _tilebase.check(start, None, goal)
    else:
        try:
            steps = read_steps(answer, start, convention)
            made = replay(start, steps)
            verdict = _verdict(steps, made, goal)
        except Unreadable as error:
            verdict = Verdict(False, error.kind, str(error))
    boards = made.path.boards()
    distances = _distances(boards, goal) if start.is_solvable(goal) else ()
    return Report(verdict, made.path, made.illegal, distances, _loops(boards))


def reward(
    completions: Sequence[Any],
    board: Sequence[BoardLike],
    goal: GoalLike | Sequence[GoalLike] = None,
    *,
    convention: _Convention = "blank",
    extract: Callable[[str], str | None] | None = None,
    **kwargs: Any,
) -> list[float]:
    """The reward of each completion of a language model: ``verify(...).reward``, from 0 to 1.

    This is a reward function for trainers such as ``trl.GRPOTrainer``. They call it with keyword arguments, which
    include ``completions`` and the columns of the data set. It returns a list of floats. The data set needs a column
    ``board``, and may have a column ``goal``. Set other options with ``functools.partial``.

    Parameters
    ----------
    completions
        What the model wrote: a string for each prompt, or a list of messages, of which the last one counts.
    board
        The board of each completion.
    goal
        The goal of each completion; or one for all, as a string or as a Board.
    convention
        As for ``verify``.
    extract
        A function that finds the moves in a string. By default, they are in the last ``<answer>...</answer>`` or
        ``\\\\boxed{...}``, or else they are the whole string. The answer "unsolvable" means None.
    kwargs
        Other columns and arguments, such as ``prompts``, are ignored.

    Returns
    -------
    list of float
        For the formula, see ``Report.reward``.

    Raises
    ------
    ValueError
        If a board or goal is invalid, or the columns do not have the same length. The text of a completion never raises
        an exception; unreadable text is scored 0.
    TypeError
        If a column is not a list, or a completion is neither a string nor a list of messages.

    Examples
    --------
    >>> import tilebase
    >>> texts = ["R", "I found <answer>left, right, right</answer>", "I can't solve it."]
    >>> tilebase.reward(texts, ["123456708"] * 3)
    [1.0, 0.6666666666666666, 0.0]
    >>> messages = [[{"role": "assistant", "content": r"It is \\boxed{RD}"}]]
    >>> tilebase.reward(prompts=["..."], completions=messages, board=["123405786"])
    [1.0]
    """
    for name, column in [("completions", completions), ("board", board)]:
        if not isinstance(column, (list, tuple, np.ndarray)):
            raise TypeError(f"{name}: expected a list, found {type(column).__name__}")
    if goal is None or isinstance(goal, (str, Board)):
        goals: Sequence[Any] = [goal] * len(completions)
    elif isinstance(goal, (list, tuple)):
        goals = goal
    else:
        raise TypeError(f"goal: expected a list, a string, or a Board, found {type(goal).__name__}")
    if not len(completions) == len(board) == len(goals):
        found = f"{len(completions)} completions, {len(board)} boards and {len(goals)} goals"
        raise ValueError(f"expected a board for each completion, and one goal for all or for each, found {found}")
    rewards = []
    for completion, one, its_goal in zip(completions, board, goals):
        answer = (extract or _answer_in)(_text_of(completion))
        rewards.append(verify(one, answer, its_goal, convention=convention).reward)
    return rewards


def _goal(shape: tuple[int, int], goal: GoalLike) -> Board:
    if isinstance(goal, Board) and goal.shape == shape:
        return goal
    return _named_goal(shape, goal) if goal is None or isinstance(goal, str) else _read_goal(shape, goal)


def _read_goal(shape: tuple[int, int], goal: GoalLike) -> Board:
    # Imported here because few programs that import the package verify anything.
    from ._trials import goal_of

    return goal_of(shape, goal)


# Reading a goal takes longer than replaying a path.
_named_goal = lru_cache(maxsize=256)(_read_goal)


def _verdict(steps: list[Step], made: Replay, goal: Board) -> Verdict:
    letters = [step for step in steps if isinstance(step, str)]
    if made.illegal is not None and len(letters) < len(steps):
        # A tile or a board, which the letters of check() can't express.
        return Verdict(False, "illegal-move", f"move {made.illegal} is illegal: {made.why}")
    return _tilebase.check(made.path.start, "".join(letters) if letters else str(made.path), goal)


def _distances(boards: list[Board], goal: Board) -> tuple[int, ...]:
    # A board that is visited again is looked up once: beyond ten cells, that is a search.
    tiles, places = np.unique(np.array([board.tiles for board in boards], np.uint8), axis=0, return_inverse=True)
    return tuple(_tilebase.distances(tiles, goal, shape=goal.shape)[places.ravel()].tolist())


def _loops(boards: list[Board]) -> tuple[tuple[int, int], ...]:
    first: dict[Board, int] = {}
    return tuple((first[board], place) for place, board in enumerate(boards) if first.setdefault(board, place) != place)


def _text_of(completion: Any) -> str:
    """The text of a completion: a string, or the last of some messages."""
    if isinstance(completion, str):
        return completion
    if not isinstance(completion, (list, tuple)) or not all(isinstance(message, dict) for message in completion):
        raise TypeError(f"completions: expected strings or lists of messages, found {type(completion).__name__}")
    content = completion[-1].get("content") if completion else None
    if isinstance(content, (list, tuple)):
        # The messages of multimodal models consist of parts.
        content = "".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    return content if isinstance(content, str) else ""


def _answer_in(text: str) -> str | None:
    marked = _MARKED.findall(text)
    found = "".join(marked[-1]) if marked else text
    return None if found.strip().lower() == "unsolvable" else found
