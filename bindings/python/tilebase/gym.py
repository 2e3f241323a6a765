"""Environments for reinforcement learning, with exact distances. They require the extra ``gym``:
``pip install "./bindings/python[gym]"`` in a checkout.

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
``VectorPuzzleEnv`` steps many puzzles at once, without a Python loop.
"""

from __future__ import annotations

import gymnasium

from ._env import PuzzleEnv
from ._vector_env import VectorPuzzleEnv

__all__ = ["PuzzleEnv", "VectorPuzzleEnv"]

for _name, _options in [("EightPuzzle", {}), ("FifteenPuzzle", {"shape": (4, 4), "max_steps": 1000})]:
    gymnasium.register(
        f"tilebase/{_name}-v0",
        entry_point="tilebase.gym:PuzzleEnv",
        vector_entry_point="tilebase.gym:VectorPuzzleEnv",
        kwargs=_options,
    )
