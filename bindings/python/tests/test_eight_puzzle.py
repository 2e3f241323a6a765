"""Compares all 181,440 boards of the 8-puzzle with a simple search in this file."""

from __future__ import annotations

import itertools
from collections import deque
from typing import Any

import numpy as np
import pytest

import tilebase
from tilebase import ACTIONS, Board, Table

STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))
Tiles = tuple[int, ...]


def slide(board: Tiles, action: int) -> Tiles | None:
    """A slow reference implementation of a move."""
    blank = board.index(0)
    row, column = blank // 3 + STEPS[action][0], blank % 3 + STEPS[action][1]
    if not (0 <= row < 3 and 0 <= column < 3):
        return None
    after = list(board)
    to = 3 * row + column
    after[blank], after[to] = after[to], 0
    return tuple(after)


@pytest.fixture(scope="module")
def flood() -> dict[Tiles, int]:
    """A slow reference implementation of a table."""
    goal: Tiles = (1, 2, 3, 4, 5, 6, 7, 8, 0)
    distances, queue = {goal: 0}, deque([goal])
    while queue:
        board = queue.popleft()
        for action in range(4):
            after = slide(board, action)
            if after is not None and after not in distances:
                distances[after] = distances[board] + 1
                queue.append(after)
    return distances


def test_all_distances_are_those_of_a_flood(flood: dict[Tiles, int]) -> None:
    boards, distances = tilebase.all_boards(), tilebase.all_distances()
    assert boards.shape == (181_440, 9) and distances.shape == (181_440,)
    assert {tuple(board): distance for board, distance in zip(boards.tolist(), distances.tolist())} == flood
    assert np.array_equal(tilebase.distances(boards), distances)
    assert tilebase.distances(boards).dtype == distances.dtype == np.int16
    for dtype in ("i1", "i2", "u2", "i4", "u4", "i8", "u8", ">i4", ">u8"):
        assert np.array_equal(tilebase.distances(boards.astype(dtype)), distances)
    assert np.array_equal(tilebase.distances(np.asfortranarray(boards)), distances)
    assert np.array_equal(tilebase.distances(boards[::-1])[::-1], distances)
    assert np.array_equal(tilebase.distances(boards.reshape(-1, 3, 3)), distances)


def test_each_way_to_ask_for_a_distance_has_the_same_answer(flood: dict[Tiles, int]) -> None:
    for tiles, expected in itertools.islice(flood.items(), 0, None, 37):
        text = "".join(map(str, tiles))
        assert tilebase.distance(text) == tilebase.distance(tiles) == tilebase.distance(Board(tiles)) == expected
        path = tilebase.solve(text)
        assert len(path) == expected and path.end == Board("123456780")


def test_neighbors_and_optimal_actions_are_those_of_each_board(flood: dict[Tiles, int]) -> None:
    boards = tilebase.all_boards()
    after, legal = tilebase.neighbors(boards)
    optimal = tilebase.optimal_actions(boards)
    assert after.shape == (181_440, 4, 9) and after.dtype == np.uint8
    assert legal.shape == optimal.shape == (181_440, 4) and legal.dtype == optimal.dtype == np.bool_
    rows = zip(boards.tolist(), after.tolist(), legal.tolist(), optimal.tolist())
    for board, nexts, legals, optimals in rows:
        for action in range(4):
            expected = slide(tuple(board), action)
            assert legals[action] == (expected is not None)
            assert tuple(nexts[action]) == (expected or tuple(board))
            assert optimals[action] == (expected is not None and flood[expected] < flood[tuple(board)])


def test_actions_lead_to_the_neighbors() -> None:
    boards = tilebase.all_boards()[::11]
    after, legal = tilebase.neighbors(boards)
    for action in range(4):
        may = legal[:, action]
        actions = np.full(may.sum(), action)
        assert np.array_equal(tilebase.apply(boards[may], actions), after[may, action])
        assert np.array_equal(tilebase.apply(boards[may], [ACTIONS[action]] * len(actions)), after[may, action])
        row = int(np.argmin(may))
        with pytest.raises(tilebase.MoveError, match=f"row {row}") as caught:
            tilebase.apply(boards, np.full(len(boards), action))
        assert caught.value.row == row


def test_optimal_actions_lead_to_the_goal() -> None:
    boards = tilebase.sample(5000, seed=3)
    assert np.array_equal(boards, tilebase.sample(5000, seed=np.int64(3)))
    for left in range(31, -1, -1):
        assert tilebase.distances(boards).max() <= left
        optimal = tilebase.optimal_actions(boards)
        going = optimal.any(axis=1)
        boards[going] = tilebase.apply(boards[going], optimal[going].argmax(axis=1))
    assert (boards == [1, 2, 3, 4, 5, 6, 7, 8, 0]).all()


def test_ranks_are_a_bijection() -> None:
    table = Table.build()
    boards = table.boards()
    assert np.array_equal(boards, tilebase.all_boards())
    assert np.array_equal(table.ranks(boards), np.arange(181_440))
    for index in range(0, 181_440, 331):
        board = table.unrank(index)
        assert table.rank(board) == index and board.tiles == tuple(boards[index])
    some = np.array([5, 181_439, 0, 5])
    assert np.array_equal(table.boards(some), boards[some])


def test_moves_tell_the_truth_of_each_neighbor(flood: dict[Tiles, int]) -> None:
    for tiles, distance in itertools.islice(flood.items(), 0, None, 97):
        steps = tilebase.moves(tiles)
        legal = [action for action in range(4) if slide(tiles, action) is not None]
        assert [step.move for step in steps] == [ACTIONS[action] for action in legal]
        for action, (_, board, further, is_optimal) in zip(legal, steps):
            assert board.tiles == slide(tiles, action) and flood[board.tiles] == further
            assert is_optimal == (further < distance)


def test_solutions_are_all_optimal_and_as_many_as_are_counted(flood: dict[Tiles, int]) -> None:
    for tiles, distance in itertools.islice(flood.items(), 0, None, 1009):
        paths = list(tilebase.solutions(tiles))
        assert len(paths) == len(set(paths)) == tilebase.count_solutions(tiles)
        assert all(len(path) == distance and path.end == Board("123456780") for path in paths)
        assert paths[0] == tilebase.solve(tiles)
        order = [[ACTIONS.index(move) for move in path] for path in paths]
        assert order == sorted(order)


def test_goals_have_distances_of_their_own() -> None:
    boards = tilebase.all_boards()
    goals = ["snail", "blank-first", "123405678", "876543210", "012345678"]
    for goal in goals:
        own = tilebase.all_boards(goal=goal)
        assert np.array_equal(tilebase.distances(own, goal), tilebase.all_distances(goal=goal))
        reachable = tilebase.distances(boards, goal, unreachable=-1)
        assert (reachable >= 0).all() or (reachable == -1).all()
    assert tilebase.distance("012345678", "blank-first") == 0


def test_half_of_all_boards_can_be_solved() -> None:
    both = np.array(list(itertools.permutations(range(6))))
    found = tilebase.distances(both, shape=(2, 3), unreachable=-1)
    assert (found >= 0).sum() == 360
    for tiles, distance in zip(both.tolist(), found.tolist()):
        assert tilebase.is_solvable(tiles) == (distance >= 0)
    first = int(np.argmax(found < 0))
    with pytest.raises(tilebase.UnreachableError, match=f"row {first}") as caught:
        tilebase.distances(both, shape=(2, 3))
    assert caught.value.row == first and caught.value.board == Board(both[first])
    with pytest.raises(tilebase.UnreachableError):
        tilebase.solve("213456780")


def test_numpy_generators_give_seeds() -> None:
    def boards(seed: int) -> list[Any]:
        generator = np.random.default_rng(seed)
        return [tilebase.sample(3, seed=generator).tolist(), tilebase.scramble(3, steps=9, seed=generator).tolist()]

    assert boards(1) == boards(1) != boards(2)
    generator = np.random.default_rng(1)
    assert tilebase.sample(3, seed=generator).tolist() != tilebase.sample(3, seed=generator).tolist()
