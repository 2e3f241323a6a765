"""The progress bar of ``Solver``, ``Table.build`` and ``PatternDatabase.build``."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .records import Progress

_WIDTH = 20


class _Shown:
    """A state of the bar, as text and for notebooks."""

    def __init__(self, text: str, fraction: float) -> None:
        self.text = text
        self.fraction = fraction

    def __repr__(self) -> str:
        full = int(_WIDTH * self.fraction)
        return f"{self.text} [{'#' * full}{'.' * (_WIDTH - full)}]"

    def _repr_html_(self) -> str:
        return f"<progress value='{self.fraction:.3f}' max='1'></progress> {self.text}"


class Bar:
    """Shows each Progress that it is called with: in a notebook, or else as text on sys.stderr.

    A terminal shows one line. A file gets a line for each step.

    >>> import contextlib, io
    >>> from tilebase.records import Level, Progress
    >>> output = io.StringIO()
    >>> with contextlib.redirect_stderr(output):
    ...     bar = Bar("5x5")
    ...     bar(Progress("building", 3, 4, Level(9, 5, 50, 100)))
    ...     bar.close(is_ready=True)
    >>> print(output.getvalue(), end="")
    5x5: building 3 of 4 [############........]
    """

    def __init__(self, title: str) -> None:
        self._title = title
        self._handle: Any = None
        self._text = ""

    def __call__(self, progress: Progress) -> None:
        level, of = progress.level, progress.of
        fraction = (progress.number - 1 + (level.reached / level.states if level else 0)) / of
        number = f" {progress.number} of {of}" if of > 1 else ""
        self._show(_Shown(f"{self._title}: {progress.step}{number}", fraction))

    def _show(self, shown: _Shown) -> None:
        is_new, self._text = shown.text != self._text, shown.text
        if _is_notebook():
            if self._handle:
                self._handle.update(shown)
            else:
                self._handle = import_module("IPython.display").display(shown, display_id=True)
        # There is no stderr in a program without a console.
        elif sys.stderr and sys.stderr.isatty():
            # Clears the rest of the line.
            sys.stderr.write(f"\r{shown}\x1b[K")
            sys.stderr.flush()
        elif sys.stderr and is_new:
            sys.stderr.write(f"{shown}\n")

    def close(self, is_ready: bool) -> None:
        """Ends the line of a terminal, or shows a notebook whether the tables are ready."""
        if self._handle:
            shown = _Shown(f"{self._title}: ready", 1) if is_ready else _Shown(f"{self._title}: not built", 0)
            self._handle.update(shown)
        elif self._text and sys.stderr and sys.stderr.isatty():
            sys.stderr.write("\n")


def _is_notebook() -> bool:
    """Whether the output of this process is shown by Jupyter."""
    # Not imported: without IPython in memory, there is no notebook.
    ipython = sys.modules.get("IPython")
    shell = ipython and ipython.get_ipython()
    return bool(shell and shell.has_trait("kernel"))
