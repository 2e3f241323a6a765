"""The forms in which boards are passed to the user's functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal, Union, get_args

import numpy as np

from ._tilebase import Board
from .types import Cells

__all__ = ["FORMS", "Form", "call_of", "in_form", "name_of", "read_form"]

Form = Union[Literal["tuple", "list", "rows", "string", "array", "Board"], Callable[[Board], Any]]
"""The form of a function's argument: a name, or a callable that converts a Board."""

FORMS: tuple[str, ...] = get_args(get_args(Form)[0])

# Number of boards that exist as Python objects at a time.
_CHUNK = 1 << 14


def read_form(form: Form) -> Form:
    """Returns the form if it is valid; raises ValueError otherwise."""
    if callable(form) or form in FORMS:
        return form
    raise ValueError(f"form: expected one of {', '.join(FORMS)} or a callable that takes a Board, found {form!r}")


def in_form(boards: Cells, form: Form, shape: tuple[int, int]) -> Iterator[Any]:
    """Iterates over the boards of a batch in the given form. Each is a separate object, so that
    changing one does not affect the others."""
    for first in range(0, len(boards), _CHUNK):
        yield from _chunk(boards[first : first + _CHUNK], form, shape)


def _chunk(boards: Cells, form: Form, shape: tuple[int, int]) -> Iterator[Any]:
    if form == "tuple":
        return map(tuple, boards.tolist())
    if form == "list":
        return iter(boards.tolist())
    if form == "rows":
        return (tuple(map(tuple, rows)) for rows in boards.reshape(-1, *shape).tolist())
    if form == "array":
        # Wide integers, because differences of bytes would wrap in the user's function.
        return iter(boards.astype(np.int64))
    if form == "string" and shape == (3, 3):
        text = (boards + ord("0")).tobytes().decode("ascii")
        return (text[at : at + 9] for at in range(0, len(text), 9))
    each = (Board(tiles, shape) for tiles in boards.tolist())
    if form == "string":
        return (board.text for board in each)
    return map(form, each) if callable(form) else each


def call_of(name: str, board: Board, form: Form) -> str:
    """A line of Python that calls a function with a board."""
    return f"{name}({_source(board, form)})"


def _source(board: Board, form: Form) -> str:
    if callable(form):
        return call_of(name_of(form, "form"), board, "Board")
    if form == "array":
        return f"np.array({list(board.tiles)})"
    if form == "Board":
        return repr(board)
    if form == "list":
        return repr(list(board.tiles))
    return repr({"tuple": board.tiles, "rows": board.rows, "string": board.text}[form])


def name_of(function: object, otherwise: str) -> str:
    """The name of a function if it is an identifier, else ``otherwise``."""
    name = getattr(function, "__name__", None)
    return name if isinstance(name, str) and name.isidentifier() else otherwise
