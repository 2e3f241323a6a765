"""Exact distances for sliding-tile puzzles, and a judge of other solvers' answers.

>>> import tilebase
>>> path = tilebase.solve("638541720")
>>> len(path), str(path)
(28, 'UULDDLUURDLDRURDLURULDLURRDD')
>>> tilebase.distance([[8, 6, 7], [2, 5, 4], [3, 0, 1]])
31
>>> print(tilebase.check("123456708", "RR"))
move 2 is illegal: the blank of 123456780 is in the last column and can't go R

A board is a text, a list of numbers or of rows, an array, or a :class:`Board`; 0 is the blank. Moves are named by where
the blank goes: "U", "D", "L", "R". The goal is ``123456780`` unless another is given. For many boards at a time there
are functions on arrays: :func:`distances`, :func:`neighbors`, :func:`optimal_actions`; :mod:`tilebase.heuristics` has heuristics.
"""

from __future__ import annotations

from collections.abc import Sequence

from . import heuristics
from ._tilebase import (
    ACTIONS,
    Board,
    Path,
    PatternDatabase,
    PatternSet,
    Solutions,
    Solver,
    Table,
    __version__,
    all_boards,
    all_distances,
    apply,
    check,
    configure,
    count_solutions,
    distance,
    distances,
    is_solvable,
    moves,
    neighbors,
    optimal_actions,
    sample,
    scramble,
    search,
    solutions,
    solve,
)
from ._verify import reward, verify
from .errors import (
    BoardError,
    GoalError,
    HeuristicError,
    LimitReached,
    MethodError,
    MoveError,
    PatternError,
    SampleError,
    ShapeError,
    TableError,
    TableNotFoundError,
    TableTooLargeError,
    TilebaseError,
    UnreachableError,
)
from .records import Claims, Level, Report, Result, Statistics, Step, Verdict

Sequence.register(Board)
Sequence.register(Path)

__all__ = [
    "ACTIONS",
    "Board",
    "BoardError",
    "Claims",
    "GoalError",
    "HeuristicError",
    "Level",
    "LimitReached",
    "MethodError",
    "MoveError",
    "Path",
    "PatternDatabase",
    "PatternError",
    "PatternSet",
    "Report",
    "Result",
    "SampleError",
    "ShapeError",
    "Solutions",
    "Solver",
    "Statistics",
    "Step",
    "Table",
    "TableError",
    "TableNotFoundError",
    "TableTooLargeError",
    "TilebaseError",
    "UnreachableError",
    "Verdict",
    "__version__",
    "all_boards",
    "all_distances",
    "apply",
    "check",
    "configure",
    "count_solutions",
    "distance",
    "distances",
    "heuristics",
    "is_solvable",
    "moves",
    "neighbors",
    "optimal_actions",
    "reward",
    "sample",
    "scramble",
    "search",
    "solutions",
    "solve",
    "verify",
]
