"""The modules that an import loads."""

from __future__ import annotations

import operator
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import tilebase


def loaded_by(statement: str) -> set[str]:
    code = f"{statement}\nimport sys\nprint(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(run.stdout.split())


def test_the_package_takes_numpy_alone() -> None:
    loaded = loaded_by("import tilebase; tilebase.solve('867254301'); tilebase.all_boards()")
    assert "numpy" in loaded
    assert not loaded & {"pytest", "gymnasium", "tilebase.testing", "tilebase.gym", "tilebase._svg"}


def test_the_plugin_loads_nothing_without_boards() -> None:
    unused = {"numpy", "gymnasium", "tilebase._tilebase", "tilebase.testing", "tilebase._trials"}
    assert not loaded_by("import tilebase.pytest_plugin") & unused


def test_names_are_loaded_at_their_first_use() -> None:
    assert not loaded_by("import tilebase") & {"numpy", "tilebase._tilebase"}
    for use in ("tilebase.solve", "from tilebase import Board", "from tilebase import *", "dir(tilebase)"):
        assert "tilebase._tilebase" in loaded_by(f"import tilebase; {use}")


@pytest.mark.parametrize("name", ["solve", "verify", "reward", "label", "Board", "Labels", "heuristics.manhattan"])
def test_a_new_process_unpickles_what_is_public(name: str) -> None:
    thing = operator.attrgetter(name)(tilebase)
    code = f"import pickle; print(pickle.loads({pickle.dumps(thing)!r}).__name__)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == name.split(".")[-1]


def test_each_module_may_be_imported_first() -> None:
    for path in Path(tilebase.__file__).parent.glob("*.py"):
        loaded_by(f"import tilebase.{path.stem}" if path.stem != "__init__" else "import tilebase")


def test_names_that_were_replaced_stay_replaced() -> None:
    code = "import tilebase; tilebase.solve = 5; dir(tilebase); hasattr(tilebase, 'no'); tilebase.distance; "
    run = [sys.executable, "-c", code + "from tilebase import testing; print(tilebase.solve)"]
    assert subprocess.run(run, capture_output=True, text=True, check=True).stdout == "5\n"
    assert len(dir(tilebase)) == len(set(dir(tilebase)))


def test_all_names_are_public_and_no_others() -> None:
    assert set(tilebase.__all__) <= set(dir(tilebase))
    assert all(hasattr(tilebase, name) for name in tilebase.__all__)
    for name in ("bogus", "__bogus__"):
        with pytest.raises(AttributeError, match=f"module 'tilebase' has no attribute '{name}'"):
            getattr(tilebase, name)


def test_the_assertions_take_no_pytest() -> None:
    loaded = loaded_by("from tilebase.testing import assert_optimal; import tilebase; assert_optimal(tilebase.solve)")
    assert not loaded & {"pytest", "gymnasium", "tilebase.gym", "tilebase._svg"}


@pytest.mark.parametrize("name", ["testing", "gym", "pytest_plugin", "types", "records", "errors"])
def test_what_is_public_is_there(name: str) -> None:
    module = __import__(f"tilebase.{name}", fromlist=["__all__"])
    assert module.__doc__ and all(getattr(module, public).__doc__ for public in module.__all__ if name != "types")
