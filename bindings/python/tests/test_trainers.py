"""Stable-Baselines3 and its MaskablePPO, which train on the environments.

They require PyTorch, which is too large to be installed for every test run. To run these tests:
``pip install stable-baselines3 sb3-contrib``.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import tilebase
from tilebase.gym import PuzzleEnv

MISSING = "Stable-Baselines3 is not installed"
check_env = pytest.importorskip("stable_baselines3.common.env_checker", reason=MISSING).check_env
make_vec_env = pytest.importorskip("stable_baselines3.common.env_util", reason=MISSING).make_vec_env


@pytest.mark.parametrize("name", ["EightPuzzle", "FifteenPuzzle"])
@pytest.mark.parametrize("observation", ["tiles", "discrete", "one-hot"])
def test_the_checker_finds_nothing(name: str, observation: Any) -> None:
    shape = (3, 3) if name == "EightPuzzle" else (4, 4)
    for mode in (None, "ansi", "svg", "rgb_array"):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            check_env(PuzzleEnv(shape, observation=observation, render_mode=mode), warn=True)


def test_environments_are_made_by_name() -> None:
    envs = make_vec_env("tilebase/EightPuzzle-v0", n_envs=4, seed=1)
    observations = envs.reset()
    assert observations.shape == (4, 9)
    pictures = envs.get_images()
    assert [picture.shape for picture in pictures] == [(168, 168, 3)] * 4
    _, rewards, _, infos = envs.step(np.array([0, 1, 2, 3]))
    assert rewards.shape == (4,) and all("action_mask" in info for info in infos)
    envs.close()


def test_masked_ppo_learns_the_boards_near_the_goal() -> None:
    contrib = pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed")
    options = {"depth": (1, 3), "observation": "one-hot", "reward": "distance", "max_steps": 20}
    envs = make_vec_env("tilebase/EightPuzzle-v0", n_envs=8, seed=1, env_kwargs=options)
    model = contrib.MaskablePPO("MlpPolicy", envs, n_steps=128, batch_size=256, seed=1, gamma=0.9)
    model.learn(16_000)
    solved = 0
    boards = tilebase.all_boards()[(tilebase.all_distances() >= 1) & (tilebase.all_distances() <= 3)]
    env = PuzzleEnv(**options)  # type: ignore[arg-type]
    for board in boards:
        observation, _ = env.reset(options={"board": board})
        terminated = truncated = False
        while not (terminated or truncated):
            action, _ = model.predict(observation, action_masks=env.action_masks(), deterministic=True)
            observation, _, terminated, truncated, _ = env.step(action)
        solved += terminated
    assert len(boards) == 14 and solved >= 11
