"""Everything has a docstring, its examples run, and the stubs match the module."""

from __future__ import annotations

import ast
import doctest
import importlib.util
import inspect
import operator
import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Union

import pytest

import tilebase
from tilebase import _tilebase, errors, heuristics, records, testing, types
from tilebase.gym import PuzzleEnv, VectorPuzzleEnv

PACKAGE = Path(__file__).parent.parent

Definition = Union[ast.FunctionDef, ast.ClassDef]


RECORDS = (
    tilebase.Labels,
    tilebase.Claims,
    tilebase.Level,
    tilebase.Progress,
    tilebase.Result,
    tilebase.Step,
    tilebase.Verdict,
)


def public() -> dict[str, Any]:
    """All public objects by their public names."""
    found: dict[str, Any] = {"tilebase": tilebase, "errors": errors, "records": records, "types": types}
    for name in tilebase.__all__:
        thing = getattr(tilebase, name)
        if callable(thing):
            found[name] = thing
        if inspect.isclass(thing) and thing.__module__.startswith("tilebase"):
            # Not the values of vars(): a staticmethod has a docstring of its own.
            members = {member: getattr(thing, member) for member in vars(thing) if not member.startswith("_")}
            is_record = thing in RECORDS
            if not is_record and not issubclass(thing, Exception):
                found.update({f"{name}.{member}": value for member, value in members.items()})
    return found | {f"heuristics.{name}": getattr(heuristics, name) for name in heuristics.__all__}


PUBLIC = public()

CONSTRUCTORS = ("Board", "LabelFolder", "Path", "PdbSet", "Solver")

PARAMETERS = re.compile(r"^Parameters\n-+\n(.*?)(?:\n\n|\Z)", re.DOTALL | re.MULTILINE)


def with_parameters() -> dict[str, Any]:
    """All public functions, methods, and classes that are called."""
    found = {
        name: thing
        for name, thing in PUBLIC.items()
        if callable(thing) and (not inspect.isclass(thing) or name in CONSTRUCTORS)
    }
    for function in (testing.assert_admissible, testing.assert_consistent, testing.assert_optimal, testing.grade):
        found[f"testing.{function.__name__}"] = function
    for env in (PuzzleEnv, VectorPuzzleEnv):
        methods = {f"{env.__name__}.{name}": getattr(env, name) for name in ("reset", "step")}
        found.update({env.__name__: env, **methods})
    return found


CALLED = with_parameters()


@pytest.mark.parametrize("name", PUBLIC)
def test_it_has_a_docstring_whose_examples_run(name: str) -> None:
    text = inspect.getdoc(PUBLIC[name])
    assert text and len(text) > 8, name
    examples = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
    result = doctest.DocTestRunner(verbose=False).run(examples)
    assert result.failed == 0


@pytest.mark.parametrize("name", CALLED)
def test_its_parameters_are_documented(name: str) -> None:
    section = PARAMETERS.search(inspect.getdoc(CALLED[name]) or "")
    lines = section[1].splitlines() if section else []
    documented = [parameter for line in lines if not line.startswith(" ") for parameter in line.split(", ")]
    expected = [parameter for parameter in inspect.signature(CALLED[name]).parameters if parameter != "self"]
    assert sorted(documented) == sorted(expected)


# These raise a TypeError at most.
INFALLIBLE = ("Board.count", "Path.count", "configure")

# Results that the first sentence of a docstring describes.
PLAIN_RESULTS = ("None", "bool", "int", "float", "str", "Self", "Board", "Path", "Table", "PatternDatabase", "")


def result_types() -> dict[str, str]:
    """The annotated result of each function and method, by public name."""
    stub = (Path(tilebase.__file__).parent / "_tilebase.pyi").read_text("utf-8")
    compiled = {
        name: ast.unparse(node.returns) if node.returns else ""
        for name, node in definitions_in(ast.parse(stub))
        if isinstance(node, ast.FunctionDef)
    }
    written = {
        name: str(inspect.signature(thing).return_annotation)
        for name, thing in CALLED.items()
        if inspect.isfunction(thing)
    }
    return compiled | {f"heuristics.{name}": compiled[name] for name in heuristics.__all__} | written


@pytest.mark.parametrize("name", [name for name in CALLED if inspect.signature(CALLED[name]).parameters])
def test_its_results_and_exceptions_are_documented(name: str) -> None:
    text = inspect.getdoc(CALLED[name]) or ""
    takes = [parameter for parameter in inspect.signature(CALLED[name]).parameters if parameter != "self"]
    is_plain = inspect.isclass(CALLED[name]) or not takes or result_types()[name] in PLAIN_RESULTS
    assert is_plain or "\nReturns\n-------\n" in text
    assert not takes or name in INFALLIBLE or "\nRaises\n------\n" in text
    assert not takes or ">>> " in text


@pytest.mark.parametrize("name", [name for name in PUBLIC if inspect.isclass(PUBLIC[name])])
def test_each_class_has_an_example(name: str) -> None:
    assert ">>> " in (inspect.getdoc(PUBLIC[name]) or "")


def test_examples_are_many() -> None:
    examples = [name for name, thing in PUBLIC.items() if ">>>" in (inspect.getdoc(thing) or "")]
    functions = [name for name in tilebase.__all__ if inspect.isbuiltin(getattr(tilebase, name))]
    assert set(functions) <= set(examples) and len(examples) > 100


def test_the_commands_to_install_it_name_its_folder() -> None:
    # scripts/python tests a copy of this folder, with the README of the project beside it. It runs the first command.
    checkout = PACKAGE.parent.parent
    project = PACKAGE / "project.md"
    pages = [PACKAGE / "README.md", project if project.exists() else checkout / "README.md"]
    texts = [*(page.read_text("utf-8") for page in pages), inspect.getdoc(__import__("tilebase.gym").gym) or ""]
    for text in texts:
        arguments = re.findall(r'pip install "?([^"`\s]*)', text)
        # The published package, or a checkout.
        assert set(arguments) - {"tilebase"}
        assert set(arguments) <= {"tilebase", "./bindings/python", "./bindings/python[gym]"}
    if not project.exists():
        assert (checkout / "bindings/python/pyproject.toml").samefile(PACKAGE / "pyproject.toml")


def definitions_in(node: ast.Module | ast.ClassDef, prefix: str = "") -> Iterator[tuple[str, Definition]]:
    for child in node.body:
        if isinstance(child, (ast.FunctionDef, ast.ClassDef)) and not child.name.startswith("_"):
            yield prefix + child.name, child
        if isinstance(child, ast.ClassDef):
            yield from definitions_in(child, f"{child.name}.")


def with_docstrings(stub: str) -> str:
    """The text of the stub, each docstring replaced by that of the compiled module."""
    lines = stub.splitlines()
    # Replacing from the end keeps the line numbers before it. Of an overloaded function, the last definition is kept.
    for name, node in sorted(dict(definitions_in(ast.parse(stub))).items(), key=lambda item: -item[1].lineno):
        old = node.body[0]
        if ast.get_docstring(node) is None:
            continue
        text = inspect.getdoc(operator.attrgetter(name)(_tilebase))
        assert text, name
        quoted = f'"""{text}"""' if "\n" not in text else f'"""{text}\n"""'
        assert old.end_lineno
        lines[old.lineno - 1 : old.end_lineno] = textwrap.indent(quoted, " " * old.col_offset).splitlines()
    return "\n".join(lines) + "\n"


def test_editors_see_the_docstrings_of_the_module() -> None:
    path = Path(tilebase.__file__).parent / "_tilebase.pyi"
    stub = path.read_text("utf-8")
    if os.environ.get("UPDATE"):
        path.write_text(with_docstrings(stub), "utf-8")
    else:
        assert stub == with_docstrings(stub), "run this test with UPDATE=1 to copy the docstrings into the stub"


@pytest.mark.skipif(importlib.util.find_spec("mypy") is None, reason="mypy is not there")
@pytest.mark.parametrize(
    "check",
    [["mypy.stubtest", "tilebase"], ["mypy", "--strict", "-p", "tilebase"], ["mypy", "--strict", "tests"]],
    ids=lambda check: " ".join(check),
)
def test_types_are_right(check: list[str]) -> None:
    done = subprocess.run([sys.executable, "-m", *check], cwd=PACKAGE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
