"""Judges the answers of the user's solver."""

from __future__ import annotations

from typing import Any

from . import _tilebase
from ._forms import Form, call_of
from ._tilebase import Board
from ._trials import goal_of
from .records import Verdict

__all__ = ["judged", "line_of_check"]

_NO_PATH = "it can be solved, as the answer says, but a path or its length is expected"
_NOTHING = "it returned nothing: is a `return` missing?"


def judged(boards: list[Board], answers: list[Any], goal: Board, convention: str) -> list[Verdict]:
    """The verdict on the answer to each board."""
    verdicts = [_verdict(board, answer, goal, convention) for board, answer in zip(boards, answers)]
    # None means "unsolvable". If all answers are None, the function may lack a `return`.
    if all(answer is None for answer in answers):
        verdicts = [verdict if verdict else Verdict(False, verdict.kind, _NOTHING) for verdict in verdicts]
    return verdicts


def _verdict(board: Board, answer: Any, goal: Board, convention: str) -> Verdict:
    try:
        verdict = _tilebase.check(board, answer, goal, convention=convention)  # type: ignore[arg-type]
    except TypeError as error:
        return Verdict(False, "malformed", str(error))
    # The answer True is a right claim, but no solution.
    return Verdict(False, verdict.kind, _NO_PATH) if verdict and verdict.kind == "solvable" else verdict


def line_of_check(name: str, board: Board, goal: Board, form: Form, convention: str) -> str:
    """A line of Python that reproduces the verdict."""
    arguments = [repr(board), call_of(name, board, form)]
    if goal != goal_of(goal.shape, None):
        arguments.append(repr(goal))
    if convention != "blank":
        arguments.append(f"convention={convention!r}")
    return f"tilebase.check({', '.join(arguments)})"
