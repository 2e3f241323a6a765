"""The rendering of boards in environments."""

from __future__ import annotations

from typing import Union

from ._picture import Pixels, board_picture
from ._svg import board_svg
from ._tilebase import Board

__all__ = ["FPS", "RENDER_MODES", "VECTOR_RENDER_MODES", "Rendered", "read_render_mode", "rendered"]

Rendered = Union[str, Pixels]
"""A board as text, as an SVG, or as an array of pixels."""

VECTOR_RENDER_MODES = ["ansi", "svg", "rgb_array"]
"""The modes that return what they render."""

RENDER_MODES = ["human", *VECTOR_RENDER_MODES]

FPS = 4
"""Boards per second, in windows and videos."""


def read_render_mode(mode: str | None, modes: list[str]) -> str | None:
    """Returns the mode if it is valid; raises ValueError otherwise."""
    if mode is not None and mode not in modes:
        raise ValueError(f"render_mode: expected one of {', '.join(modes)}, or None, found {mode!r}")
    return mode


def rendered(board: Board, mode: str) -> Rendered:
    """A board in one of the modes, except "human"."""
    if mode == "rgb_array":
        return board_picture(board)
    if mode == "svg":
        return board_svg(board)
    return str(board)
