"""Reports of boards on which a function of the user's failed."""

from __future__ import annotations

import sys
from textwrap import indent
from typing import NoReturn

from ._forms import Form, call_of, name_of
from ._tilebase import Board

__all__ = ["counted", "grid", "lines", "moves_of", "raise_with_board", "shortened"]


def grid(board: Board) -> str:
    """A board as indented rows.

    >>> print(grid(Board("123405786")))
        1 2 3
        4 . 5
        7 8 6
    """
    return indent(str(board), "    ")


def counted(number: int, of: int, what: str) -> str:
    """How many of the boards fail, and which one is shown.

    >>> counted(12, 181440, "boards")
    '12 of 181,440 boards. The failure nearest to the goal is shown.'
    """
    return f"{number:,} of {of:,} {what}. The failure nearest to the goal is shown."


def shortened(value: object, most: int) -> str:
    """The repr of a value, shortened to at most ``most`` characters.

    >>> shortened("U" * 40, 10)
    "'UUUUUUUU…"
    """
    text = repr(value)
    return text if len(text) <= most else text[: most - 1] + "…"


def moves_of(number: int) -> str:
    """A number of moves, in words.

    >>> moves_of(1), moves_of(2)
    ('1 move', '2 moves')
    """
    return "1 move" if number == 1 else f"{number} moves"


def lines(*parts: str) -> str:
    """One line for each part that is not empty."""
    return "\n".join(part for part in parts if part)


def raise_with_board(error: Exception, function: object, board: Board, form: Form) -> NoReturn:
    """Re-raises an exception of the user's function, with a note that shows the board."""
    __tracebackhide__ = True
    call = call_of(name_of(function, "function"), board, form)
    note = f"It was raised on this board:\n{grid(board)}\nTry it: {call}"
    if sys.version_info >= (3, 11):
        error.add_note(note)
        raise error
    raise RuntimeError(f"{type(error).__name__}: {error}\n{note}") from error
