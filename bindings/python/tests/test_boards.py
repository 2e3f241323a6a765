"""Boards and paths in all their forms."""

from __future__ import annotations

import array
import copy
import pickle
from collections import deque
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import tilebase
from tilebase import Board, Path

NINE = (6, 3, 8, 5, 4, 1, 7, 2, 0)


@pytest.mark.parametrize(
    "written",
    [
        "638541720",
        "6 3 8 5 4 1 7 2 0",
        "638/541/72_",
        list(NINE),
        NINE,
        deque(NINE),
        array.array("B", NINE),
        [[6, 3, 8], [5, 4, 1], [7, 2, 0]],
        ((6, 3, 8), (5, 4, 1), (7, 2, 0)),
        [np.array([6, 3, 8]), np.array([5, 4, 1]), np.array([7, 2, 0])],
        [np.uint8(tile) for tile in NINE],
        np.array(NINE),
        np.array(NINE, dtype=np.uint8).reshape(3, 3),
        np.array(NINE, dtype=">i2"),
        np.array([NINE, NINE]).T[:, 0],
        Board("638541720"),
    ],
    ids=repr,
)
def test_a_board_is_read_in_every_form(written: Any) -> None:
    board = Board(written)
    assert board.tiles == NINE
    assert tilebase.distance(written) == 28
    assert tilebase.distance("123456780", goal=written) == tilebase.distance("123456780", goal=NINE)


def test_a_board_is_a_sequence_of_numbers() -> None:
    board = Board("638541720")
    assert isinstance(board, Sequence)
    assert len(board) == 9 and list(board) == list(NINE) and list(reversed(board)) == list(NINE[::-1])
    assert board[0] == 6 and board[-1] == 0 and board[1:4] == (3, 8, 5) and board[::-1] == NINE[::-1]
    assert 5 in board and 9 not in board and board.count("5") == 0
    assert board.index(5) == 3 and board.index(5, 2) == 3 and board.count(5) == 1 and board.count(9) == 0
    assert (board.shape, board.blank, board.rows) == ((3, 3), 8, (NINE[:3], NINE[3:6], NINE[6:]))
    assert board.text == "638541720" and repr(board) == "Board('638541720')"
    assert str(board) == "6 3 8\n5 4 1\n7 2 ."
    for wrong in (9, -10, 10**30):
        with pytest.raises(IndexError):
            board[wrong]
    with pytest.raises(ValueError):
        board.index(9)


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 2), (3, 4), (4, 4), (5, 5)])
def test_boards_are_read_back_from_their_texts(shape: tuple[int, int]) -> None:
    for tiles in tilebase.sample(20, shape=shape, seed=5):
        board = Board(tiles, shape)
        assert Board(board.text) == board and Board(str(board)) == board
    assert len({len(line) for line in str(board).splitlines()}) == 1


def test_boards_are_compared_hashed_and_ordered() -> None:
    one, other = Board("123456780"), Board("123456708")
    assert one == Board([1, 2, 3, 4, 5, 6, 7, 8, 0]) and one != other and other < one
    assert hash(one) == hash(Board("123456780")) and len({one, other, Board("123456780")}) == 2
    unlike: list[object] = ["123456780", (1, 2, 3, 4, 5, 6, 7, 8, 0), None, 5]
    assert all(one != thing for thing in unlike)
    assert Board("123450", (2, 3)) != Board("123450", (3, 2))
    with pytest.raises(AttributeError):
        one.shape = (2, 2)  # type: ignore[misc]


def test_shapes_other_than_the_squarest_are_kept() -> None:
    tall = Board("123450", (3, 2))
    assert tall.shape == (3, 2) and tall == Board("12/34/50") == Board([[1, 2], [3, 4], [5, 0]])
    assert eval(repr(tall), {"Board": Board}) == tall
    assert Board("1,2,3,4,5,6,7,8,9,10,11,0", "4x3").shape == (4, 3)
    with pytest.raises(tilebase.BoardError):
        Board([[1, 2], [3, 4], [5, 0]], shape=(2, 3))


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_boards_paths_and_records_are_pickled(protocol: int) -> None:
    for board in (Board("638541720"), Board("12/34/50"), Board(range(16))):
        assert pickle.loads(pickle.dumps(board, protocol)) == board
        assert copy.deepcopy(board) == board
    path = tilebase.solve("638541720")
    again = pickle.loads(pickle.dumps(path, protocol))
    assert again == path and again.start == path.start
    for record in (tilebase.moves("123456780")[0], tilebase.search("123456708"), tilebase.check("123456708", "R")):
        assert pickle.loads(pickle.dumps(record, protocol)) == record


def test_tables_are_not_pickled_and_say_what_to_do() -> None:
    for thing in (tilebase.Table.build((2, 2)), tilebase.Solver((2, 3))):
        with pytest.raises(TypeError, match="in the other process"):
            pickle.dumps(thing)


def test_a_board_becomes_an_array() -> None:
    board = Board("638541720")
    assert np.asarray(board).dtype == np.uint8 and np.array_equal(np.asarray(board), NINE)
    assert np.asarray(board, dtype=np.float32).dtype == np.float32
    assert np.array([board, board]).shape == (2, 9)


def test_moves_of_a_board() -> None:
    board = Board("123456780")
    for move in ("U", "u", "up", 0, np.int8(0)):
        assert board.after(move) == Board("123450786")
    assert board.neighbors() == [("U", Board("123450786")), ("L", Board("123456708"))]
    for wrong in ("R", "D", 1, 4, -1, 10**30, "north", ""):
        with pytest.raises(tilebase.MoveError):
            board.after(wrong)
    others: list[Any] = [None, 1.0, True, b"U", ["U"]]
    for other in others:
        with pytest.raises(TypeError):
            board.after(other)


def test_a_path_is_a_sequence_of_letters() -> None:
    path = tilebase.solve("638541720")
    assert isinstance(path, Sequence)
    assert path == str(path) == "".join(path) and hash(path) == hash(str(path)) and path in {str(path)}
    assert len(path) == 28 and path[0] == "U" and path[:3] == "UUL" and path[-1] == "D"
    assert path.count("U") == str(path).count("U") and path.index("L") == 2 and "U" in path and "UU" not in path
    assert path.start == Board("638541720") and path.end == Board("123456780")
    boards = path.boards()
    assert boards[0] == path.start and boards[-1] == path.end and len(boards) == 29
    for move, before, after, tile in zip(path, boards, boards[1:], path.tiles_moved):
        assert before.after(move) == after and after[before.blank] == tile
    assert path.by_tile() == str(path).translate(str.maketrans("UDLR", "DURL"))
    unlike: list[object] = [tilebase.Path("123456780", "U"), 5, None, list(path)]
    assert all(path != thing for thing in unlike)
    assert eval(repr(path), {"Path": Path}) == path


def test_a_path_is_legal_or_is_none() -> None:
    assert Path("123456780", "").boards() == [Board("123456780")]
    assert Path("123456780", ["U", "left", 1]) == "ULD"
    with pytest.raises(tilebase.MoveError, match="step 2"):
        Path("123456780", "UR")
    with pytest.raises(tilebase.MoveError):
        Path("123456780", "UX")
    with pytest.raises(TypeError):
        Path("123456780", 5)  # type: ignore[arg-type]
