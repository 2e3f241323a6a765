"""The environments: Gymnasium's own checks, and the vector environment against single ones."""

from __future__ import annotations

import copy
import importlib.util
import pickle
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import tilebase
from tilebase import Board
from tilebase.gym import PuzzleEnv, VectorPuzzleEnv

N = 24

PYGAME = importlib.util.find_spec("pygame") is not None


@pytest.fixture(autouse=True)
def without_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


def made(**options: Any) -> PuzzleEnv:
    env = gymnasium.make("tilebase/EightPuzzle-v0", **options).unwrapped
    assert isinstance(env, PuzzleEnv)
    return env


@pytest.mark.parametrize("render_mode", [None, "ansi", "svg", "rgb_array"])
@pytest.mark.parametrize("observation", ["tiles", "discrete", "one-hot"])
@pytest.mark.parametrize("reward", ["step", "distance"])
def test_gymnasium_checker_finds_nothing(render_mode: str | None, observation: str, reward: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # The checker tries all modes, and "human" requires pygame.
        check_env(made(render_mode=render_mode, observation=observation, reward=reward), skip_render_check=not PYGAME)


def test_names_are_registered() -> None:
    eight, fifteen = (gymnasium.make(f"tilebase.gym:tilebase/{name}Puzzle-v0") for name in ("Eight", "Fifteen"))
    assert eight.observation_space.shape == (9,) and fifteen.observation_space.shape == (16,)
    _, info = fifteen.reset(seed=1)
    assert set(info) == {"action_mask"}
    envs = gymnasium.make_vec("tilebase/EightPuzzle-v0", 3, vectorization_mode="vector_entry_point", depth=2)
    assert isinstance(envs.unwrapped, VectorPuzzleEnv)
    assert envs.reset(seed=1)[1]["distance"].tolist() == [2, 2, 2]


def test_optimal_episodes_are_as_long_as_the_distance() -> None:
    env = made()
    for depth in range(1, 32):
        _, info = env.reset(seed=depth, options={"depth": depth})
        assert info["distance"] == depth
        rewards, terminated = [], False
        while not terminated:
            _, reward, terminated, truncated, info = env.step(env.action_space.sample(info["optimal_actions"]))
            rewards.append(reward)
            assert not truncated
        assert rewards == [-1.0] * (depth - 1) + [0.0]
        assert env.board == tilebase.Board("123456780") and info["optimal_actions"].tolist() == [0, 0, 0, 0]


def test_info_is_right() -> None:
    env = made(max_steps=None)
    _, info = env.reset(seed=3)
    for action in np.random.default_rng(3).integers(0, 4, 300):
        board = env.board
        legal = dict(board.neighbors())
        assert info["action_mask"].tolist() == [int(move in legal) for move in tilebase.ACTIONS]
        assert info["distance"] == tilebase.distance(board)
        best = [step.move for step in tilebase.moves(board) if step.is_optimal]
        assert [tilebase.ACTIONS[place] for place in np.flatnonzero(info["optimal_actions"])] == best
        assert env.action_masks().tolist() == info["action_mask"].astype(bool).tolist()
        observation, _, terminated, _, info = env.step(action)
        assert env.board == legal.get(tilebase.ACTIONS[action], board)
        assert observation.tolist() == list(env.board)
        if terminated:
            _, info = env.reset()


@pytest.mark.parametrize("gamma", [1.0, 0.9])
def test_shaping_adds_the_same_to_all_that_begins_at_a_board(gamma: float) -> None:
    shaped, plain = made(reward="distance", gamma=gamma), made(gamma=gamma)
    random = np.random.default_rng(1)
    for depth in (1, 4, 8):
        sums = []
        for _ in range(20):
            _, info = plain.reset(options={"board": tilebase.sample(1, depth=depth, seed=9)[0]})
            shaped.reset(options={"board": plain.board})
            difference, discount, terminated = 0.0, 1.0, False
            while not terminated:
                # Usually the best action, so that episodes end; sometimes a random one.
                mask = info["optimal_actions"] if random.random() < 0.7 else None
                action = plain.action_space.sample(mask)
                _, reward, terminated, _, info = plain.step(action)
                _, shaped_reward, *_ = shaped.step(action)
                difference += discount * (shaped_reward - reward)
                discount *= gamma
            sums.append(difference)
        assert np.allclose(sums, depth)


def test_episodes_begin_at_the_requested_boards() -> None:
    env = made(depth=(3, 5))
    assert {env.reset(seed=seed)[1]["distance"] for seed in range(60)} == {3, 4, 5}
    assert env.reset(options={"depth": (9, 9)})[1]["distance"] == 9
    for board in ["867254301", [[8, 6, 7], [2, 5, 4], [3, 0, 1]], Board("867254301")]:
        observation, info = env.reset(options={"board": board})
        assert observation.tolist() == [8, 6, 7, 2, 5, 4, 3, 0, 1] and info["distance"] == 31
    everywhere = made()
    assert 0 not in {everywhere.reset(seed=seed)[1]["distance"] for seed in range(300)}
    assert everywhere.reset(seed=5)[0].tolist() == everywhere.reset(seed=5)[0].tolist()
    far = PuzzleEnv((4, 4), depth=(4, 6), exact=True)
    assert {far.reset(seed=seed)[1]["distance"] for seed in range(30)} == {4, 5, 6}


def test_starts_are_drawn_with_the_same_chance() -> None:
    envs = VectorPuzzleEnv(40_000, (2, 3))
    boards, _ = envs.reset(seed=1)
    _, counts = np.unique(boards, axis=0, return_counts=True)
    # 359 boards, 111 of each expected: the goodness of fit has a mean of 358 and a deviation of 27.
    expected = 40_000 / 359
    assert len(counts) == 359 and abs(((counts - expected) ** 2 / expected).sum() - 358) < 4 * 27


@pytest.mark.parametrize("observation", ["tiles", "discrete", "one-hot"])
def test_observations_say_where_the_tiles_are(observation: Any) -> None:
    env = made(observation=observation)
    seen, _ = env.reset(options={"board": "867254301"})
    assert env.observation_space.contains(seen)
    tiles = seen.reshape(9, 9).argmax(axis=1) if observation == "one-hot" else seen
    assert tiles.tolist() == [8, 6, 7, 2, 5, 4, 3, 0, 1]
    assert observation != "one-hot" or seen.sum() == 9


def test_an_illegal_action_stays_or_is_an_error() -> None:
    env = made()
    env.reset(options={"board": "123456708"})
    observation, reward, terminated, _, info = env.step(np.int64(1))
    assert (observation.tolist(), reward, terminated) == ([1, 2, 3, 4, 5, 6, 7, 0, 8], -1.0, False)
    assert info["distance"] == 1
    strict = made(illegal="error")
    strict.reset(options={"board": "123456708"})
    with pytest.raises(tilebase.MoveError, match="D is illegal on 123456708; use info.*legal action"):
        strict.step(np.int64(1))
    with pytest.raises(tilebase.MoveError, match="expected an action from 0 to 3, found 4"):
        strict.step(np.int64(4))
    assert strict.step(np.int64(3))[2]
    envs = VectorPuzzleEnv(2, illegal="error")
    envs.reset(options={"board": ["123456780", "123456708"]})
    with pytest.raises(tilebase.MoveError, match="row 1: D is illegal on 123456708; use infos.*legal action") as raised:
        envs.step(np.array([0, 1]))
    assert raised.value.row == 1


def test_an_episode_is_truncated_and_must_be_begun() -> None:
    env = made(max_steps=3)
    with pytest.raises(ResetNeeded, match="no episode has begun"):
        env.step(np.int64(0))
    env.reset(options={"board": "867254301"})
    assert [env.step(np.int64(0))[3] for _ in range(3)] == [False, False, True]
    with pytest.raises(ResetNeeded, match="the episode is over"):
        env.step(np.int64(0))
    # Reaching the goal with the last move counts as solved, not as truncated.
    env.reset(options={"board": "123450786", "depth": None})
    env.step(np.int64(0)), env.step(np.int64(1))
    assert env.step(np.int64(1))[2:4] == (True, False)
    endless = made(max_steps=None)
    endless.reset(options={"board": "867254301"})
    assert not any(endless.step(np.int64(1))[3] for _ in range(1000))


def test_it_is_shown() -> None:
    env = made(render_mode="ansi")
    env.reset(options={"board": "867254301"})
    assert env.render() == "8 6 7\n2 5 4\n3 . 1"
    svg = made(render_mode="svg")
    svg.reset(options={"board": "867254301"})
    assert svg.render() == Board("867254301")._repr_svg_()
    assert made().render() is None
    envs = VectorPuzzleEnv(2, render_mode="ansi")
    envs.reset(options={"board": "867254301"})
    assert envs.render() == ("8 6 7\n2 5 4\n3 . 1",) * 2


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"observation": "picture"}, "observation: expected one of tiles, discrete, one-hot, found 'picture'"),
        ({"reward": "fame"}, "reward: expected one of step, distance"),
        ({"illegal": "maybe"}, "illegal: expected one of stay, error"),
        ({"gamma": 1.5}, "gamma: expected a number from 0 to 1"),
        ({"max_steps": 0}, "max_steps: expected 1 or more, or None"),
        ({"depth": 32}, "depth: expected numbers from 0 to 31"),
        ({"depth": (5, 4)}, "the least first"),
        ({"shape": (4, 4), "reward": "distance"}, "pass exact=True"),
        ({"render_mode": "rgb"}, "render_mode: expected one of (human, )?ansi, svg, rgb_array, or None, found 'rgb'"),
    ],
)
def test_bad_options_are_refused(options: dict[str, Any], words: str) -> None:
    for make in (PuzzleEnv, VectorPuzzleEnv):
        with pytest.raises(ValueError, match=words):
            make(**options)


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"board": "213456780"}, tilebase.UnreachableError, "different parity"),
        ({"board": "12345"}, tilebase.BoardError, "expected 9 tiles"),
        ({"depth": 99}, ValueError, "depth: expected numbers from 0 to 31"),
        ({"bord": "123456780"}, ValueError, "expected \"board\" or \"depth\", found 'bord'"),
        ({"board": "123456780", "depth": 3}, ValueError, "found both"),
    ],
)
def test_bad_options_of_a_reset_are_refused(options: dict[str, Any], error: type[Exception], words: str) -> None:
    for env in (PuzzleEnv(), VectorPuzzleEnv(2)):
        with pytest.raises(error, match=words):
            env.reset(options=options)


def test_environments_are_copied_and_pickled() -> None:
    env = PuzzleEnv()
    env.reset(seed=4)
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert other.board == env.board
        assert [other.step(np.int64(action))[0].tolist() for action in (0, 2)] != None
    first, second = pickle.loads(pickle.dumps(env)), pickle.loads(pickle.dumps(env))
    assert first.reset()[0].tolist() == second.reset()[0].tolist()


# The vector environment.


def one_by_one(mode: AutoresetMode, **options: Any) -> SyncVectorEnv:
    return SyncVectorEnv([lambda: PuzzleEnv(**options)] * N, autoreset_mode=mode)


def equal(left: Any, right: Any) -> bool:
    if isinstance(left, dict):
        return isinstance(right, dict) and left.keys() == right.keys() and all(equal(left[key], right[key]) for key in left)
    if left.dtype == object:
        return all((a is None and b is None) or np.array_equal(a, b) for a, b in zip(left, right))
    return bool(left.shape == right.shape and left.dtype == right.dtype and np.array_equal(left, right))


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"observation": "one-hot", "reward": "distance", "gamma": 0.95},
        {"shape": (2, 3), "goal": "blank-first", "observation": "discrete"},
        # An episode may begin at the goal without being over.
        {"depth": (0, 1)},
        {"shape": (4, 4), "exact": False},
        {"shape": (3, 4), "exact": True, "reward": "distance"},
    ],
)
def test_many_at_a_time_do_what_each_does_alone(mode: AutoresetMode, options: dict[str, Any]) -> None:
    options = {"max_steps": 9, "depth": (1, 6), **options}
    many, single = VectorPuzzleEnv(N, autoreset_mode=mode, **options), one_by_one(mode, **options)
    assert many.observation_space == single.observation_space and many.action_space == single.action_space
    assert many.metadata["autoreset_mode"] == single.metadata["autoreset_mode"] == mode
    observations, infos = many.reset(seed=2)

    def follow(rows: Any) -> None:
        """Sets the single environments to the boards of the vector environment."""
        for row in np.flatnonzero(rows):
            env = single.envs[row]
            assert isinstance(env, PuzzleEnv)
            env.reset(options={"board": many.boards[row]})

    single.reset(seed=2)
    follow(np.ones(N, bool))
    random = np.random.default_rng(2)
    ended, episodes = np.zeros(N, bool), 0
    for _ in range(60):
        best = infos.get("optimal_actions", np.zeros((N, 4))).argmax(axis=1)
        actions = np.where(random.random(N) < 0.7, best, random.integers(0, 4, N))
        if mode is AutoresetMode.DISABLED and ended.any():
            observations, infos = many.reset(options={"reset_mask": ended})
            _, theirs_infos = single.reset(options={"reset_mask": ended, "depth": (1, 6)})
            assert infos.keys() == theirs_infos.keys() and equal(infos["_action_mask"], theirs_infos["_action_mask"])
            follow(ended)
            ended = np.zeros(N, bool)
            continue
        was_ended = ended
        mine, theirs = many.step(actions), single.step(actions)
        observations, rewards, terminated, truncated, infos = mine
        ended = terminated | truncated
        episodes += int(ended.sum())
        anew = {AutoresetMode.SAME_STEP: ended, AutoresetMode.NEXT_STEP: was_ended}.get(mode, np.zeros(N, bool))
        # Restarted episodes have drawn different boards.
        follow(anew)
        assert equal(observations[~anew], theirs[0][~anew])
        assert equal(rewards, theirs[1]) and equal(terminated, theirs[2]) and equal(truncated, theirs[3])
        assert infos.keys() == theirs[4].keys()
        for key, values in infos.items():
            if key.startswith(("final", "_final")):
                assert equal(values, theirs[4][key]), key
            else:
                assert equal(values[~anew], theirs[4][key][~anew]), key
        info = many._puzzle.look(many.boards).info()
        assert all(equal(infos[key], values) for key, values in info.items())
    assert episodes > 5 * N / 2


def test_ended_episodes_must_be_reset() -> None:
    envs = VectorPuzzleEnv(3, max_steps=1, autoreset_mode="Disabled")
    with pytest.raises(ResetNeeded, match="no episode has begun"):
        envs.step(np.zeros(3, int))
    envs.reset(seed=1)
    envs.step(np.zeros(3, int))
    with pytest.raises(ResetNeeded, match="episode 0 is over"):
        envs.step(np.zeros(3, int))
    before = envs.boards
    envs.reset(options={"reset_mask": np.array([True, False, False]), "board": "867254301"})
    assert envs.boards[1:].tolist() == before[1:].tolist()
    with pytest.raises(ResetNeeded, match="episode 1 is over"):
        envs.step(np.zeros(3, int))


def test_boards_for_many_are_given_in_any_way() -> None:
    envs = VectorPuzzleEnv(3)
    boards = tilebase.sample(3, seed=1)
    for given in [boards, boards.reshape(3, 3, 3), boards.tolist(), [Board(board) for board in boards]]:
        assert envs.reset(options={"board": given})[0].tolist() == boards.tolist()
    for one in [boards[0], boards[0].reshape(3, 3), boards[0].tolist(), Board(boards[0]), str(Board(boards[0]))]:
        assert envs.reset(options={"board": one})[0].tolist() == [boards[0].tolist()] * 3
    with pytest.raises(tilebase.BoardError, match="expected one board for all or 3 boards, found 2"):
        envs.reset(options={"board": boards[:2]})


def test_the_same_seed_gives_the_same_episodes() -> None:
    runs = []
    for seed in (1, 1, 2):
        envs = VectorPuzzleEnv(5, depth=(1, 3), max_steps=4)
        seen = [envs.reset(seed=seed)[0]]
        seen += [envs.step(np.full(5, step % 4))[0] for step in range(20)]
        runs.append(np.array(seen).tolist())
    assert runs[0] == runs[1] != runs[2]


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        (np.zeros(2, int), "expected an array of 3 integers"),
        (np.zeros(3), "expected an array of 3 integers for the actions, found float64"),
        (np.array([0, 0, 4]), "row 2: expected an action from 0 to 3, found 4"),
        (np.array([0, -1, 0]), "row 1: expected an action from 0 to 3, found -1"),
    ],
)
def test_bad_actions_are_refused(actions: Any, words: str) -> None:
    envs = VectorPuzzleEnv(3)
    envs.reset(seed=1)
    with pytest.raises(tilebase.MoveError, match=words):
        envs.step(actions)


def test_bad_masks_and_numbers_are_refused() -> None:
    envs = VectorPuzzleEnv(3)
    envs.reset(seed=1)
    for mask in (np.zeros(3, bool), np.ones(2, bool), np.ones(3)):
        with pytest.raises(ValueError, match="reset_mask: expected an array of 3 booleans"):
            envs.reset(options={"reset_mask": mask})
    with pytest.raises(ValueError, match="num_envs: expected 1 or more"):
        VectorPuzzleEnv(0)


def test_returned_arrays_do_not_change() -> None:
    envs = VectorPuzzleEnv(4, autoreset_mode="SameStep", max_steps=2)
    kept = [envs.reset(seed=1)] + [envs.step(np.full(4, step % 4)) for step in range(6)]
    copies = copy.deepcopy(kept)
    for step in range(6):
        envs.step(np.full(4, step % 4))
    for mine, theirs in zip(kept, copies):
        assert all(equal(left, right) for left, right in zip(mine, theirs))


def test_returned_arrays_may_be_changed() -> None:
    env, envs = PuzzleEnv(illegal="error"), VectorPuzzleEnv(1, illegal="error")
    for one in (env, envs):
        observation, info = one.reset(options={"board": "123456708"})
        for array in (observation, info["action_mask"], info["optimal_actions"], one.action_masks()):
            array[...] = 0
        assert one.action_masks().ravel().tolist() == [True, False, True, True]
    assert env.step(np.int64(3))[2]
    assert envs.step(np.array([3]))[2].tolist() == [True]
