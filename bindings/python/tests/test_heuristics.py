"""Heuristics as functions: their values, forms of boards, and claims."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tilebase
from tilebase import heuristics
from tilebase.heuristics import linear_conflict, manhattan, misplaced, walking_distance

ALL: list[Any] = [manhattan, linear_conflict, misplaced, walking_distance]


def slow_manhattan(board: Any, columns: int, goal: Any) -> int:
    where = {tile: divmod(cell, columns) for cell, tile in enumerate(goal)}
    steps = 0
    for cell, tile in enumerate(board):
        if tile:
            row, column = divmod(cell, columns)
            steps += abs(row - where[tile][0]) + abs(column - where[tile][1])
    return steps


SHAPES: list[Any] = [((3, 3), None), ((4, 4), "snail"), ((2, 5), "blank-first"), ((5, 5), None)]


@pytest.mark.parametrize(("shape", "goal"), SHAPES)
def test_sums_match_a_slow_computation(shape: tuple[int, int], goal: Any) -> None:
    boards = tilebase.scramble(200, steps=100, shape=shape, goal=goal, seed=1)
    solved = tilebase.scramble(1, steps=0, shape=shape, goal=goal)[0].tolist()
    steps = [slow_manhattan(board, shape[1], solved) for board in boards.tolist()]
    assert manhattan(boards, goal, shape=shape).tolist() == steps
    wrong = [sum(tile != 0 and tile != own for tile, own in zip(board, solved)) for board in boards.tolist()]
    assert misplaced(boards, goal, shape=shape).tolist() == wrong
    assert (linear_conflict(boards, goal, shape=shape) >= steps).all()


@pytest.mark.parametrize("heuristic", ALL)
def test_every_form_gives_the_same(heuristic: Any) -> None:
    boards = tilebase.scramble(6, steps=40, shape=(4, 4), seed=2)
    expected = heuristic(boards)
    assert expected.dtype == np.int16 and expected.shape == (6,) and expected.any()
    for dtype in "bBhHiIlLqQ":
        assert (heuristic(boards.astype(dtype)) == expected).all()
    backwards = boards[::-1]
    assert (heuristic(boards.reshape(6, 4, 4)) == expected).all()
    assert (heuristic(np.asfortranarray(boards)) == expected).all()
    assert (heuristic(backwards)[::-1] == expected).all()
    forms = [boards.tolist(), [tilebase.Board(board) for board in boards], tuple(map(tuple, boards.tolist()))]
    assert all((heuristic(form) == expected).all() for form in forms)
    one, bound = boards[0], int(expected[0])
    text = " ".join(map(str, one))
    for form in [one, one.tolist(), one.reshape(4, 4), one.reshape(4, 4).tolist(), text, tilebase.Board(one)]:
        found = heuristic(form)
        assert type(found) is int and found == bound
    assert heuristic(boards[:1]).tolist() == [bound] and heuristic(boards[:0]).shape == (0,)
    assert heuristic([text]).tolist() == [bound]


def test_small_batches_are_not_boards() -> None:
    # Four boards of 2x2 are an array of (4, 4), like one board of 4x4.
    boards = np.array([[1, 2, 3, 0], [1, 2, 0, 3], [0, 2, 1, 3], [1, 0, 3, 2]])
    assert manhattan(boards).tolist() == [0, 1, 2, 1]
    assert manhattan(np.arange(16).reshape(4, 4), "blank-first") == 0
    assert manhattan(boards.tolist()).tolist() == [0, 1, 2, 1]
    assert manhattan(np.arange(10)[None], "blank-first", shape=(2, 5)).tolist() == [0]


@pytest.mark.parametrize("heuristic", ALL)
def test_claims_hold_on_every_board_of_the_eight_puzzle(heuristic: Any) -> None:
    for goal in ("blank-last", "snail"):
        boards, distances = tilebase.all_boards(goal=goal), tilebase.all_distances(goal=goal)
        estimates = heuristic(boards, goal)
        assert (estimates <= distances).all() and estimates.max() > 7
        after, legal = tilebase.neighbors(boards)
        for action in range(4):
            theirs = heuristic(after[:, action], goal)
            assert (abs(theirs - estimates)[legal[:, action]] <= 1).all()


def test_walking_distance_on_half_a_million_moves_of_4x4() -> None:
    boards = tilebase.sample(250_000, shape=(4, 4), seed=3)
    estimates = walking_distance(boards)
    assert (estimates >= manhattan(boards)).all()
    after, legal = tilebase.neighbors(boards)
    for action in range(4):
        moved = legal[:, action]
        assert (abs(walking_distance(after[moved, action]) - estimates[moved]) == 1).all()
    walks = tilebase.scramble(10_000, steps=30, shape=(4, 4), seed=4)
    assert (walking_distance(walks) <= 30).all()


def test_bad_input_is_refused_like_elsewhere() -> None:
    for heuristic in ALL:
        with pytest.raises(tilebase.BoardError, match="row 1"):
            heuristic([[1, 2, 3, 4, 5, 6, 7, 8, 0], [1, 2, 3, 4, 5, 6, 7, 8, 8]])
        with pytest.raises(tilebase.BoardError) as error:
            heuristic([1, 2, 3, 4, 5, 6, 7, 8, 8])
        assert error.value.faults
        with pytest.raises(tilebase.BoardError):
            heuristic("12345678")
        with pytest.raises(TypeError, match="astype"):
            heuristic(np.zeros((30, 9)))
        with pytest.raises(TypeError):
            heuristic(None)
        with pytest.raises(tilebase.BoardError):
            heuristic("123456780", "1230")
        with pytest.raises(tilebase.GoalError):
            heuristic("123456780", "11")
        with pytest.raises(tilebase.ShapeError):
            heuristic(np.arange(12)[None].repeat(40, axis=0))
        with pytest.raises(tilebase.ShapeError):
            heuristic([[1, 2, 3], [4, 5, 6], [7, 8, 0]], shape=(2, 5))
    with pytest.raises(tilebase.ShapeError, match="linear_conflict"):
        walking_distance(np.arange(25), "blank-first")


def test_searches_know_the_walking_distance() -> None:
    by_name = tilebase.search("867254301", "astar", "walking-distance")
    by_function = tilebase.search("867254301", "astar", walking_distance, admissible=True, consistent=True)
    assert by_name.length == by_function.length == 31 and by_name.optimal and by_function.optimal
    assert by_name.statistics.expanded == by_function.statistics.expanded
    with pytest.raises(tilebase.MethodError, match="5x5"):
        tilebase.search(tilebase.scramble(1, steps=5, shape=(5, 5))[0], "ida", "walking-distance")


def test_the_module_lists_its_functions() -> None:
    assert {getattr(heuristics, name) for name in heuristics.__all__} == set(ALL)
    assert tilebase.heuristics is heuristics
