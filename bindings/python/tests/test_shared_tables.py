"""Functions and solvers share their tables, and save them on request."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tilebase
from tilebase import PatternDatabase, Solver, Table

NEAR = "5 1 3 4 2 6 7 8 9 10 15 11 13 14 12 0"
GOAL = "123456789abcdef0"
PRESET = {"5-5-5": ("12346", "59ade", "78bcf"), "6-6-3": ("1569ad", "78bcef", "234")}


@pytest.fixture(autouse=True)
def no_other_tables(tmp_path: Path) -> Iterator[None]:
    """Uses an empty folder, whatever tables this machine has."""
    tilebase.configure(folder=tmp_path, memory_limit=None)
    yield
    tilebase.configure(folder=None, memory_limit=None)


def steps(*shape: Any, **arguments: Any) -> list[str]:
    """The steps of making a Solver: none if its tables are in memory."""
    begun: list[str] = []

    def watch(progress: tilebase.Progress) -> None:
        if progress.level is None:
            begun.append(progress.step)

    Solver(*shape, on_progress=watch, **arguments)
    return begun


def save(folder: Path, preset: str) -> None:
    for tiles in PRESET[preset]:
        database = PatternDatabase.build("4x4", [int(tile, 36) for tile in tiles])
        database.save(folder / f"4x4-{GOAL}-{tiles}.pdb")


BUILT = ["building", "building", "building", "laying out"]
LOADED = ["loading", "loading", "loading", "laying out"]


def test_solvers_and_functions_share_tables(tmp_path: Path) -> None:
    with pytest.raises(tilebase.LimitReached):
        tilebase.lower_bound(NEAR, timeout=0)
    assert steps((4, 4)) == BUILT
    assert tilebase.lower_bound(NEAR, timeout=0) == 10
    assert steps((4, 4)) == steps("4x4", GOAL, threads=1, folder=tmp_path, save=False) == []
    assert tilebase.search(NEAR, "ida").length == 12 and steps((4, 4)) == []
    # Everything else has tables of its own.
    assert steps((4, 4), folder=tmp_path / "other") == steps((4, 4), preset="5-5-5") == BUILT
    assert steps((4, 4), memory_limit=10**9) == steps((4, 4), goal="blank-first") == BUILT
    tilebase.distances([NEAR], goal="snail")
    assert steps((4, 4), goal="snail") == []
    tilebase.configure(memory_limit=10**9)
    assert steps((4, 4)) == BUILT
    assert tilebase.lower_bound(NEAR, timeout=0) == 10 and steps((4, 4), memory_limit=10**9) == []


def test_a_search_shares_tables_too() -> None:
    result = tilebase.search(NEAR, "astar", "patterns")
    assert result.length == 12 and steps((4, 4)) == []
    assert tilebase.lower_bound(NEAR, timeout=0) == 10


def test_the_cache_keeps_two_sets_and_finds_those_in_use() -> None:
    goals = ["blank-first", "snail", GOAL]
    in_use = Solver((4, 4), goal=goals[0])
    for goal in goals[1:]:
        tilebase.lower_bound(goal if goal == GOAL else tilebase.scramble(1, steps=9, shape=(4, 4), goal=goal, seed=1)[0], goal)
    assert steps((4, 4), goal=goals[1]) == steps((4, 4), goal=goals[2]) == []
    assert steps((4, 4), goal=goals[0]) == [] and in_use.pattern_set == "5-5-5"
    # That made it one of the two sets, instead of the least recently used one.
    assert steps((4, 4), goal=goals[1]) == BUILT


def test_tables_without_users_are_forgotten() -> None:
    for goal in ("blank-first", "snail", GOAL):
        Solver((4, 4), goal=goal)
    assert steps((4, 4), goal="blank-first") == BUILT


def test_a_new_solver_reads_files_that_have_changed(tmp_path: Path) -> None:
    assert Solver((4, 4)).pattern_set == "5-5-5"
    boards = tilebase.sample(1000, shape=(4, 4), seed=8)
    weak = tilebase.lower_bounds(boards)
    save(tmp_path, "6-6-3")
    # The functions go on with what they have, until a solver or configure() reads the folder.
    assert (tilebase.lower_bounds(boards) == weak).all()
    solver = Solver((4, 4))
    assert solver.pattern_set == "6-6-3" and steps((4, 4)) == []
    strong = solver.lower_bounds(boards)
    assert (strong != weak).any() and (tilebase.lower_bounds(boards) == strong).all()
    (tmp_path / f"4x4-{GOAL}-234.pdb").unlink()
    tilebase.configure(folder=tmp_path)
    assert (tilebase.lower_bounds(boards) == weak).all() and Solver((4, 4)).pattern_set == "5-5-5"


def test_configure_has_the_files_of_every_goal_read_again(tmp_path: Path) -> None:
    boards = tilebase.sample(1000, shape=(4, 4), seed=8)
    other = [2, 1, 4, 3, *range(5, 16), 0]
    weak = [tilebase.lower_bounds(boards, goal) for goal in (None, other)]
    save(tmp_path, "6-6-3")
    tilebase.configure(folder=tmp_path)
    # The other goal has no files, and is asked first.
    assert (tilebase.lower_bounds(boards, other) == weak[1]).all()
    assert (tilebase.lower_bounds(boards) != weak[0]).any()


def test_tables_are_found_again_after_a_change_of_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
    save(tmp_path / "first", "6-6-3")
    monkeypatch.chdir(tmp_path)
    tilebase.configure(folder="first")
    solver = Solver((4, 4))
    monkeypatch.chdir(tmp_path / "second")
    assert solver.pattern_set == "6-6-3" and Solver((4, 4)).pattern_set == "5-5-5"
    assert steps((4, 4), folder=tmp_path / "first") == []


def test_threads_that_need_the_same_tables_build_them_once() -> None:
    begun: list[str] = []
    barrier = threading.Barrier(4)

    def make(_number: int) -> Solver:
        barrier.wait()
        return Solver((4, 4), preset="6-6-3", on_progress=lambda progress: begun.append(progress.step))

    with ThreadPoolExecutor(4) as threads:
        assert {solver.pattern_set for solver in threads.map(make, range(4))} == {"6-6-3"}
    assert begun.count("laying out") == 1


def test_a_callback_may_need_the_tables_that_are_being_built() -> None:
    found: list[int] = []

    def watch(progress: tilebase.Progress) -> None:
        if progress.step == "laying out":
            found.append(tilebase.lower_bound(NEAR))

    assert Solver((4, 4), on_progress=watch).lower_bound(NEAR) == 10 and found == [10]


def in_child(pipe: Any) -> None:
    pipe.send((steps((4, 4), preset="6-6-3"), steps((4, 4), preset="6-6-3")))
    pipe.close()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork.*:DeprecationWarning")
def test_a_child_does_not_wait_for_a_build_of_its_parent() -> None:
    begun, child_is_done = threading.Event(), threading.Event()

    def watch(_progress: tilebase.Progress) -> None:
        begun.set()
        child_is_done.wait()

    with ThreadPoolExecutor(1) as threads:
        built = threads.submit(Solver, (4, 4), preset="6-6-3", on_progress=watch)
        assert begun.wait(60)
        context = multiprocessing.get_context("fork")
        here, there = context.Pipe()
        child = context.Process(target=in_child, args=(there,))
        child.start()
        try:
            assert here.poll(600), "the child hangs"
            assert here.recv() == (BUILT, [])
        finally:
            child.kill()
            child.join()
            child_is_done.set()
        assert built.result().pattern_set == "6-6-3"


def test_saved_tables_are_those_of_pdb_gen(tmp_path: Path) -> None:
    there, expected = tmp_path / "saved", tmp_path / "expected"
    expected.mkdir()
    save(expected, "5-5-5")
    Table.build().save(expected / "3x3-123456780.pdb")
    Table.build((2, 5)).save(expected / "2x5-1234567890.pdb")
    for shape in ((4, 4), (3, 3), (2, 5)):
        Solver(shape, folder=there)
        assert not there.exists() or len(list(there.iterdir())) < 5
        Solver(shape, folder=there, save=True)
        # The next one finds the files, and has nothing to do.
        assert steps(shape, folder=there, save=True) == []
    assert {file.name: file.read_bytes() for file in there.iterdir()} == {
        file.name: file.read_bytes() for file in expected.iterdir()
    }
    code = "import sys, tilebase; tilebase.Solver((4, 4), folder=sys.argv[1], on_progress=lambda it: print(it.step))"
    assert run(code, there).splitlines() == LOADED


def run(code: str, *arguments: object) -> str:
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_a_preset_that_is_built_is_saved(tmp_path: Path) -> None:
    assert steps((4, 4), preset="6-6-3", save=True) == BUILT
    assert sorted(os.listdir(tmp_path)) == sorted(f"4x4-{GOAL}-{tiles}.pdb" for tiles in PRESET["6-6-3"])
    assert Solver((4, 4)).pattern_set == "6-6-3"


def test_tables_that_cannot_be_saved_are_used_with_a_warning(tmp_path: Path) -> None:
    # Not even root can create files below a link to nothing.
    folder = tmp_path / "tables"
    try:
        folder.symlink_to(tmp_path / "none", target_is_directory=True)
    except OSError:
        pytest.skip("no links")
    for shape, file in (((4, 4), f"4x4-{GOAL}"), ((3, 3), "3x3-123456780.pdb")):
        with pytest.warns(RuntimeWarning, match=f"not saved.*{file}"):
            solver = Solver(shape, folder=folder, save=True)
        assert solver.distance(solver.goal) == 0
    assert (solver.distances(tilebase.all_boards()[:100]) == tilebase.all_distances()[:100]).all()


def test_a_memory_limit_holds_for_all_functions() -> None:
    boards = tilebase.sample(50, shape=(4, 4), seed=9)
    by_patterns, by_conflicts = tilebase.lower_bounds(boards), tilebase.heuristics.linear_conflict(boards)
    assert (by_patterns != by_conflicts).any()
    tilebase.configure(memory_limit=1000)
    assert (tilebase.lower_bounds(boards) == by_conflicts).all()
    assert tilebase.lower_bound(boards[0]) == by_conflicts[0] and "linear-conflict" in repr(Solver((4, 4)))
    assert len(tilebase.solve(NEAR)) == 12
    with pytest.raises(tilebase.TableTooLargeError):
        tilebase.search(NEAR, "ida", "patterns")
    # Setting one keeps the other, and None resets it.
    tilebase.configure(memory_limit=None)
    assert (tilebase.lower_bounds(boards) == by_patterns).all() and steps((4, 4)) == []
    for wrong, error in ((-1, ValueError), ("1", TypeError), (1.5, TypeError)):
        with pytest.raises(error, match="memory_limit"):
            tilebase.configure(memory_limit=wrong)  # type: ignore[arg-type]


def test_lower_bounds_are_those_of_a_solver() -> None:
    boards = tilebase.sample(200, shape=(4, 4), goal="blank-first", seed=10)
    solver = Solver((4, 4), goal="blank-first")
    bounds = tilebase.lower_bounds(boards, "blank-first")
    assert bounds.dtype == np.int16 and (bounds == solver.lower_bounds(boards)).all()
    assert [tilebase.lower_bound(board, "blank-first") for board in boards[:20]] == bounds[:20].tolist()
    walks = tilebase.scramble(50, steps=40, shape=(4, 4), seed=11)
    assert (tilebase.lower_bounds(walks) <= tilebase.distances(walks)).all()
    assert (tilebase.lower_bounds(tilebase.all_boards()) == tilebase.all_distances()).all()
    for ask in (tilebase.lower_bounds, solver.lower_bounds):
        with pytest.raises(tilebase.UnreachableError) as caught:
            ask([[*range(1, 16), 0], [2, 1, *range(3, 16), 0]])
        assert caught.value.row is not None
    with pytest.raises(tilebase.UnreachableError):
        tilebase.lower_bound("213456780")


def test_a_shape_decides_between_several() -> None:
    tiles = list(range(1, 12)) + [0]
    tiles[10:] = [0, 11]
    text = " ".join(map(str, tiles))
    for board in (tiles, text, np.array(tiles)):
        for shape in ((3, 4), (4, 3), (2, 6), "6x2"):
            goal = tilebase.Board(list(range(1, 12)) + [0], shape)
            assert tilebase.solve(board, shape=shape) == "R" and tilebase.solve(board, shape=shape).start.shape == goal.shape
            assert tilebase.distance(board, shape=shape) == tilebase.lower_bound(board, shape=shape) == 1
            assert len(tilebase.moves(board, shape=shape)) == len(tilebase.Board(board, shape).neighbors())
            assert tilebase.check(board, "R", shape=shape) and tilebase.is_solvable(board, shape=shape)
    ten = [1, 2, 3, 4, 5, 6, 7, 8, 0, 9]
    for shape in ((2, 5), (5, 2)):
        assert tilebase.count_solutions(ten, shape=shape) == len(list(tilebase.solutions(ten, shape=shape))) == 1
        assert tilebase.distance(ten, shape=shape, cost="tile") == 9
    # Without it, flat boards get the squarest shape.
    assert tilebase.solve(tiles).start.shape == (3, 4)
    for ask in (tilebase.solve, tilebase.distance, tilebase.moves, tilebase.is_solvable, tilebase.lower_bound):
        with pytest.raises(tilebase.ShapeError, match="expected a board of 4x3, found one of 3x4"):
            ask(tilebase.Board(tiles, (3, 4)), shape=(4, 3))
        with pytest.raises(tilebase.BoardError):
            ask("123456780", shape=(4, 4))
        with pytest.raises(TypeError):
            ask("123456780", shape=3)  # type: ignore[arg-type]
