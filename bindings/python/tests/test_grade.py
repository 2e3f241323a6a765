"""Grades of solvers, and the limits on the time of their calls."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tilebase
from tilebase import Board
from tilebase._calls import Call, calls, read_isolation
from tilebase.testing import Grade, assert_optimal, grade

WAYS: list[Any] = ["thread", *(["process"] if hasattr(os, "fork") else [])]
GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)

CAN_FORK = pytest.mark.skipif("process" not in WAYS, reason="this system can't fork")
both = pytest.mark.parametrize("way", WAYS)


def right(tiles: Any) -> str:
    return str(tilebase.solve(tiles))


def longer_at_7(tiles: Any) -> str:
    path = right(tiles)
    return path + "UD" if len(path) == 7 and path[-1] == "D" else path + "LR" if len(path) == 7 else path


@both
def test_all_right(way: Any) -> None:
    report = grade(right, unsolvable=0, isolation=way)
    assert report and report.score == 1.0 and report.right == len(report.answers) == 100
    assert report.failure is None and report.by_kind == {"optimal": 100} and report.again == ""
    assert set(report.by_depth) == set(range(32)) and all(good == all for good, all in report.by_depth.values())
    assert str(report) == "right: 100 of 100 answers are right, 100%\nBy kind: optimal 100"
    assert [graded.distance for graded in report.answers] == sorted(graded.distance or 0 for graded in report.answers)


@both
def test_partial_credit(way: Any) -> None:
    report = grade(longer_at_7, isolation=way, unsolvable=5, timeout=20)
    at_7, kinds = report.by_depth[7][1], report.by_kind
    # tilebase.solve raises an exception for boards that can't be solved.
    assert not report and kinds == {"optimal": 100 - at_7, "exception": 5, "longer": at_7}
    assert report.by_depth[7] == (0, at_7) and report.by_depth[None] == (0, 5)
    assert report.by_depth[8][0] == report.by_depth[8][1] > 0
    assert report.right == 100 - at_7 and report.score == report.right / 105
    failure = report.failure
    assert failure is not None and failure.distance == 7 and failure.verdict.kind == "longer"
    text = str(report)
    assert f"Wrong by depth: 7 {at_7}/{at_7}, unsolvable 5/5" in text
    assert "This board is 7 moves from the goal. The answer was '" in text
    assert f"Try it: tilebase.check({failure.board!r}, longer_at_7({failure.board.tiles}))" in text
    assert eval(report.again, {"tilebase": tilebase, "Board": Board, "longer_at_7": longer_at_7}) == failure.verdict


@both
def test_the_boards_are_those_of_the_assertion(way: Any) -> None:
    seen: list[Any] = []
    assert_optimal(lambda tiles: seen.append(tiles) or right(tiles), 30, seed=4)  # type: ignore[func-returns-value]
    report = grade(right, n=30, seed=4, isolation=way)
    assert [graded.board.tiles for graded in report.answers] == seen


def test_given_boards_are_ordered_and_may_be_unsolvable() -> None:
    boards = ["867254301", "213456780", "123456780", "123450786"]
    report = grade(lambda tiles: tilebase.solve(tiles) if tilebase.is_solvable(tiles) else None, boards)
    assert [(graded.board.text, graded.distance) for graded in report.answers] == [
        ("123456780", 0),
        ("123450786", 1),
        ("867254301", 31),
        ("213456780", None),
    ]
    assert report and report.by_kind == {"optimal": 3, "unsolvable": 1}
    batch = tilebase.scramble(5, steps=10, shape=(4, 4), goal="blank-first", seed=1)
    for given in (batch, batch.reshape(5, 4, 4), [Board(one) for one in batch]):
        report = grade(lambda board: tilebase.solve(board, "blank-first"), given, goal="blank-first", form="Board")
        assert report.score == 1.0 and len(report.answers) == 5


def endless(tiles: Any) -> str:
    while tiles != GOAL:
        pass
    return ""


def endless_but_careful(tiles: Any) -> Any:
    while tiles != GOAL:
        try:
            while True:
                pass
        except Exception:
            pass
    return ""


@both
@pytest.mark.parametrize("solver", [endless, endless_but_careful])
def test_an_endless_loop_is_stopped(way: Any, solver: Callable[[Any], Any]) -> None:
    threads = threading.active_count()
    begin = time.monotonic()
    report = grade(solver, n=50, timeout=2, isolation=way)
    assert time.monotonic() - begin < 60
    assert report.by_kind == {"not-tried": 46, "timeout": 3, "optimal": 1}
    assert report.failure is not None and str(report.failure.verdict) == "timed out after 2 s"
    assert "not tried, after too many calls timed out" in {graded.verdict.message for graded in report.answers}
    assert "This board is 1 move from the goal.\n" in str(report)
    assert threading.active_count() == threads


@both
def test_calls_after_one_that_timed_out_are_made(way: Any) -> None:
    def slow(number: int) -> int:
        while number == 2:
            pass
        return number * 2

    made = calls(slow, [0, 1, 2, 3, 4], timeout=2, max_timeouts=2, isolation=way)
    assert [call.kind for call in made] == ["returned", "returned", "timeout", "returned", "returned"]
    assert [call.answer for call in made] == [0, 2, None, 6, 8]


@both
def test_exceptions_count_as_wrong_and_are_shown(way: Any) -> None:
    def broken(tiles: Any) -> str:
        if tiles == GOAL:
            raise SystemExit("done")
        return str(1 // tiles[4]) and right(tiles)

    report = grade(broken, ["123456780", "123405786", "123450786"], isolation=way)
    assert [graded.verdict.kind for graded in report.answers] == ["exception", "optimal", "exception"]
    assert [graded.verdict.message for graded in report.answers if not graded.verdict] == [
        "SystemExit: done",
        "ZeroDivisionError: integer division or modulo by zero",
    ]
    assert "in broken\n" in report.answers[2].traceback and "SystemExit: done" in str(report)
    assert "The answer was" not in str(report)


def test_no_limit_runs_the_solver_in_place() -> None:
    seen = []

    def noting(tiles: Any) -> str:
        seen.append((os.getpid(), threading.get_ident()))
        return right(tiles)

    assert grade(noting, n=5, timeout=None)
    assert seen == [(os.getpid(), threading.get_ident())] * 5

    def interrupted(tiles: Any) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        grade(interrupted, n=5, timeout=None)


@both
@pytest.mark.parametrize(
    "answer",
    [
        lambda path: path,
        lambda path: list(path),
        lambda path: iter(path),
        lambda path: len(path),
        lambda path: path.boards(),
        lambda path: np.array(path.boards()),
        lambda path: [tilebase.ACTIONS.index(move) for move in path],
        lambda path: np.array([tilebase.ACTIONS.index(move) for move in path], np.int64),
    ],
)
def test_answers_in_any_form(way: Any, answer: Callable[[tilebase.Path], Any]) -> None:
    def solver(board: Any) -> Any:
        return answer(tilebase.solve(board))

    assert grade(solver, n=10, isolation=way).score == 1.0
    assert_optimal(solver, 10)


def test_actions_name_the_direction_of_the_blank_in_both_conventions() -> None:
    assert_optimal(lambda tiles: [tilebase.ACTIONS.index(move) for move in tilebase.solve(tiles)], 20, convention="tile")
    for wrong in ([4], [-1], [0.0]):
        with pytest.raises(AssertionError):
            assert_optimal(lambda tiles: wrong, 1)


@both
def test_a_missing_return_is_named(way: Any) -> None:
    def forgetful(tiles: Any) -> None:
        "UDLR".join(map(str, tiles))

    hint = "it returned nothing: is a `return` missing?"
    report = grade(forgetful, n=10, unsolvable=2, isolation=way)
    assert f"The first failure: {hint}" in str(report) and report.right == 2
    assert report.by_kind == {"says-unsolvable": 10, "unsolvable": 2}
    with pytest.raises(AssertionError, match=r"^forgetful: it returned nothing: is a `return` missing\?\n"):
        assert_optimal(forgetful, 10, unsolvable=2)
    # A function that returns something else says None on purpose.
    with pytest.raises(AssertionError, match="it can be solved, in 1 move"):
        assert_optimal(lambda tiles: "" if tiles == GOAL else None, 10)


@CAN_FORK
def test_a_crash_is_reported_and_the_rest_is_graded(capfd: pytest.CaptureFixture[str]) -> None:
    def crashing(number: int) -> int:
        print("a print of the solver's")
        if number == 1:
            os.kill(os.getpid(), signal.SIGKILL)
        if number == 3:
            os._exit(7)
        if number == 4:
            raise KeyboardInterrupt
        return number

    made = calls(crashing, list(range(6)), timeout=20, max_timeouts=1, isolation="process")
    assert [call.kind for call in made] == ["returned", "crash", "returned", "crash", "crash", "returned"]
    assert [call.message for call in made if call.kind == "crash"] == [
        "the process ended, by signal SIGKILL",
        "the process ended, with exit code 7",
        "the process ended, with exit code 1",
    ]
    assert capfd.readouterr().out == ""
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


@pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")
@pytest.mark.parametrize("kind", ["timeout", "crash"])
def test_processes_of_the_solver_are_killed_with_it(tmp_path: Path, kind: str) -> None:
    file = tmp_path / "pid"

    def spawning(number: int) -> None:
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        file.write_text(str(child.pid))
        if kind == "crash":
            os._exit(7)
        time.sleep(600)

    call = calls(spawning, [1], timeout=10, max_timeouts=1, isolation="process")[0]
    assert call.kind == kind and (kind == "timeout" or "with exit code 7" in call.message)
    status = Path(f"/proc/{file.read_text()}/stat")
    for _ in range(100):
        try:
            # In a container without an init process, it may stay as a zombie.
            if " Z " in status.read_text():
                break
        except (FileNotFoundError, ProcessLookupError):
            break
        time.sleep(0.1)
    else:
        pytest.fail("the process of the solver lives on")


@CAN_FORK
def test_an_answer_that_cannot_be_sent_is_reported() -> None:
    call = calls(lambda number: lambda: number, [1], timeout=20, max_timeouts=1, isolation="process")[0]
    assert call.kind == "exception" and "the answer, of type function, can't be pickled" in call.message


def test_a_call_that_cannot_be_stopped_ends_the_grading() -> None:
    done = threading.Event()

    def sleeping(number: int) -> None:
        done.wait(60)

    try:
        made = calls(sleeping, [1, 2, 3], timeout=0.1, max_timeouts=3, isolation="thread")
    finally:
        done.set()
    assert [call.kind for call in made] == ["timeout", "not-tried", "not-tried"]


@both
def test_nothing_is_left_behind(way: Any) -> None:
    before = len(os.listdir("/proc/self/fd")) if sys.platform == "linux" else 0
    for _ in range(20):
        made = calls(str, [1, 2], timeout=20, max_timeouts=1, isolation=way)
        assert made == [Call("returned", "1"), Call("returned", "2")]
    gc.collect()
    assert sys.platform != "linux" or len(os.listdir("/proc/self/fd")) <= before


@CAN_FORK
@both
def test_an_interrupt_ends_the_grading(way: str) -> None:
    code = f"""
        import os, signal, threading, time
        from tilebase.testing import grade
        # A shell that runs the tests in the background has made them ignore the signal.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        def endless(tiles):
            while True:
                pass
        try:
            grade(endless, timeout=60, isolation={way!r})
        except KeyboardInterrupt:
            print("interrupted")
    """
    run = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=40)
    assert run.stdout == "interrupted\n" and run.stderr == ""


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"timeout": 0}, "timeout: expected a number of seconds above 0, or None, found 0"),
        ({"max_timeouts": 0}, "max_timeouts: expected 1 or more"),
        ({"isolation": "room"}, "isolation: expected 'process', 'thread' or None, found 'room'"),
        ({"boards": []}, "expected at least one board"),
        ({"n": 0}, "expected at least one board"),
        ({"form": "grid"}, "form: expected one of"),
        ({"convention": "both"}, "convention"),
        ({"boards": ["1230"], "goal": "123456780"}, "goal"),
    ],
)
def test_bad_options_are_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        grade(right, **options)


def test_the_default_isolation(monkeypatch: pytest.MonkeyPatch) -> None:
    for platform, expected in [("linux", "process"), ("darwin", "thread"), ("win32", "thread")]:
        monkeypatch.setattr(sys, "platform", platform)
        assert read_isolation(None) == expected
    monkeypatch.delattr(os, "fork", raising=False)
    with pytest.raises(ValueError, match="this system can't fork"):
        read_isolation("process")


def test_a_notebook_shows_a_table() -> None:
    def solver(tiles: Any) -> str:
        if tiles == GOAL:
            raise RuntimeError("a < b & c")
        return longer_at_7(tiles)

    report = grade(solver, ["123456780", "123450786", "123456708", tilebase.sample(1, depth=7, seed=1)[0]])
    assert isinstance(report, Grade)
    html = report._repr_html_()
    assert "<b>solver</b>: 2 of 4 answers are right, 50%" in html
    assert "RuntimeError: a &lt; b &amp; c" in html and "a < b" not in html
    assert Board(GOAL)._repr_svg_() in html
    assert "<tr><td>7</td><td>0</td><td>1</td></tr>" in html and "<tr><td>longer</td><td>1</td></tr>" in html
    assert "<svg" not in grade(right, n=5)._repr_html_()


@both
def test_it_works_in_a_notebook(way: str) -> None:
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    code = f"""
        from tilebase.testing import grade
        def my_solver(tiles):
            print("trying", tiles)
            while tiles == (1, 2, 3, 4, 5, 6, 7, 0, 8):
                pass
            return ""
        grade(my_solver, ["123456780", "123456708"], timeout=5, isolation={way!r})
    """
    cell = nbformat.v4.new_code_cell(textwrap.dedent(code))
    nbclient.NotebookClient(nbformat.v4.new_notebook(cells=[cell]), timeout=600, startup_timeout=600).execute()
    result = next(output["data"] for output in cell.outputs if output.output_type == "execute_result")
    assert "1 of 2 answers are right, 50%" in result["text/html"] and "timed out after 5 s" in result["text/html"]
    printed = "".join(output.text for output in cell.outputs if output.output_type == "stream")
    assert printed.count("trying") == (2 if way == "thread" else 0) and "Warning" not in printed
