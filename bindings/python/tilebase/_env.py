"""The environment for one puzzle."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from . import _tilebase
from ._puzzle import NOT_BEGUN, Depth, Illegal, Observation, Puzzle, Reward
from ._render import FPS, RENDER_MODES, Rendered, read_render_mode, rendered
from ._picture import board_picture
from ._tilebase import ACTIONS, Board
from ._window import Window
from .errors import MoveError
from .types import GoalLike, Shape

__all__ = ["PuzzleEnv"]

_Array = NDArray[Any]

_PLACES = {move: place for place, move in enumerate(ACTIONS)}


class PuzzleEnv(gymnasium.Env[_Array, np.int64]):
    """A puzzle to solve. An action is an index into ``tilebase.ACTIONS``, the direction of the blank.

    ``info`` has ``action_mask``, which actions are legal, as an int8 array of shape (4,). With exact distances, it also
    has ``distance``, an int, and ``optimal_actions``, the actions that begin a shortest path, as another such array.

    Parameters
    ----------
    shape
        Rows and columns, as (3, 4) or "3x4"; by default, those of the goal, or 3x3.
    goal
        A board or the name of a goal; by default, the blank is last.
    depth
        The distance of the first board from the goal: a number or a (min, max) pair. For more than ten cells, it is the
        length of a random walk from the goal instead. By default, the first board is uniformly random, but not the
        goal.
    observation
        "tiles", an array of bytes; "discrete", a MultiDiscrete; or "one-hot", a float array of shape (cells * cells,)
        in which element ``cell * cells + tile`` is 1.
    reward
        "step", -1 for each move and 0 for the one that reaches the goal; or "distance", shaped by the exact distance
        such that optimal policies stay optimal, for an agent that discounts by ``gamma``.
    gamma
        The discount factor of the agent, from 0 to 1, for the reward "distance".
    illegal
        The effect of an illegal action: "stay", the board stays the same, and the move counts; or "error", a MoveError.
    max_steps
        The number of steps after which an episode is truncated; None means no limit.
    exact
        Whether ``info`` has ``distance`` and ``optimal_actions``. By default, it has them for up to ten cells. For
        larger boards, each move requires a search.
    render_mode
        "human", a window that follows the episode, which requires pygame; or what ``render`` returns: "ansi", lines of
        text; "svg"; or "rgb_array", an array of pixels of shape (height, width, 3), as for videos.

    Raises
    ------
    ValueError
        If an option is invalid. ShapeError and GoalError are subclasses.

    Examples
    --------
    >>> from tilebase.gym import PuzzleEnv
    >>> env = PuzzleEnv((2, 3), depth=5, reward="distance")
    >>> observation, info = env.reset(seed=1)
    >>> info["distance"], env.observation_space.shape
    (5, (6,))
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": FPS}

    def __init__(
        self,
        shape: Shape | None = None,
        goal: GoalLike = None,
        *,
        depth: Depth = None,
        observation: Observation = "tiles",
        reward: Reward = "step",
        gamma: float = 1.0,
        illegal: Illegal = "stay",
        max_steps: int | None = 200,
        exact: bool | None = None,
        render_mode: str | None = None,
    ) -> None:
        self._puzzle = Puzzle(shape, goal, depth, observation, reward, gamma, illegal, max_steps, exact)
        self.render_mode = read_render_mode(render_mode, RENDER_MODES)
        self.observation_space = self._puzzle.observation_space()
        self.action_space = spaces.Discrete(4)
        self._window = Window(FPS)
        self._board: Board | None = None
        self._after: list[Board] = []
        self._info: dict[str, Any] = {}
        self._steps = 0
        self._ended = True

    @property
    def board(self) -> Board:
        """The current board."""
        if self._board is None:
            raise ResetNeeded(NOT_BEGUN)
        return self._board

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[_Array, dict[str, Any]]:
        """Begins an episode.

        Parameters
        ----------
        seed
            A number that determines the boards of this and later episodes.
        options
            "board", the first board in any form, or "depth", the depth for this episode.

        Returns
        -------
        tuple
            The observation and ``info``.

        Raises
        ------
        BoardError, UnreachableError, ValueError
            If the board is malformed or can't reach the goal, or another option is invalid.

        Examples
        --------
        >>> from tilebase.gym import PuzzleEnv
        >>> env = PuzzleEnv()
        >>> observation, info = env.reset(options={"board": "123456708"})
        >>> observation.tolist(), info["distance"]
        ([1, 2, 3, 4, 5, 6, 7, 0, 8], 1)
        """
        super().reset(seed=seed)
        board, depth = self._puzzle.chosen(options)
        if board is None:
            board = self._puzzle.starts(1, self.np_random, depth)[0]
        self._come_to(self._puzzle.read(board))
        self._steps, self._ended = 0, False
        self._show()
        return self._observation(), self._copy_of_info()

    def step(self, action: np.int64) -> tuple[_Array, float, bool, bool, dict[str, Any]]:
        """Moves the blank.

        Parameters
        ----------
        action
            An index into ``tilebase.ACTIONS``.

        Returns
        -------
        tuple
            The observation; the reward; whether the goal is reached; whether ``max_steps`` is reached; ``info``.

        Raises
        ------
        MoveError
            If the action is not from 0 to 3, or is illegal and ``illegal`` is "error".
        gymnasium.error.ResetNeeded
            If no episode has begun, or it is over.

        Examples
        --------
        >>> from tilebase.gym import PuzzleEnv
        >>> env = PuzzleEnv()
        >>> _ = env.reset(options={"board": "123456708"})
        >>> observation, reward, terminated, truncated, info = env.step(3)
        >>> reward, terminated, truncated
        (0.0, True, False)
        """
        board, before = self.board, self._info
        if self._ended:
            raise ResetNeeded("the episode is over: call reset()")
        if not self.action_space.contains(action):
            raise MoveError(f"expected an action from 0 to 3, found {action}")
        if self._puzzle.illegal == "error" and not before["action_mask"][action]:
            advice = "use info['action_mask'] to choose a legal action"
            raise MoveError(f"{ACTIONS[action]} is illegal on {board.text}; {advice}")
        self._come_to(self._after[action])
        self._steps += 1
        terminated = self._board == self._puzzle.goal
        truncated = not terminated and self._steps == self._puzzle.max_steps
        self._ended = terminated or truncated
        self._show()
        reward = 0.0 if terminated else -1.0
        if self._puzzle.reward == "distance":
            reward += self._puzzle.shaping(before["distance"], self._info["distance"])
        return self._observation(), reward, terminated, truncated, self._copy_of_info()

    def _come_to(self, board: Board) -> None:
        """Makes ``board`` the current board and computes its ``info``."""
        self._board = board
        after, legal, optimal = [board] * 4, [0] * 4, [0] * 4
        self._after, self._info = after, {}
        if self._puzzle.exact:
            nearest = -1
            for move, following, distance, is_optimal in _tilebase.moves(board, self._puzzle.goal):
                action = _PLACES[move]
                after[action], legal[action], optimal[action] = following, 1, int(is_optimal)
                nearest = distance if is_optimal else nearest
            # One move farther than the next board on a shortest path; 0 at the goal, which has none.
            self._info = {"distance": nearest + 1, "optimal_actions": np.array(optimal, np.int8)}
        else:
            for move, following in board.neighbors():
                after[_PLACES[move]], legal[_PLACES[move]] = following, 1
        self._info["action_mask"] = np.array(legal, np.int8)

    def _observation(self) -> _Array:
        observations = self._puzzle.observe(np.array([self.board.tiles], np.uint8))
        return np.asarray(observations[0])

    def _copy_of_info(self) -> dict[str, Any]:
        """A copy of ``info``, which the caller may change."""
        return {key: value if isinstance(value, int) else value.copy() for key, value in self._info.items()}

    def action_masks(self) -> NDArray[np.bool_]:
        """Whether each action is legal now, as maskable agents expect it: a bool array of shape (4,)."""
        if self._board is None:
            raise ResetNeeded(NOT_BEGUN)
        return np.array(self._info["action_mask"], np.bool_)

    def render(self) -> Rendered | None:
        """The board in the render mode; None without a mode. "human" shows the board in a window and returns None."""
        self._show()
        return None if self.render_mode in (None, "human") else rendered(self.board, self.render_mode)

    def close(self) -> None:
        """Closes the window, if there is one."""
        self._window.close()

    def _show(self) -> None:
        if self.render_mode == "human":
            self._window.show(board_picture(self.board))
