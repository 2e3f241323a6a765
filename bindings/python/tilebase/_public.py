"""All names of the package.

They are in a module of their own because ``tilebase/__init__.py`` loads them at the first use.
"""

from __future__ import annotations

from collections.abc import Sequence

from . import heuristics
from ._labels import LabelFolder, Labels, label, open_labels
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
    LabelError,
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
    "LabelError",
    "LabelFolder",
    "Labels",
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
    "label",
    "moves",
    "neighbors",
    "open_labels",
    "optimal_actions",
    "reward",
    "sample",
    "scramble",
    "search",
    "solutions",
    "solve",
    "verify",
]
