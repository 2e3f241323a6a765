"""A timeout covers loading, building and searching."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import tilebase
from tilebase import LimitReached, Solver

FAR = "0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1"
NEAR = "5 1 3 4 2 6 7 8 9 10 15 11 13 14 12 0"
LARGE = tilebase.scramble(1, steps=30, shape=(5, 5), seed=7)[0]

ONE: dict[str, Callable[..., Any]] = {
    "solve": tilebase.solve,
    "distance": tilebase.distance,
    "moves": tilebase.moves,
    "lower_bound": tilebase.lower_bound,
    "check": lambda board, **limits: tilebase.check(board, 30, **limits),
    "check of a path": lambda board, **limits: tilebase.check(board, "LR", **limits),
    "search": lambda board, **limits: tilebase.search(board, "ida", "patterns", **limits),
}

MANY: dict[str, Callable[..., Any]] = {
    "distances": tilebase.distances,
    "lower_bounds": tilebase.lower_bounds,
    "optimal_actions": tilebase.optimal_actions,
}


@pytest.fixture(autouse=True)
def no_other_tables(tmp_path: Path) -> Iterator[None]:
    """Uses an empty folder, whatever tables this machine has."""
    tilebase.configure(folder=tmp_path)
    yield
    tilebase.configure(folder=None)


def assert_nothing_was_built() -> None:
    """Fails if the tables of 5x5 are in memory, because a build ignored its timeout."""
    with pytest.raises(LimitReached):
        Solver((5, 5), timeout=0)


@pytest.mark.parametrize("ask", ONE.values(), ids=ONE)
def test_a_timeout_covers_building(ask: Callable[..., Any]) -> None:
    for timeout in (0, 0.05):
        with pytest.raises(LimitReached) as caught:
            ask(LARGE, timeout=timeout)
        assert caught.value.limit == "time" and 12 < caught.value.lower_bound <= 30 and caught.value.row is None
        assert_nothing_was_built()


@pytest.mark.parametrize("ask", MANY.values(), ids=MANY)
def test_a_timeout_of_a_batch_covers_building(ask: Callable[..., Any]) -> None:
    for timeout in (0, 0.05):
        with pytest.raises(LimitReached) as caught:
            ask(LARGE[None], timeout=timeout)
        assert caught.value.limit == "time"
        assert_nothing_was_built()


def test_a_timeout_of_a_solver_covers_building(tmp_path: Path) -> None:
    for save in (False, True):
        with pytest.raises(LimitReached):
            Solver((5, 5), timeout=0.05, save=save)
        assert_nothing_was_built()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("by_solver", [False, True])
def test_a_timeout_covers_searching(by_solver: bool) -> None:
    source: Any = Solver((4, 4)) if by_solver else tilebase
    asks = [source.solve, source.distance, source.moves, lambda board, **limits: source.check(board, 80, **limits)]
    for ask in asks:
        # Solved in time, though the limit is far below that of the hard board.
        ask(NEAR, timeout=60)
        with pytest.raises(LimitReached) as caught:
            ask(FAR, timeout=0.1)
        assert caught.value.limit == "time" and 40 < caught.value.lower_bound <= 80


@pytest.mark.parametrize("by_solver", [False, True])
def test_a_timeout_covers_all_boards_of_a_batch(by_solver: bool) -> None:
    source: Any = Solver((4, 4)) if by_solver else tilebase
    near = tilebase.Board(NEAR).tiles
    far = tilebase.Board(FAR).tiles
    for ask in (source.distances, source.optimal_actions):
        assert len(ask([near] * 5, timeout=60)) == 5
        with pytest.raises(LimitReached, match=r"row [23]: time limit reached after") as caught:
            ask([near, near, far, far], timeout=1)
        assert caught.value.row in (2, 3) and caught.value.limit == "time" and 40 < caught.value.lower_bound <= 80
    # The limit is not one for each board.
    with pytest.raises(LimitReached) as caught:
        source.distances(tilebase.sample(100_000, shape=(4, 4), seed=1), timeout=0.2)
    assert caught.value.limit == "time"
    with pytest.raises(LimitReached, match="row 0: time limit"):
        source.lower_bounds([near], timeout=0)
    assert source.lower_bounds([near], timeout=60).tolist() == [10]
    # One lookup takes no time.
    assert source.lower_bound(near, timeout=0) == 10


def test_a_timeout_covers_batches_from_a_table() -> None:
    boards = tilebase.all_boards()
    for source in (tilebase, Solver()):
        for ask in (source.distances, source.optimal_actions, source.lower_bounds):
            with pytest.raises(LimitReached, match="row 0: time limit") as caught:
                ask(boards, timeout=0)
            assert (caught.value.row, caught.value.limit) == (0, "time")
            assert len(ask(boards, timeout=60)) == 181_440


def test_costs_have_timeouts_too() -> None:
    for ask in (tilebase.solve, tilebase.distance, lambda board, **limits: tilebase.check(board, 80, **limits)):
        with pytest.raises(LimitReached) as caught:
            ask(FAR, cost="tile", timeout=0.2)
        assert caught.value.limit == "time"


def test_an_unsolvable_board_is_known_without_tables() -> None:
    odd = [2, 1, *range(3, 25), 0]
    search = functools.partial(tilebase.search, algorithm="ida")
    for ask in (tilebase.solve, tilebase.distance, tilebase.lower_bound, tilebase.moves, search):
        with pytest.raises(tilebase.UnreachableError):
            ask(odd)
    assert_nothing_was_built()
    with pytest.raises(LimitReached):
        tilebase.check(odd, None, timeout=0)


@pytest.mark.parametrize("wrong", [-1, float("nan")])
def test_a_timeout_has_to_be_a_time(wrong: float) -> None:
    for ask in (tilebase.distances, tilebase.lower_bounds, Solver().optimal_actions):
        with pytest.raises(ValueError, match="timeout: expected 0 or more seconds"):
            ask(tilebase.all_boards()[:1], timeout=wrong)
