"""The environment for many puzzles at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ._puzzle import NOT_BEGUN, Depth, Illegal, Look, Observation, Puzzle, Reward
from ._render import FPS, VECTOR_RENDER_MODES, Rendered, read_render_mode, rendered
from ._tilebase import ACTIONS, Board
from .errors import BoardError, MoveError
from .types import Cells, GoalLike, Shape

__all__ = ["VectorPuzzleEnv"]

_Array = NDArray[Any]


class VectorPuzzleEnv(VectorEnv[_Array, _Array, _Array]):
    """Many puzzles at a time, with the options of ``PuzzleEnv``.

    Each step makes two library calls for all puzzles together: one for the neighbors and one for the distances. The
    arrays in ``infos`` have one row for each puzzle.

    Parameters
    ----------
    num_envs
        The number of puzzles.
    shape, goal, depth, observation, reward, gamma, illegal, max_steps, exact
        As for ``PuzzleEnv``.
    autoreset_mode
        When an ended episode restarts, as in Gymnasium: in the next step ("NextStep"), in the same step ("SameStep"),
        or when ``reset`` is called with the option ``reset_mask`` ("Disabled").
    render_mode
        "ansi", "svg" or "rgb_array", as for ``PuzzleEnv``.

    Raises
    ------
    ValueError
        If an option is invalid. ShapeError and GoalError are subclasses.

    Examples
    --------
    >>> from tilebase.gym import VectorPuzzleEnv
    >>> envs = VectorPuzzleEnv(3, depth=7)
    >>> observations, infos = envs.reset(seed=1)
    >>> observations.shape, infos["distance"], infos["optimal_actions"].shape
    ((3, 9), array([7, 7, 7]), (3, 4))
    """

    metadata = {"render_modes": VECTOR_RENDER_MODES, "render_fps": FPS}

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
            raise ValueError(f"num_envs: expected 1 or more, found {num_envs!r}")
        self._puzzle = Puzzle(shape, goal, depth, observation, reward, gamma, illegal, max_steps, exact)
        self.num_envs = num_envs
        self.render_mode = read_render_mode(render_mode, VECTOR_RENDER_MODES)
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
        """The current boards, a uint8 array of shape (num_envs, cells)."""
        return self._now().copy()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[_Array, dict[str, Any]]:
        """Begins all episodes, or some.

        Parameters
        ----------
        seed
            A number that determines the boards of these and later episodes.
        options
            "reset_mask", a bool array of shape (num_envs,): the episodes to begin; "board", one board for all of them
            or one for each; or "depth", the depth of their boards.

        Returns
        -------
        tuple
            The observations and ``infos``.

        Raises
        ------
        BoardError, UnreachableError, ValueError
            If a board is malformed or can't reach the goal, or another option is invalid.

        Examples
        --------
        >>> from tilebase.gym import VectorPuzzleEnv
        >>> envs = VectorPuzzleEnv(2)
        >>> observations, infos = envs.reset(options={"board": ["123456708", "123456780"]})
        >>> infos["distance"].tolist()
        [1, 0]
        """
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
        """Moves all blanks.

        Parameters
        ----------
        actions
            An integer array of shape (num_envs,): indexes into ``tilebase.ACTIONS``.

        Returns
        -------
        tuple
            The observations; the rewards; whether each goal is reached; whether each episode is truncated; ``infos``.

        Raises
        ------
        MoveError
            If the number of actions differs from the number of puzzles, or an action is not from 0 to 3, or is illegal
            and ``illegal`` is "error". The exception's ``row`` is the puzzle's index, from 0.
        gymnasium.error.ResetNeeded
            If no episode has begun, or one is over with the mode "Disabled".

        Examples
        --------
        >>> from tilebase.gym import VectorPuzzleEnv
        >>> envs = VectorPuzzleEnv(2)
        >>> _ = envs.reset(options={"board": "123456708"})
        >>> observations, rewards, terminated, truncated, infos = envs.step([3, 1])
        >>> rewards.tolist(), terminated.tolist()
        ([0.0, -1.0], [True, False])
        """
        boards, before = self._now(), self._look
        actions = self._read_actions(actions)
        # With NEXT_STEP, an episode that has ended restarts instead of making a move.
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
        """Whether each action is legal now: a bool array of shape (num_envs, 4)."""
        self._now()
        return self._look.legal.copy()

    def render(self) -> tuple[Rendered, ...] | None:
        """The boards in the render mode, as a tuple with one item for each puzzle; None without a mode."""
        if self.render_mode is None:
            return None
        return tuple(rendered(Board(board, self._puzzle.shape), self.render_mode) for board in self._now())

    def _rewards(self, before: Look, after: Look) -> NDArray[np.float64]:
        rewards = np.where(after.solved, 0.0, -1.0)
        if self._puzzle.reward == "distance" and before.distances is not None and after.distances is not None:
            rewards += self._puzzle.shaping(before.distances.astype(np.float64), after.distances.astype(np.float64))
        return rewards

    def _begin_ended(self) -> dict[str, Any]:
        """Restarts the episodes that have ended; returns their final observations and infos."""
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
            raise ResetNeeded(NOT_BEGUN)
        return self._boards

    def _read(self, board: Any, number: int) -> Cells:
        """Reads a batch of boards: one for each episode, or one for all."""
        if not self._is_batch(board):
            return np.array([self._puzzle.read(board).tiles], np.uint8)
        boards = [self._puzzle.read(one).tiles for one in board]
        if len(boards) != number:
            raise BoardError(f"options: expected one board for all or {number} boards, found {len(boards)}")
        return np.array(boards, np.uint8)

    def _is_batch(self, board: Any) -> bool:
        if isinstance(board, (list, tuple)) and board and isinstance(board[0], (str, Board)):
            return True
        # A board has fewer columns than cells, so its rows can't be mistaken for boards.
        sides = () if isinstance(board, (str, Board)) else np.shape(board)
        return len(sides) > 1 and sides != self._puzzle.shape

    def _read_mask(self, mask: Any) -> _Array:
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        read: _Array = np.array(mask)
        if read.shape != (self.num_envs,) or read.dtype != np.bool_ or not read.any():
            expected = f"an array of {self.num_envs} booleans, at least one of them True"
            raise ValueError(f"reset_mask: expected {expected}, found {mask}")
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
            advice = "use infos['action_mask'] to choose a legal action"
            raise MoveError(f"row {row}: {move} is illegal on {board.text}; {advice}", row=row)


def _infos(look: Look, mask: NDArray[np.bool_]) -> dict[str, Any]:
    """The infos of the episodes in the mask, in Gymnasium's format: zeros for the others."""
    infos: dict[str, Any] = {}
    for key, values in look.info().items():
        infos[key] = np.where(mask.reshape(-1, *[1] * (values.ndim - 1)), values, 0).astype(values.dtype)
        infos[f"_{key}"] = mask.copy()
    return infos
