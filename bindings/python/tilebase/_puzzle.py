"""The common part of the environments for one puzzle and for many: spaces, first boards, rewards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeVar, Union

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from . import _tilebase, _trials
from ._tilebase import Board
from .types import BoardLike, Cells, GoalLike, Shape

__all__ = ["NOT_BEGUN", "Depth", "Illegal", "Look", "Observation", "Puzzle", "Reward"]

Observation = Union[Literal["tiles"], Literal["discrete"], Literal["one-hot"]]
Reward = Union[Literal["step"], Literal["distance"]]
Illegal = Union[Literal["stay"], Literal["error"]]
Depth = Union[int, tuple[int, int], None]

_Number = TypeVar("_Number", float, NDArray[np.float64])

NOT_BEGUN = "no episode has begun: call reset()"

_CHOICES = {"observation": ("tiles", "discrete", "one-hot"), "reward": ("step", "distance"), "illegal": ("stay", "error")}


class Look(NamedTuple):
    """The observable properties of some boards, with or without distances."""

    after: Cells
    """The boards after each action, (n, 4, cells)."""
    legal: NDArray[np.bool_]
    solved: NDArray[np.bool_]
    distances: NDArray[np.int64] | None
    optimal: NDArray[np.bool_] | None

    def info(self) -> dict[str, NDArray[Any]]:
        """The content of ``info``. Masks are bytes, as ``Discrete.sample`` requires."""
        info: dict[str, NDArray[Any]] = {"action_mask": self.legal.astype(np.int8)}
        if self.distances is not None and self.optimal is not None:
            info |= {"distance": self.distances, "optimal_actions": self.optimal.astype(np.int8)}
        return info


class Puzzle:
    """The rules of a puzzle."""

    def __init__(
        self,
        shape: Shape | None,
        goal: GoalLike,
        depth: Depth,
        observation: Observation,
        reward: Reward,
        gamma: float,
        illegal: Illegal,
        max_steps: int | None,
        exact: bool | None,
    ) -> None:
        for option, found in [("observation", observation), ("reward", reward), ("illegal", illegal)]:
            if found not in _CHOICES[option]:
                raise ValueError(f"{option}: expected one of {', '.join(_CHOICES[option])}, found {found!r}")
        if not 0 <= gamma <= 1:
            raise ValueError(f"gamma: expected a number from 0 to 1, found {gamma!r}")
        if max_steps is not None and max_steps < 1:
            raise ValueError(f"max_steps: expected 1 or more, or None, found {max_steps!r}")
        self.goal = _trials.goal_of(shape, goal)
        self.shape = self.goal.shape
        self.cells = len(self.goal)
        self.exact = _trials.has_table(self.goal) if exact is None else exact
        if reward == "distance" and not self.exact:
            advice = "pass exact=True (each move then requires a search)"
            raise ValueError(f"reward: \"distance\" requires exact distances: {advice}")
        self.depth = self._range(depth)
        self.observation, self.reward, self.gamma = observation, reward, float(gamma)
        self.illegal, self.max_steps = illegal, max_steps

    def observation_space(self) -> spaces.Space[Any]:
        """The observation space of one board."""
        if self.observation == "one-hot":
            return spaces.Box(0.0, 1.0, (self.cells * self.cells,), np.float32)
        if self.observation == "discrete":
            return spaces.MultiDiscrete([self.cells] * self.cells)
        return spaces.Box(0, self.cells - 1, (self.cells,), np.uint8)

    def observe(self, boards: Cells) -> NDArray[Any]:
        """The observations of some boards."""
        if self.observation == "one-hot":
            return np.eye(self.cells, dtype=np.float32)[boards].reshape(len(boards), -1)
        return boards.astype(np.int64 if self.observation == "discrete" else np.uint8)

    def look(self, boards: Cells) -> Look:
        """Computes the observable properties of some boards."""
        after, legal = _tilebase.neighbors(boards, shape=self.shape)
        solved = np.asarray((boards == np.array(self.goal.tiles, np.uint8)).all(axis=1))
        if not self.exact:
            return Look(after, legal, solved, None, None)
        theirs = np.full(legal.shape, np.iinfo(np.int16).max, np.int16)
        theirs[legal] = _tilebase.distances(after[legal], self.goal, shape=self.shape)
        # A board is one move farther than its nearest neighbor. (Pairwise minima are faster in NumPy
        # than the minimum of four in a row.)
        nearest = np.minimum(np.minimum(theirs[:, 0], theirs[:, 1]), np.minimum(theirs[:, 2], theirs[:, 3]))
        distances = np.where(solved, 0, nearest.astype(np.int64) + 1)
        return Look(after, legal, solved, distances, theirs < distances[:, None])

    def starts(self, n: int, random: np.random.Generator, depth: Depth = None) -> Cells:
        """Draws first boards: any but the goal, or boards of a depth."""
        span = self.depth if depth is None else self._range(depth)
        if not _trials.has_table(self.goal):
            return self._far_starts(n, random, span) if n else np.empty((0, self.cells), np.uint8)
        boards, firsts = _levels(self.goal)
        least, greatest = span or (1, len(firsts) - 2)
        return boards[random.integers(firsts[least], firsts[greatest + 1], n)]

    def _far_starts(self, n: int, random: np.random.Generator, span: tuple[int, int] | None) -> Cells:
        def seed() -> int:
            return int(random.integers(2**63))

        if span is None:
            return _tilebase.sample(n, shape=self.shape, goal=self.goal, seed=seed())
        steps = random.integers(span[0], span[1] + 1, n)
        boards = np.empty((n, self.cells), np.uint8)
        for length in np.unique(steps):
            rows = steps == length
            boards[rows] = _tilebase.scramble(
                int(rows.sum()), steps=int(length), shape=self.shape, goal=self.goal, seed=seed()
            )
        return boards

    def _range(self, depth: Depth) -> tuple[int, int] | None:
        """The least and the greatest depth; raises ValueError if no boards have such depths."""
        if depth is None:
            return None
        least, greatest = (depth, depth) if isinstance(depth, (int, np.integer)) else depth
        deepest = len(_levels(self.goal)[1]) - 2 if _trials.has_table(self.goal) else 1_000_000
        if not 0 <= least <= greatest <= deepest:
            raise ValueError(f"depth: expected numbers from 0 to {deepest}, the least first, found {depth}")
        return int(least), int(greatest)

    def shaping(self, before: _Number, after: _Number) -> _Number:
        """The shaping reward of a move, from the distances before and after it: gamma * P(after) -
        P(before), where the potential P of a board is its negative distance.

        Discounted and summed over an episode, this is -P(start), because P is 0 at the goal. It is the
        same for all policies, so optimal policies stay optimal. (Ng, Harada and Russell, Policy
        invariance under reward transformations, ICML 1999, theorem 1.) This holds for an agent with
        the same gamma that treats a truncated episode as one that continues.
        """
        return before - self.gamma * after

    def chosen(self, options: Mapping[str, Any] | None) -> tuple[BoardLike | Cells | None, Depth]:
        """Reads the board and the depth from the options of a reset."""
        options = dict(options or {})
        board, depth = options.pop("board", None), options.pop("depth", None)
        if options:
            raise ValueError(f"options: expected \"board\" or \"depth\", found {', '.join(map(repr, options))}")
        if board is not None and depth is not None:
            raise ValueError("options: expected \"board\" or \"depth\", found both")
        return board, depth

    def read(self, board: BoardLike) -> Board:
        """Reads a board; raises an exception if it can't reach the goal."""
        read = Board(board, self.shape)
        if not read.is_solvable(self.goal):
            # Raises the library's exception, with its message.
            _tilebase.distance(read, self.goal)
        return read


def _levels_of(goal: Board) -> tuple[Cells, list[int]]:
    """All boards by distance, and the position where each distance begins, then their number."""
    trials = _trials.all_boards(goal)
    ends = np.cumsum(np.bincount(trials.distances))
    trials.boards.flags.writeable = False
    return trials.boards, [0, *ends.tolist()]


# Few, because an entry holds all boards of a goal.
_levels = lru_cache(maxsize=4)(_levels_of)
