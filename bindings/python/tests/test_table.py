"""Building, saving, opening, querying and closing tables."""

from __future__ import annotations

import gc
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tilebase
from tilebase import Level, Solver, Table


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


def test_a_table_in_the_multi_tile_metric_is_refused(tmp_path: Path) -> None:
    """On 2x2, the distances are the same in both metrics, so only the header names another one."""
    file = tmp_path / "2x2.pdb"
    Table.build((2, 2)).save(file)
    content = bytearray(file.read_bytes())
    # After the head's 20 bytes: two sides, a list of 4 tiles, and a list of 3.
    metric = 20 + 2 + (8 + 4) + (8 + 3)
    assert content[metric] == 0
    content[metric] = 3
    content[16:20] = zlib.crc32(content[20:4096], zlib.crc32(content[:16])).to_bytes(4, "little")
    file.write_bytes(content)
    with pytest.raises(tilebase.TableError, match="in the metric mtm; expected stm"):
        Table.open(file)


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

    distances = []

    def stop(level: Level) -> None:
        distances.append(level.distance)
        if level.distance == 9:
            raise Own("enough")

    for threads in (1, 2):
        distances.clear()
        with pytest.raises(Own, match="enough"):
            Table.build((3, 4), threads=threads, on_level=stop)
        assert distances == list(range(10))
    with pytest.raises(TypeError, match="on_level"):
        Table.build((2, 2), on_level=5)  # type: ignore[arg-type]


def test_a_callback_may_ask_the_package() -> None:
    found = []
    Table.build((2, 5), on_level=lambda level: found.append(Solver((2, 3)).lower_bound("123450") + Table.build().deepest))
    assert found == [31] * 56


def test_another_goal_with_the_same_blank_is_served(tmp_path: Path) -> None:
    file = tmp_path / "table.pdb"
    Table.build((2, 3)).save(file)
    assert Table.open(file, "543210").distance("543210") == 0
    with pytest.raises(tilebase.GoalError, match="does not serve"):
        Table.open(file, "blank-first")
    with pytest.raises(tilebase.GoalError):
        Table.open(file, "123456780")
