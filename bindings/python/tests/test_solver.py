"""The class `Solver`, table folders, and limits that cover building."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tilebase
from tilebase import PatternDatabase, Solver, Table

NEAR = "5 1 3 4 2 6 7 8 9 10 15 11 13 14 12 0"
FAR = "0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1"


@pytest.fixture(autouse=True)
def no_other_tables(tmp_path: Path) -> Iterator[None]:
    """Uses an empty folder, whatever tables this machine has."""
    tilebase.configure(folder=tmp_path)
    yield
    tilebase.configure(folder=None)


def save(folder: Path, shape: str, goal: str, tiles: str, zero_aware: bool = False) -> None:
    """Builds a pattern database and saves it under the name that pdb-gen gives it."""
    numbers = [int(tile, 36) for tile in tiles]
    database = PatternDatabase.build(shape, numbers, zero_aware=zero_aware, encoding="bit" if zero_aware else "byte")
    database.save(folder / f"{shape}-{goal}-{tiles}{'.regions.bit' if zero_aware else ''}.pdb")


def test_a_solver_with_a_table_has_the_answers_of_the_table() -> None:
    solver, table = Solver(), Table.build()
    boards = tilebase.sample(2000, seed=2)
    distances = table.distances(boards)
    assert (solver.distances(boards) == distances).all() and (solver.lower_bounds(boards) == distances).all()
    assert (solver.optimal_actions(boards) == table.optimal_actions(boards)).all()
    board = boards[0]
    assert solver.solve(board) == table.solve(board) and solver.moves(board) == table.moves(board)
    assert solver.distance(board) == solver.lower_bound(board) == distances[0]
    assert solver.check(board, table.solve(board)) and not solver.check(board, None)
    assert solver.pattern_set is None and solver.memory == 181_440 and "a table" in repr(solver)
    assert solver.claims.admissible and solver.claims.consistent


def test_a_solver_with_patterns_agrees_with_the_table() -> None:
    solver, table = Solver((3, 3), preset="5-3"), Table.build()
    boards = tilebase.sample(500, seed=3)
    distances = table.distances(boards)
    bounds = solver.lower_bounds(boards)
    assert bounds.dtype == np.int16 and (bounds <= distances).all() and (bounds > distances / 3).all()
    assert [solver.lower_bound(board) for board in boards[:50].tolist()] == bounds[:50].tolist()
    assert (solver.distances(boards) == distances).all()
    results = solver.solve_many(boards[:100])
    assert [result.length for result in results] == distances[:100].tolist()
    for board, result in zip(boards.tolist(), results):
        assert result.moves is not None and result.moves.start.tiles == tuple(board)
        assert table.check(board, result.moves)
    assert solver.pattern_set == "5-3" and solver.memory == 15_120 + 504 and "5-3" in repr(solver)
    assert solver.claims.admissible and not solver.claims.consistent
    wrong = [[1, 2, 3, 4, 5, 6, 7, 8, 0], [2, 1, 3, 4, 5, 6, 7, 8, 0]]
    for ask in (solver.lower_bounds, solver.distances, solver.solve_many):
        with pytest.raises(tilebase.UnreachableError) as caught:
            ask(wrong)
        assert caught.value.row == 1
    assert solver.distances(wrong, unreachable=-1).tolist() == [0, -1]


@pytest.mark.parametrize("threads", [0, 1, 3])
def test_any_number_of_threads_gives_the_same(threads: int) -> None:
    solver = Solver((4, 4), threads=threads)
    walks = tilebase.scramble(20, steps=30, shape=(4, 4), seed=4)
    lengths = [result.length for result in solver.solve_many(walks)]
    assert lengths == solver.distances(walks).tolist() == [len(solver.solve(board)) for board in walks]
    assert lengths == [solver.distance(board) for board in walks]


def test_solvers_take_boards_in_any_form() -> None:
    solver = Solver((4, 4))
    tiles = [int(tile) for tile in NEAR.split()]
    rows = [tiles[:4], tiles[4:8], tiles[8:12], tiles[12:]]
    forms: list[Any] = [NEAR, tilebase.Board(NEAR), tiles, rows, np.array(tiles)]
    assert [len(solver.solve(form)) for form in forms] == [12] * 5
    batches: list[Any] = [[tiles], [NEAR], np.array([tiles]), np.array([rows])]
    assert [solver.solve_many(batch)[0].length for batch in batches] == [12] * 4


def test_a_board_that_takes_too_long_has_no_moves_and_a_bound() -> None:
    solver = Solver((4, 4))
    given_up, solved = solver.solve_many([FAR, NEAR], timeout=0.5)
    assert given_up.moves is None and given_up.length is None and given_up.optimal is None
    assert 40 < given_up.lower_bound <= 80 and given_up.statistics.expanded > 0
    assert solved.length == solved.lower_bound == 12
    for ask in (solver.solve, solver.distance):
        with pytest.raises(tilebase.LimitReached) as caught:
            ask(FAR, timeout=0.1)
        assert caught.value.limit == "time" and 40 < caught.value.lower_bound <= 80


def test_presets_and_limits_choose_the_patterns() -> None:
    assert Solver((4, 4)).pattern_set == "5-5-5" and Solver((4, 4), preset="6-6-3").pattern_set == "6-6-3"
    with pytest.raises(tilebase.MethodError, match="expected one of 7-8x1, 7-8, 6-6-3, 5-5-5"):
        Solver((4, 4), preset="8-7")
    without = Solver((4, 4), memory_limit=1000)
    assert without.pattern_set is None and without.memory == 0 and "linear-conflict" in repr(without)
    assert len(without.solve(NEAR)) == 12 and without.claims.consistent
    with pytest.raises(tilebase.TableTooLargeError):
        Solver((4, 4), preset="5-5-5", memory_limit=1000)
    assert Solver(goal="123456708").shape == (3, 3)


def test_tables_come_from_the_folder(tmp_path: Path) -> None:
    goal = "123456789abcdef0"
    for tiles in ("1569ad", "78bcef", "234"):
        save(tmp_path, "4x4", goal, tiles)
    for solver in (Solver((4, 4)), Solver((4, 4), folder=tmp_path)):
        assert solver.pattern_set == "6-6-3"
    assert Solver((4, 4), folder=tmp_path / "none").pattern_set == "5-5-5"
    assert Solver((4, 4), memory_limit=20_000_000).pattern_set == "5-5-5"
    # The plain functions use the same folder: a damaged table there is an error.
    damaged = tmp_path / f"4x4-{goal}-234.pdb"
    damaged.write_bytes(damaged.read_bytes()[:100])
    tilebase.configure(folder=tmp_path / "none")
    assert len(tilebase.solve(NEAR)) == 12
    tilebase.configure(folder=tmp_path)
    for ask in (tilebase.solve, lambda board: tilebase.search(board, "ida")):
        with pytest.raises(tilebase.TableError, match="234"):
            ask(NEAR)


def test_the_environment_names_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tilebase.configure(folder=None)
    folder = tmp_path / "tables"
    folder.mkdir()
    Table.build((3, 4)).save(folder / "3x4-123456789ab0.pdb")
    board = tilebase.sample(1, shape=(3, 4), seed=5)[0]
    monkeypatch.setenv("PDB_DIR", str(tmp_path))
    with pytest.raises(tilebase.TableTooLargeError):
        tilebase.count_solutions(board)
    monkeypatch.setenv("PDB_DIR", str(folder))
    assert tilebase.count_solutions(board) >= 1 and Solver((3, 4)).pattern_set is None
    monkeypatch.delenv("PDB_DIR")
    monkeypatch.chdir(tmp_path)
    folder.rename(tmp_path / "pdb")
    assert tilebase.count_solutions(board) >= 1


@pytest.mark.skipif("TILEBASE_LARGE_TABLES" not in os.environ, reason="takes minutes: set TILEBASE_LARGE_TABLES")
def test_bulk_bounds_use_the_seven_and_eight_tiles(tmp_path: Path) -> None:
    goal = "123456789abcdef0"
    for zero_aware in (False, True):
        for tiles in ("12345678", "9abcdef"):
            save(tmp_path, "4x4", goal, tiles, zero_aware)
    solver = Solver((4, 4))
    assert solver.pattern_set == "7-8x1" and not solver.claims.consistent
    boards = tilebase.sample(10_000, shape=(4, 4), seed=6)
    assert (solver.lower_bounds(boards) == Solver((4, 4), preset="7-8").lower_bounds(boards)).all()
    exact = Solver((4, 4), preset="7-8x1")
    assert exact.claims.consistent and (exact.lower_bounds(boards) >= solver.lower_bounds(boards)).all()
