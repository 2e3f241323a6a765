"""Callbacks and progress bars of builds."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import pytest

import tilebase
from tilebase import PatternDatabase, Progress, Solver, Table
from tilebase._progress import Bar


def test_a_solver_reports_each_step_and_level(tmp_path: Path) -> None:
    reports: list[Progress] = []
    Solver((4, 4), folder=tmp_path, on_progress=reports.append)
    begun = [(report.step, report.number, report.of) for report in reports if report.level is None]
    assert begun == [("building", 1, 3), ("building", 2, 3), ("building", 3, 3), ("laying out", 1, 1)]
    for number in (1, 2, 3):
        levels = [report.level for report in reports if report.step == "building" and report.number == number]
        assert levels[0] is None and all(levels[1:])
        reached = [level.reached for level in levels if level]
        assert reached == sorted(reached) and reached[-1] == 524_160 == levels[-1].states  # type: ignore[union-attr]
    reports.clear()
    Solver((4, 4), folder=tmp_path, on_progress=reports.append)
    assert reports == [], "the tables are in memory"


class Mistake(Exception):
    pass


@pytest.mark.parametrize("step", ["building", "laying out"])
def test_an_exception_of_a_callback_ends_the_preparation(tmp_path: Path, step: str) -> None:
    reports = []

    def fail(report: Progress) -> None:
        reports.append(report)
        if report.step == step and report.number == report.of:
            raise Mistake(step)

    for _ in range(2):
        reports.clear()
        with pytest.raises(Mistake, match=step):
            Solver((4, 4), folder=tmp_path, on_progress=fail)
        assert reports[-1].step == step and reports[-1].level is None
    assert Solver((4, 4), folder=tmp_path).pattern_set == "5-5-5"


def test_a_level_may_end_the_preparation(tmp_path: Path) -> None:
    def fail(report: Progress) -> None:
        if report.level:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Solver((4, 4), folder=tmp_path, on_progress=fail)


@pytest.mark.parametrize("wrong", [3, "show"])
def test_a_callback_has_to_be_callable(wrong: Any) -> None:
    with pytest.raises(TypeError, match="on_progress: expected a callable"):
        Solver((4, 4), on_progress=wrong)
    with pytest.raises(TypeError, match="on_level: expected a callable"):
        Table.build(on_level=wrong)
    assert Solver(on_progress=None).shape == (3, 3)


def test_a_bar_writes_a_line_for_each_step_into_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    reports: list[Progress] = []
    Solver((4, 4), folder=tmp_path, progress=True, on_progress=reports.append)
    output = capsys.readouterr()
    assert output.err.splitlines() == [
        "4x4: building 1 of 3 [....................]",
        "4x4: building 2 of 3 [######..............]",
        "4x4: building 3 of 3 [#############.......]",
        "4x4: laying out [....................]",
    ]
    assert output.out == "" and reports
    Solver((4, 4), folder=tmp_path, progress=True)
    assert capsys.readouterr().err == ""


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_redraws_the_line_of_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for build, title in (
        (lambda: Table.build((2, 4), progress=True), "2x4 table"),
        (lambda: PatternDatabase.build((3, 3), [1, 2, 3], progress=True), "3x3 pattern database"),
    ):
        terminal = Terminal()
        monkeypatch.setattr(sys, "stderr", terminal)
        build()
        lines = terminal.getvalue().split("\r")
        assert lines[0] == "" and all(line.startswith(f"{title}: building [") for line in lines[1:])
        assert lines[-1] == f"{title}: building [{'#' * 20}]\x1b[K\n" and len(lines) > 10
        assert [line.count("#") for line in lines] == sorted(line.count("#") for line in lines)


def test_a_bar_and_a_callback_see_the_same_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    levels: list[tilebase.Level] = []
    table = Table.build((2, 3), on_level=levels.append, progress=True)
    assert [level.new for level in levels] == table.histogram.tolist()


def test_a_program_without_a_console_has_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    assert len(Table.build((2, 3), progress=True)) == 360


def test_the_line_ends_after_an_exception(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)

    def fail(level: tilebase.Level) -> None:
        if level.distance == 3:
            raise Mistake

    with pytest.raises(Mistake):
        Table.build((2, 3), on_level=fail, progress=True)
    assert terminal.getvalue().endswith("]\x1b[K\n")


def test_a_notebook_shows_a_bar() -> None:
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    source = "import tilebase\ntilebase.Solver((4, 4), folder='no tables', progress=True).pattern_set"
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])
    nbclient.NotebookClient(notebook, timeout=600, startup_timeout=600).execute()
    bar, result = notebook.cells[0].outputs
    assert result["data"]["text/plain"] == "'5-5-5'"
    # Updates replace what was shown first.
    assert bar["data"]["text/plain"] == f"4x4: ready [{'#' * 20}]"
    assert bar["data"]["text/html"] == "<progress value='1.000' max='1'></progress> 4x4: ready"


def test_a_bar_counts_loading() -> None:
    bar = Bar("5x5")
    bar(Progress("loading", 9, 16, None))
    assert bar._text == "5x5: loading 9 of 16"
