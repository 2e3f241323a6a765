"""Each kind of bad input gets an exception that says what is wrong."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tilebase

GOOD = [1, 2, 3, 4, 5, 6, 7, 8, 0]


@pytest.mark.parametrize(
    ("board", "fault"),
    [
        ("12345678", "expected 9 tiles, found 8"),
        ("112345670", "tile 1 appears twice"),
        ([1, 1, 2, 3, 4, 5, 6, 7, 0], "tile 8 is missing"),
        ([1, 2, 3, 4, 5, 6, 7, 8, 257], "tile 257 at place 9 is not one of 0 to 8"),
        ([1, 2, 3, 4, 5, 6, 7, 8, -256], "-256"),
        ([1, 2, 3, 4, 5, 6, 7, 8, 10**30], ">=2\\^63"),
        ([1, 2, 3, 4, 5, 6, 7, 8, -(10**50)], "<-2\\^63"),
        ([[1, 2, 3], [4, 5, 6], [7, 8]], "row 3 has 2 tiles"),
        ([[1, 2, 0]], "board"),
        ([], "board"),
        ([[], []], "board"),
        (range(10**12), "expected at most 25 tiles"),
        (np.arange(2000), "expected at most 25 tiles"),
        (np.array([1, 2, 3, 4, 5, 6, 7, 8, 300]), "tile 300 at place 9"),
        (np.array(GOOD, dtype=np.uint64) + np.uint64(2**64 - 8), ">=2\\^63"),
        ("\ud800" * 9, "board"),
        ("", "board"),
        ("9" * 10**5, "board"),
        ([5, 1, 2, 3, 4, 5, 6, 7, 8, 0], "board"),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_a_malformed_board_is_a_board_error(board: Any, fault: str) -> None:
    asks: list[Any] = [tilebase.Board, tilebase.distance, tilebase.solve, tilebase.is_solvable]
    for ask in asks:
        with pytest.raises(tilebase.BoardError, match=fault) as caught:
            ask(board)
        assert caught.value.faults and all(isinstance(fault, str) for fault in caught.value.faults)
        assert caught.value.row is None and len(str(caught.value)) < 1000
    with pytest.raises(tilebase.GoalError, match="the goal: "):
        tilebase.distance(GOOD, goal=board)


@pytest.mark.parametrize(
    "board",
    [
        None,
        5,
        1.5,
        True,
        b"123456780",
        bytearray(9),
        memoryview(bytes(9)),
        {1, 2},
        {1: 2},
        object(),
        iter(GOOD),
        int,
        np.array(GOOD, dtype=float),
        np.array(GOOD, dtype=object),
        np.array(GOOD) > 3,
        np.array(5),
        np.zeros((1, 1, 9), int),
        np.array(list("123456780")),
        [1.0] * 9,
        ["1"] * 9,
        [None] * 9,
        [True] * 9,
        [[1, 2], 3],
        [[[1]]],
    ],
    ids=lambda value: repr(value)[:30],
)
def test_unusable_types_raise_type_errors(board: Any) -> None:
    asks: list[Any] = [tilebase.Board, tilebase.distance, tilebase.moves, tilebase.count_solutions]
    for ask in asks:
        with pytest.raises(TypeError, match="expected"):
            ask(board)


def test_what_the_object_itself_raises_comes_through() -> None:
    class Hostile(list[int]):
        def __iter__(self) -> Any:
            raise RuntimeError("own")

    class Index:
        def __index__(self) -> int:
            raise LookupError("own")

    with pytest.raises(RuntimeError, match="own"):
        tilebase.distance(Hostile(GOOD))
    with pytest.raises(LookupError, match="own"):
        tilebase.distance([Index()] * 9)  # type: ignore[arg-type]


def test_a_batch_names_the_row() -> None:
    good = np.array([GOOD] * 100_000)
    for row, column, value in ((0, 0, 2), (3, 4, 300), (99_999, 8, -256), (70_000, 1, 9)):
        wrong = good.copy()
        wrong[row, column] = value
        asks: list[Any] = [tilebase.distances, tilebase.neighbors, tilebase.optimal_actions]
        for ask in asks:
            with pytest.raises(tilebase.BoardError, match=f"row {row}: ") as caught:
                ask(wrong)
            assert caught.value.row == row and caught.value.faults
            assert str(value) in str(caught.value)
    with pytest.raises(tilebase.BoardError, match="row 1: "):
        tilebase.distances([GOOD, [1, 1, 2, 3, 4, 5, 6, 7, 0]])


def test_empty_batches_work() -> None:
    for dtype in (np.uint8, np.int64):
        empty = np.zeros((0, 9), dtype)
        assert tilebase.distances(empty).shape == (0,)
        boards, legal = tilebase.neighbors(empty)
        assert boards.shape == (0, 4, 9) and legal.shape == (0, 4)
        nothing: list[int] = []
        assert tilebase.apply(empty, nothing).shape == (0, 9)
        assert tilebase.optimal_actions(empty).shape == (0, 4)
    assert tilebase.distances([], goal="123456780").shape == (0,)
    with pytest.raises(tilebase.ShapeError, match="shape="):
        tilebase.distances([])


@pytest.mark.parametrize(
    ("batch", "error", "message"),
    [
        (np.array(GOOD), tilebase.ShapeError, r"board\[None\]"),
        (np.array(5), tilebase.ShapeError, "0 dimensions"),
        (np.zeros((1, 1, 3, 3), int), tilebase.ShapeError, "4 dimensions"),
        (np.zeros((5, 12), int), tilebase.ShapeError, "2x6, 3x4, 4x3, 6x2: pass shape="),
        (np.zeros((5, 7), int), tilebase.ShapeError, "no shape has 7 cells"),
        (np.zeros((5, 0), int), tilebase.ShapeError, "no shape has 0 cells"),
        (np.zeros((5, 1, 9), int), tilebase.ShapeError, "1x9 is not a board shape"),
        (np.zeros((5, 9)), TypeError, r"float64: convert it with \.astype"),
        (np.zeros((5, 9), bool), TypeError, "bool"),
        (np.zeros((5, 9), object), TypeError, "object"),
        ("123456780", TypeError, "in a list"),
        (tilebase.Board(GOOD), TypeError, "in a list"),
        (None, TypeError, "NoneType"),
        (5, TypeError, "int"),
        ([GOOD, [[1, 2], [3, 0]]], tilebase.ShapeError, "row 1: expected a board of 3x3, found one of 2x2"),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_invalid_batches_are_reported(batch: Any, error: type[Exception], message: str) -> None:
    asks: list[Any] = [tilebase.distances, tilebase.neighbors, tilebase.optimal_actions]
    for ask in asks:
        with pytest.raises(error, match=message):
            ask(batch)


def test_the_shape_comes_from_rows_goal_or_argument() -> None:
    flat = tilebase.sample(5, shape=(4, 2), seed=1)
    for array in (
        tilebase.distances(flat, shape=(4, 2)),
        tilebase.distances(flat, shape="4x2"),
        tilebase.distances(flat.reshape(5, 4, 2)),
        tilebase.distances(flat, goal="12/34/56/70"),
    ):
        assert array.shape == (5,)
    with pytest.raises(tilebase.ShapeError):
        tilebase.distances(flat.reshape(5, 4, 2), shape=(2, 4))
    with pytest.raises(tilebase.GoalError):
        tilebase.distances(flat.reshape(5, 4, 2), goal="123456780")


@pytest.mark.parametrize("shape", [(1, 9), (0, 0), (6, 5), (-3, -3), (10**30, 2), "3", "3x", "axb", "", (2**32 + 3, 3)])
def test_a_shape_that_no_board_has_is_a_shape_error(shape: Any) -> None:
    with pytest.raises(tilebase.ShapeError):
        tilebase.all_boards(shape)
    with pytest.raises(tilebase.ShapeError):
        tilebase.Table.build(shape)


@pytest.mark.parametrize("shape", [3, 3.0, (3,), (3, 3, 3), (3.0, 3), (True, True), [[3], 3], {3: 3}, b"3x3"])
def test_what_is_no_shape_is_a_type_error(shape: Any) -> None:
    with pytest.raises(TypeError, match="expected a shape"):
        tilebase.all_boards(shape)


@pytest.mark.parametrize("goal", ["blank", "SNAIL", "", "12345678", "123/450"])
def test_what_is_no_goal_is_a_goal_error(goal: Any) -> None:
    with pytest.raises((tilebase.GoalError, tilebase.BoardError), match="goal|2x3"):
        tilebase.distance("123456780", goal)


def test_goals_of_another_shape_are_refused() -> None:
    with pytest.raises(tilebase.GoalError):
        tilebase.distance([[1, 2, 3], [4, 5, 6], [7, 8, 0]], goal="1230")
    with pytest.raises((tilebase.GoalError, tilebase.BoardError)):
        tilebase.distance("12/34/50", goal="123/450")


def test_masked_arrays_are_refused_if_they_hide_numbers() -> None:
    boards = np.ma.masked_array(np.array([GOOD, GOOD]), mask=np.zeros((2, 9), bool))
    assert list(tilebase.distances(boards)) == list(tilebase.distances([GOOD, GOOD]))
    boards[1, 3] = np.ma.masked
    with pytest.raises(ValueError, match="boards: the array is masked"):
        tilebase.distances(boards)
    actions = np.ma.masked_array([0, 1], mask=[False, True])
    with pytest.raises(ValueError, match="actions: the array is masked"):
        tilebase.apply(np.array([GOOD, GOOD]), actions)


@pytest.mark.parametrize("timeout", [-1, float("nan"), -0.5])
def test_a_timeout_is_no_negative_number(timeout: float) -> None:
    with pytest.raises(ValueError, match="timeout"):
        tilebase.solve("123456780", timeout=timeout)
    with pytest.raises(ValueError, match="timeout"):
        tilebase.distance("123456780", timeout=timeout)


def test_oversized_requests_are_refused() -> None:
    asks: list[Any] = [tilebase.all_boards, tilebase.all_distances, tilebase.Table.build]
    for ask in asks:
        for shape in ((4, 4), (3, 5), (5, 5)):
            with pytest.raises(tilebase.TableTooLargeError):
                ask(shape)
    with pytest.raises(tilebase.TableTooLargeError, match="2874009600 bytes") as caught:
        tilebase.all_boards((3, 4))
    assert caught.value.bytes == 239_500_800 * 12 and isinstance(caught.value, MemoryError)
    with pytest.raises(tilebase.TableTooLargeError, match="Table.build"):
        tilebase.count_solutions(range(12))
    with pytest.raises(tilebase.SampleError):
        tilebase.sample(10**12)
    with pytest.raises(tilebase.SampleError):
        tilebase.sample(10**12, depth=5)
    with pytest.raises(tilebase.SampleError):
        tilebase.scramble(1, steps=10**9)
    with pytest.raises(ValueError):
        tilebase.Table.build((2, 2), threads=10**6)


def test_impossible_samples_are_refused() -> None:
    for wrong in (32, (32, 40), 10**30):
        with pytest.raises(tilebase.SampleError, match="the farthest are 31"):
            tilebase.sample(1, depth=wrong)
    for negative in (-1, (5, 3)):
        with pytest.raises(ValueError):
            tilebase.sample(1, depth=negative)
    with pytest.raises(ValueError):
        tilebase.sample(-1)
    others: list[Any] = ["5", 1.5, None, True]
    for other in others:
        with pytest.raises(TypeError):
            tilebase.sample(other)


def test_exceptions_are_pickled_with_what_they_know() -> None:
    def caught(boards: Any) -> Exception:
        with pytest.raises(tilebase.TilebaseError) as error:
            tilebase.distances(boards)
        return error.value

    for error in (caught([GOOD, [1] * 9]), caught(np.array([[2, 1, 3, 4, 5, 6, 7, 8, 0]]))):
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error) and str(again) == str(error) and again.__dict__ == error.__dict__


def test_invalid_files_are_reported(tmp_path: Path) -> None:
    with pytest.raises(tilebase.TableNotFoundError, match="no such file") as caught:
        tilebase.Table.open(tmp_path / "absent.pdb")
    assert isinstance(caught.value, FileNotFoundError)
    damaged = tmp_path / "damaged.pdb"
    damaged.write_bytes(b"no table")
    for wrong in (damaged, tmp_path):
        with pytest.raises(tilebase.TableError):
            tilebase.Table.open(wrong)
    with pytest.raises(TypeError):
        tilebase.Table.open(5)  # type: ignore[arg-type]
