"""Everything has a docstring, its examples run, and the stubs match the module."""

from __future__ import annotations

import doctest
import importlib.util
import inspect
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tilebase
from tilebase import errors, records, types

PACKAGE = Path(__file__).parent.parent


def public() -> dict[str, Any]:
    """All public objects by their public names."""
    found: dict[str, Any] = {"tilebase": tilebase, "errors": errors, "records": records, "types": types}
    for name in tilebase.__all__:
        thing = getattr(tilebase, name)
        if callable(thing):
            found[name] = thing
        if inspect.isclass(thing) and thing.__module__.startswith("tilebase"):
            members = {member: value for member, value in vars(thing).items() if not member.startswith("_")}
            is_record = thing in (tilebase.Claims, tilebase.Level, tilebase.Result, tilebase.Step, tilebase.Verdict)
            if not is_record and not issubclass(thing, Exception):
                found.update({f"{name}.{member}": value for member, value in members.items()})
    return found


PUBLIC = public()


@pytest.mark.parametrize("name", PUBLIC)
def test_it_has_a_docstring_whose_examples_run(name: str) -> None:
    text = inspect.getdoc(PUBLIC[name])
    assert text and len(text) > 8, name
    examples = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
    result = doctest.DocTestRunner(verbose=False).run(examples)
    assert result.failed == 0


def test_examples_are_many() -> None:
    examples = [name for name, thing in PUBLIC.items() if ">>>" in (inspect.getdoc(thing) or "")]
    functions = [name for name, thing in PUBLIC.items() if inspect.isbuiltin(thing)]
    assert set(functions) <= set(examples) and len(examples) > 25


def test_the_commands_to_install_it_name_its_folder() -> None:
    # scripts/python tests a copy of this folder, with the README of the project beside it. It runs the first command.
    checkout = PACKAGE.parent.parent
    project = PACKAGE / "project.md"
    pages = [PACKAGE / "README.md", project if project.exists() else checkout / "README.md"]
    texts = [*(page.read_text("utf-8") for page in pages), inspect.getdoc(__import__("tilebase.gym").gym) or ""]
    for text in texts:
        arguments = re.findall(r'pip install "?([^"`\s]*)', text)
        assert arguments and set(arguments) <= {"./bindings/python", "./bindings/python[gym]"}
    if not project.exists():
        assert (checkout / "bindings/python/pyproject.toml").samefile(PACKAGE / "pyproject.toml")


@pytest.mark.skipif(importlib.util.find_spec("mypy") is None, reason="mypy is not there")
@pytest.mark.parametrize(
    "check",
    [["mypy.stubtest", "tilebase"], ["mypy", "--strict", "-p", "tilebase"], ["mypy", "--strict", "tests"]],
    ids=lambda check: " ".join(check),
)
def test_types_are_right(check: list[str]) -> None:
    done = subprocess.run([sys.executable, "-m", *check], cwd=PACKAGE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
