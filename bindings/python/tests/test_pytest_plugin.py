"""Tests the plugin in separate runs of pytest."""

from __future__ import annotations

import re

import pytest

import tilebase


def test_boards_are_parameters_with_names_that_can_be_read(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import pytest, tilebase

        @pytest.mark.tilebase_boards(n=6, depth=(5, 10))
        def test_it(board, distance, goal):
            assert isinstance(board, tilebase.Board)
            assert tilebase.distance(board, goal) == distance
            assert goal == tilebase.Board("123456780")
        """
    )
    result = pytester.runpytest("-v", "--strict-markers")
    result.assert_outcomes(passed=6)
    for depth in range(5, 11):
        result.stdout.re_match_lines([rf".*::test_it\[depth {depth}: [0-8]{{9}}\] PASSED.*"])


def test_a_test_has_the_arguments_that_it_asks_for(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import pytest

        @pytest.fixture
        def goal():
            return "my own"

        @pytest.mark.tilebase_boards(n=3)
        def test_board(board): pass

        @pytest.mark.tilebase_boards(3)
        def test_distance(distance): pass

        def test_unmarked(goal):
            assert goal == "my own"

        @pytest.mark.tilebase_boards(n=3)
        class TestAll:
            def test_method(self, board): pass

        @pytest.mark.parametrize("twice", [1, 2])
        @pytest.mark.tilebase_boards(n=3)
        def test_product(board, twice): pass
        """
    )
    pytester.runpytest().assert_outcomes(passed=3 + 3 + 1 + 3 + 6)


def test_shapes_goals_and_forms(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import pytest, tilebase

        @pytest.mark.tilebase_boards(n=4, shape=(2, 3), goal="blank-first", form="rows")
        def test_it(board, goal, distance):
            assert goal == ((0, 1, 2), (3, 4, 5))
            assert tilebase.distance(board, goal) == distance

        @pytest.mark.tilebase_boards(n=4, shape=(4, 4), depth=(0, 20), form="list")
        def test_large(board, distance):
            assert type(board) is list and len(board) == 16
            assert tilebase.distance(board) == distance <= 20

        @pytest.mark.tilebase_boards(n=2, form=lambda board: board.rows[0])
        def test_callable(board):
            assert len(board) == 3
        """
    )
    pytester.runpytest().assert_outcomes(passed=10)


def test_a_run_can_be_repeated(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import pytest

        @pytest.mark.tilebase_boards(n=10, depth=20)
        def test_one(board): pass

        @pytest.mark.tilebase_boards(n=10, depth=20, seed=2)
        def test_two(board): pass
        """
    )
    first, second = (pytester.runpytest("--collect-only", "-q").outlines for _ in range(2))
    ids = [[line.split("[")[1] for line in first if name in line] for name in ("test_one", "test_two")]
    assert first[:20] == second[:20] and set(ids[0]) != set(ids[1])
    # One of them can be run by its name.
    pytester.runpytest(first[3].strip()).assert_outcomes(passed=1)


@pytest.mark.parametrize(
    ("marker", "words"),
    [
        ("n=0", "n: expected 1 or more, found 0"),
        ("depth=40", "depths: expected numbers from 0 to 31"),
        ("form='grid'", "form: expected one of tuple, list"),
        ("shape=(1, 9)", "1x9 is not a board shape"),
        ("goal='12'", "the goal: "),
        ("seed=None", "seed: expected a number, so that a run can be repeated"),
        ("boards=3", "unexpected keyword argument 'boards'"),
    ],
)
def test_a_bad_marker_is_reported_with_its_usage(pytester: pytest.Pytester, marker: str, words: str) -> None:
    pytester.makepyfile(
        f"""
        import pytest

        @pytest.mark.tilebase_boards({marker})
        def test_it(board): pass
        """
    )
    result = pytester.runpytest()
    result.assert_outcomes(errors=1)
    output = result.stdout.str()
    assert "::test_it: the marker tilebase_boards: " in output and words in output and "It is used as tilebase_boards(n=20" in output
    assert "Traceback" not in output


def test_a_marked_test_without_an_argument_is_no_test(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import pytest

        @pytest.mark.tilebase_boards
        def test_it(tmp_path): pass
        """
    )
    result = pytester.runpytest()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*the marker tilebase_boards: expected a test with an argument board, distance or goal"])


def test_the_table_is_one_for_the_session(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        tables = []

        def test_one(tilebase_table):
            tables.append(tilebase_table)
            assert tilebase_table.distance("867254301") == 31

        def test_two(tilebase_table):
            assert tilebase_table is tables[0]
        """
    )
    pytester.runpytest().assert_outcomes(passed=2)


def test_a_failure_shows_the_assertion_and_none_of_its_insides(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        from tilebase.testing import assert_admissible, assert_consistent, assert_optimal

        def h(tiles):
            return 1

        def broken(tiles):
            return 1 / 0

        def test_admissible(): assert_admissible(h)
        def test_consistent(): assert_consistent(h)
        def test_optimal(): assert_optimal(h)
        def test_exception(): assert_admissible(broken)
        def test_exception_of_a_solver(): assert_optimal(broken)
        """
    )
    result = pytester.runpytest()
    result.assert_outcomes(failed=5)
    output = result.stdout.str()
    assert "h is not admissible: it returns 1 for a board that is 0 moves from the goal" in output
    assert re.search(r"\nE +1 2 3\nE +4 5 6\nE +7 8 \.\n", output)
    for inside in ("raise AssertionError", "_estimates.py", "_blame.py", "testing.py:"):
        assert inside not in output
    assert "return 1 / 0" in output
    assert "Try it: broken((1, 2, 3, 4, 5, 6, 7, 8, 0))" in output


def test_it_is_found_by_itself_and_can_be_left_out(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_it(tilebase_table): pass")
    pytester.runpytest_subprocess().assert_outcomes(passed=1)
    pytester.runpytest_subprocess("-p", "no:tilebase").assert_outcomes(errors=1)


@pytest.mark.tilebase_boards(n=40)
def test_the_distance_is_the_boards(board: tilebase.Board, distance: int) -> None:
    assert len(tilebase.solve(board)) == distance
