"""Building, saving, opening, querying and closing tables; pattern databases."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tilebase
from tilebase import Catalogue, Level, Table


@pytest.mark.parametrize("encoding", ["byte", "mod3"])
def test_a_table_is_saved_and_opened(tmp_path: Path, encoding: Any) -> None:
    built = Table.build((2, 4), "snail", encoding=encoding)
    file = tmp_path / "snail.pdb"
    built.save(file)
    for opened in (Table.open(file), Table.open(str(file))):
        assert opened.encoding == encoding and opened.goal == built.goal and opened.shape == (2, 4)
        assert np.array_equal(opened.as_array(), built.as_array())
        assert np.array_equal(opened.histogram, built.histogram) and opened.histogram.dtype == np.uint64
        assert len(opened) == opened.states == 20_160 == opened.histogram.sum()
        assert opened.deepest == len(opened.histogram) - 1 == opened.as_array().max()
    with pytest.raises(tilebase.TableError, match="overwrite=True"):
        built.save(file)
    Table.build((2, 2)).save(file, overwrite=True)
    assert Table.open(file).shape == (2, 2)


def test_entries_are_the_table_itself_and_outlive_it() -> None:
    table = Table.build()
    one, other = table.as_array(), table.as_array()
    assert np.shares_memory(one, other) and not one.flags.writeable and one.dtype == np.uint8
    with pytest.raises(ValueError):
        one[0] = 1
    with pytest.raises(ValueError):
        one.flags.writeable = True
    expected = one.copy()
    table.close()
    del table, other
    gc.collect()
    assert np.array_equal(one, expected) and np.array_equal(one, tilebase.all_distances())
    view = one[5:10]
    del one
    gc.collect()
    assert np.array_equal(view, expected[5:10])
    walked = Table.build(encoding="mod3").as_array()
    assert np.array_equal(walked, expected) and not walked.flags.writeable


def test_a_closed_table_says_so() -> None:
    with Table.build((2, 2)) as table:
        assert table.distance("1230") == 0 and "closed" not in repr(table)
    assert "closed" in repr(table) and table.shape == (2, 2)
    table.close()
    asks: list[Any] = [
        lambda: table.distance("1230"),
        lambda: table.solve("1230"),
        lambda: table.as_array(),
        lambda: len(table),
        lambda: table.deepest,
        lambda: table.unrank(0),
        lambda: table.boards(),
        lambda: table.distances([[1, 2, 3, 0]]),
        lambda: table.check("1230", ""),
        lambda: table.save("nowhere"),
    ]
    for ask in asks:
        with pytest.raises(tilebase.TableError, match="the table is closed"):
            ask()


def test_a_table_answers_as_the_package_does() -> None:
    table = Table.build(goal="snail")
    boards = tilebase.sample(300, goal="snail", seed=4)
    assert np.array_equal(table.distances(boards), tilebase.distances(boards, "snail"))
    assert np.array_equal(table.optimal_actions(boards), tilebase.optimal_actions(boards, "snail"))
    for board in boards[:30].tolist():
        assert table.distance(board) == tilebase.distance(board, "snail")
        assert table.solve(board) == tilebase.solve(board, "snail")
        assert table.moves(board) == tilebase.moves(board, "snail")
        assert table.count_solutions(board) == tilebase.count_solutions(board, "snail") == len(list(table.solutions(board)))
    with pytest.raises(tilebase.UnreachableError):
        table.rank(np.array(boards[0])[[1, 0, 2, 3, 4, 5, 6, 7, 8]] if 0 not in boards[0][:2] else "213804765")
    with pytest.raises(tilebase.BoardError):
        table.distance("1230")
    for index in (-1, 181_440, 2**70):
        with pytest.raises(ValueError):
            table.unrank(index)
    for indices in ([181_440], [-1], [[0]], np.array([2**63], np.uint64)):
        with pytest.raises(ValueError):
            table.boards(indices)  # type: ignore[arg-type]


def test_levels_are_reported_as_they_are_built() -> None:
    levels: list[Level] = []
    table = Table.build((2, 5), on_level=levels.append)
    assert [level.new for level in levels] == table.histogram.tolist()
    assert levels[-1] == (table.deepest, levels[-1].new, len(table), len(table))


def test_what_on_level_raises_ends_the_build_and_comes_through() -> None:
    class Own(BaseException):
        pass

    told = []

    def stop(level: Level) -> None:
        told.append(level.distance)
        if level.distance == 9:
            raise Own("enough")

    for threads in (1, 2):
        told.clear()
        with pytest.raises(Own, match="enough"):
            Table.build((3, 4), threads=threads, on_level=stop)
        assert told == list(range(10))
    with pytest.raises(TypeError, match="on_level"):
        Table.build((2, 2), on_level=5)  # type: ignore[arg-type]


def test_a_callback_may_ask_the_package() -> None:
    found = []
    Table.build((2, 5), on_level=lambda level: found.append(Catalogue((2, 3)).lower_bound("123450") + Table.build().deepest))
    assert found == [31] * 56


def test_another_goal_with_the_same_blank_is_served(tmp_path: Path) -> None:
    file = tmp_path / "table.pdb"
    Table.build((2, 3)).save(file)
    assert Table.open(file, "543210").distance("543210") == 0
    with pytest.raises(tilebase.GoalError, match="does not serve"):
        Table.open(file, "blank-first")
    with pytest.raises(tilebase.GoalError):
        Table.open(file, "123456780")


def test_lower_bounds_are_below_the_distance() -> None:
    catalogue, table = Catalogue((3, 3)), Table.build()
    boards = tilebase.sample(2000, seed=2)
    bounds, distances = catalogue.lower_bounds(boards), table.distances(boards)
    assert bounds.dtype == np.int16 and (bounds <= distances).all() and (bounds > distances / 3).all()
    assert [catalogue.lower_bound(board) for board in boards[:50].tolist()] == bounds[:50].tolist()
    with pytest.raises(tilebase.UnreachableError) as caught:
        catalogue.lower_bounds([[1, 2, 3, 4, 5, 6, 7, 8, 0], [2, 1, 3, 4, 5, 6, 7, 8, 0]])
    assert caught.value.row == 1


@pytest.mark.parametrize("threads", [0, 1, 3])
def test_many_boards_are_solved_in_order(threads: int) -> None:
    catalogue, table = Catalogue((3, 3)), Table.build()
    boards = tilebase.sample(200, seed=2)
    results = catalogue.solve(boards, threads=threads)
    assert [result.length for result in results] == table.distances(boards).tolist()
    for board, result in zip(boards.tolist(), results):
        assert result.moves is not None and result.moves.start.tiles == tuple(board) and table.check(board, result.moves)


def test_one_board_in_any_form_is_a_list_of_one_result() -> None:
    catalogue = Catalogue()
    text = "5 1 3 4 2 6 7 8 9 10 15 11 13 14 12 0"
    tiles = [int(tile) for tile in text.split()]
    rows = [tiles[:4], tiles[4:8], tiles[8:12], tiles[12:]]
    forms: list[Any] = [text, tilebase.Board(text), tiles, rows, np.array(tiles), [tiles], [text], np.array([tiles])]
    for form in forms:
        (result,) = catalogue.solve(form)
        assert result.length == 12 and result.optimal


def test_a_board_that_takes_too_long_has_no_moves_and_a_bound() -> None:
    far, near = "0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1", "5 1 3 4 2 6 7 8 9 10 15 11 13 14 12 0"
    given_up, solved = Catalogue().solve([far, near], timeout=0.1)
    assert given_up.moves is None and given_up.length is None and given_up.optimal is None
    assert 40 < given_up.at_least <= 80 and given_up.statistics.expanded > 0
    assert solved.length == solved.at_least == 12


def test_partitions_are_named(tmp_path: Path) -> None:
    board = "5 1 3 4 2 6 7 8 9 10 15 11 13 14 12 0"
    assert Catalogue(partition="5-5-5", folder=tmp_path).lower_bound(board) == 10
    with pytest.raises(tilebase.MethodError, match="expected one of 7-8x1, 7-8, 6-6-3, 5-5-5"):
        Catalogue(partition="8-7")
    assert Catalogue(goal="123456708").shape == (3, 3)
