"""Ten thousand random calls: each must end in an answer or in a documented exception."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tilebase

SEED = 7
CALLS = 10_000


class Own(Exception):
    """The exception that hostile objects raise."""


class Raises:
    """An object whose every method raises."""

    def __len__(self) -> int:
        raise Own("len")

    def __iter__(self) -> Any:
        raise Own("iter")

    def __index__(self) -> int:
        raise Own("index")

    def __float__(self) -> float:
        raise Own("float")

    def __getitem__(self, key: object) -> object:
        raise Own("getitem")

    def __array__(self, *arguments: object, **options: object) -> Any:
        raise Own("array")

    def __fspath__(self) -> str:
        raise Own("fspath")

    def __bool__(self) -> bool:
        raise Own("bool")

    def __hash__(self) -> int:
        raise Own("hash")

    def __eq__(self, other: object) -> bool:
        raise Own("eq")

    def __call__(self, *arguments: object) -> object:
        raise Own("call")


class Lies(list[Any]):
    """A list whose length and items are inconsistent."""

    def __len__(self) -> int:
        return 9

    def __iter__(self) -> Any:
        return iter([1, 2, 3])

    def __index__(self) -> int:
        return 10**40


class Strange:
    """An object with the right methods and wrong results."""

    def __array__(self, *arguments: object, **options: object) -> Any:
        return np.array(None)

    def __index__(self) -> Any:
        return -(10**30)

    def __float__(self) -> float:
        return float("nan")


def endless() -> Any:
    while True:
        yield 1


def an_array(chance: random.Random) -> Any:
    dtypes = "? b B h H i I l L e f d g F D S3 U3 O M8[s] m8[D] >i4 <u8 V5".split()
    shape = tuple(chance.choice([0, 1, 2, 3, 4, 9]) for _ in range(chance.randrange(5)))
    array = np.zeros(shape, chance.choice(dtypes))
    return array if chance.random() < 0.5 else array.T


def boards(chance: random.Random) -> Any:
    cells = chance.choice([4, 6, 8, 9, 12])
    array = np.array([chance.sample(range(cells), cells) for _ in range(chance.randrange(4))])
    if len(array) and chance.random() < 0.3:
        array[-1, chance.randrange(cells)] = chance.choice([-1, 255, 256, 300, 2**40])
    return array.astype(chance.choice(["i1", "u1", "i4", "u8"])) if chance.random() < 0.5 else array


def a_board(chance: random.Random) -> Any:
    cells = chance.choice([4, 6, 8, 9, 9, 9])
    tiles = chance.sample(range(cells), cells)
    if chance.random() < 0.3:
        tiles[chance.randrange(cells)] = chance.randrange(-2, 300)
    forms: list[Callable[[], Any]] = [
        lambda: tiles,
        lambda: tuple(tiles),
        lambda: "".join(map(str, tiles)),
        lambda: " ".join(map(str, tiles)),
        lambda: np.array(tiles),
        lambda: [tiles[: cells // 2], tiles[cells // 2 :]],
        lambda: [tiles[: cells // 3], tiles[cells // 3 : 2 * (cells // 3)], tiles[2 * (cells // 3) :]],
    ]
    return chance.choice(forms)()


NUMBERS = [0, 1, 2, 3, 5, 9, 31, -1, -(2**31), 2**31, 2**63, 2**64, 10**40, -(10**40), 0.5, -0.0, 1e300, 1e-300]
NUMBERS += [float("nan"), float("inf"), float("-inf"), True, False]
THINGS: list[Any] = [
    *NUMBERS,
    *[None, Ellipsis, NotImplemented, 1j, Decimal(3), Fraction(1, 3), object(), object, type, len, print, lambda *_: 1],
    *["", "U", "ULDR", "snail", "blank-first", "3x3", "2x3", "99x99", "byte", "mod3", "astar", "ida", "greedy", "exact"],
    *["manhattan", "tile", "\0", "\ud800", "é", "🙂" * 9, "1" * 3000, "123456780", "123456708", "1230", "12/34/50"],
    *[b"", b"123456780", bytearray(9), memoryview(bytes(9)), memoryview(bytes(9)).cast("B", (3, 3))],
    *[[], (), {}, set(), frozenset({1}), [[]], [[], []], [None], [[None]], [1] * 9, [1.5] * 9, ["1"] * 9, {1: 2}],
    *[(3, 3), (2, 2), (2, 3), (4, 4), (6, 5), (0, 0), (-1, 9), (10**30, 1), ("3", "3"), (3.0, 3), [3, 3], (3,), (3, 3, 3)],
    *[range(9), range(16), range(10**15), range(10**40), slice(3), zip(), Lies([1]), Raises(), Strange(), Path("/"), "/"],
    *[np.float64(3), np.int8(-3), np.bool_(True), np.str_("U"), np.datetime64("2020"), np.array(5), np.array("x")],
    *[tilebase.Board("123456708"), tilebase.Board("1203"), tilebase.solve("123456708"), tilebase.Board, tilebase],
    *[tilebase.moves("123456708"), tilebase.check("123456708", "R"), tilebase.search("123456708")],
]
LOOP: list[Any] = []
LOOP.append(LOOP)
THINGS.append(LOOP)


def a_thing(chance: random.Random) -> Any:
    kind = chance.random()
    if kind < 0.2:
        return a_board(chance)
    if kind < 0.35:
        return boards(chance)
    if kind < 0.45:
        return an_array(chance)
    if kind < 0.47:
        return endless()
    if kind < 0.52:
        return [chance.choice(THINGS) for _ in range(chance.choice([1, 2, 3, 9]))]
    return chance.choice(THINGS)


def callables() -> dict[str, Any]:
    """All callables, with the objects they belong to."""
    table, closed = tilebase.Table.build((2, 3)), tilebase.Table.build((2, 2))
    closed.close()
    owners = {
        "Board": tilebase.Board("123456708"),
        "Path": tilebase.solve("638541720"),
        "Table": table,
        "closed": closed,
        "mod3": tilebase.Table.build((2, 2), encoding="mod3"),
        "Solver": tilebase.Solver((2, 3), preset="3-2"),
        "PatternDatabase": tilebase.PatternDatabase.build((2, 3), [1, 2, 3]),
        "PdbSet": tilebase.PdbSet([tilebase.PatternDatabase.build((2, 3), tiles) for tiles in ([1, 2], [3, 4, 5])]),
    }
    found = {name: getattr(tilebase, name) for name in tilebase.__all__}
    found = {name: thing for name, thing in found.items() if callable(thing) and name not in tilebase.errors.__all__}
    for record in ("Claims", "Level", "Progress", "Report", "Result", "Solutions", "Step", "Verdict"):
        found.pop(record)
    found |= {f"heuristics.{name}": getattr(tilebase.heuristics, name) for name in tilebase.heuristics.__all__}
    # It would affect later calls.
    found.pop("configure")
    special = "__getitem__ __contains__ __eq__ __lt__ __call__ __exit__".split()
    # Not called: save writes files, and closing the table would affect later calls.
    left_out = {"save", "close", "__exit__"}
    for owner, thing in owners.items():
        for name in dir(thing):
            is_wanted = name in special or not name.startswith("_") and name not in left_out
            if is_wanted and callable(getattr(type(thing), name)):
                found[f"{owner}.{name}"] = getattr(thing, name)
    return found


OPTIONS = (
    "goal shape timeout algorithm heuristic weight depth_limit max_expanded max_memory admissible consistent convention"
    " unreachable depth seed steps threads encoding on_level on_progress folder preset memory_limit zero_aware"
).split()

def parameters_of(thing: Any) -> Any:
    try:
        return inspect.signature(thing).parameters
    except ValueError:
        return ()


MEANT = (tilebase.TilebaseError, TypeError, ValueError, MemoryError, IndexError, Own)


def test_each_call_ends_as_it_should() -> None:
    chance = random.Random(SEED)
    calls = callables()
    names = sorted(calls)
    bounded = {name for name in names if "timeout" in parameters_of(calls[name])}
    answers, refusals = 0, 0
    for number in range(CALLS):
        name = chance.choice(names)
        arguments = [a_thing(chance) for _ in range(chance.choice([0, 1, 1, 1, 2, 2, 3]))]
        options = {chance.choice(OPTIONS): a_thing(chance) for _ in range(chance.choice([0, 0, 0, 1, 2]))}
        if name in bounded:
            # Bound the time and the memory of searches that would not end.
            options["timeout"] = 0.2
            options.pop("max_memory", None)
        try:
            calls[name](*arguments, **options)
            answers += 1
        except MEANT as error:
            assert not isinstance(error, OverflowError), name
            assert len(str(error)) < 5000, f"{number}: {name} has a message without end"
            refusals += 1
        except BaseException as error:
            pytest.fail(f"call {number}: {name}(*{arguments!r:.300}, **{options!r:.300}): {type(error)}: {error}")
    # Both outcomes must be frequent; otherwise the test would cover little.
    assert answers > CALLS / 50 and refusals > CALLS / 5
