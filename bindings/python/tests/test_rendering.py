"""Pictures, windows and videos of episodes."""

from __future__ import annotations

import copy
import pickle
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import DependencyNotInstalled
from gymnasium.wrappers import RecordVideo

import tilebase
from tilebase import Board
from tilebase._picture import _DIGITS, board_picture
from tilebase.gym import PuzzleEnv, VectorPuzzleEnv


@pytest.fixture(autouse=True)
def without_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


def cell(picture: Any, row: int, column: int) -> Any:
    top, left = 8 + 52 * row, 8 + 52 * column
    return picture[top : top + 48, left : left + 48]


@pytest.mark.parametrize("shape", [(2, 2), (3, 3), (2, 5), (4, 3), (4, 4), (5, 5), (2, 12)])
def test_each_tile_has_its_own_look_on_any_cell(shape: tuple[int, int]) -> None:
    rows, columns = shape
    looks: dict[int, set[bytes]] = {}
    for board in tilebase.scramble(30, steps=200, shape=shape, seed=1):
        picture = board_picture(Board(board, shape))
        assert picture.dtype == np.uint8 and picture.flags.c_contiguous
        height, width, channels = picture.shape
        assert (height, width, channels) == (12 + 52 * rows, 12 + 52 * columns, 3)
        assert height % 2 == width % 2 == 0
        for place, tile in enumerate(board.tolist()):
            looks.setdefault(tile, set()).add(cell(picture, *divmod(place, columns)).tobytes())
    assert len(looks) == rows * columns and all(len(look) == 1 for look in looks.values())
    assert len({next(iter(look)) for look in looks.values()}) == rows * columns


def test_digits_are_legible() -> None:
    seven = ["".join(" #"[row >> bit & 1] for bit in (4, 3, 2, 1, 0)).rstrip() for row in _DIGITS[7]]
    assert seven == ["#####", "    #", "   #", "  #", " #", " #", " #"]
    picture = board_picture(Board("123456780"))
    ink = (cell(picture, 2, 0) == (0x20, 0x24, 0x2C)).all(axis=2)
    rows, columns = ink.any(axis=1).nonzero()[0], ink.any(axis=0).nonzero()[0]
    # Centered, with four pixels for each bit.
    assert (rows[0], rows[-1], columns[0], columns[-1]) == (10, 37, 14, 33)
    assert ink[10:38:4, 14:34:4].tolist() == [[bool(row >> bit & 1) for bit in (4, 3, 2, 1, 0)] for row in _DIGITS[7]]
    # The blank is empty, and the two colors of a tile differ.
    assert len(np.unique(cell(picture, 2, 2)[8:40, 8:40].reshape(-1, 3), axis=0)) == 1
    assert len(np.unique(cell(picture, 0, 0)[8:40, 8:40].reshape(-1, 3), axis=0)) == 2


def test_an_environment_returns_the_current_picture() -> None:
    env = gymnasium.make("tilebase/EightPuzzle-v0", render_mode="rgb_array")
    env.reset(options={"board": "123456708"})
    assert np.array_equal(env.render(), board_picture(Board("123456708")))  # type: ignore[arg-type]
    env.step(np.int64(3))
    assert np.array_equal(env.render(), board_picture(Board("123456780")))  # type: ignore[arg-type]
    env.close()
    many = VectorPuzzleEnv(2, render_mode="rgb_array")
    boards, _ = many.reset(seed=1)
    pictures = many.render()
    assert pictures is not None
    assert all(np.array_equal(picture, board_picture(Board(board))) for picture, board in zip(pictures, boards))
    with pytest.raises(ValueError, match="expected one of ansi, svg, rgb_array, or None, found 'human'"):
        VectorPuzzleEnv(2, render_mode="human")


def test_a_window_follows_the_episode() -> None:
    pygame = pytest.importorskip("pygame")
    env = PuzzleEnv(render_mode="human", max_steps=None)
    env._window._pictures_per_second = 0
    env.reset(options={"board": "123456708"})

    def shown() -> Any:
        return pygame.surfarray.array3d(pygame.display.get_surface()).swapaxes(0, 1)

    assert np.array_equal(shown(), board_picture(Board("123456708")))
    env.step(np.int64(2))
    assert np.array_equal(shown(), board_picture(Board("123456078")))
    assert env.render() is None
    # A copy has no window of its own until it shows a board.
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert other.board == env.board and other._window._screen is None
    env.close()
    assert pygame.display.get_surface() is None
    env.close()
    env.reset(seed=1)
    assert np.array_equal(shown(), board_picture(env.board))
    env.close()


def test_a_missing_pygame_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygame", None)
    env = PuzzleEnv(render_mode="human")
    with pytest.raises(DependencyNotInstalled, match="pip install pygame"):
        env.reset(seed=1)
    env.close()


def test_a_video_is_recorded(tmp_path: Path) -> None:
    moviepy = pytest.importorskip("moviepy")
    made = PuzzleEnv(render_mode="rgb_array", depth=4)
    env = RecordVideo(made, str(tmp_path / "videos"), episode_trigger=lambda episode: True, disable_logger=True)
    _, info = env.reset(seed=1)
    start = board_picture(made.board)
    terminated = False
    while not terminated:
        _, _, terminated, _, info = env.step(made.action_space.sample(info["optimal_actions"]))
    env.close()  # type: ignore[no-untyped-call]
    (video,) = (tmp_path / "videos").glob("*.mp4")
    with moviepy.VideoFileClip(str(video)) as clip:
        assert clip.size == [168, 168] and clip.fps == 4 and clip.n_frames == 5
        for second, picture in [(0.1, start), (1.1, board_picture(Board("123456780")))]:
            assert np.abs(clip.get_frame(second).astype(int) - picture).mean() < 4
        assert np.abs(clip.get_frame(0.1).astype(int) - picture).mean() > 4
