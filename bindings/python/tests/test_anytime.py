"""The anytime search: boards of up to 100 cells, improved until the time is over."""

from __future__ import annotations

import math
import random
import time

import numpy as np
import pytest

import tilebase
from tilebase import AnytimeResult
from tilebase.types import BoardLike

STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}


def goal_of(rows: int, columns: int) -> list[int]:
    return [*range(1, rows * columns), 0]


def replayed(tiles: list[int], columns: int, moves: str) -> list[int]:
    """The tiles after moves of the blank, by rules of this file alone."""
    tiles = list(tiles)
    blank = tiles.index(0)
    for move in moves:
        down, right = STEPS[move]
        row, column = blank // columns + down, blank % columns + right
        assert 0 <= row < len(tiles) // columns and 0 <= column < columns
        to = row * columns + column
        tiles[blank], tiles[to] = tiles[to], 0
        blank = to
    return tiles


def shuffled(rows: int, columns: int, seed: int, steps: int = 20_000) -> list[int]:
    """A board that a random walk leads to."""
    rng, tiles = random.Random(seed), goal_of(rows, columns)
    blank = tiles.index(0)
    for _ in range(steps):
        down, right = rng.choice(list(STEPS.values()))
        row, column = blank // columns + down, blank % columns + right
        if 0 <= row < rows and 0 <= column < columns:
            to = row * columns + column
            tiles[blank], tiles[to] = tiles[to], 0
            blank = to
    return tiles


@pytest.mark.parametrize("rows, columns", [(6, 6), (4, 7), (10, 10), (2, 50), (3, 9)])
def test_paths_of_large_boards_lead_to_the_goal(rows: int, columns: int) -> None:
    tiles = shuffled(rows, columns, seed=1)
    improvements: list[AnytimeResult] = []
    result = tilebase.anytime(
        tiles, timeout=60, max_expanded=100_000, shape=(rows, columns), on_improvement=improvements.append
    )
    for found in [*improvements, result]:
        assert replayed(tiles, columns, found.moves) == goal_of(rows, columns)
        assert found.length == len(found.moves) >= found.lower_bound > 0
        assert found.suboptimality_bound == pytest.approx(found.length / found.lower_bound)
        assert found.optimal == (found.length == found.lower_bound)
    quality = [(found.length, -found.lower_bound) for found in improvements]
    assert quality == sorted(set(quality), reverse=True) and len(quality) > 1
    assert (improvements[-1].moves, improvements[-1].lower_bound) == (result.moves, result.lower_bound)
    assert improvements[-1].expanded <= result.expanded < 110_000


def test_every_form_of_a_large_board_is_read() -> None:
    tiles = shuffled(6, 6, seed=2)
    array = np.array(tiles, dtype=np.uint8)
    rows = array.reshape(6, 6)
    text = " ".join(map(str, tiles))
    texts = [text, text.replace(" ", ",")]
    forms: list[BoardLike] = [tiles, tuple(tiles), array, rows, rows.tolist(), np.asfortranarray(rows), *texts]
    answers = {tilebase.anytime(form, timeout=60, max_expanded=2000).moves for form in forms}
    assert len(answers) == 1
    drawn = "\n".join(" ".join(map(str, row)) for row in rows)
    assert {tilebase.anytime(drawn, timeout=60, max_expanded=2000).moves} == answers


def test_shapes_are_those_of_rows_or_given() -> None:
    tiles = shuffled(3, 10, seed=3)
    rows = [tiles[:10], tiles[10:20], tiles[20:]]
    by_rows = tilebase.anytime(rows, timeout=60, max_expanded=500)
    assert tilebase.anytime(tiles, timeout=60, max_expanded=500, shape="3x10").moves == by_rows.moves
    assert replayed(tiles, 10, by_rows.moves) == goal_of(3, 10)
    with pytest.raises(tilebase.BoardError, match="match the shape"):
        tilebase.anytime(rows, timeout=1, shape=(5, 6))


def test_goals_are_named_or_given() -> None:
    tiles = shuffled(6, 6, seed=4)
    goal = shuffled(6, 6, seed=5)
    for given in (goal, np.array(goal).reshape(6, 6), ",".join(map(str, goal))):
        result = tilebase.anytime(tiles, given, timeout=60, max_expanded=500)
        assert replayed(tiles, 6, result.moves) == goal
    # The blank last, first, and in the middle: each needs an odd or even number of exchanges.
    first = [0, *range(1, 36)]
    start = replayed(first, 6, "RDLDRUUL" + "RRDD")
    assert replayed(start, 6, tilebase.anytime(start, "blank-first", timeout=60, max_expanded=500).moves) == first
    with pytest.raises(tilebase.GoalError, match="the goal: .*no board|the goal: .*expected"):
        tilebase.anytime(tiles, "123456780", timeout=1)
    with pytest.raises(tilebase.GoalError, match="the goal: "):
        tilebase.anytime(tiles, [*range(35), 34], timeout=1)


@pytest.mark.parametrize("timeout", [0, 0.3, math.inf])
def test_small_boards_are_solved_by_a_table(timeout: float) -> None:
    result = tilebase.anytime("867254301", timeout=timeout)
    assert (result.length, result.optimal, result.lower_bound, result.suboptimality_bound) == (31, True, 31, 1.0)


def test_fifteen_puzzles_are_solved_exactly() -> None:
    board = "14,13,15,7,11,12,9,5,6,0,2,1,4,8,10,3"
    improvements: list[AnytimeResult] = []
    result = tilebase.anytime(board, "blank-first", timeout=120, on_improvement=improvements.append)
    assert (result.length, result.optimal) == (57, True)
    assert tilebase.check(board, result.moves, goal="blank-first")
    assert improvements[0].length > 57 and improvements[-1].moves == result.moves and improvements[-1].expanded == result.expanded


def test_a_small_limit_gives_a_longer_path() -> None:
    board = "14,13,15,7,11,12,9,5,6,0,2,1,4,8,10,3"
    result = tilebase.anytime(board, "blank-first", timeout=120, max_expanded=100)
    assert not result.optimal and result.length >= 57 >= result.lower_bound
    assert tilebase.check(board, result.moves, goal="blank-first").kind == "longer"


def test_a_timeout_bounds_the_call() -> None:
    tiles = shuffled(10, 10, seed=6)
    begun = time.monotonic()
    result = tilebase.anytime(tiles, timeout=0.5)
    assert time.monotonic() - begun < 10
    assert replayed(tiles, 10, result.moves) == goal_of(10, 10)
    # There is always a path.
    assert not tilebase.anytime(tiles, timeout=0).optimal


def test_the_goal_needs_no_moves() -> None:
    for tiles in (goal_of(6, 6), goal_of(3, 3), goal_of(4, 4)):
        result = tilebase.anytime(tiles, timeout=0)
        assert (result.moves, result.length, result.optimal, result.suboptimality_bound) == ("", 0, True, 1.0)


def test_unsolvable_boards_are_refused() -> None:
    for cells in (9, 16, 36, 100):
        tiles = [2, 1, *range(3, cells), 0]
        with pytest.raises(tilebase.UnreachableError, match="different parity") as caught:
            tilebase.anytime(tiles, timeout=1)
        assert caught.value.board == (tilebase.Board(tiles) if cells <= 25 else None)


@pytest.mark.parametrize(
    "board, message",
    [
        (list(range(101)), "no board has 101 cells"),
        ([*range(35), 36], "tile 36 at place 36 is not one of 0 to 35"),
        ([*range(35), -1], 'found "-1"'),
        ([[*range(30)], [*range(30, 36)]], r"found row lengths 30, 6"),
        (range(10**12), "or 100 for anytime"),
        ("12345678", "expected 9 tiles"),
    ],
)
def test_malformed_boards_are_refused(board: object, message: str) -> None:
    with pytest.raises(tilebase.BoardError, match=message):
        tilebase.anytime(board, timeout=1)  # type: ignore[arg-type]


def test_malformed_arguments_are_refused() -> None:
    tiles = shuffled(6, 6, seed=7)
    for arguments, error, message in [
        ({"timeout": None}, TypeError, "timeout: expected a number, found NoneType"),
        ({"timeout": -1}, ValueError, "timeout: expected 0 or more seconds"),
        ({"timeout": 1, "max_expanded": -1}, ValueError, "max_expanded: expected 0 or more"),
        ({"timeout": 1, "shape": (1, 36)}, tilebase.ShapeError, "1x36"),
        ({"timeout": 1, "shape": "11x11"}, tilebase.ShapeError, "11x11"),
        ({"timeout": 1, "shape": 6}, TypeError, "expected a shape"),
        ({"timeout": 1, "on_improvement": 5}, TypeError, "on_improvement: expected a callable, found int"),
        ({}, TypeError, "timeout"),
    ]:
        with pytest.raises(error, match=message):
            tilebase.anytime(tiles, **arguments)  # type: ignore[arg-type]
    with pytest.raises(tilebase.ShapeError, match="expected a board of 3x4, found one of 3x3"):
        tilebase.anytime([[1, 2, 3], [4, 5, 6], [7, 8, 0]], timeout=1, shape=(3, 4))


def test_other_functions_name_the_one_that_takes_large_boards() -> None:
    tiles = shuffled(6, 6, seed=8)
    for given in (tiles, ",".join(map(str, tiles)), np.array(tiles).reshape(6, 6)):
        for function in (tilebase.Board, tilebase.solve, tilebase.distance, tilebase.verify, tilebase.check):
            arguments = (given,) if function not in (tilebase.verify, tilebase.check) else (given, "U")
            with pytest.raises(tilebase.BoardError, match=r"only anytime\(\) takes boards of more than 25 cells"):
                function(*arguments)


def test_an_exception_of_the_callback_ends_the_search() -> None:
    def stop(found: AnytimeResult) -> None:
        raise KeyError(found.length)

    for tiles in (shuffled(10, 10, seed=9), shuffled(4, 4, seed=9), shuffled(3, 3, seed=9)):
        with pytest.raises(KeyError):
            tilebase.anytime(tiles, timeout=600, on_improvement=stop)
