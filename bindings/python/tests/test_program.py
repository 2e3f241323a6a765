"""The command ``tilebase``, as a user runs it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib import metadata, resources
from pathlib import Path

import pytest

from tilebase.__main__ import main


def run(*arguments: str, stdin: str = "") -> tuple[int, str, str]:
    command = [sys.executable, "-m", "tilebase", *arguments]
    run = subprocess.run(command, input=stdin, capture_output=True, text=True, check=False)
    return run.returncode, run.stdout, run.stderr


def test_solve_prints_what_pdb_solve_prints() -> None:
    expected = "638541720: 28 moves, optimal\nUULDDLUURDLDRURDLURULDLURRDD\n"
    assert run("solve", "638541720") == (0, expected, "")
    expected = "253410786: cost 45, 15 moves, cheapest\nLULDRRULDLURRDD\n"
    assert run("solve", "253410786", "--cost", "tile") == (0, expected, "")


def test_solve_reads_lines_and_shows_boards() -> None:
    code, out, error = run("solve", "--show", "--input", "-", stdin="123456708\n\n123456780\n")
    assert (code, error) == (0, "")
    assert out == "123456708: 1 move, optimal\nR\n\n1 2 3\n4 5 6\n7 . 8\n\n1 2 3\n4 5 6\n7 8 .\n" + (
        "123456780: 0 moves, optimal\n\n\n1 2 3\n4 5 6\n7 8 .\n"
    )


def test_a_board_may_have_spaces() -> None:
    board = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15"
    assert run("check", board, "R") == (0, "1 answer: 1 right, 0 wrong\n", "")
    assert run("check", board, "2")[0] == 1


def test_unreadable_boards_are_not_counted_as_wrong() -> None:
    code, out, error = run("check", "--input", "-", stdin="123456708 R\n12 R\n")
    assert (code, out) == (2, "2 answers: 1 right, 0 wrong, 1 unreadable\n")
    assert error.startswith("tilebase: line 2: ")


@pytest.mark.parametrize(
    ("arguments", "code", "out", "error"),
    [
        (("solve", "213456780"), 1, "213456780: unsolvable: ", ""),
        (("solve", "12"), 2, "", "tilebase: 12: "),
        (("solve", "12", "213456780"), 2, "213456780: unsolvable: ", "tilebase: 12: "),
        (("solve",), 2, "", "solve needs a board"),
        (("check", "638541720"), 2, "", "check takes a board and an answer"),
        (("check",), 2, "", "check needs a board and an answer"),
        (("solve", "--input", "/absent"), 2, "", "/absent"),
        (("solve", "123456708", "--goal", "nowhere"), 2, "", "nowhere"),
        (("solve", "123456708", "--cost", "U=0"), 2, "", "cost"),
        ((), 2, "", "COMMAND"),
    ],
)
def test_exit_codes_and_messages(arguments: tuple[str, ...], code: int, out: str, error: str) -> None:
    found = run(*arguments)
    assert found[0] == code
    assert out in found[1] and (out or not found[1])
    assert error in found[2] and (error or not found[2])
    assert "Traceback" not in found[2]


@pytest.mark.parametrize(
    ("board", "answer", "code", "out"),
    [
        ("638541720", "28", 0, "1 answer: 1 right, 0 wrong\n"),
        ("638541720", "UULDDLUURDLDRURDLURULDLURRDD", 0, "1 answer: 1 right, 0 wrong\n"),
        ("213456780", "unsolvable", 0, "1 answer: 1 right, 0 wrong\n"),
        ("123456780", "", 0, "1 answer: 1 right, 0 wrong\n"),
        ("638541720", "27", 1, "answer: 638541720: too-short: "),
        ("123456708", "RR", 1, "answer: 123456708: illegal-move: "),
        ("123456708", "unsolvable", 1, "answer: 123456708: "),
    ],
)
def test_check_judges_an_answer(board: str, answer: str, code: int, out: str) -> None:
    found = run("check", board, answer)
    assert (found[0], found[2]) == (code, "")
    assert found[1].startswith(out)


def test_check_reads_lines_and_names_the_wrong_ones(tmp_path: Path) -> None:
    answers = tmp_path / "answers.txt"
    answers.write_text("123456708 R\n123456708 L R R\n213456780 unsolvable\n")
    code, out, error = run("check", "--input", str(answers))
    assert (code, error) == (1, "")
    assert out == "line 2: 123456708: longer: 3 moves, 2 more than needed\n3 answers: 2 right, 1 wrong\n"


def test_the_lab_is_written_or_its_absence_explained(tmp_path: Path) -> None:
    page = tmp_path / "lab.html"
    code, out, error = run("lab", "--output", str(page))
    # Workflows that publish wheels set this.
    if os.environ.get("TILEBASE_HAS_LAB") == "true" or resources.files("tilebase").joinpath("lab.html").is_file():
        assert (code, out, error) == (0, f"wrote {page}\n", "")
        assert b'<script type="text/plain" id="core"' in page.read_bytes()
    else:
        assert (code, out) == (2, "")
        assert "scripts/lab" in error and not page.exists()


def test_the_lab_opens_in_a_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def browser(address: str) -> bool:
        opened.append(address)
        return True

    (tmp_path / "lab.html").write_text("page")
    monkeypatch.setattr("tilebase.__main__.resources.files", lambda _: tmp_path)
    monkeypatch.setattr("tilebase.__main__.webbrowser.open", browser)
    assert main(["lab"]) == 0
    (address,) = opened
    assert address.startswith("file://") and Path(address[7:]).read_text() == "page"


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"tilebase {metadata.version('tilebase')} (Python)\n"


def test_a_console_script_is_installed() -> None:
    scripts = metadata.entry_points(group="console_scripts")
    assert scripts["tilebase"].value == "tilebase.__main__:main"


def test_the_readme_shows_what_the_commands_print() -> None:
    readme = Path(__file__).parent.parent / "README.md"
    (shown,) = re.findall(r"```console\n(.*?)```", readme.read_text(encoding="utf-8"), re.DOTALL)
    commands = re.findall(r"^\$ tilebase (.*)\n((?:[^$].*\n)*)", shown, re.MULTILINE)
    assert len(commands) == 2
    for arguments, output in commands:
        assert run(*arguments.split())[1] == output
