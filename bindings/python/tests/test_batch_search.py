"""Searches with heuristics on arrays: their paths, their errors, and a small network that guides one."""

from __future__ import annotations

import math
import threading
import time
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import tilebase
from tilebase.heuristics import linear_conflict, manhattan
from tilebase.types import Cells

HARDEST = "867254301"
FIFTEEN = "0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1"
Floats = NDArray[np.float64]


def steps(boards: Cells) -> Any:
    return manhattan(boards)


def half(boards: Cells) -> Floats:
    return np.asarray(manhattan(boards) / 2)


@pytest.mark.parametrize("batch_size", [1, 2, 30, 10**4, 10**30])
@pytest.mark.parametrize("heuristic", [manhattan, linear_conflict, half])
def test_admissible_estimates_give_optimal_paths(batch_size: int, heuristic: Any) -> None:
    boards = tilebase.sample(2, seed=batch_size % 1000)
    for board, distance in zip(boards, tilebase.distances(boards), strict=True):
        result = tilebase.search(board, "astar", heuristic, batch_size=batch_size, admissible=True)
        assert result.optimal and result.length == result.lower_bound == distance
        assert result.moves is not None and tilebase.check(board, result.moves)
        weighted = tilebase.search(board, "weighted-astar", heuristic, batch_size=batch_size, admissible=True, weight=1.5)
        assert weighted.length is not None and distance <= weighted.length <= 1.5 * distance
        assert weighted.suboptimality_bound == 1.5


def test_a_batch_of_one_counts_like_a_named_search() -> None:
    for algorithm in ("astar", "weighted-astar", "greedy"):
        for board in ("638541720", HARDEST):
            own = tilebase.search(board, algorithm, manhattan, batch_size=1, admissible=True)
            named = tilebase.search(board, algorithm, "manhattan")
            assert (own.moves, own.optimal, own.lower_bound) == (named.moves, named.optimal, named.lower_bound)
            counts = [(s.expanded, s.generated, s.peak_open, s.reopened) for s in (own.statistics, named.statistics)]
            assert counts[0] == counts[1]


def test_each_new_state_is_estimated_once() -> None:
    seen: list[bytes] = []
    sizes: list[int] = []

    def watching(boards: Cells) -> Any:
        assert boards.dtype == np.uint8 and boards.shape == (len(boards), 16) and boards.flags.writeable
        seen.extend(board.tobytes() for board in boards)
        sizes.append(len(boards))
        estimates = manhattan(boards)
        boards[:] = 77
        return estimates

    board = tilebase.scramble(1, steps=40, shape=(4, 4), seed=5)[0]
    result = tilebase.search(board, "astar", watching, batch_size=64)
    assert len(seen) == len(set(seen)) <= result.statistics.generated and max(sizes) > 64
    goal = np.array([*range(1, 16), 0], np.uint8).tobytes()
    assert goal not in seen
    assert tilebase.search("123456780", "astar", watching, batch_size=64).length == 0


def test_stopping_at_the_goal_is_sooner_and_proves_less() -> None:
    longer = 0
    for board in tilebase.sample(30, depth=(24, 30), seed=9):
        options: dict[str, Any] = {"batch_size": 20, "admissible": True}
        first = tilebase.search(board, "astar", manhattan, stop_at_goal=True, **options)
        best = tilebase.search(board, "astar", manhattan, **options)
        assert best.optimal and first.length is not None and best.length is not None
        assert not first.optimal or first.length == best.length
        assert first.statistics.expanded <= best.statistics.expanded and first.lower_bound <= best.length <= first.length
        longer += first.length > best.length
    assert longer > 0


@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64, np.longdouble, np.int8, np.int64, np.uint8, np.uint64])
def test_any_real_array_is_read(kind: Any) -> None:
    expected = tilebase.search(HARDEST, "astar", manhattan, batch_size=50)
    forms: list[Any] = [
        lambda boards: steps(boards).astype(kind),
        lambda boards: list(steps(boards).astype(kind)),
        lambda boards: np.repeat(steps(boards).astype(kind), 2)[::2],
        lambda boards: steps(boards).astype(np.dtype(kind).newbyteorder()),
    ]
    for form in forms:
        assert tilebase.search(HARDEST, "astar", form, batch_size=50).moves == expected.moves


@pytest.mark.parametrize("wrong", [-1, -1e-9, math.nan, math.inf, -math.inf])
def test_an_invalid_estimate_names_its_row(wrong: float) -> None:
    def estimate(boards: Cells) -> Floats:
        estimates = half(boards)
        estimates[-1] = wrong
        return estimates

    with pytest.raises(tilebase.HeuristicError, match=r"row 0: .* 0 or more moves, found \S+ for 867254301"):
        tilebase.search(HARDEST, "astar", estimate, batch_size=10)


def test_a_false_claim_of_admissibility_is_found() -> None:
    def too_high(boards: Cells) -> Floats:
        return np.asarray(steps(boards) + (tilebase.distances(boards) < 25) * 30.5)

    choices: list[dict[str, Any]] = [{"batch_size": 1}, {"batch_size": 100}, {"batch_size": 10, "stop_at_goal": True}]
    for options in choices:
        with pytest.raises(tilebase.ClaimError, match=r"not admissible: it returns \S+ for \S+, whose distance is") as caught:
            tilebase.search(HARDEST, "astar", too_high, admissible=True, **options)
        board, distance = caught.value.board, caught.value.distance
        assert board and tilebase.distance(board) == distance < 25
        assert caught.value.estimate == steps(np.array([board.tiles], np.uint8))[0] + 30.5 > distance
        assert tilebase.search(HARDEST, "astar", too_high, **options).length


@pytest.mark.parametrize(
    "form",
    [
        lambda boards: steps(boards)[:-1],
        lambda boards: np.append(steps(boards), 0),
        lambda boards: steps(boards)[:, None],
        lambda boards: 0,
        lambda boards: [],
    ],
)
def test_one_estimate_is_needed_for_each_board(form: Any) -> None:
    with pytest.raises(tilebase.HeuristicError, match="one estimate for each of 1 boards"):
        tilebase.search(HARDEST, "astar", form, batch_size=10)


def test_a_column_is_refused_with_advice() -> None:
    with pytest.raises(tilebase.HeuristicError, match=r"found shape \(1, 1\): return it with .reshape\(-1\)"):
        tilebase.search(HARDEST, "astar", lambda boards: steps(boards)[:, None], batch_size=10)


@pytest.mark.parametrize("form", [complex, bool, str, object, "datetime64[s]"])
def test_other_types_are_type_errors(form: Any) -> None:
    with pytest.raises(TypeError, match="array of real numbers"):
        tilebase.search(HARDEST, "astar", lambda boards: steps(boards).astype(form), batch_size=10)
    for other in (None, "5", object()):
        with pytest.raises(TypeError, match="array of real numbers"):
            tilebase.search(HARDEST, "astar", lambda boards, other=other: other, batch_size=10)  # type: ignore[misc]


def test_missing_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="masked"):
        tilebase.search(HARDEST, "astar", lambda boards: np.ma.masked_less(steps(boards), 100), batch_size=10)


def test_exceptions_of_the_heuristic_come_through() -> None:
    class Own(BaseException):
        pass

    calls = 0

    def failing(boards: Cells) -> Any:
        nonlocal calls
        calls += 1
        if calls == 5:
            raise Own("here")
        return manhattan(boards)

    with pytest.raises(Own, match="here"):
        tilebase.search(HARDEST, "greedy", failing, batch_size=3)
    assert calls == 5


@pytest.mark.parametrize(
    "options",
    [
        {"algorithm": "ida"},
        {"algorithm": "breadth-first"},
        {"algorithm": "table"},
        {"algorithm": "astar", "weight": 2},
        {"algorithm": "astar", "depth_limit": 2},
        {"heuristic": "manhattan"},
        {"heuristic": None},
        {"batch_size": None, "stop_at_goal": True},
    ],
    ids=repr,
)
def test_choices_that_do_not_go_together(options: dict[str, Any]) -> None:
    with pytest.raises(tilebase.MethodError):
        tilebase.search(HARDEST, **{"heuristic": manhattan, "batch_size": 10, **options})


@pytest.mark.parametrize("size", [0, -1])
def test_a_batch_has_at_least_one_state(size: int) -> None:
    with pytest.raises(ValueError, match="batch_size: expected"):
        tilebase.search(HARDEST, "astar", manhattan, batch_size=size)
    with pytest.raises(TypeError, match="batch_size: expected a number"):
        tilebase.search(HARDEST, "astar", manhattan, batch_size=True)


def test_limits_end_a_batch_search() -> None:
    for limit, options in (("time", {"timeout": 0.05}), ("expanded", {"max_expanded": 999}), ("memory", {"max_memory": 10**6})):
        begun = time.monotonic()
        with pytest.raises(tilebase.LimitReached) as caught:
            tilebase.search(FIFTEEN, "astar", manhattan, batch_size=64, admissible=True, **options)
        assert caught.value.limit == limit and 54 <= caught.value.lower_bound <= 80
        # The time may be over before the first state is expanded.
        assert limit == "time" or caught.value.expanded > 0
        assert limit != "expanded" or caught.value.expanded == 999
        assert time.monotonic() - begun < 20
    with pytest.raises(tilebase.UnreachableError):
        tilebase.search("213456780", "astar", manhattan, batch_size=64)


def test_a_limit_after_a_path_returns_it() -> None:
    kept = 0
    for board in tilebase.sample(30, depth=(24, 30), seed=9):
        options: dict[str, Any] = {"batch_size": 20, "admissible": True}
        first = tilebase.search(board, "astar", manhattan, stop_at_goal=True, **options)
        best = tilebase.search(board, "astar", manhattan, **options)
        # Enough for the batch that contains the goal.
        most = first.statistics.expanded + 20
        if most < best.statistics.expanded:
            limited = tilebase.search(board, "astar", manhattan, max_expanded=most, **options)
            assert limited.length is not None and first.length is not None and best.length is not None
            assert best.length <= limited.length <= first.length and limited.optimal is False
            kept += 1
    assert kept > 0


def test_searches_run_in_threads_and_within_each_other() -> None:
    def nested(boards: Cells) -> Any:
        tilebase.search("123456708", "astar", manhattan, batch_size=5)
        return tilebase.distances(boards)

    results: list[int | None] = []
    run = lambda: results.append(tilebase.search(HARDEST, "astar", nested, batch_size=10).length)  # noqa: E731
    threads = [threading.Thread(target=run) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [31, 31, 31]


class Network:
    """A perceptron with one hidden layer, on the one-hot tiles and trained with Adam."""

    def __init__(self, cells: int, hidden: int, seed: int) -> None:
        random = np.random.default_rng(seed)
        self.cells = cells
        width = cells * cells
        self.weights = [
            random.normal(0, 1 / math.sqrt(cells), (width, hidden)).astype(np.float32),
            np.zeros(hidden, np.float32),
            random.normal(0, 1 / math.sqrt(hidden), hidden).astype(np.float32),
            np.zeros(1, np.float32),
        ]

    def one_hot(self, boards: Cells) -> NDArray[np.float32]:
        return np.eye(self.cells, dtype=np.float32)[boards].reshape(len(boards), -1)

    def __call__(self, boards: Cells) -> NDArray[np.float32]:
        first, bias, second, shift = self.weights
        correction = np.maximum(self.one_hot(boards) @ first + bias, 0) @ second + shift
        return np.asarray(np.maximum(manhattan(boards) + correction, 0), np.float32)

    def train(self, boards: Cells, distances: NDArray[np.int16], *, steps: int, seed: int) -> None:
        random = np.random.default_rng(seed)
        moments = [(np.zeros_like(weight), np.zeros_like(weight)) for weight in self.weights]
        targets = (distances - manhattan(boards)).astype(np.float32)
        for step in range(1, steps + 1):
            rows = random.integers(len(boards), size=256)
            first, bias, second, shift = self.weights
            inputs = self.one_hot(boards[rows])
            hidden = np.maximum(inputs @ first + bias, 0)
            error = (hidden @ second + shift - targets[rows]) / len(rows)
            back = np.outer(error, second) * (hidden > 0)
            gradients = [inputs.T @ back, back.sum(axis=0), hidden.T @ error, np.array([error.sum()])]
            for weight, gradient, (mean, square) in zip(self.weights, gradients, moments, strict=True):
                mean += 0.1 * (gradient - mean)
                square += 0.01 * (gradient**2 - square)
                weight -= 3e-3 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)


def test_a_small_network_guides_the_fifteen_puzzle() -> None:
    begun = time.process_time()
    solver = tilebase.Solver((4, 4), folder="none")
    walks = [tilebase.scramble(300, steps=steps, shape=(4, 4), seed=steps) for steps in range(2, 52, 4)]
    boards = np.concatenate(walks)
    network = Network(16, 48, seed=1)
    network.train(boards, solver.distances(boards), steps=800, seed=2)

    asked = tilebase.scramble(5, steps=60, shape=(4, 4), seed=1000)
    distances = solver.distances(asked)
    own, plain = [], []
    for board, distance in zip(asked, distances, strict=True):
        result = tilebase.search(board, "weighted-astar", network, weight=1.25, batch_size=100, stop_at_goal=True)
        assert result.moves is not None and result.moves.end == solver.goal and result.optimal is False
        assert distance <= len(result.moves) <= 1.5 * distance
        own.append(result.statistics.expanded)
        plain.append(tilebase.search(board, "astar", manhattan, batch_size=100, stop_at_goal=True).statistics.expanded)
    assert sum(own) < sum(plain) / 2, (own, plain)
    # Time of the processor, since the machine may be busy.
    assert time.process_time() - begun < 120
