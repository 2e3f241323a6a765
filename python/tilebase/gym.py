"""Environments for reinforcement learning, with the truth at hand. They take the extra ``gym``: ``pip install tilebase[gym]``.

>>> import gymnasium
>>> import tilebase.gym
>>> env = gymnasium.make("tilebase/EightPuzzle-v0")
>>> observation, info = env.reset(seed=7, options={"board": "123745086"})
>>> observation, info["distance"], info["action_mask"], info["optimal_actions"]
(array([1, 2, 3, 7, 4, 5, 0, 8, 6], dtype=uint8), 4, array([1, 0, 0, 1], dtype=int8), array([1, 0, 0, 0], dtype=int8))
>>> action = env.action_space.sample(info["optimal_actions"])
>>> observation, reward, terminated, truncated, info = env.step(action)
>>> reward, terminated, info["distance"]
(-1.0, False, 3)

The import registers ``tilebase/EightPuzzle-v0`` and ``tilebase/FifteenPuzzle-v0``. ``PuzzleEnv`` has other shapes and goals.
``VectorPuzzleEnv`` plays many puzzles at a time, all in one call of the library.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from . import _tilebase
from ._puzzle import Depth, Illegal, Look, Observation, Puzzle, Reward
from ._svg import board_svg
from ._tilebase import ACTIONS, Board
from .errors import BoardError, MoveError
from .types import Cells, GoalLike, Shape

__all__ = ["PuzzleEnv", "VectorPuzzleEnv"]

_Array = NDArray[Any]

_RENDER_MODES = ["ansi", "svg"]
_NOT_BEGUN = "no episode has begun: call reset()"
_PLACES = {move: place for place, move in enumerate(ACTIONS)}


class PuzzleEnv(gymnasium.Env[_Array, np.int64]):
    """A puzzle that is to be solved. An action is where the blank goes: a place in ``tilebase.ACTIONS``.

    shape, goal: as everywhere.
    depth: how far from the goal an episode begins, a number or the least and the greatest. Without one it begins at any
        board but the goal, each with the same chance. Boards of more than ten cells are the ends of random walks of so
        many moves.
    observation: "tiles", an array of bytes; "discrete", a MultiDiscrete; "one-hot", floats of (cells * cells,), where
        number ``cell * cells + tile`` is 1.
    reward: "step", -1 for each move and 0 for the one that reaches the goal; "distance", shaped by the exact distance
        such that the best policies stay the best, for an agent that discounts by ``gamma``.
    illegal: what an illegal action does. "stay": the board stays, and the move counts. "error": a MoveError.
    max_steps: an episode is truncated after so many; None is no limit.
    exact: are ``distance`` and ``optimal_actions`` in ``info``? Without it they are where there is a table, for up to ten cells.
        With larger boards each move takes a search.
    render_mode: "ansi", lines of text, or "svg".

    ``info`` has ``action_mask`` too, which actions are legal. ``reset`` takes the options ``board`` and ``depth``.
    """

    metadata = {"render_modes": _RENDER_MODES, "render_fps": 4}

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
        self.render_mode = _read_render_mode(render_mode)
        self.observation_space = self._puzzle.observation_space()
        self.action_space = spaces.Discrete(4)
        self._board: Board | None = None
        self._after: list[Board] = []
        self._info: dict[str, Any] = {}
        self._steps = 0
        self._ended = True

    @property
    def board(self) -> Board:
        """The board as it is now."""
        if self._board is None:
            raise ResetNeeded(_NOT_BEGUN)
        return self._board

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[_Array, dict[str, Any]]:
        """Begins an episode, at a board of its own choice or at the one in ``options``."""
        super().reset(seed=seed)
        board, depth = self._puzzle.chosen(options)
        if board is None:
            board = self._puzzle.starts(1, self.np_random, depth)[0]
        self._come_to(self._puzzle.read(board))
        self._steps, self._ended = 0, False
        return self._observation(), self._told()

    def step(self, action: np.int64) -> tuple[_Array, float, bool, bool, dict[str, Any]]:
        """Moves the blank."""
        board, before = self.board, self._info
        if self._ended:
            raise ResetNeeded("the episode is over: call reset()")
        if not self.action_space.contains(action):
            raise MoveError(f"expected an action from 0 to 3, found {action}")
        if self._puzzle.illegal == "error" and not before["action_mask"][action]:
            raise MoveError(f"{ACTIONS[action]} is illegal on {board}: choose by info['action_mask']")
        self._come_to(self._after[action])
        self._steps += 1
        terminated = self._board == self._puzzle.goal
        truncated = not terminated and self._steps == self._puzzle.max_steps
        self._ended = terminated or truncated
        reward = 0.0 if terminated else -1.0
        if self._puzzle.reward == "distance":
            reward += self._puzzle.shaping(before["distance"], self._info["distance"])
        return self._observation(), reward, terminated, truncated, self._told()

    def _come_to(self, board: Board) -> None:
        """Makes it the board, and looks around."""
        self._board = board
        after, legal, optimal = [board] * 4, [0] * 4, [0] * 4
        self._after, self._info = after, {}
        if self._puzzle.exact:
            nearest = -1
            for move, following, distance, is_optimal in _tilebase.moves(board, self._puzzle.goal):
                action = _PLACES[move]
                after[action], legal[action], optimal[action] = following, 1, int(is_optimal)
                nearest = distance if is_optimal else nearest
            # One move farther than the next board on a shortest path. At the goal there is none.
            self._info = {"distance": nearest + 1, "optimal_actions": np.array(optimal, np.int8)}
        else:
            for move, following in board.neighbors():
                after[_PLACES[move]], legal[_PLACES[move]] = following, 1
        self._info["action_mask"] = np.array(legal, np.int8)

    def _observation(self) -> _Array:
        observations = self._puzzle.observe(np.array([self.board.tiles], np.uint8))
        return np.asarray(observations[0])

    def _told(self) -> dict[str, Any]:
        """A copy, which whoever is told may change."""
        return {key: value if isinstance(value, int) else value.copy() for key, value in self._info.items()}

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now: what a maskable agent asks for."""
        if self._board is None:
            raise ResetNeeded(_NOT_BEGUN)
        return np.array(self._info["action_mask"], np.bool_)

    def render(self) -> str | None:
        """The board as text or as an SVG."""
        return None if self.render_mode is None else _rendered(self.board, self.render_mode)


class VectorPuzzleEnv(VectorEnv[_Array, _Array, _Array]):
    """Many puzzles at a time, with the options of ``PuzzleEnv``: a step of all is one call of the library for their neighbours,
    and one for the distances.

    autoreset_mode is what becomes of an episode that has ended, as everywhere in Gymnasium: it begins anew with the next
    step ("NextStep"), with the same one ("SameStep"), or when ``reset`` is called with the option ``reset_mask``
    ("Disabled"). The option ``board`` is a board for all, or one for each; with ``reset_mask``, for each that is reset.
    """

    metadata = {"render_modes": _RENDER_MODES, "render_fps": 4}

    def __init__(
        self,
        num_envs: int = 1,
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
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
    ) -> None:
        if num_envs < 1:
            raise ValueError(f"num_envs: expected a number from 1 on, found {num_envs!r}")
        self._puzzle = Puzzle(shape, goal, depth, observation, reward, gamma, illegal, max_steps, exact)
        self.num_envs = num_envs
        self.render_mode = _read_render_mode(render_mode)
        self._mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self._mode}
        self.single_observation_space = self._puzzle.observation_space()
        self.single_action_space = spaces.Discrete(4)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._boards: Cells | None = None
        self._look: Look
        self._steps = np.zeros(num_envs, np.int64)
        self._ended = np.ones(num_envs, np.bool_)

    @property
    def boards(self) -> Cells:
        """The boards as they are now, (num_envs, cells)."""
        return self._now().copy()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[_Array, dict[str, Any]]:
        """Begins all episodes, or those of the option ``reset_mask``."""
        super().reset(seed=seed)
        options = dict(options or {})
        mask = self._read_mask(options.pop("reset_mask", None))
        board, depth = self._puzzle.chosen(options)
        number = int(mask.sum())
        starts = self._puzzle.starts(number, self.np_random, depth) if board is None else self._read(board, number)
        boards = np.empty((self.num_envs, self._puzzle.cells), np.uint8) if mask.all() else self._now().copy()
        boards[mask] = starts
        self._boards = boards
        self._look = self._puzzle.look(boards)
        self._steps[mask], self._ended[mask] = 0, False
        return self._puzzle.observe(boards), _infos(self._look, mask)

    def step(self, actions: _Array) -> tuple[_Array, _Array, _Array, _Array, dict[str, Any]]:
        """Moves all blanks."""
        boards, before = self._now(), self._look
        actions = self._read_actions(actions)
        # With NEXT_STEP an episode that has ended begins anew instead of a move.
        anew = self._ended
        if self._mode is AutoresetMode.DISABLED and anew.any():
            raise ResetNeeded(f"episode {anew.argmax()} is over: call reset() with the option reset_mask")
        rows = np.arange(self.num_envs)
        self._refuse_illegal(actions, ~before.legal[rows, actions] & ~anew)
        boards = before.after[rows, actions]
        boards[anew] = self._puzzle.starts(int(anew.sum()), self.np_random)
        after = self._puzzle.look(boards)
        self._steps = np.where(anew, 0, self._steps + 1)
        rewards = np.where(anew, 0.0, self._rewards(before, after))
        terminated = after.solved & ~anew
        truncated = ~terminated & (self._steps == self._puzzle.max_steps)
        self._ended = terminated | truncated
        self._boards, self._look = boards, after
        infos = self._begin_ended() if self._mode is AutoresetMode.SAME_STEP and self._ended.any() else {}
        observations = self._puzzle.observe(self._boards)
        return observations, rewards, terminated, truncated, infos | _infos(self._look, np.ones(self.num_envs, np.bool_))

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, (num_envs, 4)."""
        self._now()
        return self._look.legal.copy()

    def render(self) -> tuple[str, ...] | None:
        """The boards as text or as SVGs."""
        if self.render_mode is None:
            return None
        return tuple(_rendered(Board(board, self._puzzle.shape), self.render_mode) for board in self._now())

    def _rewards(self, before: Look, after: Look) -> NDArray[np.float64]:
        rewards = np.where(after.solved, 0.0, -1.0)
        if self._puzzle.reward == "distance" and before.distances is not None and after.distances is not None:
            rewards += self._puzzle.shaping(before.distances.astype(np.float64), after.distances.astype(np.float64))
        return rewards

    def _begin_ended(self) -> dict[str, Any]:
        """Begins the episodes anew that have ended; what they ended with is given back."""
        ended, boards = self._ended, self._now()
        final = np.full(self.num_envs, None, object)
        for row, observation in zip(np.flatnonzero(ended), self._puzzle.observe(boards[ended])):
            final[row] = observation
        last = _infos(self._look, ended)
        boards[ended] = self._puzzle.starts(int(ended.sum()), self.np_random)
        self._look = self._puzzle.look(boards)
        self._steps[ended] = 0
        self._ended = np.zeros_like(ended)
        return {"final_obs": final, "_final_obs": ended, "final_info": last, "_final_info": ended.copy()}

    def _now(self) -> Cells:
        if self._boards is None:
            raise ResetNeeded(_NOT_BEGUN)
        return self._boards

    def _read(self, board: Any, number: int) -> Cells:
        """A batch of boards, one for each, or one for all."""
        if not self._is_batch(board):
            return np.array([self._puzzle.read(board).tiles], np.uint8)
        boards = [self._puzzle.read(one).tiles for one in board]
        if len(boards) != number:
            raise BoardError(f"options: expected one board for all or {number} boards, found {len(boards)}")
        return np.array(boards, np.uint8)

    def _is_batch(self, board: Any) -> bool:
        if isinstance(board, (list, tuple)) and board and isinstance(board[0], (str, Board)):
            return True
        # A board has fewer columns than cells: so its rows are not taken for boards.
        sides = () if isinstance(board, (str, Board)) else np.shape(board)
        return len(sides) > 1 and sides != self._puzzle.shape

    def _read_mask(self, mask: Any) -> _Array:
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        read: _Array = np.array(mask)
        if read.shape != (self.num_envs,) or read.dtype != np.bool_ or not read.any():
            raise ValueError(f"reset_mask: expected an array of {self.num_envs} booleans, one of them True, found {mask}")
        return read

    def _read_actions(self, given: Any) -> _Array:
        actions: _Array = np.asarray(given)
        if actions.shape != (self.num_envs,) or actions.dtype.kind not in "iu":
            found = f"{actions.dtype} of {actions.shape}"
            raise MoveError(f"expected an array of {self.num_envs} integers for the actions, found {found}")
        wrong = (actions < 0) | (actions > 3)
        if wrong.any():
            row = int(wrong.argmax())
            raise MoveError(f"row {row}: expected an action from 0 to 3, found {actions[row]}", row=row)
        return actions

    def _refuse_illegal(self, actions: _Array, wrong: NDArray[np.bool_]) -> None:
        if self._puzzle.illegal == "error" and wrong.any():
            row = int(wrong.argmax())
            board = Board(self._now()[row], self._puzzle.shape)
            move = ACTIONS[actions[row]]
            raise MoveError(f"row {row}: {move} is illegal on {board}: choose by infos['action_mask']", row=row)


def _infos(look: Look, mask: NDArray[np.bool_]) -> dict[str, Any]:
    """The infos of those in the mask, in the manner of Gymnasium: zeros for the others."""
    infos: dict[str, Any] = {}
    for key, values in look.info().items():
        infos[key] = np.where(mask.reshape(-1, *[1] * (values.ndim - 1)), values, 0).astype(values.dtype)
        infos[f"_{key}"] = mask.copy()
    return infos


def _read_render_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in _RENDER_MODES:
        raise ValueError(f"render_mode: expected one of {', '.join(_RENDER_MODES)}, or None, found {mode!r}")
    return mode


def _rendered(board: Board, mode: str) -> str:
    if mode == "svg":
        return board_svg(board)
    width = len(str(len(board) - 1))
    return "\n".join(" ".join(f"{tile or '.':>{width}}" for tile in row) for row in board.rows)


for _name, _options in [("EightPuzzle", {}), ("FifteenPuzzle", {"shape": (4, 4), "max_steps": 1000})]:
    gymnasium.register(
        f"tilebase/{_name}-v0",
        entry_point="tilebase.gym:PuzzleEnv",
        vector_entry_point="tilebase.gym:VectorPuzzleEnv",
        kwargs=_options,
    )
