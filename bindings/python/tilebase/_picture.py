"""Pictures of boards as arrays of pixels, for videos and windows.

The colors are those of the SVG. The digits are bitmaps, so no font and no package but NumPy is required.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._svg import GROUND, HOLE, INK, TILE
from ._tilebase import Board

__all__ = ["Pixels", "board_picture"]

Pixels = NDArray[np.uint8]
"""A picture: (height, width, 3), red, green and blue."""

# Lengths in pixels. All are even, and so are the sides of every picture: video codecs require it.
_CELL = 48
_GAP = 4
_MARGIN = 8
_CORNER = 6

# The digits, five pixels wide and seven high: one number for each row, with one bit for each pixel.
_DIGITS = [
    bytes.fromhex(rows)
    for rows in (
        "0e11111111110e",
        "040c040404040e",
        "0e11010204081f",
        "1f02040201110e",
        "02060a121f0202",
        "1f101e0101110e",
        "0608101e11110e",
        "1f010204080808",
        "0e11110e11110e",
        "0e11110f01020c",
    )
]


def board_picture(board: Board) -> Pixels:
    """A board, as an array of pixels.

    >>> from tilebase import Board
    >>> board_picture(Board("123456780")).shape
    (168, 168, 3)
    """
    rows, columns = board.shape
    picture = np.empty((_along(rows), _along(columns), 3), np.uint8)
    picture[:] = _color(GROUND)
    # Larger digits if all numbers have one.
    scale = 4 if len(board) <= 10 else 3
    for cell, tile in enumerate(board):
        row, column = divmod(cell, columns)
        top, left = (_MARGIN + place * (_CELL + _GAP) for place in (row, column))
        square = picture[top : top + _CELL, left : left + _CELL]
        square[_ROUNDED] = _color(TILE if tile else HOLE)
        if tile:
            ink = _ink(tile, scale)
            height, width = ink.shape
            top, left = (_CELL - height) // 2, (_CELL - width) // 2
            square[top : top + height, left : left + width][ink] = _color(INK)
    return picture


def _along(cells: int) -> int:
    return 2 * _MARGIN + cells * _CELL + (cells - 1) * _GAP


def _color(code: str) -> list[int]:
    return list(bytes.fromhex(code[1:]))


def _rounded() -> NDArray[np.bool_]:
    """The pixels of a cell that a square with round corners covers."""
    middle = np.arange(_CELL) + 0.5
    # How far a row or column reaches into the corners; 0 between them.
    outside = np.maximum(0, _CORNER - np.minimum(middle, _CELL - middle))
    return np.asarray(outside[:, None] ** 2 + outside**2 <= _CORNER**2)


_ROUNDED = _rounded()


def _ink(number: int, scale: int) -> NDArray[np.bool_]:
    """The pixels of a number: each pixel of its digits, ``scale`` times as large."""
    parts: list[NDArray[Any]] = []
    for digit in str(number):
        bits = [[row >> bit & 1 for bit in (4, 3, 2, 1, 0)] for row in _DIGITS[int(digit)]]
        parts += [np.array(bits), np.zeros((7, 1), int)]
    # No gap after the last digit.
    del parts[-1]
    small = np.concatenate(parts, axis=1).astype(np.bool_)
    return small.repeat(scale, axis=0).repeat(scale, axis=1)
