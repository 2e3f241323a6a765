"""Reads moves in Python, in all forms that ``tilebase.check`` reads, and replays them up to the first illegal one.

The compiled module reads the same forms, but judges an answer as a whole. Tests compare the two readers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Union

import numpy as np

from ._tilebase import ACTIONS, Board, Path
from .errors import BoardError

__all__ = ["Replay", "Step", "Unreadable", "read_steps", "replay"]

Step = Union[str, int, Board]
"""A step: the letter of a direction of the blank, the number of the tile that slides, or the next board."""

_OPPOSITE = {"U": "D", "D": "U", "L": "R", "R": "L"}

# The symbols of each form, in the order of ACTIONS. No symbol occurs twice.
_SYMBOLS = {
    symbol: (form, action)
    for form, symbols in [("letters", "UDLR"), ("compass", "NSWE"), ("arrows", "↑↓←→"), ("ascii arrows", "^V<>")]
    for letters in (symbols, symbols.lower())
    for symbol, action in zip(letters, ACTIONS)
}
_WORDS = {
    word: (form, action)
    for form, words in [("words", "up down left right"), ("compass", "north south west east")]
    for word, action in zip(words.split(), ACTIONS)
}
_SEPARATORS = re.compile(r"[\s,;\[\](){}'\"]+")
_COUNTED = re.compile(r"([UDLRudlr])([0-9]*)")
# A longer run would leave any board. The bound keeps a few characters from becoming billions of moves.
_MAX_COUNT = 11


class Unreadable(ValueError):
    """The answer is not a list of moves from the board. ``kind`` is the kind of its verdict."""

    def __init__(self, message: str, kind: str = "malformed") -> None:
        super().__init__(message)
        self.kind = kind


class Replay(NamedTuple):
    """Moves made on a board."""

    path: Path
    """The legal moves before the first illegal one."""
    illegal: int | None
    """The number of the first illegal move, counted from 1."""
    why: str
    """Why that move is illegal."""


def read_steps(answer: Any, start: Board, convention: str) -> list[Step]:
    """The steps of an answer. If they are boards, the first one is left out.

    Raises Unreadable, or TypeError if the answer is of a wrong type.
    """
    if isinstance(answer, Path):
        return list(answer)
    if isinstance(answer, str):
        steps = _boards_in(answer, start) or list(_steps_in(_SEPARATORS.split(answer), start))
    elif isinstance(answer, (list, tuple, np.ndarray)):
        items = list(answer)
        steps = list(map(_action, items)) if all(map(_is_integer, items)) else _steps_of(items, start)
        if items and _is_integer(items[0]):
            # Actions always name the direction of the blank.
            return steps
    else:
        raise TypeError(f"expected moves, as text or as a list of moves, actions or boards, found {type(answer).__name__}")
    return [_OPPOSITE[step] if convention == "tile" and isinstance(step, str) else step for step in steps]


def replay(start: Board, steps: Iterable[Step]) -> Replay:
    """Makes the steps, up to the first illegal one."""
    board = start
    made: list[str] = []
    for number, step in enumerate(steps, 1):
        found = next(((move, after) for move, after in board.neighbors() if _leads(step, move, board, after)), None)
        if found is None:
            return Replay(Path(start, "".join(made)), number, _why(step, board))
        made.append(found[0])
        board = found[1]
    return Replay(Path(start, "".join(made)), None, "")


def _leads(step: Step, move: str, board: Board, after: Board) -> bool:
    if isinstance(step, str):
        return step == move
    # The tile that slides is where the blank goes.
    return board[after.blank] == step if isinstance(step, int) else after == step


def _why(step: Step, board: Board) -> str:
    if isinstance(step, str):
        return f"the blank of {board.text} can't go {step}"
    if isinstance(step, int):
        return f"tile {step} is not beside the blank of {board.text}"
    return f"{step.text} is not one slide away from {board.text}"


def _is_integer(item: Any) -> bool:
    return isinstance(item, (int, np.integer)) and not isinstance(item, (bool, np.bool_))


def _action(item: Any) -> Step:
    if not 0 <= item < len(ACTIONS):
        raise Unreadable(f"expected an action from 0 to 3 (U, D, L, R), found {item}")
    return ACTIONS[item]


def _steps_of(items: list[Any], start: Board) -> list[Step]:
    """The steps of a list of texts, or of boards in any form."""
    # Texts are boards if the first one is. It can't be the numbers of tiles, because it has a blank.
    if all(isinstance(item, str) for item in items) and not _is_board(items[0], start):
        return list(_steps_in([word for item in items for word in _SEPARATORS.split(item)], start))
    boards = []
    for place, item in enumerate(items):
        try:
            boards.append(Board(item, start.shape))
        except BoardError as error:
            raise Unreadable(f"item {place} of the list, counted from 0: {error}") from error
    return _after_first(boards, start)


def _after_first(boards: list[Board], start: Board) -> list[Step]:
    if boards[0] != start:
        raise Unreadable(f"it begins at {boards[0].text}, not at {start.text}", "starts-elsewhere")
    return [*boards[1:]]


def _is_board(text: str, start: Board) -> bool:
    try:
        Board(text, start.shape)
    except ValueError:
        return False
    return True


def _boards_in(text: str, start: Board) -> list[Step]:
    """The boards of a text, one in each line or each paragraph; empty if it does not begin with two boards."""
    for separator in (r"\n", r"\n\s*\n"):
        parts = [part for part in re.split(separator, text) if part.strip()]
        if len(parts) > 1 and all(_is_board(part, start) for part in parts[:2]):
            return _steps_of(parts, start)
    return []


def _steps_in(words: list[str], start: Board) -> Iterator[Step]:
    """The steps of some words. All must have the same form."""
    form = ""
    for word in filter(None, words):
        for found, steps in _steps_of_word(word, start):
            if form and found != form:
                raise Unreadable(f"expected all moves in the same form ({form}), found {word[:20]!r}")
            form = found
            yield from steps


def _steps_of_word(word: str, start: Board) -> Iterator[tuple[str, Iterable[Step]]]:
    """Each step of a word, or several equal ones, with the name of their form."""
    # Not for all of Unicode, where changing the case may change the number of characters.
    lower = word.lower() if word.isascii() else word
    if lower in _WORDS:
        form, action = _WORDS[lower]
        yield form, action
    elif word.isascii() and word.isdigit():
        yield "tile numbers", _tiles_in(word, start)
    elif "".join(letter + count for letter, count in _COUNTED.findall(word)) == word:
        for letter, count in _COUNTED.findall(word):
            if count and not 1 <= int(count[:9]) <= _MAX_COUNT:
                raise Unreadable(f"expected 1 to {_MAX_COUNT} repetitions, found {count[:9]}")
            yield "letters", letter.upper() * int(count or 1)
    else:
        for symbol in word:
            if symbol not in _SYMBOLS:
                raise Unreadable(f"expected a move, found {word[:20]!r}")
            form, action = _SYMBOLS[symbol]
            yield form, action


def _tiles_in(word: str, start: Board) -> list[int]:
    if len(start) <= 10:
        return [int(digit) for digit in word]
    if len(word) > 2:
        raise Unreadable(f"{word[:20]} is ambiguous: separate tile numbers with spaces")
    return [int(word)]
