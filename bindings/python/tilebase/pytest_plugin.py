"""A pytest plugin: boards as parameters of a test, and the table of the 8-puzzle as the fixture ``tilebase_table``.

pytest loads it automatically if the package is installed; ``-p no:tilebase`` disables it.

    @pytest.mark.tilebase_boards(n=20, depth=(5, 10))
    def test_solver(board, distance):
        assert len(my_solver(board)) == distance

``board`` is a ``tilebase.Board`` or the form given by ``form``, ``distance`` is the fewest moves to the goal, and ``goal``
is the goal in the same form. A test may take any of these arguments. The boards are spread evenly over the depths.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from ._forms import Form
    from ._tilebase import Table
    from ._trials import Trials
    from .types import GoalLike, Shape

__all__ = ["pytest_configure", "pytest_generate_tests", "tilebase_table"]

_USAGE = "tilebase_boards(n=20, depth=None, shape=None, goal=None, seed=1, form='Board')"


def pytest_configure(config: pytest.Config) -> None:
    """Registers the marker."""
    config.addinivalue_line(
        "markers",
        f"{_USAGE}: run the test on n boards, spread over the depths (a number or a (min, max) pair), as "
        "arguments board, distance and goal.",
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Creates a test for each board."""
    marker = metafunc.definition.get_closest_marker("tilebase_boards")
    if marker is None:
        return
    names = [name for name in ("board", "distance", "goal") if name in metafunc.fixturenames]
    where = f"{metafunc.definition.nodeid}: the marker tilebase_boards"
    if not names:
        raise pytest.Collector.CollectError(f"{where}: expected a test with an argument board, distance or goal")
    try:
        trials, columns = _drawn(*marker.args, **marker.kwargs)
    except (TypeError, ValueError, MemoryError) as error:
        raise pytest.Collector.CollectError(f"{where}: {error}. It is used as {_USAGE}") from error
    values = list(zip(*(columns[name] for name in names)))
    metafunc.parametrize(names, values, ids=[_id(trials, place) for place in range(len(values))])


@pytest.fixture(scope="session")
def tilebase_table() -> Iterator[Table]:
    """All distances of the 8-puzzle, as a tilebase.Table."""
    from ._tilebase import Table

    with Table.build() as table:
        yield table


def _drawn(
    n: int = 20,
    depth: int | tuple[int, int] | None = None,
    shape: Shape | None = None,
    goal: GoalLike = None,
    seed: int = 1,
    form: Form = "Board",
) -> tuple[Trials, dict[str, list[Any]]]:
    """Draws boards, and returns the arguments for each."""
    # Imported here because every run of pytest loads this file, and few have a test with boards.
    from . import _trials
    from ._forms import in_form, read_form

    if not isinstance(n, int) or n < 1:
        raise ValueError(f"n: expected 1 or more, found {n!r}")
    if not isinstance(seed, int):
        raise TypeError(f"seed: expected a number, so that a run can be repeated, found {seed!r}")
    form = read_form(form)
    trials = _trials.drawn_by_depth(n, depth, _trials.goal_of(shape, goal), seed)
    return trials, {
        "board": list(in_form(trials.boards, form, trials.shape)),
        "distance": trials.distances.tolist(),
        "goal": list(in_form(trials.goals(), form, trials.shape)),
    }


def _id(trials: Trials, place: int) -> str:
    return f"depth {trials.distances[place]}: {trials.board(place).text}"
