"""Type aliases for annotations: the accepted forms of boards, goals and shapes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Union

import numpy as np
from numpy.typing import NDArray

from ._tilebase import Board

__all__ = ["Batch", "BoardLike", "Cells", "GoalLike", "Shape"]

Cells = NDArray[np.uint8]
"""Boards as they are returned: (n, cells)."""

BoardLike = Union[Board, str, Sequence[int], Sequence[Sequence[int]], NDArray[np.integer[Any]]]
"""A board: a string, a list of tiles or of rows, an array of integers, or a Board."""

GoalLike = Union[BoardLike, Literal["blank-last", "blank-first", "snail"], None]
"""A goal: a board or the name of one. None means blank-last, on the board's shape."""

Batch = Union[NDArray[np.integer[Any]], Sequence[BoardLike]]
"""Many boards: an integer array of shape (n, cells) or (n, rows, columns), or a list of boards."""

Shape = Union[tuple[int, int], str]
"""Rows and columns: (3, 4), or "3x4"."""
