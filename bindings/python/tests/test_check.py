"""Verdicts on answers of other solvers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tilebase
from tilebase import Board, check

BOARD = "638541720"
PATH = "UULDDLUURDLDRURDLURULDLURRDD"
ACTIONS_OF_PATH = [tilebase.ACTIONS.index(move) for move in PATH]


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (PATH, "optimal"),
        (PATH.lower(), "optimal"),
        (list(PATH), "optimal"),
        (tuple(PATH), "optimal"),
        (" ".join(PATH), "optimal"),
        ([{"U": "up", "D": "Down", "L": "LEFT", "R": "right"}[move] for move in PATH], "optimal"),
        (tilebase.solve(BOARD), "optimal"),
        (tilebase.solve(BOARD).boards(), "optimal"),
        (tilebase.solve(BOARD).boards()[1:], "optimal"),
        ([board.tiles for board in tilebase.solve(BOARD).boards()], "optimal"),
        ([board.rows for board in tilebase.solve(BOARD).boards()], "optimal"),
        ([str(board) for board in tilebase.solve(BOARD).boards()], "optimal"),
        (np.array([board.tiles for board in tilebase.solve(BOARD).boards()]), "optimal"),
        (" ".join(map(str, tilebase.solve(BOARD).tiles_moved)), "optimal"),
        (28, "optimal"),
        (np.int64(28), "optimal"),
        (28.0, "optimal"),
        (np.float32(28), "optimal"),
        (np.array(28.0), "optimal"),
        (30.0, "too-long"),
        (-1.0, "malformed"),
        (1e300, "malformed"),
        (np.True_, "solvable"),
        (np.False_, "says-unsolvable"),
        (ACTIONS_OF_PATH, "optimal"),
        (tuple(ACTIONS_OF_PATH), "optimal"),
        (np.array(ACTIONS_OF_PATH), "optimal"),
        (list(np.array(ACTIONS_OF_PATH, np.uint8)), "optimal"),
        ([*ACTIONS_OF_PATH[:-1], 2], "ends-elsewhere illegal-move"),
        ([4], "malformed"),
        ([-1], "malformed"),
        ([10**30], "malformed"),
        (True, "solvable"),
        (None, "says-unsolvable"),
        (False, "says-unsolvable"),
        (30, "too-long"),
        (26, "too-short"),
        (10**30, "malformed"),
        (2**32, "malformed"),
        (-1, "malformed"),
        ("LR" + PATH, "longer"),
        (tilebase.solve(BOARD).by_tile(), "other-convention"),
        ("", "ends-elsewhere"),
        ([], "ends-elsewhere"),
        ("D" + PATH, "illegal-move"),
        ("UULDX", "malformed"),
        ("no idea", "malformed"),
        (["U", "north pole"], "malformed"),
        ([BOARD, "123"], "malformed"),
        (PATH[::-1], "other-convention reversed wrong-order illegal-move ends-elsewhere"),
        (tilebase.solve(BOARD).boards()[::-1], "reversed"),
        (tilebase.solve(BOARD).boards()[::2], "illegal-move"),
        ("\ud800", "malformed"),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_an_answer_has_its_verdict(answer: Any, kind: str) -> None:
    verdict = check(BOARD, answer)
    assert verdict.kind in kind.split()
    assert bool(verdict) == verdict.is_right == (kind in ("optimal", "solvable"))
    assert str(verdict) == verdict.message and verdict.message
    assert tilebase.Table.build().check(BOARD, answer) == verdict


def test_actions_are_directions_of_the_blank_in_both_conventions() -> None:
    assert check(BOARD, ACTIONS_OF_PATH, convention="blank")
    assert check(BOARD, ACTIONS_OF_PATH, convention="tile")
    assert "found 7" in check(BOARD, [7]).message
    answers: list[Any] = [[True], [0.0], [0, None]]
    for answer in answers:
        with pytest.raises(TypeError):
            check(BOARD, answer)


def test_the_other_convention_may_be_named() -> None:
    by_tile = tilebase.solve(BOARD).by_tile()
    assert check(BOARD, by_tile, convention="tile").kind == "optimal"
    assert check(BOARD, PATH, convention="tile").kind == "other-convention"
    with pytest.raises(tilebase.MoveError, match="convention"):
        check(BOARD, PATH, convention="both")  # type: ignore[arg-type]


def test_boards_that_cannot_be_solved() -> None:
    assert check("213456780", None).kind == "unsolvable"
    for answer in (True, 5, "U", [Board("213456780")]):
        assert not check("213456780", answer)


def test_answers_for_boards_without_a_table() -> None:
    board = "5 1 3 4 2 6 7 8 9 10 15 11 13 14 12 0"
    path = tilebase.solve(board)
    assert check(board, path) and check(board, 12) and not check(board, 14) and not check(board, str(path) + "LR")


@pytest.mark.parametrize(
    "answer", [1.5, np.nan, np.inf, {"U"}, object(), b"UU", Board(BOARD), [1.5], [None], iter("UU"), np.array(1.5), [1, 2.5]], ids=repr
)
def test_what_is_no_answer_is_a_type_error(answer: Any) -> None:
    with pytest.raises(TypeError, match="expected moves as letters"):
        check(BOARD, answer)
