"""Heuristic functions, for one board or many.

>>> import tilebase
>>> tilebase.heuristics.manhattan("867254301")
21
>>> boards = tilebase.scramble(3, steps=40, shape=(4, 4), seed=1)
>>> tilebase.heuristics.walking_distance(boards)
array([28, 22, 22], dtype=int16)

All of them are admissible (never above the distance) and consistent (a move lowers them by at most one). They take
boards in any form, including arrays of any integer type of shape (n, cells) or (n, rows, columns), and release the GIL.
Their names in :func:`tilebase.search` have a hyphen: "linear-conflict", "walking-distance".
"""

from __future__ import annotations

from ._tilebase import linear_conflict, manhattan, misplaced, walking_distance

__all__ = ["linear_conflict", "manhattan", "misplaced", "walking_distance"]
