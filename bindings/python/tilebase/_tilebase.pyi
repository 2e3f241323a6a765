from collections.abc import Callable, Iterable, Iterator, Sequence
from os import PathLike
from types import TracebackType
from typing import Any, Literal, SupportsFloat, SupportsIndex, final, overload

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from .records import AnytimeResult, Claims, Level, Progress, Result, Step, Verdict
from .types import Batch, BoardLike, Cells, GoalLike, Shape

__all__ = [
    "ACTIONS",
    "Board",
    "Path",
    "PatternDatabase",
    "PdbSet",
    "Solutions",
    "Solver",
    "Table",
    "__version__",
    "all_boards",
    "all_distances",
    "anytime",
    "apply",
    "check",
    "configure",
    "count_solutions",
    "distance",
    "distances",
    "is_solvable",
    "linear_conflict",
    "lower_bound",
    "lower_bounds",
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
_Answer = str | float | np.number[Any] | Path | Sequence[str] | Sequence[int] | Sequence[BoardLike] | NDArray[np.integer[Any]] | None
_Seed = SupportsIndex | np.random.Generator | None
_Estimate = SupportsFloat | SupportsIndex

def solve(
    board: BoardLike,
    goal: GoalLike = None,
    *,
    timeout: float | None = None,
    cost: _Cost = None,
    shape: Shape | None = None,
) -> Path:
    """Finds an optimal path to the goal: from a table for up to ten cells, or else by a search.

    Larger boards use the tables in the table folder (see configure). If it has none for the goal,
    small pattern databases are built in memory: well under a second for 4x4, about 10 seconds on
    two cores and 1.4 GB for 5x5. They stay in memory, and a Solver with the same goal shares them.

    Parameters
    ----------
    board
        A board in any form: text, tiles, rows, an array, or a Board.
    goal
        A board or the name of a goal ("blank-last", "blank-first", "snail"); by default, the blank
        is last.
    timeout
        Seconds for loading and building tables and for searching; None means no limit.
    cost
        The cost of a move, for a cheapest path: "unit" (1), "tile" (the number on the tile), or a
        cost from 1 to 1,000,000 for each direction of the blank: "U=1,D=3,L=2,R=2", or a dict.
    shape
        Rows and columns, as (3, 4) or "3x4", for boards without rows. By default, those of the
        goal, or else the shape closest to square, with no more rows than columns.

    Returns
    -------
    Path
        The moves of the blank; a sequence of letters.

    Raises
    ------
    BoardError, GoalError, MoveError
        If the board, the goal, or the costs are malformed, or the shapes differ.
    ShapeError
        If the shape is invalid, or differs from the board's.
    UnreachableError
        If the goal can't be reached from the board.
    LimitReached
        After the timeout. Its lower_bound is a lower bound on the length or cost.
    TableError
        If a table in the folder is damaged.

    Examples
    --------
    >>> import tilebase
    >>> str(tilebase.solve("123745086"))
    'URRD'
    >>> len(tilebase.solve("5 1 3 4 2 6 7 8 9 10 15 11 13 14 12 0"))
    12
    >>> tilebase.solve([[1, 2, 3], [8, 0, 4], [7, 6, 5]], goal="snail")
    Path('123804765', '')
    >>> len(tilebase.solve("253410786")), len(tilebase.solve("253410786", cost="tile"))
    (11, 15)
    """
def distance(
    board: BoardLike,
    goal: GoalLike = None,
    *,
    timeout: float | None = None,
    cost: _Cost = None,
    shape: Shape | None = None,
) -> int:
    """The length of a shortest path to the goal or, with costs, the least cost.

    Parameters
    ----------
    board, goal, timeout, cost, shape
        As for solve.

    Raises
    ------
    BoardError, GoalError, MoveError, ShapeError, UnreachableError, LimitReached, TableError
        As for solve.

    Examples
    --------
    >>> import tilebase
    >>> tilebase.distance("867254301")
    31
    >>> tilebase.distance("123456780", goal="123456708")
    1
    >>> tilebase.distance("253410786", cost="tile")
    45
    """
def moves(
    board: BoardLike, goal: GoalLike = None, *, timeout: float | None = None, shape: Shape | None = None
) -> list[Step]:
    """The legal moves, with the distances after them.

    Parameters
    ----------
    board, goal, timeout, shape
        As for solve. The timeout covers all moves.

    Returns
    -------
    list of Step
        In the order of ACTIONS: the move, the board after it, the distance of that board from the
        goal, and whether the move begins a shortest path (none does from the goal).

    Raises
    ------
    BoardError, GoalError, ShapeError, UnreachableError, LimitReached, TableError
        As for solve.

    Examples
    --------
    >>> import tilebase
    >>> [step.move for step in tilebase.moves("123405786") if step.is_optimal]
    ['R']
    """
def is_solvable(board: BoardLike, goal: GoalLike = None, *, shape: Shape | None = None) -> bool:
    """Whether the goal can be reached from the board, by a parity test. Half of all boards can't.

    Parameters
    ----------
    board, goal, shape
        As for solve.

    Raises
    ------
    BoardError, GoalError, ShapeError
        If the board, the goal or the shape is malformed, or the shapes differ.

    Examples
    --------
    >>> import tilebase
    >>> tilebase.is_solvable("123456780"), tilebase.is_solvable("213456780")
    (True, False)
    """
def count_solutions(board: BoardLike, goal: GoalLike = None, *, shape: Shape | None = None) -> int:
    """The number of optimal paths. It requires a table.

    Parameters
    ----------
    board, goal, shape
        As for solve.

    Raises
    ------
    BoardError, GoalError, ShapeError, UnreachableError
        As for solve.
    TableTooLargeError
        If the board has more than ten cells, and the folder has no table: use
        Table.count_solutions.

    Examples
    --------
    >>> import tilebase
    >>> tilebase.count_solutions("638541720")
    13
    """
def solutions(board: BoardLike, goal: GoalLike = None, *, shape: Shape | None = None) -> Solutions:
    """An iterator over all optimal paths, in the order of ACTIONS. It requires a table.

    Parameters
    ----------
    board, goal, shape
        As for solve.

    Returns
    -------
    Solutions
        An iterator of Path. The goal itself has one path, which is empty.

    Raises
    ------
    BoardError, GoalError, ShapeError, UnreachableError, TableTooLargeError
        As for count_solutions, before the first path.

    Examples
    --------
    >>> import tilebase
    >>> [str(path) for path in tilebase.solutions("012753846")]
    ['RDDLURURDD', 'RRDLDLURRD']
    """
@overload
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
    batch_size: None = None,
    stop_at_goal: Literal[False] = False,
) -> Result: ...
@overload
def search(
    board: BoardLike,
    algorithm: str,
    heuristic: Callable[[Cells], ArrayLike],
    *,
    goal: GoalLike = None,
    weight: float | None = None,
    depth_limit: None = None,
    timeout: float | None = None,
    max_expanded: int | None = None,
    max_memory: int | None = 4000000000,
    admissible: bool = False,
    consistent: bool = False,
    batch_size: int,
    stop_at_goal: bool = False,
) -> Result:
    """Searches with the given algorithm and heuristic; returns the path and the cost of the search.

    With batch_size, the search expands several states at a time and estimates all their new
    successors in one call, which suits learned heuristics. Weighted A* with batch_size > 1 is the
    batch-weighted A* search (BWAS) of DeepCubeA (Agostinelli, McAleer, Shmakov and Baldi, Solving
    the Rubik's Cube with Deep Reinforcement Learning and Search, 2019), whose path-cost weight,
    lambda, is 1 / weight.

    Parameters
    ----------
    board
        A board in any form, as for solve.
    algorithm
        table, breadth-first, bidirectional, uniform-cost, depth-first, iterative-deepening, greedy,
        astar, weighted-astar or ida. With batch_size: greedy (h), astar (g + h) or weighted-astar
        (g + weight h).
    heuristic
        zero, misplaced, manhattan, linear-conflict, walking-distance, manhattan-plus-misplaced,
        patterns, exact, or a callable that takes a tuple of tiles and returns a number, which is
        rounded up. The default is patterns for ida and manhattan otherwise. With batch_size: a
        callable that takes a uint8 array of shape (n, cells) and returns an array of n real
        numbers. It is never called for the goal, whose estimate is 0.
    goal
        A board or the name of a goal; by default, the blank is last.
    weight
        The weight of weighted-astar, from 1 to 100 in steps of 0.01; default 2.
    depth_limit
        Depth limit of depth-first; default 31.
    timeout
        Time limit in seconds. With batch_size, it is checked after each batch.
    max_expanded
        The largest number of states to expand.
    max_memory
        Memory limit for states in bytes, estimated at 96 per state, or 144 with batch_size. None
        means no limit.
    admissible, consistent
        Your assertion that the callable is admissible or consistent. With admissible=True, results
        of astar and ida are marked optimal. On boards of up to ten cells, this is checked by
        comparing each estimate with the exact distance; on larger boards, it is not checked.
        consistent is never checked.
    batch_size
        The largest number of states to expand at a time.
    stop_at_goal
        Whether to stop with the first batch that contains the goal, as DeepCubeA does. By default,
        the search continues until no state in the open list has an f below the length of the best
        path. This takes a few more batches, but is required for the guarantee. Greedy search always
        stops with the first batch that contains the goal.

    Returns
    -------
    Result
        With batch_size, if a limit is reached after a path was found, the result contains that
        path, not proven optimal.

    Raises
    ------
    BoardError, GoalError, UnreachableError
        As for solve.
    MethodError
        If the algorithm or the heuristic is unknown, or the options can't be combined.
    HeuristicError
        If an estimate is negative, infinite or NaN, or an array does not contain exactly one
        estimate per board.
    ClaimError
        If admissible is True, and the estimate for a board of up to ten cells exceeds its distance.
    TypeError
        If an estimate is not a real number.
    LimitReached
        If a limit is reached before a path was found.

    Examples
    --------
    >>> import tilebase
    >>> result = tilebase.search("867254301", "astar", "manhattan")
    >>> result.length, result.optimal, result.statistics.expanded
    (31, True, 6744)
    >>> def misplaced(tiles):
    ...     return sum(tile != 0 and tile != place + 1 for place, tile in enumerate(tiles))
    >>> tilebase.search("123745086", "astar", misplaced, admissible=True).optimal
    True
    >>> def misplaced_tiles(boards):
    ...     return ((boards != [1, 2, 3, 4, 5, 6, 7, 8, 0]) & (boards != 0)).sum(axis=1)
    >>> tilebase.search("123745086", "astar", misplaced_tiles, batch_size=100, admissible=True).length
    4
    """
def check(
    board: BoardLike,
    answer: _Answer,
    goal: GoalLike = None,
    *,
    convention: _Convention = "blank",
    cost: _Cost = None,
    shape: Shape | None = None,
    timeout: float | None = None,
) -> Verdict:
    """Checks an answer of another solver: replays it and compares its length with the optimum.

    Any optimal path is right. A wrong answer gives a verdict, not an exception. Beyond ten cells,
    the optimum requires a search, unless the table folder has a full table.

    Parameters
    ----------
    board
        A board in any form: text, tiles, rows, an array, or a Board.
    answer
        A string of moves in any notation; a list of moves, of actions (0 to 3), or of boards from
        the first to the last; a length, also as a float such as 31.0; None or False for
        "unsolvable", True for "solvable".
    goal
        A board or the name of a goal; by default, the blank is last.
    convention
        Whether a direction is that of the "blank" or of the "tile". Actions are always the blank's.
    cost
        The costs of moves, as for solve. A path is right if none is cheaper; an integer answer is
        read as a cost, not a length.
    shape
        Rows and columns, as (3, 4) or "3x4", for boards without rows.
    timeout
        Seconds for loading and building tables and for searching; None means no limit.

    Returns
    -------
    Verdict
        It is true if the answer is right.

    Raises
    ------
    BoardError, GoalError, MoveError
        If the board, the goal, or the convention or costs are invalid.
    ShapeError
        If the shape is invalid, or differs from the board's.
    LimitReached
        After the timeout. Its lower_bound is a lower bound on the length.
    TypeError
        If the answer has another type, or is a fraction such as 1.5.

    Examples
    --------
    >>> import tilebase
    >>> tilebase.check("123456708", "R").kind
    'optimal'
    >>> print(tilebase.check("123456708", ["R", "L", "R"]))
    3 moves, 2 more than needed
    >>> print(tilebase.check("123456708", None))
    it can be solved, in 1 move: R
    >>> bool(tilebase.check("213456780", None)), bool(tilebase.check("867254301", 31))
    (True, True)
    >>> print(tilebase.check("253410786", "DLLURULDDRR", cost="tile"))
    cost 53 in 11 moves, 8 more than the least cost
    """
def configure(*, folder: str | PathLike[str] | None = ..., memory_limit: int | None = ...) -> None:
    """Sets the table folder and the memory limit of this process, for all functions and for Solver.

    A setting that is not given keeps its value. The files of the folder are read again.

    Parameters
    ----------
    folder
        The folder with tables of pdb-gen. None selects the folder that the command-line programs
        use: the environment variable PDB_DIR, else ./pdb if it exists, else the user's cache
        folder.
    memory_limit
        Bytes for pattern databases, not counting mapped files; None means no limit. The strongest
        ones within the limit are used. If even the smallest ones exceed it, searches use linear
        conflicts.

    Examples
    --------
    >>> import tilebase
    >>> tilebase.configure(folder="pdb", memory_limit=2_000_000_000)
    >>> tilebase.configure(folder=None, memory_limit=None)
    """

def anytime(
    board: BoardLike,
    goal: GoalLike = None,
    *,
    timeout: float,
    max_expanded: int | None = None,
    shape: Shape | None = None,
    on_improvement: Callable[[AnytimeResult], object] | None = None,
) -> AnytimeResult:
    """Finds a path at once, and improves it until the timeout or until the path is proven optimal.

    Boards may have up to 100 cells, such as 10x10; all other functions take at most 25 cells. Beam
    searches improve the path. On boards of up to 25 cells, these get a tenth of the time, up to one
    second; an exact search with the tables of solve() gets the rest.

    Parameters
    ----------
    board
        A board in any form. A board of more than 25 cells may be numbers as text, a list of tiles
        or rows, or an array.
    goal
        A board of the same shape or the name of a goal ("blank-last", "blank-first", "snail"); by
        default, the blank is last.
    timeout
        Seconds until the best path so far is returned; math.inf means until a path is proven
        optimal. Even with timeout=0, a path is returned; finding it takes at most a few tenths of a
        second.
    max_expanded
        The number of states after which the search ends. Beam searches check it after each better
        path and every 8,192 states. On boards of more than 25 cells, the same limit gives the same
        path, unless the timeout comes first.
    shape
        Rows and columns; by default, those of the rows or the goal, or else the shape closest to
        square, with no more rows than columns.
    on_improvement
        A function that is called with an AnytimeResult for the first path, and again for each
        shorter path or better bound. An exception that it raises ends the search. It may be called
        from another thread.

    Returns
    -------
    AnytimeResult
        The best path, with a lower bound on the optimal length.

    Raises
    ------
    BoardError, GoalError, ShapeError
        If the board, the goal or the shape is malformed, or they differ in shape.
    UnreachableError
        If the goal can't be reached from the board.
    TableError
        If a table in the folder is damaged.

    Examples
    --------
    >>> import tilebase
    >>> board = [[2, 0, 3, 4, 5, 6], [1, *range(8, 13)], [7, *range(14, 19)]]
    >>> board += [[13, *range(20, 25)], [19, *range(26, 31)], [25, *range(31, 36)]]
    >>> result = tilebase.anytime(board, timeout=10)
    >>> result.moves, result.lower_bound, result.optimal
    ('LDDDDDRRRRR', 11, True)
    """

def all_boards(shape: Shape | None = None, goal: GoalLike = None) -> Cells:
    """All boards that can reach the goal, in index order.

    Parameters
    ----------
    shape
        Rows and columns, up to ten cells; by default, those of the goal, or 3x3.
    goal
        A board or the name of a goal; by default, the blank is last.

    Returns
    -------
    ndarray
        The boards, a uint8 array of shape (n, cells): (181440, 9) for 3x3.

    Raises
    ------
    TableTooLargeError
        If the shape has more than ten cells: use Table.build, and Table.boards for the ones you
        need.
    ShapeError, GoalError
        If the shape is invalid, or the goal is malformed or does not fit.

    Examples
    --------
    >>> import tilebase
    >>> boards = tilebase.all_boards()
    >>> boards.shape, boards[174942]
    ((181440, 9), array([6, 3, 8, 5, 4, 1, 7, 2, 0], dtype=uint8))
    """
def all_distances(shape: Shape | None = None, goal: GoalLike = None) -> NDArray[np.int16]:
    """The distances of all boards that can reach the goal, in the order of all_boards().

    Parameters
    ----------
    shape, goal
        As for all_boards.

    Returns
    -------
    ndarray
        An int16 array of shape (n,): signed, so that differences do not wrap.

    Raises
    ------
    TableTooLargeError, ShapeError, GoalError
        As for all_boards.

    Examples
    --------
    >>> import tilebase
    >>> distances = tilebase.all_distances()
    >>> distances[174942], distances.max(), distances.dtype
    (np.int16(28), np.int16(31), dtype('int16'))
    """
def distances(
    batch: Batch,
    goal: GoalLike = None,
    *,
    shape: Shape | None = None,
    unreachable: int | None = None,
    timeout: float | None = None,
) -> NDArray[np.int16]:
    """The fewest moves from each board to the goal.

    Up to ten cells, they come from a table. Larger boards are searched on all cores, one board per
    thread, unless the table folder has a full table.

    Parameters
    ----------
    batch
        An integer array of shape (n, cells) or (n, rows, columns), or a list of boards in any form.
    goal
        A board or the name of a goal; by default, the blank is last.
    shape
        Rows and columns, as (3, 4) or "3x4". By default, the goal's shape if given, or else square.
        An array of shape (n, rows, columns) needs no shape.
    unreachable
        A 16-bit integer to return for a board that can't reach the goal, instead of an exception.
    timeout
        Seconds for loading and building tables and for all boards; None means no limit.

    Returns
    -------
    ndarray
        An int16 array of shape (n,): signed, so that estimates can be subtracted.

    Raises
    ------
    BoardError, UnreachableError
        If a board is malformed or can't reach the goal. The exception's `row` is the board's index,
        from 0.
    ShapeError, GoalError
        If the shape is invalid or unknown, or the goal is malformed or does not fit.
    LimitReached
        After the timeout. Its `row` is the index of a board that was not solved in time, and its
        `lower_bound` is a lower bound on that board's distance, or 0; `row` is None if the tables were
        not ready in time.
    TypeError
        If the numbers are not integers, or there is one board instead of many.

    Examples
    --------
    >>> import numpy as np
    >>> import tilebase
    >>> boards = np.array([[1, 2, 3, 4, 5, 6, 7, 8, 0], [8, 6, 7, 2, 5, 4, 3, 0, 1]])
    >>> tilebase.distances(boards)
    array([ 0, 31], dtype=int16)
    >>> tilebase.distances(["123456708", "213456780"], unreachable=-1)
    array([ 1, -1], dtype=int16)
    """
def lower_bound(
    board: BoardLike, goal: GoalLike = None, *, shape: Shape | None = None, timeout: float | None = None
) -> int:
    """A lower bound on the number of moves to the goal, without a search.

    On boards of up to ten cells, or with a full table in the table folder, it is the distance.
    Otherwise, it comes from the pattern databases of solve(), with one exception. Presets with one
    bit per entry (7-8x1, 6x16) are fast in a search, but slow for single lookups, which have to
    walk to the goal of the pattern. So 7-8 or 6-6-6-6 is used for lower bounds if the folder has
    it. If the memory limit rules out all pattern databases, the bound is Manhattan distance plus
    linear conflicts.

    The bound is admissible: it never exceeds the distance. It is consistent if it comes from a
    table, from linear conflicts, or from zero-aware pattern databases. Otherwise, a move may lower
    it by more than one, so A* has to reopen states. Solver.claims reports both properties.

    Parameters
    ----------
    board
        A board in any form: text, tiles, rows, an array, or a Board.
    goal
        A board or the name of a goal; by default, the blank is last.
    shape
        Rows and columns, as (3, 4) or "3x4", for boards without rows.
    timeout
        Seconds for loading and building tables; None means no limit.

    Returns
    -------
    int
        The lower bound. It has the parity of the distance.

    Raises
    ------
    BoardError, GoalError, ShapeError, UnreachableError, TableError
        As for solve.
    LimitReached
        After the timeout. Its lower_bound is Manhattan distance plus linear conflicts.

    Examples
    --------
    >>> import tilebase
    >>> board = "5 1 3 4 2 6 7 8 9 10 15 11 13 14 12 0"
    >>> tilebase.lower_bound(board), tilebase.distance(board)
    (10, 12)
    """

def lower_bounds(
    batch: Batch, goal: GoalLike = None, *, shape: Shape | None = None, timeout: float | None = None
) -> NDArray[np.int16]:
    """The lower bounds of many boards, without a search.

    They are admissible. For the tables they come from, and whether they are consistent, see
    lower_bound().

    Parameters
    ----------
    batch, goal, shape, timeout
        As for distances.

    Returns
    -------
    ndarray
        An int16 array of shape (n,).

    Raises
    ------
    BoardError, UnreachableError, ShapeError, GoalError, LimitReached, TypeError
        As for distances.

    Examples
    --------
    >>> import numpy as np
    >>> import tilebase
    >>> walks = tilebase.scramble(3, steps=30, shape=(4, 4), seed=1)
    >>> tilebase.lower_bounds(walks), tilebase.distances(walks)
    (array([26, 20, 24], dtype=int16), array([26, 26, 30], dtype=int16))
    """

def neighbors(batch: Batch, *, shape: Shape | None = None) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """The boards that are one move away from each board, and whether each move is legal.

    Parameters
    ----------
    batch, shape
        As for distances. The boards need not be solvable.

    Returns
    -------
    tuple of ndarray
        The boards, a uint8 array of shape (n, 4, cells), and a bool array of shape (n, 4). The
        moves are in the order of ACTIONS. For an illegal move, the board is unchanged.

    Raises
    ------
    BoardError, ShapeError, TypeError
        As for distances.

    Examples
    --------
    >>> import numpy as np
    >>> import tilebase
    >>> boards, legal = tilebase.neighbors(np.array([[1, 2, 3, 4, 5, 6, 7, 8, 0]]))
    >>> boards[0, 0], legal[0]
    (array([1, 2, 3, 4, 5, 0, 7, 8, 6], dtype=uint8), array([ True, False,  True, False]))
    """
def apply(
    batch: Batch, actions: NDArray[np.integer[Any]] | Sequence[int] | Sequence[str], *, shape: Shape | None = None
) -> Cells:
    """The boards after one move each.

    Parameters
    ----------
    batch, shape
        As for distances. The boards need not be solvable.
    actions
        One for each board: an array or list of indexes into ACTIONS (0 to 3), or of letters.

    Returns
    -------
    ndarray
        The boards, a uint8 array of shape (n, cells).

    Raises
    ------
    MoveError
        If an action is invalid or illegal (the exception's `row` says which board, unless a letter
        is invalid), or if the number of actions differs from the number of boards.
    BoardError, ShapeError, TypeError
        As for distances.

    Examples
    --------
    >>> import numpy as np
    >>> import tilebase
    >>> tilebase.apply(np.array([[1, 2, 3, 4, 5, 6, 7, 8, 0]]), [tilebase.ACTIONS.index("U")])
    array([[1, 2, 3, 4, 5, 0, 7, 8, 6]], dtype=uint8)
    """
def optimal_actions(
    batch: Batch, goal: GoalLike = None, *, shape: Shape | None = None, timeout: float | None = None
) -> NDArray[np.bool_]:
    """Whether each move begins a shortest path, for each board.

    Parameters
    ----------
    batch, goal, shape, timeout
        As for distances.

    Returns
    -------
    ndarray
        A bool array of shape (n, 4), in the order of ACTIONS. All are False for the goal itself.

    Raises
    ------
    BoardError, UnreachableError, ShapeError, GoalError, LimitReached, TypeError
        As for distances.

    Examples
    --------
    >>> import numpy as np
    >>> import tilebase
    >>> tilebase.optimal_actions(np.array([[1, 2, 3, 4, 5, 6, 7, 0, 8]]))
    array([[False, False, False,  True]])
    """
def sample(
    n: SupportsIndex,
    *,
    shape: Shape | None = None,
    goal: GoalLike = None,
    depth: int | tuple[int, int] | None = None,
    seed: _Seed = None,
) -> Cells:
    """Draws boards that can reach the goal, uniformly at random.

    Parameters
    ----------
    n
        The number of boards, up to 16,777,216.
    shape
        Rows and columns, as (3, 4) or "3x4"; by default, those of the goal, or 3x3.
    goal
        A board or the name of a goal; by default, the blank is last.
    depth
        A distance from the goal, or a (min, max) pair. Boards are then drawn without replacement,
        so fewer than n are returned if fewer exist. Requires a table.
    seed
        A number from 0 to 2^64 - 1, which gives the same boards on every machine, or a NumPy
        Generator, from which it is drawn. Without a seed, each call gives other boards.

    Returns
    -------
    ndarray
        The boards, a uint8 array of shape (n, cells).

    Raises
    ------
    SampleError
        If no board has this depth, or n is too large.
    TableTooLargeError
        If a depth is given for more than ten cells, and the folder has no table.
    ShapeError, GoalError, ValueError
        If the shape, the goal, or a number is invalid.

    Examples
    --------
    >>> import tilebase
    >>> tilebase.distances(tilebase.sample(4, depth=31, seed=7))
    array([31, 31], dtype=int16)
    >>> tilebase.sample(1000, shape=(4, 4)).shape
    (1000, 16)
    """
def scramble(
    n: SupportsIndex, *, steps: SupportsIndex, shape: Shape | None = None, goal: GoalLike = None, seed: _Seed = None
) -> Cells:
    """Returns the end points of random walks from the goal; no move undoes the previous one.

    Their distances are at most `steps`, with the same parity.

    Parameters
    ----------
    n, shape, goal, seed
        As for sample.
    steps
        The number of moves of each walk, up to 1,000,000.

    Returns
    -------
    ndarray
        The boards, a uint8 array of shape (n, cells). A board may occur several times.

    Raises
    ------
    SampleError
        If n or steps is too large.
    ShapeError, GoalError, ValueError
        As for sample.

    Examples
    --------
    >>> import tilebase
    >>> tilebase.distances(tilebase.scramble(1000, steps=10, seed=7)).max()
    np.int16(10)
    """

@overload
def manhattan(
    boards: Board | str | Sequence[int], goal: GoalLike = None, *, shape: Shape | None = None
) -> int: ...
@overload
def manhattan(boards: Batch | BoardLike, goal: GoalLike = None, *, shape: Shape | None = None) -> Any:
    """The Manhattan distance: the sum of all tiles' steps to their goal cells, without the blank.

    Admissible and consistent. Boards that can't reach the goal have estimates, too.

    Parameters
    ----------
    boards
        One board in any form, or many: an integer array of shape (n, cells) or (n, rows, columns),
        or a list of boards.
    goal
        A board or the name of a goal; by default, the blank is last.
    shape
        Rows and columns, as (3, 4) or "3x4", if the boards and the goal do not determine them.

    Returns
    -------
    int or ndarray
        An int for one board, an int16 array of shape (n,) for many.

    Raises
    ------
    BoardError, ShapeError, GoalError
        If a board is malformed, the shape is invalid or unknown, or the goal does not fit.
    TypeError
        If the tiles are not integers.

    Examples
    --------
    >>> import numpy as np
    >>> from tilebase.heuristics import manhattan
    >>> manhattan("867254301")
    21
    >>> manhattan(np.array([[1, 2, 3, 4, 5, 6, 7, 8, 0], [8, 6, 7, 2, 5, 4, 3, 0, 1]]))
    array([ 0, 21], dtype=int16)
    """
@overload
def linear_conflict(
    boards: Board | str | Sequence[int], goal: GoalLike = None, *, shape: Shape | None = None
) -> int: ...
@overload
def linear_conflict(boards: Batch | BoardLike, goal: GoalLike = None, *, shape: Shape | None = None) -> Any:
    """Manhattan distance plus two moves for each tile that must leave its goal row or column to let
    another pass.

    Admissible and consistent.

    Parameters
    ----------
    boards, goal, shape
        As for manhattan.

    Returns
    -------
    int or ndarray
        As for manhattan.

    Raises
    ------
    BoardError, ShapeError, GoalError, TypeError
        As for manhattan.

    Examples
    --------
    >>> from tilebase.heuristics import linear_conflict
    >>> linear_conflict("867254301"), linear_conflict(["321456780", "123456780"])
    (23, array([8, 0], dtype=int16))
    """
@overload
def misplaced(
    boards: Board | str | Sequence[int], goal: GoalLike = None, *, shape: Shape | None = None
) -> int: ...
@overload
def misplaced(boards: Batch | BoardLike, goal: GoalLike = None, *, shape: Shape | None = None) -> Any:
    """The number of tiles that are not in their goal cells (the Hamming distance without the blank).

    Admissible and consistent.

    Parameters
    ----------
    boards, goal, shape
        As for manhattan.

    Returns
    -------
    int or ndarray
        As for manhattan.

    Raises
    ------
    BoardError, ShapeError, GoalError, TypeError
        As for manhattan.

    Examples
    --------
    >>> from tilebase.heuristics import misplaced
    >>> misplaced("867254301"), misplaced("123456708")
    (7, 1)
    """
@overload
def walking_distance(
    boards: Board | str | Sequence[int], goal: GoalLike = None, *, shape: Shape | None = None
) -> int: ...
@overload
def walking_distance(boards: Batch | BoardLike, goal: GoalLike = None, *, shape: Shape | None = None) -> Any:
    """Takahashi's walking distance, which counts vertical and horizontal moves separately.

    It is the least number of vertical moves if only the goal rows of the tiles matter, plus the
    least number of horizontal moves if only their goal columns do. Admissible, consistent, and
    never below the Manhattan distance.

    The first call for a shape builds a table: a few milliseconds for 4x4, up to a second for 2x6
    and 3x5.

    Parameters
    ----------
    boards, goal, shape
        As for manhattan, for shapes up to 2x6, 3x5, and 4x4.

    Returns
    -------
    int or ndarray
        As for manhattan.

    Raises
    ------
    BoardError, ShapeError, GoalError, TypeError
        As for manhattan, and ShapeError for a larger shape.

    Examples
    --------
    >>> from tilebase.heuristics import manhattan, walking_distance
    >>> board = "4 3 2 1 8 7 6 5 12 11 10 9 0 15 14 13"
    >>> manhattan(board), walking_distance(board)
    (29, 35)
    """

@final
class Board(Sequence[int]):
    """A placement of the tiles: a sequence of numbers, row by row, with 0 for the blank.

    A Board is immutable, hashable and ordered, and can be pickled. str() gives its rows.

    Parameters
    ----------
    board
        A string in any notation, on one line or as drawn rows, a list of tiles or rows, an array of
        integers of one or two dimensions, or another Board.
    shape
        Rows and columns, as (3, 4) or "3x4": at least 2 each, and at most 25 cells. By default,
        tiles without rows get the shape closest to square, with no more rows than columns.

    Raises
    ------
    BoardError
        If the value is not a board, or has another shape. The attribute faults lists all reasons.
    ShapeError
        If the shape is invalid.
    TypeError
        If the tiles are not integers.

    Examples
    --------
    >>> from tilebase import Board
    >>> board = Board([[1, 2, 3], [4, 5, 6], [7, 0, 8]])
    >>> board, board.shape, board.blank, board[3]
    (Board('123456708'), (3, 3), 7, 4)
    >>> board == Board("1 2 3 4 5 6 7 _ 8")
    True
    >>> print(board)
    1 2 3
    4 5 6
    7 . 8
    """
    def __new__(cls, board: BoardLike, shape: Shape | None = None) -> Board: ...
    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns, as a tuple."""
    @property
    def tiles(self) -> tuple[int, ...]:
        """The tiles, row by row, as a tuple."""
    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The tiles, as a tuple for each row.

        >>> from tilebase import Board
        >>> Board("123456780").rows
        ((1, 2, 3), (4, 5, 6), (7, 8, 0))
        """
    @property
    def blank(self) -> int:
        """The cell of the blank, counted row by row from 0."""
    @property
    def text(self) -> str:
        """The board on one line, as Board() reads it.

        >>> from tilebase import Board
        >>> Board([[1, 2, 3], [4, 5, 6], [7, 0, 8]]).text, Board([[1, 2], [3, 4], [0, 5]]).text
        ('123456708', '1 2/3 4/0 5')
        """
    def after(self, move: _Move) -> Board:
        """The board after a move.

        Parameters
        ----------
        move
            The direction of the blank: a letter ("U", "D", "L", "R"), a word ("up"), or an index
            into ACTIONS.

        Raises
        ------
        MoveError
            If it is not a move, or the blank would leave the board.

        Examples
        --------
        >>> from tilebase import Board
        >>> Board("123456708").after("R")
        Board('123456780')
        """
    def neighbors(self) -> list[tuple[str, Board]]:
        """The boards that are one move away, each with its move, in the order of ACTIONS.

        >>> from tilebase import Board
        >>> Board("123456780").neighbors()
        [('U', Board('123450786')), ('L', Board('123456708'))]
        """
    def is_solvable(self, goal: GoalLike = None) -> bool:
        """Whether the goal can be reached, by a parity test.

        Parameters
        ----------
        goal
            A board or the name of a goal; by default, the blank is last.

        Raises
        ------
        GoalError
            If the goal is malformed or has another shape.

        Examples
        --------
        >>> from tilebase import Board
        >>> Board("213456780").is_solvable()
        False
        """
    def index(self, value: Any, *bounds: Any) -> int:
        """The cell of a tile, counted row by row from 0.

        Parameters
        ----------
        value
            The number on the tile; 0 is the blank.
        bounds
            The first cell to search and the one after the last, as for list.index.

        Raises
        ------
        ValueError
            If no such cell has the tile.

        Examples
        --------
        >>> from tilebase import Board
        >>> Board("867254301").index(0)
        7
        """
    def count(self, value: Any) -> int:
        """The number of cells with a tile: 0 or 1.

        Parameters
        ----------
        value
            The number on the tile; 0 is the blank.

        Examples
        --------
        >>> from tilebase import Board
        >>> Board("867254301").count(8), Board("867254301").count(9)
        (1, 0)
        """
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
    """A path of moves from a board: a sequence of letters, which name the moves of the blank.

    A Path is immutable and hashable, and can be pickled. It equals a string with the same letters.

    Parameters
    ----------
    start
        The first board, in any form.
    moves
        The moves of the blank: a string of letters, or a sequence of letters, words, or indexes
        into ACTIONS.

    Raises
    ------
    BoardError
        If the board is malformed.
    MoveError
        If a move is malformed or illegal, or there are more than 1,048,576.

    Examples
    --------
    >>> import tilebase
    >>> path = tilebase.solve("123450786")
    >>> path == "D", len(path), list(path), path.end
    (True, 1, ['D'], Board('123456780'))
    >>> tilebase.Path("123456780", "ULDR").boards()[-1]
    Board('123485760')
    """
    def __new__(cls, start: BoardLike, moves: Sequence[_Move]) -> Path: ...
    @property
    def start(self) -> Board:
        """The first board."""
    @property
    def end(self) -> Board:
        """The last board."""
    @property
    def tiles_moved(self) -> tuple[int, ...]:
        """The numbers of the tiles that slide, one for each move.

        >>> import tilebase
        >>> tilebase.Path("123456780", "UL").tiles_moved
        (6, 5)
        """
    def boards(self) -> list[Board]:
        """All boards of the path, including the first and the last.

        >>> import tilebase
        >>> tilebase.Path("123456780", "UL").boards()
        [Board('123456780'), Board('123450786'), Board('123405786')]
        """
    def by_tile(self) -> str:
        """The letters of the tiles' directions, which are opposite to those of the blank.

        >>> import tilebase
        >>> tilebase.Path("123456780", "UL").by_tile()
        'DR'
        """
    def index(self, value: Any, *bounds: Any) -> int:
        """The position of the first move with a letter.

        Parameters
        ----------
        value
            The letter: "U", "D", "L" or "R".
        bounds
            The first position to search and the one after the last, as for list.index.

        Raises
        ------
        ValueError
            If no such move has the letter.

        Examples
        --------
        >>> import tilebase
        >>> tilebase.Path("123456780", "UULL").index("L")
        2
        """
    def count(self, value: Any) -> int:
        """The number of moves with a letter.

        Parameters
        ----------
        value
            The letter: "U", "D", "L" or "R".

        Examples
        --------
        >>> import tilebase
        >>> tilebase.Path("123456780", "UULL").count("L")
        2
        """
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
    """An iterator over all optimal paths from a board, created by solutions() or Table.solutions().

    Several threads may take paths from the same iterator.

    >>> import tilebase
    >>> paths = tilebase.solutions("012753846")
    >>> str(next(paths)), len(list(paths))
    ('RDDLURURDD', 1)
    """
    def __iter__(self) -> Solutions: ...
    def __next__(self) -> Path: ...

@final
class Table:
    """The distances of all boards to a goal, in memory or mapped from a file.

    Table.build and Table.open create it; len() is the number of boards. As a context manager, it
    closes the table at the end. Afterwards, everything but goal and shape raises TableError.

    The methods raise BoardError for malformed boards, UnreachableError for boards that can't reach
    the goal, and TableError if a file was damaged or changed. To use it in another process, save
    it, and open the file there: it can't be pickled.

    >>> import tilebase
    >>> with tilebase.Table.build((2, 2)) as table:
    ...     table, table.histogram
    (<Table of 2x2, goal 1230>, array([1, 2, 2, 2, 2, 2, 1], dtype=uint64))
    """
    @staticmethod
    def build(
        shape: Shape | None = None,
        goal: GoalLike = None,
        *,
        threads: int = 0,
        encoding: _Encoding = "byte",
        on_level: Callable[[Level], object] | None = None,
        progress: bool = False,
    ) -> Table:
        """Builds a table in memory: at once for the 8-puzzle, about a second and 240 MB for 3x4.

        Ctrl-C ends the build.

        Parameters
        ----------
        shape
            Rows and columns, as (3, 4) or "3x4"; by default, those of the goal, or 3x3.
        goal
            A board or the name of a goal; by default, the blank is last.
        threads
            The number of threads, up to 1024; 0 means one per core.
        encoding
            "byte", or "mod3": two bits per entry, a quarter of the size, but slower to read.
        on_level
            Called with a Level after each level. An exception that it raises ends the build.
        progress
            Whether to show a progress bar, as Solver does.

        Raises
        ------
        ShapeError, GoalError, ValueError
            If the shape, the goal, the encoding or the number of threads is invalid.
        TableTooLargeError
            If there is not enough memory, or the shape has more than 16 cells.

        Examples
        --------
        >>> import tilebase
        >>> table = tilebase.Table.build((2, 3))
        >>> len(table), table.deepest, table.distance("543210")
        (360, 21, 14)
        """
    @staticmethod
    def open(path: str | PathLike[str], goal: GoalLike = None) -> Table:
        """Opens a table file written by pdb-gen or save().

        A large file is mapped, not read: if another program truncates it, this process is
        terminated.

        Parameters
        ----------
        path
            The file, as str or PathLike.
        goal
            A board or the name of a goal with the blank in the same cell as the table's own, which
            is the default.

        Raises
        ------
        TableNotFoundError
            If there is no such file.
        TableError
            If it is damaged, has distances in the multi-tile metric, or is a pattern database,
            which PatternDatabase.open reads.
        GoalError
            If the table does not serve the goal.

        Examples
        --------
        >>> import os, tempfile, tilebase
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     tilebase.Table.build((2, 3)).save(os.path.join(folder, "2x3.pdb"))
        ...     with tilebase.Table.open(os.path.join(folder, "2x3.pdb")) as table:
        ...         len(table)
        360
        """
    def save(self, path: str | PathLike[str], *, overwrite: bool = False) -> None:
        """Writes the table to a file, completely or not at all.

        Parameters
        ----------
        path
            The file, as str or PathLike.
        overwrite
            Whether to replace an existing file.

        Raises
        ------
        TableError
            If the file exists, unless overwrite is given, or can't be written.

        Examples
        --------
        >>> import os, tempfile, tilebase
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     tilebase.Table.build((2, 3)).save(os.path.join(folder, "2x3.pdb"))
        ...     os.listdir(folder)
        ['2x3.pdb']
        """
    def close(self) -> None:
        """Releases the table. Arrays of its entries stay valid.

        Examples
        --------
        >>> import tilebase
        >>> table = tilebase.Table.build((2, 2))
        >>> table.close()
        >>> table
        <Table of 2x2, goal 1230, closed>
        """
    @property
    def goal(self) -> Board:
        """The goal of the distances."""
    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
    @property
    def encoding(self) -> str:
        """The encoding of the entries: "byte" or "mod3"."""
    @property
    def deepest(self) -> int:
        """The greatest distance."""
    @property
    def histogram(self) -> NDArray[np.uint64]:
        """The number of boards at each distance, from 0 to the deepest: an array of uint64."""
    @property
    def states(self) -> int:
        """The number of boards, which is len()."""
    def distance(self, board: BoardLike) -> int:
        """The fewest moves from a board to the goal.

        Parameters
        ----------
        board
            A board in any form.

        Raises
        ------
        BoardError, UnreachableError, TableError
            See the class.

        Examples
        --------
        >>> import tilebase
        >>> tilebase.Table.build().distance("867254301")
        31
        """
    def solve(self, board: BoardLike) -> Path:
        """An optimal path; the first one in the order of ACTIONS if there are several.

        Parameters
        ----------
        board
            A board in any form.

        Raises
        ------
        BoardError, UnreachableError, TableError
            See the class.

        Examples
        --------
        >>> import tilebase
        >>> str(tilebase.Table.build().solve("123745086"))
        'URRD'
        """
    def moves(self, board: BoardLike) -> list[Step]:
        """The legal moves, with the distances after them.

        Parameters
        ----------
        board
            A board in any form.

        Returns
        -------
        list of Step
            In the order of ACTIONS.

        Raises
        ------
        BoardError, UnreachableError, TableError
            See the class.

        Examples
        --------
        >>> import tilebase
        >>> [(step.move, step.distance) for step in tilebase.Table.build().moves("123456708")]
        [('U', 2), ('L', 2), ('R', 0)]
        """
    def count_solutions(self, board: BoardLike) -> int:
        """The number of optimal paths.

        Parameters
        ----------
        board
            A board in any form.

        Raises
        ------
        BoardError, UnreachableError, TableError
            See the class.

        Examples
        --------
        >>> import tilebase
        >>> tilebase.Table.build().count_solutions("638541720")
        13
        """
    def solutions(self, board: BoardLike) -> Solutions:
        """An iterator over all optimal paths, in the order of ACTIONS.

        Parameters
        ----------
        board
            A board in any form.

        Returns
        -------
        Solutions
            It stays valid when the table is closed.

        Raises
        ------
        BoardError, UnreachableError, TableError
            See the class.

        Examples
        --------
        >>> import tilebase
        >>> [str(path) for path in tilebase.Table.build().solutions("012753846")]
        ['RDDLURURDD', 'RRDLDLURRD']
        """
    def check(self, board: BoardLike, answer: _Answer, *, convention: _Convention = "blank") -> Verdict:
        """Checks an answer of another solver, with the distances of this table.

        Parameters
        ----------
        board, answer, convention
            As for check() of the package.

        Returns
        -------
        Verdict
            It is true if the answer is right.

        Raises
        ------
        MoveError, TypeError
            As for check() of the package.

        Examples
        --------
        >>> import tilebase
        >>> tilebase.Table.build().check("123456708", "RLR").kind
        'longer'
        """
    def distances(self, batch: Batch, *, unreachable: int | None = None) -> NDArray[np.int16]:
        """The fewest moves from each board to the goal.

        Parameters
        ----------
        batch, unreachable
            As for distances() of the package.

        Returns
        -------
        ndarray
            An int16 array of shape (n,).

        Raises
        ------
        BoardError, UnreachableError, TableError
            See the class.

        Examples
        --------
        >>> import tilebase
        >>> tilebase.Table.build().distances(["123456780", "867254301"])
        array([ 0, 31], dtype=int16)
        """
    def optimal_actions(self, batch: Batch) -> NDArray[np.bool_]:
        """Whether each move begins a shortest path, for many boards.

        Parameters
        ----------
        batch
            As for distances() of the package.

        Returns
        -------
        ndarray
            A bool array of shape (n, 4), in the order of ACTIONS.

        Raises
        ------
        BoardError, UnreachableError, TableError
            See the class.

        Examples
        --------
        >>> import tilebase
        >>> tilebase.Table.build().optimal_actions(["123456708"])
        array([[False, False, False,  True]])
        """
    def as_array(self) -> NDArray[np.uint8]:
        """The distances of all boards in index order: a read-only array of uint8.

        With the encoding "byte", it is a view, not a copy, and stays valid when the table is
        closed. The entries are bytes: convert them before subtracting, as in
        `table.as_array().astype(np.int16)`.

        >>> import tilebase
        >>> table = tilebase.Table.build()
        >>> int(table.as_array()[table.rank("867254301")])
        31
        """
    def rank(self, board: BoardLike) -> int:
        """The index of a board, which is its position in as_array().

        Parameters
        ----------
        board
            A board in any form.

        Raises
        ------
        BoardError, UnreachableError, TableError
            See the class.

        Examples
        --------
        >>> import tilebase
        >>> table = tilebase.Table.build()
        >>> table.rank("638541720"), table.unrank(174942)
        (174942, Board('638541720'))
        """
    def unrank(self, index: int) -> Board:
        """The board at an index.

        Parameters
        ----------
        index
            A number from 0 to len() - 1; another one raises ValueError.

        Raises
        ------
        ValueError, TypeError
            If the index is out of range, or is not an integer.
        TableError
            If the table is closed.

        Examples
        --------
        >>> import tilebase
        >>> tilebase.Table.build().unrank(174942)
        Board('638541720')
        """
    def ranks(self, batch: Batch) -> NDArray[np.uint64]:
        """The indexes of many boards.

        Parameters
        ----------
        batch
            An integer array of shape (n, cells) or (n, rows, columns), or a list of boards.

        Returns
        -------
        ndarray
            A uint64 array of shape (n,).

        Raises
        ------
        BoardError, UnreachableError, TableError
            See the class.

        Examples
        --------
        >>> import tilebase
        >>> tilebase.Table.build().ranks(["638541720", "123456780"])
        array([174942, 161280], dtype=uint64)
        """
    def boards(self, indices: NDArray[np.integer[Any]] | Sequence[int] | None = None) -> Cells:
        """The boards at some indexes, or all boards.

        Parameters
        ----------
        indices
            A list or an integer array of shape (k,). None means all, in index order.

        Returns
        -------
        ndarray
            The boards, a uint8 array of shape (k, cells).

        Raises
        ------
        ValueError
            If an index is not from 0 to len() - 1, or the array has another number of dimensions.
        TableTooLargeError
            If there is not enough memory.

        Examples
        --------
        >>> import tilebase
        >>> tilebase.Table.build((2, 2)).boards([0, 11])
        array([[0, 1, 3, 2],
               [3, 1, 2, 0]], dtype=uint8)
        """
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
    """The fewest moves that a pattern's tiles need to reach their goal cells, for each placement.

    PatternDatabase.build and PatternDatabase.open create it; len() is the number of entries. An
    entry counts only moves of the pattern's tiles, so entries of patterns without common tiles may
    be added (Korf and Felner, Disjoint pattern database heuristics, 2002): see PdbSet. An entry
    never exceeds the distance.

    In a zero-aware database, a placement has an entry for each region where the blank may be: a
    connected set of cells without tiles of the pattern. Then a move changes an entry by at most
    one, so the bound is consistent.

    To use it in another process, save it, and open the file there: it can't be pickled.

    >>> import tilebase
    >>> database = tilebase.PatternDatabase.build((3, 3), [1, 2, 3])
    >>> database.lookup("321456780"), len(database)
    (10, 504)
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
        progress: bool = False,
    ) -> PatternDatabase:
        """Builds the database of some tiles in memory.

        Six tiles of 4x4 take well under a second; eight take a few seconds and 0.8 GB, or 1.6 GB if
        zero-aware. Ctrl-C ends the build.

        Parameters
        ----------
        shape
            Rows and columns, as (3, 4) or "3x4"; None means those of the goal, or 3x3.
        tiles
            The pattern's tile numbers, in any order. A pattern has 1 to 12 tiles, and must leave
            out at least two of the board's tiles.
        goal
            A board or the name of a goal; by default, the blank is last.
        zero_aware
            Whether each region of the blank has its own entry.
        encoding
            "byte", or "bit" for zero-aware databases only. With "bit", the file is an eighth as
            large, but the first lookup decodes it to bytes.
        threads
            The number of threads, up to 1024; 0 means one per core.
        on_level
            Called with a Level after each level. An exception that it raises ends the build.
        progress
            Whether to show a progress bar, as Solver does.

        Raises
        ------
        PatternError
            If the tiles are not a pattern, or too many.
        ShapeError, GoalError, ValueError
            If the shape, the goal, the encoding or the number of threads is invalid.
        TableTooLargeError
            If there is not enough memory. The exception's `bytes` is the memory required.

        Examples
        --------
        >>> import tilebase
        >>> tilebase.PatternDatabase.build((4, 4), [1, 2, 5, 6]).tiles
        (1, 2, 5, 6)
        """
    @staticmethod
    def open(path: str | PathLike[str]) -> PatternDatabase:
        """Opens a file written by save() or by pdb-gen build --pattern.

        A large file is mapped, not read: if another program truncates it, this process is
        terminated.

        Parameters
        ----------
        path
            The file, as str or PathLike.

        Raises
        ------
        TableNotFoundError
            If there is no such file.
        TableError
            If it is damaged, or is a full table, which Table.open reads.

        Examples
        --------
        >>> import os, tempfile, tilebase
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = os.path.join(folder, "123.pdb")
        ...     tilebase.PatternDatabase.build((3, 3), [1, 2, 3]).save(path)
        ...     tilebase.PatternDatabase.open(path).tiles
        (1, 2, 3)
        """
    def save(self, path: str | PathLike[str], *, overwrite: bool = False) -> None:
        """Writes the database to a file, completely or not at all. pdb-gen writes the same bytes.

        Parameters
        ----------
        path
            The file, as str or PathLike.
        overwrite
            Whether to replace an existing file.

        Raises
        ------
        TableError
            If the file exists, unless overwrite is given, or can't be written.

        Examples
        --------
        >>> import os, tempfile, tilebase
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     tilebase.PatternDatabase.build((3, 3), [1, 2, 3]).save(os.path.join(folder, "123.pdb"))
        ...     os.listdir(folder)
        ['123.pdb']
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
        """Whether each region of the blank has its own entry."""
    @property
    def encoding(self) -> str:
        """The encoding of the entries in the file: "byte" or "bit"."""
    @property
    def histogram(self) -> NDArray[np.uint64]:
        """The number of entries of each value, from 0 to the largest: an array of uint64."""
    @property
    def memory(self) -> int:
        """The size of the entries in bytes, in memory or mapped from the file. Entries of one bit are
        decoded on first use, which adds one byte per entry.
        """
    @property
    def claims(self) -> Claims:
        """The properties of the entries: admissible always, consistent if zero-aware."""
    def lookup(self, board: BoardLike) -> int:
        """The entry of a board: a lower bound on the moves of the pattern's tiles.

        Boards that can't reach the goal have entries, too.

        Parameters
        ----------
        board
            A board in any form, of the database's shape.

        Raises
        ------
        BoardError, ShapeError
            If the board is malformed or has another shape.

        Examples
        --------
        >>> import tilebase
        >>> tilebase.PatternDatabase.build((3, 3), [1, 2, 3]).lookup("321456780")
        10
        """
    def lookup_many(self, boards: Batch) -> NDArray[np.int16]:
        """The entries of many boards.

        Parameters
        ----------
        boards
            An integer array of shape (n, cells) or (n, rows, columns), or a list of boards.

        Returns
        -------
        ndarray
            An int16 array of shape (n,): signed, so that entries can be subtracted.

        Raises
        ------
        BoardError
            If a board is malformed. The exception's `row` is the board's index, from 0.
        ShapeError, TypeError
            If the boards have another shape, or the numbers are not integers.

        Examples
        --------
        >>> import tilebase
        >>> database = tilebase.PatternDatabase.build((3, 3), [1, 2, 3])
        >>> database.lookup_many(["321456780", "123456780"])
        array([10,  0], dtype=int16)
        """
    def as_array(self) -> NDArray[np.uint8]:
        """All entries in index order: a read-only view of uint8, not a copy.

        The entries are bytes: convert them before subtracting, with .astype(np.int16).

        The index of a placement is n * k! + r for k tiles. The tiles occupy a set of k cells; n is
        its number among all such sets, ordered as binary numbers in which cell 0 is the lowest bit.
        The tiles on these cells, from the first cell to the last, are a permutation of the
        pattern's tiles in goal order; r is its lexicographic rank. In a zero-aware database, n
        numbers the pairs of a set and a region of the blank: set by set, and within a set by the
        first cell of the region. rank() computes the index of a board.

        >>> import tilebase
        >>> database = tilebase.PatternDatabase.build((3, 3), [1, 2, 3])
        >>> entries = database.as_array()
        >>> int(entries[database.rank("321456780")]), int(entries.max())
        (10, 11)
        """
    def rank(self, board: BoardLike) -> int:
        """The index of a board's placement, which is its position in as_array().

        Parameters
        ----------
        board
            A board in any form, of the database's shape.

        Raises
        ------
        BoardError, ShapeError
            If the board is malformed or has another shape.

        Examples
        --------
        >>> import tilebase
        >>> database = tilebase.PatternDatabase.build((3, 3), [1, 2, 3])
        >>> database.rank("123456780"), database.rank("321456780"), len(database)
        (0, 5, 504)
        """
    def __len__(self) -> int: ...

@final
class PdbSet:
    """Pattern databases combined into one heuristic.

    Additive: each tile is in exactly one pattern, and the lower bound is the sum of the entries
    (Korf and Felner, Disjoint pattern database heuristics, 2002).

    Compound: if all databases are zero-aware, patterns may overlap or leave tiles out. The bound is
    then the largest sum over disjoint patterns, plus Manhattan distances for the tiles outside
    them.

    On a square board whose goal has the blank on the main diagonal, the reflected board is looked
    up as well, and the larger bound is used.

    The bounds are admissible, and have the distance's parity. They are consistent if the databases
    are zero-aware; otherwise a move may lower a bound by more than one, so A* has to reopen states.

    Parameters
    ----------
    databases
        Databases of one goal, either all zero-aware or none. The set copies their entries.

    Raises
    ------
    PatternError
        If they do not form a set: the list is empty, their goals differ, a tile is missing or
        repeated (unless all databases are zero-aware), or they are too many or too large.
    TableError
        If there is not enough memory, or a file was changed.

    Examples
    --------
    >>> import tilebase
    >>> build = tilebase.PatternDatabase.build
    >>> patterns = tilebase.PdbSet([build((3, 3), [1, 2, 3, 4]), build((3, 3), [5, 6, 7, 8])])
    >>> patterns.lower_bound("867254301")
    29
    >>> patterns.claims
    Claims(admissible=True, consistent=False)
    """

    def __new__(cls, databases: Iterable[PatternDatabase]) -> PdbSet: ...
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
        """The tiles of each database, as a list of tuples."""
    @property
    def memory(self) -> int:
        """The size of the databases' entries in bytes. The set also has a copy of these entries, laid
        out for lookups.
        """
    @property
    def claims(self) -> Claims:
        """The properties of the bounds: admissible always, consistent if all databases are zero-aware."""
    def lower_bound(self, board: BoardLike) -> int:
        """A lower bound on the number of moves.

        Parameters
        ----------
        board
            A board in any form.

        Raises
        ------
        BoardError, UnreachableError
            If the board is malformed, or can't reach the goal.

        Examples
        --------
        >>> import tilebase
        >>> databases = [tilebase.PatternDatabase.build((3, 3), tiles) for tiles in ([1, 2, 3, 4], [5, 6, 7, 8])]
        >>> tilebase.PdbSet(databases).lower_bound("867254301")
        29
        """
    def lower_bounds(self, batch: Batch) -> NDArray[np.int16]:
        """The lower bounds of many boards.

        Parameters
        ----------
        batch
            An integer array of shape (n, cells) or (n, rows, columns), or a list of boards.

        Returns
        -------
        ndarray
            An int16 array of shape (n,).

        Raises
        ------
        BoardError, UnreachableError
            If a board is malformed, or can't reach the goal. The exception's `row` is the board's
            index, from 0.
        ShapeError, TypeError
            If the boards have another shape, or the numbers are not integers.

        Examples
        --------
        >>> import tilebase
        >>> databases = [tilebase.PatternDatabase.build((3, 3), tiles) for tiles in ([1, 2, 3, 4], [5, 6, 7, 8])]
        >>> tilebase.PdbSet(databases).lower_bounds(["867254301", "123456780"])
        array([29,  0], dtype=int16)
        """
    def __len__(self) -> int: ...

@final
class Solver:
    """Solves boards of one goal, with a full table if there is one, or else with pattern databases.

    Up to ten cells, the table is built in memory. Larger boards use the tables in the folder. If it
    has none for the goal, the smallest pattern databases are built: 4x4 takes well under a second,
    but 5x5 takes about 10 seconds on two cores and 1.4 GB. With save=True, they are saved in the
    folder, so that they are built only once. pdb-gen builds larger ones.

    All solvers of a goal with the same folder, preset and memory limit share their tables. Without
    these arguments, solvers also share them with solve(), distances() and the other functions.
    Tables in use stay in memory, as do the two most recently used sets of pattern databases. A new
    Solver reads the files again if they have changed.

    Without a preset, solving uses the strongest one in the folder, such as 7-8x1. Presets with one
    bit per entry (7-8x1, 6x16) are fast in a search, but slow for single lookups, which have to
    walk to the goal of the pattern. So 7-8 or 6-6-6-6 is used for lower bounds if the folder has
    it.

    The methods raise BoardError for malformed boards, UnreachableError for boards that can't reach
    the goal, and TableError if a file was changed. A Solver can't be pickled.

    Parameters
    ----------
    shape
        Rows and columns, as (3, 4) or "3x4"; by default, those of the goal, or 3x3.
    goal
        A board or the name of a goal; by default, the blank is last.
    folder
        The table folder; by default, that of configure(), or else PDB_DIR, ./pdb if it exists, or
        the user's cache folder.
    preset
        The pattern databases to use: "7-8x1", "7-8", "6-6-3" or "5-5-5" for 4x4.
    memory_limit
        Bytes for pattern databases, not counting mapped files; by default, that of configure(). If
        even the smallest ones exceed it, searches use linear conflicts.
    threads
        The number of threads of each call, up to 1024; 0 means one per core.
    timeout
        Seconds for loading and building; None means no limit. The methods have their own timeouts.
    save
        Whether to save missing tables in the folder, as the same files that pdb-gen writes. Tables
        that are in memory but not in the folder are built again. For large zero-aware pattern
        databases, the entries laid out for search (copied into the order in which a search reads
        them) are also saved, unless there is a timeout. If saving fails, a RuntimeWarning gives the
        reason, and the tables are used from memory.
    on_progress
        Called with a Progress while pattern databases are loaded, built, and laid out for search.
        It runs on another thread. If it raises an exception, the preparation ends. Tables that are
        already in memory are not reported.
    progress
        Whether to show a progress bar: in a notebook, or else as text on sys.stderr.

    Raises
    ------
    ShapeError, GoalError, MethodError
        If the shape, the goal or the preset is invalid.
    LimitReached
        After the timeout.
    TableError
        If a table in the folder is damaged.
    TableTooLargeError
        If the tables of a preset exceed the memory limit.

    Examples
    --------
    >>> import tilebase
    >>> solver = tilebase.Solver((4, 4))
    >>> board = "5 1 3 4 2 6 7 8 9 10 15 11 13 14 12 0"
    >>> str(solver.solve(board)), solver.distance(board), solver.lower_bound(board)
    ('LUULLURDRDRD', 12, 10)
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
        save: bool = False,
        on_progress: Callable[[Progress], object] | None = None,
        progress: bool = False,
    ) -> Solver: ...
    @property
    def goal(self) -> Board:
        """The goal."""
    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
    @property
    def pattern_set(self) -> str | None:
        """The preset of the pattern databases that solve boards, such as "7-8x1".

        It is None if boards are solved with a table, or with linear conflicts because of the memory
        limit.
        """
    @property
    def memory(self) -> int:
        """The size of the tables' entries in bytes.

        Laid out for search, the entries may need up to three times as much.
        """
    @property
    def claims(self) -> Claims:
        """The properties of lower bounds.

        They are admissible. They are consistent with a table, or if all pattern databases are
        zero-aware.
        """
    def solve(self, board: BoardLike, *, timeout: float | None = None) -> Path:
        """An optimal path.

        Parameters
        ----------
        board
            A board in any form.
        timeout
            Seconds for the search; None means no limit.

        Raises
        ------
        LimitReached
            After the timeout. Its lower_bound is a lower bound on the length.

        Examples
        --------
        >>> import tilebase
        >>> str(tilebase.Solver().solve("123745086"))
        'URRD'
        """
    def solve_many(self, batch: Batch, *, timeout: float | None = None) -> list[Result]:
        """Optimal paths of many boards; each board is solved by one thread.

        Parameters
        ----------
        batch
            An integer array of shape (n, cells) or (n, rows, columns), or a list of boards.
        timeout
            Seconds for each board; None means no limit.

        Returns
        -------
        list of Result
            The result of a board that timed out has no moves, only lower_bound.

        Raises
        ------
        BoardError, ShapeError, UnreachableError, TableError
            See the class. A board that reaches a limit raises no exception.

        Examples
        --------
        >>> import tilebase
        >>> solver = tilebase.Solver((4, 4))
        >>> walks = tilebase.scramble(3, steps=9, shape=(4, 4), seed=7)
        >>> [result.length for result in solver.solve_many(walks)]
        [9, 9, 9]
        """
    def distance(self, board: BoardLike, *, timeout: float | None = None) -> int:
        """The length of a shortest path.

        Parameters
        ----------
        board, timeout
            As for Solver.solve.

        Raises
        ------
        LimitReached
            As for Solver.solve.

        Examples
        --------
        >>> import tilebase
        >>> tilebase.Solver(goal="snail").distance("283164705")
        5
        """
    def distances(
        self, batch: Batch, *, unreachable: int | None = None, timeout: float | None = None
    ) -> NDArray[np.int16]:
        """The fewest moves from each board to the goal.

        Parameters
        ----------
        batch, unreachable, timeout
            As for distances() of the package.

        Returns
        -------
        ndarray
            An int16 array of shape (n,).

        Raises
        ------
        LimitReached
            As for distances() of the package.

        Examples
        --------
        >>> import tilebase
        >>> tilebase.Solver().distances(["123456780", "867254301"])
        array([ 0, 31], dtype=int16)
        """
    def optimal_actions(self, batch: Batch, *, timeout: float | None = None) -> NDArray[np.bool_]:
        """Whether each move begins a shortest path, for many boards.

        Parameters
        ----------
        batch, timeout
            As for distances() of the package.

        Returns
        -------
        ndarray
            A bool array of shape (n, 4), in the order of ACTIONS.

        Raises
        ------
        LimitReached
            As for distances() of the package.

        Examples
        --------
        >>> import tilebase
        >>> tilebase.Solver().optimal_actions(["123456708"])
        array([[False, False, False,  True]])
        """
    def moves(self, board: BoardLike, *, timeout: float | None = None) -> list[Step]:
        """The legal moves, with the distances after them.

        Parameters
        ----------
        board, timeout
            As for Solver.solve. The timeout covers all moves.

        Returns
        -------
        list of Step
            In the order of ACTIONS.

        Raises
        ------
        LimitReached
            As for Solver.solve.

        Examples
        --------
        >>> import tilebase
        >>> [(step.move, step.distance) for step in tilebase.Solver().moves("123456708")]
        [('U', 2), ('L', 2), ('R', 0)]
        """
    def check(
        self,
        board: BoardLike,
        answer: _Answer,
        *,
        convention: _Convention = "blank",
        timeout: float | None = None,
    ) -> Verdict:
        """Checks an answer of another solver, with the tables of this one.

        Parameters
        ----------
        board, answer, convention, timeout
            As for check() of the package.

        Returns
        -------
        Verdict
            It is true if the answer is right.

        Raises
        ------
        MoveError, LimitReached, TypeError
            As for check() of the package.

        Examples
        --------
        >>> import tilebase
        >>> tilebase.Solver().check("123456708", "RLR").kind
        'longer'
        """
    def lower_bound(self, board: BoardLike, *, timeout: float | None = None) -> int:
        """A lower bound on the number of moves, without a search; with a table, the distance.

        The bound is admissible: it never exceeds the distance. It is consistent if it comes from a
        table, from linear conflicts, or from zero-aware pattern databases (see claims). Otherwise,
        a move may lower it by more than one, so A* has to reopen states.

        Parameters
        ----------
        board
            A board in any form.
        timeout
            Seconds for loading the tables for lower bounds, if these differ from the tables for
            solving; None means no limit.

        Returns
        -------
        int
            The lower bound. It has the parity of the distance.

        Raises
        ------
        BoardError, UnreachableError
            If the board is malformed, or can't reach the goal.
        LimitReached
            After the timeout. Its lower_bound is Manhattan distance plus linear conflicts.

        Examples
        --------
        >>> import tilebase
        >>> solver = tilebase.Solver((4, 4))
        >>> solver.lower_bound("5 1 3 4 2 6 7 8 9 10 15 11 13 14 12 0"), solver.claims
        (10, Claims(admissible=True, consistent=False))
        """
    def lower_bounds(self, batch: Batch, *, timeout: float | None = None) -> NDArray[np.int16]:
        """The lower bounds of many boards, without a search. See lower_bound() for details.

        Parameters
        ----------
        batch
            An integer array of shape (n, cells) or (n, rows, columns), or a list of boards.
        timeout
            Seconds for loading tables and for all boards; None means no limit.

        Returns
        -------
        ndarray
            An int16 array of shape (n,).

        Raises
        ------
        BoardError, UnreachableError
            If a board is malformed, or can't reach the goal. The exception's `row` is the board's
            index, from 0.
        LimitReached
            After the timeout.

        Examples
        --------
        >>> import tilebase
        >>> tilebase.Solver().lower_bounds(["867254301", "123456780"])
        array([31,  0], dtype=int16)
        """
