"""The rendering of boards in environments."""

from __future__ import annotations

from ._svg import board_svg
from ._tilebase import Board

__all__ = ["RENDER_MODES", "read_render_mode", "rendered"]

RENDER_MODES = ["ansi", "svg"]


def read_render_mode(mode: str | None) -> str | None:
    """Returns the mode if it is valid; raises ValueError otherwise."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode: expected one of {', '.join(RENDER_MODES)}, or None, found {mode!r}")
    return mode


def rendered(board: Board, mode: str) -> str:
    """A board as text or as an SVG."""
    if mode == "svg":
        return board_svg(board)
    width = len(str(len(board) - 1))
    return "\n".join(" ".join(f"{tile or '.':>{width}}" for tile in row) for row in board.rows)
