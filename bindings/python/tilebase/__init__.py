"""Exact distances for sliding-tile puzzles, and checks of other solvers' answers.

>>> import tilebase
>>> path = tilebase.solve("638541720")
>>> len(path), str(path)
(28, 'UULDDLUURDLDRURDLURULDLURRDD')
>>> tilebase.distance([[8, 6, 7], [2, 5, 4], [3, 0, 1]])
31
>>> print(tilebase.check("123456708", "RR"))
move 2 is illegal: the blank of 123456780 is in the last column and can't go R

A board is a string, a list of numbers or of rows, an array, or a :class:`Board`; 0 is the blank. Moves are named by
where the blank goes: "U", "D", "L", "R". The goal is ``123456780`` unless another is given. For many boards at a time
there are functions on arrays: :func:`distances`, :func:`neighbors`, :func:`optimal_actions`; :mod:`tilebase.heuristics`
has heuristics.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._public import *
    from ._public import __all__ as __all__
    from ._public import __version__ as __version__


def __getattr__(name: str) -> Any:
    """Loads all public names at the first use of any.

    pytest imports this package in every run, because its plugin is in it. Most runs need neither NumPy nor the
    compiled module.
    """
    # A private name is that of a module that is being imported, which may be part of loading the public names.
    is_loaded = "__all__" in globals()
    if is_loaded or name.startswith("_") and name not in ("__all__", "__version__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    public = importlib.import_module("._public", __name__)
    for known in public.__all__:
        # A name that was assigned before the first use is kept.
        globals().setdefault(known, getattr(public, known))
    globals()["__all__"] = public.__all__
    return __getattr__(name) if name not in globals() else globals()[name]


def __dir__() -> list[str]:
    public = globals().get("__all__") or __getattr__("__all__")
    return sorted({*globals(), *public})
