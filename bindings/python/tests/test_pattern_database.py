"""Pattern databases: building, files, lookups, and sets of them."""

from __future__ import annotations

import gc
import hashlib
import os
import pickle
from itertools import combinations
from math import factorial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tilebase
from tilebase import PatternDatabase, PdbSet

THREE_BY_THREE = [[1, 2, 3, 4], [5, 6, 7, 8]]


def plain_search(tiles: list[int], goal: str) -> dict[tuple[int, ...], int]:
    """The least moves of the pattern's tiles, by the cells of the tiles: a slow search in Python."""
    columns, start = 3, tuple(goal.index(str(tile)) for tile in tiles)
    first = (start, goal.index("0"))
    least, seen, level, cost = {start: 0}, {first}, [first], 0
    while level:
        following = []
        while level:
            cells, blank = level.pop()
            for step in (-3, 3, -1, 1):
                to = blank + step
                if not 0 <= to < 9 or abs(step) == 1 and to // columns != blank // columns:
                    continue
                state = (tuple(blank if cell == to else cell for cell in cells), to)
                if state not in seen:
                    if to in cells:
                        following.append(state)
                    else:
                        seen.add(state)
                        level.append(state)
        cost += 1
        level = [state for state in dict.fromkeys(following) if state not in seen]
        seen.update(level)
        for cells, _ in level:
            least.setdefault(cells, cost)
    return least


@pytest.mark.parametrize("goal", ["123456780", "123804765"])
def test_entries_match_a_plain_search(goal: str) -> None:
    tiles = [2, 5, 7]
    database = PatternDatabase.build((3, 3), tiles, goal)
    least = plain_search(tiles, goal)
    assert len(database) == len(least) == 9 * 8 * 7 == database.histogram.sum()
    boards = tilebase.sample(3000, goal=goal, seed=1)
    cells = np.argsort(boards, axis=1)[:, tiles]
    expected = [least[tuple(row)] for row in cells.tolist()]
    found = database.lookup_many(boards)
    assert found.dtype == np.int16 and found.tolist() == expected
    assert [database.lookup(board) for board in boards[:50]] == expected[:50]
    assert database.goal == tilebase.Board(goal) and database.shape == (3, 3) and database.tiles == (2, 5, 7)
    assert database.memory == 504 and database.encoding == "byte" and not database.zero_aware
    assert "tiles 2,5,7" in repr(database)


def test_the_index_is_as_documented() -> None:
    tiles, goal = [8, 1, 5], "123456780"
    database = PatternDatabase.build((3, 3), tiles, goal)
    entries = database.as_array()
    in_goal_order = sorted(tiles, key=lambda tile: goal.index(str(tile)))
    sets: list[tuple[int, ...]] = sorted(combinations(range(9), 3), key=lambda cells: sum(1 << cell for cell in cells))
    for board in tilebase.sample(200, seed=2).tolist():
        cells = tuple(cell for cell in range(9) if board[cell] in tiles)
        labels = [in_goal_order.index(board[cell]) for cell in cells]
        rank = sum(
            sum(later < label for later in labels[place + 1 :]) * factorial(len(labels) - 1 - place)
            for place, label in enumerate(labels)
        )
        index = sets.index(cells) * factorial(3) + rank
        assert database.rank(board) == index and entries[index] == database.lookup(board)


@pytest.mark.parametrize(("zero_aware", "encoding"), [(False, "byte"), (True, "byte"), (True, "bit")])
def test_a_database_is_saved_and_opened(tmp_path: Path, zero_aware: bool, encoding: Any) -> None:
    built = PatternDatabase.build((3, 4), [1, 2, 5, 12 - 2], "snail", zero_aware=zero_aware, encoding=encoding)
    file = tmp_path / "some.pdb"
    built.save(file)
    for opened in (PatternDatabase.open(file), PatternDatabase.open(str(file))):
        assert np.array_equal(opened.as_array(), built.as_array()) and len(opened) == len(built)
        assert opened.goal == built.goal and opened.tiles == built.tiles and opened.encoding == encoding
        assert opened.zero_aware == zero_aware == opened.claims.consistent and opened.claims.admissible
        again = tmp_path / "again.pdb"
        opened.save(again, overwrite=True)
        assert again.read_bytes() == file.read_bytes()
    with pytest.raises(tilebase.TableError, match="overwrite=True"):
        built.save(file)


# Written by: pdb-gen build 4x4 --pattern 1,2,5,6, with --zero-aware, and with --zero-aware --encoding bit.
OF_PDB_GEN = {
    (False, "byte"): "c80655de88c75064e8b594950a25a4aa4eb9ec12d77133d0ff9cf7f05dc50ac2",
    (True, "byte"): "41d64bdbe4a62cd2136dc01597f2cad12529a1173b2edb1db95031dbcc84ec15",
    (True, "bit"): "d8805500ef81f2d09eedb4d8cd15c4d093e57b0e5bb77ae069a40fee57d17b32",
}


@pytest.mark.parametrize(("zero_aware", "encoding"), OF_PDB_GEN)
def test_the_file_is_that_of_pdb_gen(tmp_path: Path, zero_aware: bool, encoding: Any) -> None:
    file = tmp_path / "ours.pdb"
    PatternDatabase.build("4x4", [6, 1, 5, 2], zero_aware=zero_aware, encoding=encoding).save(file)
    assert hashlib.sha256(file.read_bytes()).hexdigest() == OF_PDB_GEN[zero_aware, encoding]


def test_full_tables_and_databases_are_told_apart(tmp_path: Path) -> None:
    table, database = tmp_path / "table.pdb", tmp_path / "database.pdb"
    tilebase.Table.build((2, 3)).save(table)
    PatternDatabase.build((2, 3), [1, 2]).save(database)
    with pytest.raises(tilebase.TableError, match=r"pattern database \(tiles 1,2 of 2x3\).*PatternDatabase\.open"):
        tilebase.Table.open(database)
    with pytest.raises(tilebase.TableError, match=r"full table.*Table\.open"):
        PatternDatabase.open(table)
    with pytest.raises(tilebase.TableNotFoundError):
        PatternDatabase.open(tmp_path / "none.pdb")
    database.write_bytes(database.read_bytes()[:-1])
    with pytest.raises(tilebase.TableError):
        PatternDatabase.open(database)


def test_wrong_patterns_are_refused() -> None:
    wrong: list[tuple[Any, str]] = [
        ([], "at least one"),
        ([1, 1], "twice"),
        ([0], "tile 0"),
        ([9], "tile 9"),
        ([-1], "tile -1"),
        ([2**70], "tile"),
        (range(1, 8), "too large"),
        (range(1, 9), "too large"),
    ]
    for tiles, why in wrong:
        with pytest.raises(tilebase.PatternError, match=why):
            PatternDatabase.build((3, 3), tiles)
    with pytest.raises(TypeError):
        PatternDatabase.build((3, 3), 5)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        PatternDatabase.build((3, 3), "12")  # type: ignore[arg-type]
    for encoding, zero_aware in [("bit", False), ("mod3", True)]:
        with pytest.raises(ValueError, match="encoding"):
            PatternDatabase.build((3, 3), [1], zero_aware=zero_aware, encoding=encoding)  # type: ignore[arg-type]
    database = PatternDatabase.build((3, 3), [1])
    for board in ("1230", np.arange(16)):
        with pytest.raises(ValueError):
            database.lookup(board)
    with pytest.raises(tilebase.ShapeError):
        database.lookup_many(np.arange(16)[None].repeat(3, axis=0))
    with pytest.raises(TypeError, match="save"):
        pickle.dumps(database)


def test_the_array_is_a_view_that_outlives_the_database() -> None:
    database = PatternDatabase.build((3, 3), [1, 2, 3])
    one, other = database.as_array(), database.as_array()
    assert np.shares_memory(one, other) and not one.flags.writeable and one.dtype == np.uint8
    with pytest.raises(ValueError):
        one.flags.writeable = True
    expected = one.copy()
    del database, other
    gc.collect()
    assert np.array_equal(one, expected)


def test_levels_are_reported_and_may_end_the_build() -> None:
    levels: list[tilebase.Level] = []
    database = PatternDatabase.build((3, 3), [1, 2, 3], on_level=levels.append)
    assert levels and levels[-1].reached == len(database)
    with pytest.raises(KeyError):
        PatternDatabase.build((3, 3), [1, 2, 3], on_level=lambda level: {"": level}["none"])


def databases(zero_aware: bool, patterns: Any = THREE_BY_THREE, shape: Any = (3, 3)) -> list[PatternDatabase]:
    return [PatternDatabase.build(shape, tiles, zero_aware=zero_aware) for tiles in patterns]


@pytest.mark.parametrize("zero_aware", [False, True])
def test_a_set_keeps_its_claims_on_every_board(zero_aware: bool) -> None:
    patterns = PdbSet(databases(zero_aware))
    boards, distances = tilebase.all_boards(), tilebase.all_distances()
    bounds = patterns.lower_bounds(boards)
    sums = sum(database.lookup_many(boards) for database in patterns.databases)
    assert (bounds >= sums).all() and (bounds <= distances).all() and (bounds % 2 == distances % 2).all()
    after, legal = tilebase.neighbors(boards)
    falls = [(bounds - patterns.lower_bounds(after[:, action]))[legal[:, action]].max() for action in range(4)]
    assert (max(falls) <= 1) == zero_aware == patterns.claims.consistent and patterns.claims.admissible
    assert patterns.lower_bound(boards[77]) == bounds[77] and len(patterns) == 2
    assert patterns.patterns == [(1, 2, 3, 4), (5, 6, 7, 8)] and patterns.goal == tilebase.Board("123456780")


def test_overlapping_databases_must_be_zero_aware() -> None:
    overlapping = [[1, 2, 3], [3, 4, 5], [1, 8]]
    with pytest.raises(tilebase.PatternError, match="exactly once"):
        PdbSet(databases(False, overlapping))
    patterns = PdbSet(databases(True, overlapping))
    boards, distances = tilebase.all_boards(), tilebase.all_distances()
    assert (patterns.lower_bounds(boards) <= distances).all() and patterns.claims.consistent
    wrong: list[list[PatternDatabase]] = [
        [],
        databases(False, [[1, 2, 3]]),
        [*databases(False, [[1, 2, 3, 4]]), *databases(True, [[5, 6, 7, 8]])],
        [*databases(False, [[1, 2, 3, 4]]), PatternDatabase.build((3, 3), [5, 6, 7, 8], "snail")],
    ]
    for several in wrong:
        with pytest.raises(tilebase.PatternError):
            PdbSet(several)
    with pytest.raises(TypeError):
        PdbSet([1])  # type: ignore[list-item]
    with pytest.raises(tilebase.UnreachableError) as error:
        patterns.lower_bounds(["123456780", "213456780"])
    assert error.value.row == 1


FIVE = [[1, 2, 3, 4, 7], [5, 6, 9, 10, 13], [8, 11, 12, 14, 15]]
PRESETS: list[tuple[Any, bool]] = [
    (FIVE, False),
    (FIVE, True),
    ([[1, 5, 6, 9, 10, 13], [7, 8, 11, 12, 14, 15], [2, 3, 4]], False),
]


@pytest.mark.parametrize(("tiles", "zero_aware"), PRESETS)
def test_claims_hold_on_a_million_moves_of_4x4(tiles: Any, zero_aware: bool) -> None:
    patterns = PdbSet(databases(zero_aware, tiles, (4, 4)))
    boards = tilebase.sample(400_000, shape=(4, 4), seed=5)
    bounds = patterns.lower_bounds(boards)
    after, legal = tilebase.neighbors(boards)
    assert legal.sum() > 1_000_000
    falls = [
        int((bounds[legal[:, action]] - patterns.lower_bounds(after[legal[:, action], action])).max())
        for action in range(4)
    ]
    assert (max(falls) <= 1) == zero_aware == patterns.claims.consistent
    walks = tilebase.scramble(100_000, steps=40, shape=(4, 4), seed=6)
    assert (patterns.lower_bounds(walks) <= 40).all()


@pytest.mark.skipif("TILEBASE_LARGE_TABLES" not in os.environ, reason="takes minutes: set TILEBASE_LARGE_TABLES")
@pytest.mark.parametrize("zero_aware", [False, True])
def test_claims_hold_for_seven_and_eight_tiles(zero_aware: bool) -> None:
    eight = [1, 2, 3, 4, 5, 6, 7, 8]
    patterns = PdbSet(databases(zero_aware, [eight, range(9, 16)], (4, 4)))
    boards = tilebase.sample(300_000, shape=(4, 4), seed=7)
    bounds = patterns.lower_bounds(boards)
    after, legal = tilebase.neighbors(boards)
    falls = []
    for action in range(4):
        moved = legal[:, action]
        falls.append(int((bounds[moved] - patterns.lower_bounds(after[moved, action])).max()))
    assert (max(falls) <= 1) == zero_aware == patterns.claims.consistent
    assert (patterns.lower_bounds(tilebase.scramble(10_000, steps=40, shape=(4, 4), seed=8)) <= 40).all()
