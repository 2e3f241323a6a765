"""Calls heuristics, and explains estimates that are not a number of moves."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal
from numbers import Real
from typing import Any

import numpy as np

from ._blame import raise_with_board, shortened
from ._forms import Form, in_form
from ._trials import Trials

__all__ = ["estimates", "fault", "rounding"]

# An estimate that is too large by at most this is assumed to suffer from float rounding.
_ROUNDING = 1e-9


def estimates(h: Callable[[Any], Any], trials: Trials, form: Form) -> list[Any]:
    """The estimate of each board, exactly as returned: nothing is rounded."""
    __tracebackhide__ = True
    values: list[Any] = []
    try:
        for board in in_form(trials.boards, form, trials.shape):
            values.append(h(board))
    except Exception as error:
        raise_with_board(error, h, trials.board(len(values)), form)
    if {*map(type, values)} <= {int, float}:
        return values
    return [_number(estimate) for estimate in values]


def _number(estimate: Any) -> Any:
    """Unwraps zero-dimensional arrays, and converts NumPy integers to Python's, which don't wrap."""
    if not isinstance(estimate, (np.generic, Real)) and getattr(estimate, "shape", None) == ():
        estimate = estimate.item()
    return int(estimate) if isinstance(estimate, np.integer) else estimate


def fault(estimate: Any) -> str | None:
    """Why the estimate is not a number of moves, or None if it is one."""
    if estimate is None:
        return "None (does every code path return a number?)"
    if isinstance(estimate, (bool, np.bool_)) or not isinstance(estimate, (Real, Decimal)):
        return f"{shortened(estimate, 80)} (of type {type(estimate).__name__}, expected a number)"
    if not _is_finite(estimate):
        return f"{shortened(estimate, 80)} (expected a finite number)"
    return f"{shortened(estimate, 80)} (expected 0 or more)" if estimate < 0 else None


def _is_finite(estimate: Any) -> bool:
    if isinstance(estimate, Decimal):
        return estimate.is_finite()
    # Not converted to a float: an integer or a fraction may be too large for one.
    return bool(estimate == estimate and abs(estimate) != math.inf)


def rounding(estimate: Any, most: Any) -> str:
    """A hint if the estimate is too large by no more than a rounding error of floats."""
    try:
        excess = float(estimate - most)
    except (ArithmeticError, TypeError):
        # Types that can't be subtracted, or a number too large for a float: not a rounding error.
        return ""
    if 0 < excess <= _ROUNDING:
        cause = "which looks like floating-point rounding: round it, or subtract 1e-9."
        return f"It is too large by only {excess:.1e}, {cause}"
    return ""
