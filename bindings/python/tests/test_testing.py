"""Tests the assertions on functions that have one fault each."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import tilebase
from tilebase import Board
from tilebase.testing import assert_admissible, assert_consistent, assert_optimal

GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)
TABLE = tilebase.Table.build()
DISTANCES = dict(zip(map(tuple, TABLE.boards().tolist()), TABLE.as_array().tolist()))
Tiles = tuple[int, ...]
EMPTY: dict[Tiles, str] = {}


def exact(tiles: Tiles) -> int:
    return int(DISTANCES[tiles])


def manhattan(tiles: Tiles) -> int:
    return sum(
        abs(place // 3 - (tile - 1) // 3) + abs(place % 3 - (tile - 1) % 3) for place, tile in enumerate(tiles) if tile
    )


def message_of(check: Callable[..., None], *arguments: Any, **options: Any) -> str:
    with pytest.raises(AssertionError) as raised:
        check(*arguments, **options)
    return str(raised.value)


def on_one(board: Tiles, estimate: Any, otherwise: Callable[[Tiles], Any] = exact) -> Callable[[Tiles], Any]:
    """A heuristic that is wrong for a single board."""

    def planted(tiles: Tiles) -> Any:
        return estimate if tiles == board else otherwise(tiles)

    return planted


# Heuristics.


@pytest.mark.parametrize("form", ["tuple", "list", "rows", "string", "array", "Board", lambda board: board.rows[::-1]])
def test_right_heuristics_pass_in_every_form(form: Any) -> None:
    assert_admissible(lambda board: 0, form=form)
    assert_consistent(lambda board: 0, form=form)


def test_the_exact_distance_passes_and_one_more_anywhere_does_not() -> None:
    assert_admissible(exact)
    assert_consistent(exact)
    assert_consistent(manhattan)
    for index in [0, 90_000, 181_439]:
        board = TABLE.unrank(index).tiles
        far = DISTANCES[board]
        message = message_of(assert_admissible, on_one(board, far + 1))
        assert message.startswith(
            f"planted is not admissible: it returns {far + 1} for a board that is {far} move{'s' * (far != 1)} from the goal\n"
        )
        assert "Too high: 1 of 181,440 boards" in message
        assert f"Try it: planted({board})" in message


def test_the_first_of_the_nearest_boards_is_shown() -> None:
    wrong = [board for board, far in DISTANCES.items() if 20 <= far <= 25][::1000]
    message = message_of(assert_admissible, lambda tiles: 99 if tiles in wrong else 0)
    # In index order: min() returns the first of the boards with the least distance.
    nearest = min(wrong, key=lambda board: DISTANCES[board])
    assert f"Try it: h({nearest})" in message
    assert f"Too high: {len(wrong)} of 181,440 boards" in message


def test_the_board_is_drawn_as_it_lies() -> None:
    assert "\n    1 2 3\n    4 5 .\n    7 8 6\n" in message_of(assert_admissible, on_one((1, 2, 3, 4, 5, 0, 7, 8, 6), 2))
    message = message_of(assert_admissible, lambda tiles: 99, shape=(4, 4), n=5)
    assert "\n     1  2  3  4\n     5  6  7  8\n     9 10 11 12\n    13 14 15  .\n" in message


@pytest.mark.parametrize(
    ("estimate", "expected"),
    [
        (None, "None (does every code path return a number?)"),
        (float("nan"), "nan (expected a finite number)"),
        (np.float32("nan"), "(expected a finite number)"),
        (Decimal("nan"), "(expected a finite number)"),
        (Decimal("snan"), "(expected a finite number)"),
        (float("inf"), "inf (expected a finite number)"),
        (-1, "-1 (expected 0 or more)"),
        (-0.5, "-0.5 (expected 0 or more)"),
        ("7", "'7' (of type str, expected a number)"),
        (True, "True (of type bool, expected a number)"),
        (np.True_, "(of type "),
        (1j, "1j (of type complex, expected a number)"),
        ([3], "[3] (of type list, expected a number)"),
        (np.zeros(9), "(of type ndarray, expected a number)"),
    ],
)
def test_invalid_estimates_are_explained(estimate: Any, expected: str) -> None:
    board = tilebase.Table.build((2, 3)).unrank(200).tiles
    for check in (assert_admissible, assert_consistent):
        message = message_of(check, on_one(board, estimate, lambda tiles: 0), shape=(2, 3))
        assert message.startswith("planted returned an invalid estimate: ") and expected in message
        assert "Invalid: 1 of 360 boards" in message
        assert f"Try it: planted({board})" in message


@pytest.mark.parametrize("number", [float, Fraction, Decimal, np.float32, np.uint8, np.int64, np.array])
def test_estimates_are_numbers_of_any_type(number: Callable[[int], Any]) -> None:
    assert_admissible(lambda tiles: number(exact(tiles)), n=500)
    assert_consistent(lambda tiles: number(exact(tiles)), n=500)
    assert "is not admissible" in message_of(assert_admissible, lambda tiles: number(exact(tiles) + 1), n=500)


def test_bytes_do_not_wrap() -> None:
    # As a byte, 255 + 1 would be 0.
    planted = on_one(TABLE.unrank(0).tiles, np.uint8(255), lambda tiles: np.uint8(exact(tiles)))
    assert "it returns 255" in message_of(assert_admissible, planted)
    assert "from 255 it falls" in message_of(assert_consistent, planted)


def test_floats_are_compared_as_they_are() -> None:
    board = TABLE.unrank(0).tiles
    above = np.nextafter(float(DISTANCES[board]), 99.0)
    assert above != DISTANCES[board]
    for check in (assert_admissible, assert_consistent):
        message = message_of(check, on_one(board, float(above)))
        assert "which looks like floating-point rounding: round it, or subtract 1e-9" in message
    assert_admissible(lambda tiles: exact(tiles) - 0.001 if tiles != GOAL else 0.0)
    assert "floating-point rounding" not in message_of(assert_admissible, on_one(board, DISTANCES[board] + 0.5))


def test_numbers_beyond_all_floats_are_compared() -> None:
    assert "it returns 1000" in message_of(assert_admissible, lambda tiles: 10**400)


def test_a_heuristic_too_steep_on_one_move_is_not_consistent() -> None:
    for index in [1, 90_000, 181_439]:
        board = TABLE.unrank(index)
        planted = on_one(board.tiles, 0, exact)
        # From a distance of 2 on, the estimates of farther neighbors drop by more than 1 to it.
        assert DISTANCES[board.tiles] >= 2
        assert_admissible(planted)
        message = message_of(assert_consistent, planted)
        farther = [move for move in TABLE.moves(board) if move.distance > DISTANCES[board.tiles]]
        steep = len(farther) + sum(
            move.distance < DISTANCES[board.tiles] and move.distance > 1 for move in TABLE.moves(board)
        )
        assert message.startswith("planted is not consistent: from ")
        assert "it falls to 0 with one move, " in message
        assert f"Too steep: {steep} of 483,840 moves" in message


def test_a_heuristic_that_is_not_0_at_the_goal_is_not_consistent() -> None:
    message = message_of(assert_consistent, lambda tiles: manhattan(tiles) + 1)
    assert message.startswith("the heuristic is not consistent: it returns 1 for the goal, expected 0\n")
    assert message_of(assert_consistent, lambda tiles: exact(tiles) + 1, n=10).startswith("the heuristic is not consistent")


def test_consistency_holds_for_all_moves_of_all_shapes() -> None:
    for shape in itertools.product([2, 3], [2, 3]):
        table = tilebase.Table.build(shape)
        assert_consistent(table.distance, shape=shape)
        steep = f"is not consistent: from {table.deepest}"
        deepest = int(table.as_array().argmax())
        assert "is not consistent" in message_of(
            assert_consistent,
            lambda tiles: table.distance(tiles) if table.rank(tiles) != deepest else 99,
            shape=shape,
        ), steep


def test_drawn_moves_go_both_ways() -> None:
    # Moves are compared in both directions, whichever of the two boards has the wrong estimate.
    drawn = set(map(tuple, tilebase.sample(1, seed=3).tolist()))
    assert "from 90" in message_of(assert_consistent, lambda tiles: 90 if tiles in drawn else 0, n=1, seed=3)
    neighbors = {board.tiles for tiles in drawn for _, board in Board(tiles).neighbors()}
    assert "from 90" in message_of(assert_consistent, lambda tiles: 90 if tiles in neighbors else 0, n=1, seed=3)


def test_other_goals_and_shapes_are_tried() -> None:
    def to_snail(board: str) -> int:
        return tilebase.distance(board, "snail")

    assert_admissible(to_snail, goal="snail", form="string", n=1000)
    swapped = [[2, 1, 3], [4, 5, 6], [8, 7, 0]]
    assert "is not admissible" in message_of(
        assert_admissible, lambda board: tilebase.distance(board, swapped), form="string", n=1000
    )
    assert_admissible(lambda board: tilebase.distance(board), form="Board", shape=(4, 4), n=20)
    assert_consistent(lambda board: tilebase.distance(board), form="Board", shape=(4, 4), n=5)
    message = message_of(assert_admissible, lambda board: tilebase.distance(board) + 1, form="Board", shape="4x4", n=20)
    assert "Try it: h(Board('1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,0'))" in message
    assert_admissible(lambda board: 0, goal=[[1, 2, 3], [4, 5, 0]])


def test_all_boards_of_a_large_shape_are_too_many() -> None:
    with pytest.raises(tilebase.TableTooLargeError, match="4x4 has too many boards to test all: pass n"):
        assert_admissible(lambda board: 0, shape=(4, 4))


def test_the_same_seed_draws_the_same_boards() -> None:
    seen: list[list[Tiles]] = [[], [], []]
    for boards, seed in zip(seen, [5, 5, 6]):
        assert_admissible(lambda tiles: boards.append(tiles) or 0, n=50, seed=seed)  # type: ignore[func-returns-value]
    assert seen[0] == seen[1] != seen[2]


def test_changing_a_board_affects_no_other() -> None:
    def wipe(board: Any) -> int:
        right = tilebase.distance([int(tile) for tile in board])
        board[:] = [0] * 9
        return right + 1

    for form in ("list", "array"):
        assert "Try it: wipe(" in message_of(assert_admissible, wipe, form=form, n=200)
        assert "it returns 1 for a board that is 0" in message_of(assert_admissible, wipe, form=form)


# Exceptions.


@pytest.mark.parametrize("check", [assert_admissible, assert_consistent])
def test_an_exception_comes_through_with_its_board(check: Callable[..., None]) -> None:
    board = TABLE.unrank(5000)

    def broken(tiles: Tiles) -> int:
        if tiles == board.tiles:
            raise KeyError("nine")
        return 0

    if sys.version_info >= (3, 11):
        with pytest.raises(KeyError, match="nine") as raised:
            check(broken)
        note = raised.value.__notes__[0]
    else:
        with pytest.raises(RuntimeError, match="KeyError: 'nine'") as raised:
            check(broken)
        assert isinstance(raised.value.__cause__, KeyError)
        note = str(raised.value)
    assert f"Try it: broken({board.tiles})" in note
    assert "\n    " + " ".join(str(tile or ".") for tile in board.rows[0]) in note


def test_an_exception_of_a_solver_comes_through_with_its_board() -> None:
    def broken(tiles: Tiles) -> str:
        return EMPTY[tiles]

    with pytest.raises(KeyError if sys.version_info >= (3, 11) else RuntimeError) as raised:
        assert_optimal(broken)
    notes = "\n".join(getattr(raised.value, "__notes__", [str(raised.value)]))
    assert f"Try it: broken({GOAL})" in notes


def test_an_interrupt_is_not_treated_as_an_exception() -> None:
    def interrupted(tiles: Tiles) -> int:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as raised:
        assert_admissible(interrupted)
    assert not getattr(raised.value, "__notes__", [])


# Solvers.


def solve(tiles: Tiles) -> str:
    return str(TABLE.solve(tiles))


@pytest.mark.parametrize(
    "solver",
    [
        solve,
        tilebase.solve,
        lambda tiles: list(solve(tiles)),
        lambda tiles: iter(solve(tiles)),
        lambda tiles: TABLE.solve(tiles).boards(),
        lambda tiles: [board.tiles for board in TABLE.solve(tiles).boards()],
        lambda tiles: [board.rows for board in TABLE.solve(tiles).boards()],
        exact,
    ],
)
def test_right_solvers_pass_whatever_they_return(solver: Callable[[Any], Any]) -> None:
    assert_optimal(solver)


@pytest.mark.parametrize("form", ["tuple", "list", "rows", "string", "array", "Board", lambda board: board.rows])
def test_right_solvers_pass_in_every_form(form: Any) -> None:
    assert_optimal(tilebase.solve, form=form)
    assert_optimal(tilebase.solve, form=form, shape=(4, 4), n=10, depths=(0, 30))
    assert_optimal(tilebase.solve, form="rows" if form == "tuple" else form, shape=(2, 3), unsolvable=0)


def with_fault_at(depth: int, fault: Callable[[str], Any]) -> Callable[[Tiles], Any]:
    def planted(tiles: Tiles) -> Any:
        return fault(solve(tiles)) if exact(tiles) == depth else solve(tiles)

    return planted


@pytest.mark.parametrize(
    ("fault", "kind", "words"),
    [
        (lambda path: path + {"U": "DU", "D": "UD", "L": "RL", "R": "LR"}[path[-1]], "longer", "2 more than needed"),
        (lambda path: path[:-1], "ends-elsewhere", "1 move from the goal"),
        (lambda path: path + "R", "illegal-move", "is illegal"),
        (lambda path: "RR" + path, "illegal-move", "is illegal"),
        (lambda path: path.translate(str.maketrans("UDLR", "DURL")), "other-convention", "convention='tile'"),
        (lambda path: len(path) + 1, "", "the stated length is"),
        (lambda path: len(path) - 1, "", ""),
        (lambda path: None, "", "it can be solved"),
        (lambda path: "XYZ", "malformed", ""),
        (lambda path: -3, "malformed", "-3 is not a path length"),
        (lambda path: True, "solvable", "but a path or its length is expected"),
        (lambda path: np.True_, "solvable", "but a path or its length is expected"),
        (lambda path: False, "says-unsolvable", "it can be solved"),
        (lambda path: 2.5, "malformed", "found float 2.5, which is not a whole number of moves"),
        (lambda path: len(path) + 2.0, "too-long", "the stated length is"),
        (lambda path: np.float32(len(path) - 1), "", ""),
        (lambda path: {"path": path}, "malformed", "found dict"),
        (lambda path: [object()], "malformed", "found object"),
        (lambda path: [GOAL, (1, 2, 3)], "malformed", ""),
    ],
)
@pytest.mark.parametrize("depth", [1, 12, 31])
def test_a_solver_that_is_wrong_at_one_depth_fails(
    depth: int, fault: Callable[[str], Any], kind: str, words: str
) -> None:
    message = message_of(assert_optimal, with_fault_at(depth, fault))
    assert message.startswith("planted: ")
    assert f"This board is {depth} move{'s' * (depth != 1)} from the goal." in message
    # 100 boards over 32 depths: 3 or 4 of each, except 2 of the greatest depth and 1 goal.
    number = int(message.split("Wrong: ")[1].split(" of 100 answers")[0])
    assert number == (2 if depth < 2 or depth == 31 else number) and 2 <= number <= 4
    assert kind in message and words in message


def test_check_and_the_assertion_read_the_same_answers() -> None:
    def lengths(kind: Callable[[int], Any]) -> Callable[[tuple[int, ...]], Any]:
        return lambda tiles: kind(tilebase.distance(tiles))

    kinds: list[Callable[[int], Any]] = [int, float, np.int8, np.float32, np.float64, np.array]
    for kind in kinds:
        assert_optimal(lengths(kind), n=20)
        assert tilebase.check("867254301", kind(31)).kind == "optimal"
    # The same claims are right of boards that can't be solved.
    answers = {True: None, False: False}
    assert_optimal(
        lambda tiles: len(tilebase.solve(tiles)) if tilebase.is_solvable(tiles) else answers[False],
        n=5,
        unsolvable=5,
    )
    message = message_of(assert_optimal, lambda tiles: True, n=5, unsolvable=5)
    assert "By kind: solvable 5, says-solvable 5" in message or "By kind: says-solvable 5, solvable 5" in message


def test_seeds_may_be_numbers_or_generators_of_numpy() -> None:
    def seen(assertion: Callable[..., None], seed: Any) -> list[Any]:
        boards: list[Any] = []

        def recorded(tiles: tuple[int, ...]) -> int:
            boards.append(tiles)
            return tilebase.distance(tiles)

        assertion(recorded, n=10, seed=seed)
        return boards

    for assertion in (assert_admissible, assert_consistent, assert_optimal):
        by_number = seen(assertion, 5)
        assert seen(assertion, np.int64(5)) == by_number
        by_generator = seen(assertion, np.random.default_rng(5))
        assert by_generator == seen(assertion, np.random.default_rng(5)) != by_number
        generator = np.random.default_rng(5)
        assert seen(assertion, generator) != seen(assertion, generator)
        with pytest.raises(TypeError, match="seed: expected an integer or a numpy.random.Generator, found str"):
            seen(assertion, "5")
        with pytest.raises(ValueError, match="seed: expected 0 or more"):
            seen(assertion, -1)


def test_a_solver_for_another_goal_fails() -> None:
    def to_snail(tiles: Tiles) -> str:
        return str(tilebase.solve(tiles, "snail"))

    # Half of the boards can't reach the other goal; the solver returns None for them.
    assert "Wrong: " in message_of(assert_optimal, lambda tiles: to_blank_first(tiles))
    assert_optimal(to_snail, goal="snail")


def to_blank_first(tiles: Tiles) -> str | None:
    goal = (0, 1, 2, 3, 4, 5, 6, 7, 8)
    return str(tilebase.solve(tiles, goal)) if tilebase.is_solvable(tiles, goal) else None


def test_the_line_to_try_shows_the_verdict_again() -> None:
    def wrong(tiles: Tiles) -> str:
        return "LR"

    every: list[dict[str, Any]] = [{}, {"goal": "snail"}, {"convention": "tile"}, {"shape": (4, 4), "n": 5}]
    for options in every:
        message = message_of(assert_optimal, wrong, **options)
        line = message.split("Try it: ")[1]
        verdict = eval(line, {"tilebase": tilebase, "wrong": wrong, "Board": Board})
        assert message.startswith(f"wrong: {verdict}\n")


def test_the_line_to_try_of_a_heuristic_is_python() -> None:
    def high(board: Any) -> int:
        return 99

    def mirrored(board: Board) -> Any:
        return board.rows

    for form in ("tuple", "list", "rows", "string", "array", "Board", mirrored):
        for check in (assert_admissible, assert_consistent):
            line = message_of(check, high, form=form, n=50).split("Try it: ")[1]
            assert eval(line, {"np": np, "high": high, "Board": Board, "mirrored": mirrored}) == 99


def test_unsolvable_boards_come_if_they_are_asked_for() -> None:
    def careful(tiles: Tiles) -> str | None:
        return solve(tiles) if tilebase.is_solvable(tiles) else None

    def careless(tiles: Tiles) -> str:
        return solve(tiles) if tilebase.is_solvable(tiles) else "UDLR"

    assert_optimal(careful, unsolvable=10)
    assert_optimal(careless)
    message = message_of(assert_optimal, careless, unsolvable=10)
    assert "Wrong: 10 of 110 answers" in message and "This board is unsolvable." in message
    for shape in itertools.product([2, 3], [2, 3]):
        assert_optimal(
            lambda board: tilebase.solve(board) if board.is_solvable() else None, shape=shape, form="Board", unsolvable=30
        )


def test_boards_are_spread_over_the_depths() -> None:
    seen: list[int] = []
    assert_optimal(lambda tiles: seen.append(exact(tiles)) or solve(tiles))  # type: ignore[func-returns-value]
    assert seen == sorted(seen) and set(seen) == set(range(32)) and len(seen) == 100
    seen.clear()
    assert_optimal(lambda tiles: seen.append(exact(tiles)) or solve(tiles), 30, depths=(5, 7))  # type: ignore[func-returns-value]
    assert seen == [5] * 10 + [6] * 10 + [7] * 10
    seen.clear()
    # All boards of these depths: 1 of depth 0, 2 of depth 1, 4 of depth 2.
    assert_optimal(lambda tiles: seen.append(exact(tiles)) or solve(tiles), 30, depths=(0, 2))  # type: ignore[func-returns-value]
    assert seen == [0, 1, 1, 2, 2, 2, 2]


def test_the_other_convention_is_right_if_it_is_asked_for() -> None:
    def by_tile(tiles: Tiles) -> str:
        return TABLE.solve(tiles).by_tile()

    assert_optimal(by_tile, convention="tile")
    assert "99 of 100" in message_of(assert_optimal, by_tile)
    assert "99 of 100" in message_of(assert_optimal, solve, convention="tile")


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"form": "grid"}, ValueError, "form: expected one of tuple, list, rows, string, array, Board or a callable"),
        ({"depths": (32, 40)}, tilebase.SampleError, "depths: expected numbers from 0 to 31"),
        ({"depths": (5, 3)}, tilebase.SampleError, "depths: expected numbers from 0 to 31, the least first"),
        ({"depths": -1}, tilebase.SampleError, "depths: expected numbers from 0 to 31"),
        ({"convention": "nobody"}, tilebase.MoveError, "convention: expected"),
        ({"goal": "12345678"}, tilebase.GoalError, "the goal: "),
        ({"shape": (9, 9)}, tilebase.ShapeError, "9x9 is not a board shape"),
    ],
)
def test_bad_options_are_refused_before_the_solver_runs(options: Any, error: type[Exception], words: str) -> None:
    def never(tiles: Tiles) -> str:
        raise KeyError("it was run")

    with pytest.raises(error, match=words):
        assert_optimal(never, **options)
