"""The boards on which the user's functions are tested, nearest to the goal first."""

from __future__ import annotations

import operator
from typing import NamedTuple, SupportsIndex, Union

import numpy as np
from numpy.typing import NDArray

from . import _tilebase
from ._tilebase import Board
from .errors import BoardError, SampleError, TableTooLargeError
from .types import Cells, GoalLike, Shape

__all__ = [
    "Moves",
    "Seed",
    "Trials",
    "all_boards",
    "all_moves",
    "drawn",
    "drawn_by_depth",
    "drawn_moves",
    "goal_of",
    "has_table",
    "seed_of",
    "unsolvable",
]

Seed = Union[SupportsIndex, np.random.Generator]

# Tables for boards of more cells take too long to build.
MAX_CELLS = 10


class Trials(NamedTuple):
    """Boards ordered by distance; ties are ordered by index or by tiles."""

    goal: Board
    boards: Cells
    distances: NDArray[np.int16]

    @property
    def shape(self) -> tuple[int, int]:
        """The shape of all the boards."""
        return self.goal.shape

    def board(self, place: int) -> Board:
        """The board at a position."""
        return Board(self.boards[place], self.shape)

    def goals(self) -> Cells:
        """The goal, repeated once per board."""
        return np.tile(np.array(self.goal.tiles, np.uint8), (len(self.boards), 1))


def goal_of(shape: Shape | None, goal: GoalLike) -> Board:
    """The goal as a board: of the given shape, else of its own shape, else 3x3."""
    # A walk of no moves ends at the goal; an invalid goal raises an exception here.
    tiles = _tilebase.scramble(1, steps=0, shape=shape, goal=goal)[0]
    if shape is not None or goal is None:
        return Board(tiles, shape)
    try:
        return Board(goal)
    except BoardError:
        # The goal is given by name.
        return Board(tiles)


def seed_of(seed: Seed) -> int:
    """The number that determines the boards: the seed itself, or one drawn from the generator."""
    if isinstance(seed, np.random.Generator):
        return int(seed.integers(2**63 - 1))
    try:
        return operator.index(seed)
    except TypeError:
        found = type(seed).__name__
        raise TypeError(f"seed: expected an integer or a numpy.random.Generator, found {found}") from None


def has_table(goal: Board) -> bool:
    """Whether all boards and their distances can be computed at once."""
    return len(goal) <= MAX_CELLS


def all_boards(goal: Board) -> Trials:
    """All boards that can reach the goal."""
    if not has_table(goal):
        rows, columns = goal.shape
        advice = "pass n, the number of random boards"
        raise TableTooLargeError(f"{rows}x{columns} has too many boards to test all: {advice}")
    boards = _tilebase.all_boards(goal.shape, goal)
    distances = _tilebase.all_distances(goal.shape, goal)
    order = np.argsort(distances, kind="stable")
    return Trials(goal, boards[order], distances[order])


def drawn(n: int, goal: Board, seed: int) -> Trials:
    """Draws n boards: uniformly, or as the ends of random walks if the goal has no table."""
    if has_table(goal):
        return in_order(goal, _tilebase.sample(n, shape=goal.shape, goal=goal, seed=seed))
    return in_order(goal, _walks(n, (0, _longest_walk(goal)), goal, seed))


class Moves(NamedTuple):
    """Boards, and moves between them as positions of the boards before and after. The first board is
    the goal."""

    trials: Trials
    before: NDArray[np.intp]
    after: NDArray[np.intp]


def all_moves(goal: Board) -> Moves:
    """All boards that can reach the goal, and all moves between them."""
    trials = all_boards(goal)
    return _moves_from(trials, trials.boards)


def drawn_moves(n: int, goal: Board, seed: int) -> Moves:
    """The goal, n drawn boards, their neighbors, and all moves between a drawn board and a neighbor,
    in both directions."""
    boards = np.concatenate([np.array([goal.tiles], np.uint8), drawn(n, goal, seed).boards])
    after, legal = _tilebase.neighbors(boards, shape=goal.shape)
    among = np.unique(np.concatenate([boards, after[legal]]), axis=0)
    there = _moves_from(in_order(goal, among), boards)
    before, after_moves = np.concatenate([(there.before, there.after), (there.after, there.before)], axis=1)
    return Moves(there.trials, before, after_moves)


def _moves_from(trials: Trials, boards: Cells) -> Moves:
    """All moves from ``boards`` that lead to one of the trials."""
    after, legal = _tilebase.neighbors(boards, shape=trials.shape)
    keys = _keys(trials.boards)
    order = np.argsort(keys)
    found = order[np.searchsorted(keys, _keys(np.concatenate([boards, after[legal]])), sorter=order)]
    before = np.repeat(found[: len(boards)], legal.sum(axis=1))
    return Moves(trials, before, found[len(boards) :])


def _keys(boards: Cells) -> NDArray[np.void]:
    """Each board as a single comparable value."""
    return np.ascontiguousarray(boards).view(f"S{boards.shape[1]}").ravel()


def drawn_by_depth(n: int, depths: int | tuple[int, int] | None, goal: Board, seed: int) -> Trials:
    """Draws n boards, spread evenly over the depths, each at most once. Without a table, they are the
    ends of random walks whose lengths are the depths."""
    least, greatest = (depths, depths) if isinstance(depths, int) else depths or (0, None)
    if not has_table(goal):
        longest = _longest_walk(goal) if greatest is None else greatest
        return in_order(goal, _walks(n, (least, longest), goal, seed))
    distances = _tilebase.all_distances(goal.shape, goal)
    histogram = np.bincount(distances)
    deepest = len(histogram) - 1
    among = range(least, min(deepest if greatest is None else greatest, deepest) + 1)
    if least < 0 or not among:
        raise SampleError(f"depths: expected numbers from 0 to {deepest}, the least first, found {depths}")
    shares = np.zeros(deepest + 1, np.int64)
    shares[list(among)] = _shares(n, histogram[list(among)].tolist())
    # Sort by distance, in random order within a level, and take the first ones of each level.
    order = np.lexsort((_noise(len(distances), seed), distances))
    place_in_level = np.arange(len(order)) - np.repeat(np.cumsum(histogram) - histogram, histogram)
    chosen = order[place_in_level < np.repeat(shares, histogram)]
    return in_order(goal, _tilebase.all_boards(goal.shape, goal)[chosen])


def _noise(n: int, seed: int) -> NDArray[np.uint64]:
    """n pseudorandom numbers from SplitMix64: the same on all machines and with any NumPy version."""
    state = np.arange(1, n + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(seed % 2**64)
    state = (state ^ state >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ state >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return np.asarray(state ^ state >> np.uint64(31), np.uint64)


def _shares(n: int, room: list[int]) -> list[int]:
    """Distributes n items evenly, at most ``room`` to each; the first ones get the remainder."""
    shares = [0] * len(room)
    while n > 0 and (open_ones := [place for place in range(len(room)) if shares[place] < room[place]]):
        each = max(1, n // len(open_ones))
        for place in open_ones:
            share = min(each, room[place] - shares[place], n)
            shares[place] += share
            n -= share
    return shares


def unsolvable(n: int, goal: Board, seed: int) -> Cells:
    """Draws n boards that can't reach the goal."""
    boards = _tilebase.sample(n, shape=goal.shape, goal=goal, seed=seed)
    # Swapping two tiles changes the parity. Cells 0, 1 and 2 hold at least two tiles.
    tiles = np.argsort(boards[:, :3] == 0, axis=1, kind="stable")[:, :2]
    rows = np.arange(len(boards))[:, None]
    boards[rows, tiles] = boards[rows, tiles[:, ::-1]]
    return boards


def in_order(goal: Board, boards: Cells) -> Trials:
    """The boards ordered by distance; ties are ordered by tiles."""
    distances = _tilebase.distances(boards, goal, shape=goal.shape)
    order = np.lexsort((*boards.T[::-1], distances))
    return Trials(goal, boards[order], distances[order])


def _longest_walk(goal: Board) -> int:
    # Distances are found by searching, which is fast for almost all walks of these lengths.
    return 80 if len(goal) <= 16 else 40


def _walks(n: int, steps: tuple[int, int], goal: Board, seed: int) -> Cells:
    lengths, counts = np.unique(np.linspace(*steps, n).round().astype(np.int64), return_counts=True)
    walks = [
        _tilebase.scramble(count, steps=length, shape=goal.shape, goal=goal, seed=seed + length)
        for length, count in zip(lengths.tolist(), counts.tolist())
    ]
    return np.concatenate(walks) if walks else np.empty((0, len(goal)), np.uint8)
