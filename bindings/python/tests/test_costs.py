"""Cheapest paths, where moves have costs."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import Any

import pytest

import tilebase

BOARD = "253410786"
CHEAPEST = "LULDRRULDLURRDD"
WINDY = {"U": 1, "D": 3, "L": 2, "R": 2}
MOVES = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}


def slowly(start: str, cost: Callable[[int, str], int]) -> int:
    """The least cost of a 2x3 board by Dijkstra's algorithm. The letter is the blank's move."""
    waiting, done = [(0, start)], set()
    while waiting:
        least, board = heapq.heappop(waiting)
        if board == "123450":
            return least
        if board in done:
            continue
        done.add(board)
        row, column = divmod(board.index("0"), 3)
        for letter, (down, right) in MOVES.items():
            to = (row + down, column + right)
            if to[0] in range(2) and to[1] in range(3):
                tile = board[to[0] * 3 + to[1]]
                after = board.replace("0", "x").replace(tile, "0").replace("x", tile)
                heapq.heappush(waiting, (least + cost(int(tile), letter), after))
    raise AssertionError(start)


@pytest.mark.parametrize(
    ("cost", "of_move"),
    [
        ("unit", lambda tile, move: 1),
        ("tile", lambda tile, move: tile),
        (WINDY, lambda tile, move: WINDY[move]),
        ("U=1,D=3,L=2,R=2", lambda tile, move: WINDY[move]),
    ],
)
def test_least_costs_match_a_plain_dijkstra(cost: Any, of_move: Callable[[int, str], int]) -> None:
    for tiles in tilebase.sample(30, shape=(2, 3), seed=5):
        board = "".join(map(str, tiles))
        least = slowly(board, of_move)
        path = tilebase.solve(tiles, shape_of(tiles), cost=cost)
        costs = [of_move(tile, move) for tile, move in zip(path.tiles_moved, path)]
        assert tilebase.distance(tiles, shape_of(tiles), cost=cost) == sum(costs) == least
        assert tilebase.check(tiles, path, shape_of(tiles), cost=cost).kind == "optimal"


def shape_of(tiles: Any) -> list[list[int]]:
    return [[1, 2, 3], [4, 5, 0]]


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (CHEAPEST, "optimal"),
        ("DLLURULDDRR", "costlier"),
        (45, "optimal"),
        (11, "other-cost"),
        (None, "says-unsolvable"),
        (CHEAPEST.translate(str.maketrans("UDLR", "DURL")), "other-convention"),
        ("no idea", "malformed"),
    ],
)
def test_answers_are_judged_by_their_costs(answer: Any, kind: str) -> None:
    assert tilebase.check(BOARD, answer, cost="tile").kind == kind


def test_directions_follow_the_convention_of_the_answer() -> None:
    # The blank goes right, so the tile goes left.
    board, cost = "123456708", "U=1,D=1,L=7,R=5"
    assert tilebase.check(board, "R", cost=cost) and tilebase.check(board, 5, cost=cost)
    assert tilebase.check(board, "L", convention="tile", cost=cost)
    assert tilebase.check(board, 7, convention="tile", cost=cost)
    assert not tilebase.check(board, 7, cost=cost)


def test_larger_boards_are_searched_within_the_time() -> None:
    near = "5,1,3,4,2,6,7,8,9,10,15,11,13,14,12,0"
    path = tilebase.solve(near, cost="tile")
    assert sum(path.tiles_moved) == tilebase.distance(near, cost="tile") == 86
    with pytest.raises(tilebase.LimitReached, match="the least cost is at least") as limit:
        tilebase.solve("0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1", cost="tile", timeout=0.05)
    assert limit.value.limit == "time" and limit.value.lower_bound > 100


def test_a_time_limit_includes_the_least_costs() -> None:
    with pytest.raises(tilebase.LimitReached):
        tilebase.distance(BOARD, cost="U=7,D=5,L=6,R=4", timeout=0)


@pytest.mark.parametrize(
    ("cost", "error", "message"),
    [
        ("tiles", tilebase.MoveError, "expected unit, tile, or a cost for each direction"),
        ({"U": 1}, tilebase.MoveError, "a direction has no cost"),
        ({"U": 0, "D": 1, "L": 1, "R": 1}, tilebase.MoveError, "expected a cost from 1 to 1000000"),
        ({"U": 1.5, "D": 1, "L": 1, "R": 1}, tilebase.MoveError, "cannot read the costs"),
        (7, TypeError, "cost: expected a str or a dict, found int"),
    ],
)
def test_unsuitable_costs_are_refused(cost: Any, error: type[Exception], message: str) -> None:
    for call in (tilebase.solve, tilebase.distance, lambda board, cost: tilebase.check(board, 45, cost=cost)):
        with pytest.raises(error, match=message):
            call(BOARD, cost=cost)


def test_unreachable_goals_are_refused() -> None:
    for call in (tilebase.solve, tilebase.distance):
        with pytest.raises(tilebase.UnreachableError):
            call("213456780", cost="tile")
    assert tilebase.check("213456780", None, cost="tile")
