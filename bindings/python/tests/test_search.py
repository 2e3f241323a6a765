"""Searches with named heuristics and with Python functions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import tilebase

HARDEST = "867254301"
FIFTEEN = "0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1"


def manhattan(tiles: tuple[int, ...]) -> int:
    return sum(
        abs((tile - 1) // 3 - place // 3) + abs((tile - 1) % 3 - place % 3) for place, tile in enumerate(tiles) if tile
    )


@pytest.mark.parametrize(
    "algorithm", ["table", "breadth-first", "bidirectional", "uniform-cost", "astar", "ida"]
)
def test_optimal_algorithms_find_optimal_paths(algorithm: str) -> None:
    for board in ("123456780", "123745086", "638541720", HARDEST):
        result = tilebase.search(board, algorithm)
        assert result.moves is not None and tilebase.check(board, result.moves)
        assert result.length == len(result.moves) == result.lower_bound == tilebase.distance(board)
        assert result.optimal and result.suboptimality_bound == 1 and result.statistics.seconds >= 0


def test_other_algorithms_guarantee_less() -> None:
    weighted = tilebase.search(HARDEST, "weighted-astar", weight=1.5)
    assert weighted.optimal is False and weighted.suboptimality_bound == 1.5
    assert weighted.length is not None and 31 <= weighted.length <= 46
    assert math.ceil(weighted.length / 1.5) <= weighted.lower_bound <= 31
    greedy = tilebase.search(HARDEST, "greedy")
    assert greedy.optimal is False and greedy.suboptimality_bound is None
    assert greedy.length is not None and greedy.length >= 31 >= greedy.lower_bound


def test_a_heuristic_in_python_expands_what_its_twin_does() -> None:
    for algorithm in ("astar", "greedy", "weighted-astar", "ida"):
        for board in ("638541720", HARDEST):
            own = tilebase.search(board, algorithm, manhattan, admissible=True, consistent=True)
            named = tilebase.search(board, algorithm, "manhattan")
            assert (own.moves, own.optimal) == (named.moves, named.optimal)
            # The Manhattan distance has the parity of the distance, which lets IDA* skip every other
            # iteration. A callable can't claim this property.
            assert own.statistics.expanded == named.statistics.expanded or algorithm == "ida"


def test_estimates_are_rounded_up() -> None:
    exact = tilebase.search(HARDEST, heuristic=manhattan)
    for lowered in (0.0, 0.5, 0.999, -4e-16):
        def estimate(tiles: tuple[int, ...], lowered: float = lowered) -> float:
            return max(0.0, manhattan(tiles) - lowered)

        assert tilebase.search(HARDEST, heuristic=estimate).statistics.expanded == exact.statistics.expanded
    for kind in (np.float32, np.float64, np.int64, np.uint8):
        assert tilebase.search(HARDEST, heuristic=lambda tiles, kind=kind: kind(manhattan(tiles))) is not None  # type: ignore[misc]


def test_claims_decide_the_guarantee() -> None:
    assert tilebase.search(HARDEST, "astar", manhattan).optimal is False
    assert tilebase.search(HARDEST, "astar", manhattan, admissible=True).optimal
    with pytest.raises(tilebase.MethodError, match="needs an admissible .*; if yours is, pass admissible=True"):
        tilebase.search(HARDEST, "ida", manhattan)
    with pytest.raises(tilebase.MethodError, match="needs an admissible .* never overestimates$"):
        tilebase.search(HARDEST, "ida", "manhattan-plus-misplaced")
    with pytest.raises(tilebase.MethodError, match="apply only to a callable"):
        tilebase.search(HARDEST, "astar", "manhattan", admissible=True)


@pytest.mark.parametrize("algorithm", ["astar", "weighted-astar", "greedy", "ida"])
def test_a_false_claim_of_admissibility_is_found(algorithm: str) -> None:
    words = "not admissible: it returns 50 for 867254301, whose distance is 31; omit admissible=True"
    with pytest.raises(tilebase.ClaimError, match=words) as caught:
        tilebase.search(HARDEST, algorithm, lambda tiles: 50, admissible=True)
    assert (caught.value.board, caught.value.estimate, caught.value.distance) == (tilebase.Board(HARDEST), 50.0, 31)
    assert isinstance(caught.value, tilebase.HeuristicError)

    # One board that is met late.
    def wrong_near_the_goal(tiles: tuple[int, ...]) -> float:
        return 1.5 if tiles == (1, 2, 3, 4, 5, 6, 7, 0, 8) else manhattan(tiles)

    with pytest.raises(tilebase.ClaimError, match=r"it returns 1\.5 for 123456708, whose distance is 1; ") as caught:
        tilebase.search("123456078", algorithm, wrong_near_the_goal, admissible=True)
    assert (caught.value.board, caught.value.estimate, caught.value.distance) == (tilebase.Board("123456708"), 1.5, 1)


def test_true_claims_and_none_pass() -> None:
    for shape in ((3, 3), (2, 5)):
        board = tilebase.scramble(1, steps=40, shape=shape, seed=1)[0]
        for more in (0, 1e-10):

            def exact(tiles: tuple[int, ...], shape: tuple[int, int] = shape, more: float = more) -> float:
                return tilebase.distance(tilebase.Board(tiles, shape)) + more

            assert tilebase.search(board.reshape(shape), "astar", exact, admissible=True, consistent=True).optimal
    assert not tilebase.search(HARDEST, "astar", lambda tiles: 50).optimal
    # Beyond ten cells, nothing is known beforehand.
    twelve = tilebase.scramble(1, steps=10, shape=(3, 4), seed=1)[0].reshape(3, 4)
    assert tilebase.search(twelve, "astar", lambda tiles: 50, admissible=True).optimal


@pytest.mark.parametrize("estimate", [-1, -0.5, math.nan, math.inf, -math.inf, -(10**400)])
def test_an_estimate_that_is_none_is_a_heuristic_error(estimate: float) -> None:
    with pytest.raises(tilebase.HeuristicError, match="0 or more"):
        tilebase.search(HARDEST, heuristic=lambda tiles: estimate)


@pytest.mark.parametrize("estimate", [None, "5", [5], True, 1j, object()])
def test_what_is_no_number_is_a_type_error(estimate: Any) -> None:
    with pytest.raises(TypeError, match="expected the heuristic to return a number"):
        tilebase.search(HARDEST, heuristic=lambda tiles: estimate)


def test_what_the_heuristic_raises_comes_through() -> None:
    class Own(BaseException):
        pass

    calls = 0

    def failing(tiles: tuple[int, ...]) -> int:
        nonlocal calls
        calls += 1
        if calls == 50:
            raise Own("here")
        return 0

    for algorithm in ("astar", "greedy", "weighted-astar"):
        calls = 0
        with pytest.raises(Own, match="here"):
            tilebase.search(HARDEST, algorithm, failing)
        assert calls == 50
    calls = 0
    with pytest.raises(Own, match="here"):
        tilebase.search(HARDEST, "ida", failing, admissible=True)
    assert calls == 50


def test_a_huge_estimate_does_no_harm() -> None:
    for huge in (10**6, 10**12, 10**400, 1e300):
        result = tilebase.search("123745086", "weighted-astar", lambda tiles, huge=huge: huge, weight=100)  # type: ignore[misc]
        assert result.moves is not None and result.moves.end == tilebase.Board("123456780")


def test_a_heuristic_may_ask_the_package() -> None:
    result = tilebase.search(HARDEST, heuristic=tilebase.distance, admissible=True)
    assert result.length == 31 and result.statistics.expanded < 100

    def in_batches(tiles: tuple[int, ...]) -> int:
        return int(tilebase.distances(np.array([tiles] * 5000))[0])

    assert tilebase.search("638541720", heuristic=in_batches).length == 28


def test_limits_end_a_search_and_are_reported() -> None:
    limits: list[tuple[str, str, dict[str, Any]]] = [
        ("time", "ida", {"timeout": 0.05}),
        ("time", "astar", {"timeout": 0}),
        ("expanded", "astar", {"max_expanded": 1000}),
        ("expanded", "astar", {"max_expanded": 0}),
        ("memory", "breadth-first", {"max_memory": 10**6}),
        ("depth", "depth-first", {"depth_limit": 5}),
    ]
    for limit, algorithm, options in limits:
        with pytest.raises(tilebase.LimitReached) as caught:
            tilebase.search(FIFTEEN, algorithm, **options)
        assert caught.value.limit == limit and isinstance(caught.value, TimeoutError)
        assert 0 <= caught.value.lower_bound <= 80
    with pytest.raises(tilebase.LimitReached) as caught:
        tilebase.search(FIFTEEN, "astar", lambda tiles: 0, timeout=0.05)
    assert caught.value.limit == "time" and caught.value.expanded > 0
    for ask in (tilebase.solve, tilebase.distance, tilebase.moves):
        with pytest.raises(tilebase.LimitReached):
            ask(FIFTEEN, timeout=0.02)
    assert tilebase.search("123456708", timeout=1e300, max_expanded=10**40, max_memory=None).length == 1


@pytest.mark.parametrize(
    "options",
    [
        {"algorithm": "dijkstra"},
        {"algorithm": ""},
        {"heuristic": "euclid"},
        {"algorithm": "breadth-first", "heuristic": "manhattan"},
        {"algorithm": "breadth-first", "heuristic": manhattan},
        {"algorithm": "astar", "weight": 2},
        {"algorithm": "astar", "depth_limit": 2},
        {"algorithm": "ida", "heuristic": "manhattan-plus-misplaced"},
    ],
    ids=repr,
)
def test_choices_that_do_not_go_together(options: dict[str, Any]) -> None:
    with pytest.raises(tilebase.MethodError):
        tilebase.search(HARDEST, **options)


@pytest.mark.parametrize(
    "options",
    [{"weight": 0.5}, {"weight": math.nan}, {"weight": 1.001}, {"timeout": -1}, {"max_expanded": -1}, {"max_memory": -1}],
    ids=repr,
)
def test_numbers_that_are_none(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        tilebase.search(HARDEST, "weighted-astar", **options)
