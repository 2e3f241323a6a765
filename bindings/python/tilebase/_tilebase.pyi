from collections.abc import Callable, Iterable, Iterator, Sequence
from os import PathLike
from types import TracebackType
from typing import Any, Literal, SupportsFloat, SupportsIndex, final, overload

import numpy as np
from numpy.typing import DTypeLike, NDArray

from .records import Claims, Level, Result, Step, Verdict
from .types import Batch, BoardLike, Cells, GoalLike, Shape

__all__ = [
    "ACTIONS",
    "Board",
    "Path",
    "PatternDatabase",
    "PatternSet",
    "Solutions",
    "Solver",
    "Table",
    "__version__",
    "all_boards",
    "all_distances",
    "apply",
    "check",
    "configure",
    "count_solutions",
    "distance",
    "distances",
    "is_solvable",
    "linear_conflict",
    "manhattan",
    "misplaced",
    "moves",
    "neighbors",
    "optimal_actions",
    "sample",
    "scramble",
    "search",
    "solutions",
    "solve",
    "walking_distance",
]

__version__: str
ACTIONS: tuple[str, str, str, str]

_Encoding = Literal["byte", "mod3"]
_Convention = Literal["blank", "tile"]
_Cost = str | dict[str, int] | None
_Move = str | SupportsIndex
_Answer = str | int | Path | Sequence[str] | Sequence[int] | Sequence[BoardLike] | NDArray[np.integer[Any]] | None
_Seed = SupportsIndex | np.random.Generator | None
_Estimate = SupportsFloat | SupportsIndex

def solve(
    board: BoardLike, goal: GoalLike = None, *, timeout: float | None = None, cost: _Cost = None
) -> Path:
    """."""
def distance(
    board: BoardLike, goal: GoalLike = None, *, timeout: float | None = None, cost: _Cost = None
) -> int:
    """."""
def moves(board: BoardLike, goal: GoalLike = None, *, timeout: float | None = None) -> list[Step]:
    """."""
def is_solvable(board: BoardLike, goal: GoalLike = None) -> bool:
    """."""
def count_solutions(board: BoardLike, goal: GoalLike = None) -> int:
    """."""
def solutions(board: BoardLike, goal: GoalLike = None) -> Solutions:
    """."""
def search(
    board: BoardLike,
    algorithm: str = "astar",
    heuristic: str | Callable[[tuple[int, ...]], _Estimate] | None = None,
    *,
    goal: GoalLike = None,
    weight: float | None = None,
    depth_limit: int | None = None,
    timeout: float | None = None,
    max_expanded: int | None = None,
    max_memory: int | None = 4000000000,
    admissible: bool = False,
    consistent: bool = False,
) -> Result: ...
def check(
    board: BoardLike,
    answer: _Answer,
    goal: GoalLike = None,
    *,
    convention: _Convention = "blank",
    cost: _Cost = None,
) -> Verdict:
    """."""
def configure(*, folder: str | PathLike[str] | None) -> None:
    """Sets the table folder of this process for solve(), distances(), Solver and others.

    The default, None, is the folder of the programs: the environment variable PDB_DIR, else ./pdb if it exists, else the
    user's cache folder.
    """

def all_boards(shape: Shape | None = None, goal: GoalLike = None) -> Cells:
    """."""
def all_distances(shape: Shape | None = None, goal: GoalLike = None) -> NDArray[np.int16]:
    """."""
def distances(
    batch: Batch, goal: GoalLike = None, *, shape: Shape | None = None, unreachable: int | None = None
) -> NDArray[np.int16]:
    """."""
def neighbors(batch: Batch, *, shape: Shape | None = None) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """."""
def apply(
    batch: Batch, actions: NDArray[np.integer[Any]] | Sequence[int] | Sequence[str], *, shape: Shape | None = None
) -> Cells:
    """."""
def optimal_actions(
    batch: Batch, goal: GoalLike = None, *, shape: Shape | None = None
) -> NDArray[np.bool_]:
    """."""
def sample(
    n: SupportsIndex,
    *,
    shape: Shape | None = None,
    goal: GoalLike = None,
    depth: int | tuple[int, int] | None = None,
    seed: _Seed = None,
) -> Cells:
    """."""
def scramble(
    n: SupportsIndex, *, steps: SupportsIndex, shape: Shape | None = None, goal: GoalLike = None, seed: _Seed = None
) -> Cells:
    """."""

@overload
def manhattan(
    boards: Board | str | Sequence[int], goal: GoalLike = None, *, shape: Shape | None = None
) -> int: ...
@overload
def manhattan(boards: Batch | BoardLike, goal: GoalLike = None, *, shape: Shape | None = None) -> Any:
    """The Manhattan distance: the sum of all tiles' steps to their goal cells, without the blank.

    Admissible and consistent. Boards that can't reach the goal have estimates, too.

    boards: one board, or many as an array of (n, cells) or (n, rows, columns) of any integer type, or as a list.
    goal: a board or the name of one; by default, the blank is last.
    shape: rows and columns, if the boards don't determine them.

    Returns an int for one board, and an array of int16 for many. Raises BoardError, ShapeError or GoalError.
    """
@overload
def linear_conflict(
    boards: Board | str | Sequence[int], goal: GoalLike = None, *, shape: Shape | None = None
) -> int: ...
@overload
def linear_conflict(boards: Batch | BoardLike, goal: GoalLike = None, *, shape: Shape | None = None) -> Any:
    """The Manhattan distance plus two moves for each tile that has to leave its goal row or goal column to let
    another pass.

    Admissible and consistent. Arguments, result, and exceptions are those of manhattan().
    """
@overload
def misplaced(
    boards: Board | str | Sequence[int], goal: GoalLike = None, *, shape: Shape | None = None
) -> int: ...
@overload
def misplaced(boards: Batch | BoardLike, goal: GoalLike = None, *, shape: Shape | None = None) -> Any:
    """The number of tiles that are not in their goal cells (the Hamming distance without the blank).

    Admissible and consistent. Arguments, result, and exceptions are those of manhattan().
    """
@overload
def walking_distance(
    boards: Board | str | Sequence[int], goal: GoalLike = None, *, shape: Shape | None = None
) -> int: ...
@overload
def walking_distance(boards: Batch | BoardLike, goal: GoalLike = None, *, shape: Shape | None = None) -> Any:
    """Takahashi's walking distance: the least number of vertical moves if only the goal rows of the tiles matter,
    plus the least number of horizontal moves if only their goal columns do.

    Admissible, consistent, and never below the Manhattan distance. Shapes up to 2x6, 3x5, and 4x4; larger ones raise
    ShapeError. The first call for a shape builds a table: a few milliseconds for 4x4, up to a second for 2x6 and 3x5.
    Arguments, result, and other exceptions are those of manhattan().
    """

@final
class Board(Sequence[int]):
    """."""
    def __new__(cls, board: BoardLike, shape: Shape | None = None) -> Board: ...
    @property
    def shape(self) -> tuple[int, int]:
        """."""
    @property
    def tiles(self) -> tuple[int, ...]:
        """."""
    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """."""
    @property
    def blank(self) -> int:
        """."""
    @property
    def text(self) -> str:
        """."""
    def after(self, move: _Move) -> Board:
        """."""
    def neighbors(self) -> list[tuple[str, Board]]:
        """."""
    def is_solvable(self, goal: GoalLike = None) -> bool:
        """."""
    def index(self, value: Any, *bounds: Any) -> int:
        """."""
    def count(self, value: Any) -> int:
        """."""
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, key: int, /) -> int: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[int, ...]: ...
    def __contains__(self, key: object, /) -> bool: ...
    def __iter__(self) -> Iterator[int]: ...
    def __reversed__(self) -> Iterator[int]: ...
    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __lt__(self, value: Board, /) -> bool: ...
    def __le__(self, value: Board, /) -> bool: ...
    def __gt__(self, value: Board, /) -> bool: ...
    def __ge__(self, value: Board, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Board], tuple[tuple[int, ...], tuple[int, int]]]: ...
    def _repr_svg_(self) -> str: ...

@final
class Path(Sequence[str]):
    """."""
    def __new__(cls, start: BoardLike, moves: Sequence[_Move]) -> Path: ...
    @property
    def start(self) -> Board:
        """."""
    @property
    def end(self) -> Board:
        """."""
    @property
    def tiles_moved(self) -> tuple[int, ...]:
        """."""
    def boards(self) -> list[Board]:
        """."""
    def by_tile(self) -> str:
        """."""
    def index(self, value: Any, *bounds: Any) -> int:
        """."""
    def count(self, value: Any) -> int:
        """."""
    def __len__(self) -> int: ...
    def __getitem__(self, key: int | slice, /) -> str: ...
    def __contains__(self, key: object, /) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...
    def __reversed__(self) -> Iterator[str]: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Path], tuple[Board, str]]: ...
    def _repr_svg_(self) -> str: ...

@final
class Solutions:
    """."""
    def __iter__(self) -> Solutions: ...
    def __next__(self) -> Path: ...

@final
class Table:
    """."""
    @staticmethod
    def build(
        shape: Shape | None = None,
        goal: GoalLike = None,
        *,
        threads: int = 0,
        encoding: _Encoding = "byte",
        on_level: Callable[[Level], object] | None = None,
    ) -> Table:
        """."""
    @staticmethod
    def open(path: str | PathLike[str], goal: GoalLike = None) -> Table:
        """."""
    def save(self, path: str | PathLike[str], *, overwrite: bool = False) -> None:
        """."""
    def close(self) -> None:
        """."""
    @property
    def goal(self) -> Board:
        """."""
    @property
    def shape(self) -> tuple[int, int]:
        """."""
    @property
    def encoding(self) -> str:
        """."""
    @property
    def deepest(self) -> int:
        """."""
    @property
    def histogram(self) -> NDArray[np.uint64]:
        """."""
    @property
    def states(self) -> int:
        """."""
    def distance(self, board: BoardLike) -> int:
        """."""
    def solve(self, board: BoardLike) -> Path:
        """."""
    def moves(self, board: BoardLike) -> list[Step]:
        """."""
    def count_solutions(self, board: BoardLike) -> int:
        """."""
    def solutions(self, board: BoardLike) -> Solutions:
        """."""
    def check(self, board: BoardLike, answer: _Answer, *, convention: _Convention = "blank") -> Verdict:
        """."""
    def distances(self, batch: Batch, *, unreachable: int | None = None) -> NDArray[np.int16]:
        """."""
    def optimal_actions(self, batch: Batch) -> NDArray[np.bool_]:
        """."""
    def as_array(self) -> NDArray[np.uint8]:
        """."""
    def rank(self, board: BoardLike) -> int:
        """."""
    def unrank(self, index: int) -> Board:
        """."""
    def ranks(self, batch: Batch) -> NDArray[np.uint64]:
        """."""
    def boards(self, indices: NDArray[np.integer[Any]] | Sequence[int] | None = None) -> Cells:
        """."""
    def __len__(self) -> int: ...
    def __enter__(self) -> Table: ...
    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
        /,
    ) -> None: ...

@final
class PatternDatabase:
    """The least number of moves of a pattern's tiles, for every placement of these tiles.

    An entry counts only moves of the pattern's tiles, so entries of disjoint patterns may be added (Korf and
    Felner, Disjoint pattern database heuristics, 2002): see PatternSet. An entry never exceeds the distance.

    In a zero-aware database, a placement has an entry for each connected region of other cells that may contain the
    blank. Then the entries are consistent: a move changes an entry by at most one.
    """

    @staticmethod
    def build(
        shape: Shape | None,
        tiles: Iterable[int],
        goal: GoalLike = None,
        *,
        zero_aware: bool = False,
        encoding: Literal["byte", "bit"] = "byte",
        threads: int = 0,
        on_level: Callable[[Level], object] | None = None,
    ) -> PatternDatabase:
        """Builds the database of a pattern in memory.

        shape: rows and columns; None means those of the goal, or 3x3.
        tiles: the numbers of the pattern's tiles, in any order.
        goal: a board or the name of one; by default, the blank is last.
        zero_aware: whether the regions of the blank have entries of their own.
        encoding: "byte", or "bit" for zero-aware databases, whose files are then an eighth as large.
        threads: the number of threads; 0 means one for each core.
        on_level: called with a Level after each level. An exception that it raises ends the build.

        Raises PatternError if the tiles are not a pattern, GoalError or ShapeError for an invalid goal or shape, and
        TableTooLargeError if there is not enough memory.
        """
    @staticmethod
    def open(path: str | PathLike[str]) -> PatternDatabase:
        """Opens a file written by save() or by pdb-gen build --pattern. A large file is mapped, not read.

        Raises TableNotFoundError if there is no such file, and TableError if it is damaged or a full table.
        """
    def save(self, path: str | PathLike[str], *, overwrite: bool = False) -> None:
        """Writes the database to a file atomically, with the same bytes as pdb-gen.

        Raises TableError if the file exists, unless overwrite is given, or if it can't be written.
        """
    @property
    def goal(self) -> Board:
        """The goal."""
    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
    @property
    def tiles(self) -> tuple[int, ...]:
        """The tiles of the pattern, in ascending order."""
    @property
    def zero_aware(self) -> bool:
        """Whether the regions of the blank have entries of their own."""
    @property
    def encoding(self) -> str:
        """The encoding of the entries in the file: "byte" or "bit"."""
    @property
    def histogram(self) -> NDArray[np.uint64]:
        """The number of entries of each value, from 0 to the largest."""
    @property
    def memory(self) -> int:
        """The bytes of the entries, in memory or mapped from the file."""
    @property
    def claims(self) -> Claims:
        """The properties of the entries: admissible always, consistent if zero-aware."""
    def lookup(self, board: BoardLike) -> int:
        """The entry of a board: a lower bound on the moves of the pattern's tiles."""
    def lookup_many(self, boards: Batch) -> NDArray[np.int16]:
        """The entries of many boards, as an array of int16.

        boards: an array of integers of (n, cells) or (n, rows, columns), or a list of boards.
        """
    def as_array(self) -> NDArray[np.uint8]:
        """All entries in index order, read-only: a view, not a copy.

        The index of a placement is n * k! + r for k tiles. The cells of the tiles are a set of k cells; n is its number
        among all such sets. They are ordered by their bit masks, in which cell 0 is the lowest bit. The tiles on these
        cells, from the first cell to the last, are a permutation of the pattern's tiles in goal order; r is its
        lexicographic rank. In a zero-aware database, n numbers the pairs of a set and a region of the blank: set by
        set, and within a set by the first cell of the region. rank() computes the index of a board.
        """
    def rank(self, board: BoardLike) -> int:
        """The index of a board's placement, which is its position in as_array()."""
    def __len__(self) -> int: ...

@final
class PatternSet:
    """Additive pattern databases as one heuristic (Korf and Felner, Disjoint pattern database heuristics, 2002).

    Each tile is in exactly one pattern, and the lower bound of a board is the sum of the entries. On a square board
    whose goal has the blank on the main diagonal, the reflected board is looked up as well, and the larger sum is used.
    Zero-aware databases may share tiles: then the bound is the largest sum over disjoint patterns, with Manhattan
    distances for tiles in none of them.

    The bounds are admissible, and have the distance's parity. They are consistent if the databases are zero-aware.
    Otherwise, a move may lower a bound by more than one, so A* has to reopen closed states.
    """

    def __new__(cls, databases: Iterable[PatternDatabase]) -> PatternSet: ...
    @property
    def goal(self) -> Board:
        """The goal."""
    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
    @property
    def databases(self) -> list[PatternDatabase]:
        """The databases."""
    @property
    def patterns(self) -> list[tuple[int, ...]]:
        """The tiles of each database."""
    @property
    def memory(self) -> int:
        """The bytes of the databases' entries."""
    @property
    def claims(self) -> Claims:
        """The properties of the bounds: admissible always, consistent if all databases are zero-aware."""
    def lower_bound(self, board: BoardLike) -> int:
        """A lower bound on the number of moves. Raises UnreachableError for a board that can't reach the goal."""
    def lower_bounds(self, batch: Batch) -> NDArray[np.int16]:
        """The lower bounds of many boards, as an array of int16.

        batch: an array of integers of (n, cells) or (n, rows, columns), or a list of boards.

        Raises UnreachableError, with the row, for a board that can't reach the goal.
        """
    def __len__(self) -> int: ...

@final
class Solver:
    """Solves boards of one goal, with a table if the goal has one, or else with pattern databases.

    Tables come from the folder. If it has none for the goal, the smallest ones are built in memory. This takes a moment
    for 4x4, but about 20 seconds and 1.4 GB for 5x5. pdb-gen builds and saves larger ones.

    By default, solving uses the strongest preset in the folder, such as 7-8x1. Lower bounds of unrelated boards are slow
    with one bit per entry, so lower_bound and lower_bounds use the strongest preset without such
    entries: 7-8, if the folder has it.
    """

    def __new__(
        cls,
        shape: Shape | None = None,
        goal: GoalLike = None,
        *,
        folder: str | PathLike[str] | None = None,
        preset: str | None = None,
        memory_limit: int | None = None,
        threads: int = 0,
        timeout: float | None = None,
    ) -> Solver: ...
    @property
    def goal(self) -> Board:
        """The goal."""
    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
    @property
    def pattern_set(self) -> str | None:
        """The preset of the pattern databases that solve boards, such as "7-8x1"; None with a table."""
    @property
    def memory(self) -> int:
        """The bytes of the tables' entries. Once laid out for search, they may need up to three times as many."""
    @property
    def claims(self) -> Claims:
        """The properties of lower bounds: admissible; consistent with a table, or if all pattern
        databases are zero-aware."""
    def solve(self, board: BoardLike, *, timeout: float | None = None) -> Path:
        """An optimal path. Raises UnreachableError, or LimitReached after the timeout (in seconds)."""
    def solve_many(self, batch: Batch, *, timeout: float | None = None) -> list[Result]:
        """Optimal paths of many boards; each board is solved by one thread.

        batch: an array of integers of (n, cells) or (n, rows, columns), or a list of boards.
        timeout: seconds for each board. The result of a board that timed out has no moves, only at_least.
        """
    def distance(self, board: BoardLike, *, timeout: float | None = None) -> int:
        """The length of a shortest path. Raises UnreachableError, or LimitReached after the timeout (in seconds)."""
    def distances(self, batch: Batch, *, unreachable: int | None = None) -> NDArray[np.int16]:
        """The distances of many boards, like distances() of the package."""
    def optimal_actions(self, batch: Batch) -> NDArray[np.bool_]:
        """Whether each move begins a shortest path, for many boards, like optimal_actions() of the package."""
    def moves(self, board: BoardLike, *, timeout: float | None = None) -> list[Step]:
        """The legal moves, with the distances after them."""
    def check(self, board: BoardLike, answer: _Answer, *, convention: _Convention = "blank") -> Verdict:
        """Checks an answer of another solver, like check() of the package."""
    def lower_bound(self, board: BoardLike) -> int:
        """A lower bound on the number of moves, without a search; with a table, it is the distance."""
    def lower_bounds(self, batch: Batch) -> NDArray[np.int16]:
        """The lower bounds of many boards, as an array of int16. Raises UnreachableError, with the row."""
