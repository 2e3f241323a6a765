"""Drawings of boards and paths, as SVG, for notebooks.

A drawing has its own background and sets its colors as attributes, so it looks the same on light and dark pages. A
``<style>`` or an ``id`` in it would affect the surrounding page.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from ._tilebase import Board, Path

__all__ = ["board_svg", "path_svg"]

GROUND = "#3b4252"
HOLE = "#2b303c"
TILE = "#eceff4"
MOVED = "#f6c453"
INK = "#20242c"
CAPTION = "#eceff4"
QUIET = "#b4bdcc"
FONT = "ui-sans-serif, system-ui, 'Helvetica Neue', Arial, sans-serif"

# Maximum number of boards drawn for a path: about a screen, and enough for any path of the
# 8-puzzle.
MAX_DRAWN = 40
# Width of a row of boards: that of the text column of a notebook.
ROW = 760
ARROWS = {"U": "↑", "D": "↓", "L": "←", "R": "→"}


class _Scale(NamedTuple):
    """Lengths in pixels."""

    cell: int
    gap: int
    margin: int

    def width(self, board: Board) -> int:
        return self._along(board.shape[1])

    def height(self, board: Board) -> int:
        return self._along(board.shape[0])

    def _along(self, cells: int) -> int:
        return 2 * self.margin + cells * self.cell + (cells - 1) * self.gap


_LARGE = _Scale(cell=44, gap=3, margin=6)
_SMALL = _Scale(cell=22, gap=2, margin=5)


def board_svg(board: Board) -> str:
    """A board, as an SVG.

    >>> from tilebase import Board
    >>> board_svg(Board("123456780")).startswith('<svg xmlns="http://www.w3.org/2000/svg" role="img"')
    True
    """
    width, height = _LARGE.width(board), _LARGE.height(board)
    parts = [_ground(width, height, 8), *_tiles(board, _LARGE, None)]
    return _drawing(width, height, f"The board {board.text}", parts)


def path_svg(path: Path) -> str:
    """A path, as an SVG: its boards in rows, each with its move and the moved tile in another color.

    For a path of more than 39 moves, only the first and the last boards are drawn.
    """
    boards = path.boards()
    cards = list(_cards(path, boards))
    width, height = _SMALL.width(boards[0]), _SMALL.height(boards[0]) + 18
    columns = min(len(cards), max(1, (ROW + 8) // (width + 8)))
    rows = -(-len(cards) // columns)
    parts: list[str] = []
    for place, card in enumerate(cards):
        row, column = divmod(place, columns)
        parts.append(f'<g transform="translate({column * (width + 8)} {row * (height + 8)})">')
        parts.append(_ground(width, height, 6))
        parts.extend(card)
        parts.append("</g>")
    return _drawing(columns * (width + 8) - 8, rows * (height + 8) - 8, _title(path), parts)


def _title(path: Path) -> str:
    letters = str(path)
    shown = letters if len(letters) <= 100 else letters[:99] + "…"
    moves = "1 move" if len(path) == 1 else f"{len(path)} moves"
    return f"A path of {moves} from {path.start.text} to {path.end.text}" + (f": {shown}" if shown else "")


def _cards(path: Path, boards: list[Board]) -> Iterator[list[str]]:
    """The drawing of each card: a board with its caption, or the number of boards left out."""
    last = len(boards) - 1
    head, tail = len(boards), len(boards)
    if len(boards) > MAX_DRAWN:
        # One less, because the card for the boards left out also takes a place.
        head, tail = MAX_DRAWN // 2, len(boards) - (MAX_DRAWN - MAX_DRAWN // 2 - 1)
    width = _SMALL.width(boards[0])
    for number in (*range(head), *range(tail, len(boards))):
        if number == tail > head:
            yield _left_out(boards[0], tail - head)
        board = boards[number]
        moved = None if number == 0 else boards[number - 1].blank
        caption = [_text(width - _SMALL.margin - 1, 13, str(number), 10, QUIET, "end")] if number else []
        word = _move(path, number, boards[0].shape[1]) if number else "start"
        caption.append(_text(_SMALL.margin + 1, 13, word, 11, CAPTION, "start", bold=number > 0))
        body = _tiles(board, _SMALL, moved)
        label = "start" if number == 0 else f"{number}: {path[number - 1]}" + (", the end" if number == last else "")
        yield [f"<title>{label}</title>", *caption, '<g transform="translate(0 16)">', *body, "</g>"]


def _move(path: Path, number: int, columns: int) -> str:
    letter = path[number - 1]
    # On the narrowest card, there is no room for the arrow next to a three-digit number.
    return letter if columns == 2 and number > 99 else f"{letter} {ARROWS[letter]}"


def _left_out(board: Board, number: int) -> list[str]:
    middle, height = _SMALL.width(board) / 2, _SMALL.height(board) + 18
    return [
        _text(middle, height / 2 - 12, "…", 16, CAPTION, "middle"),
        _text(middle, height / 2 + 6, str(number), 13, CAPTION, "middle", bold=True),
        _text(middle, height / 2 + 20, "more", 11, QUIET, "middle"),
    ]


def _tiles(board: Board, scale: _Scale, moved: int | None) -> Iterator[str]:
    """The tiles as one path per color: a path has dozens of boards, and a notebook stores them all."""
    cells: dict[str, list[int]] = {TILE: [], MOVED: [], HOLE: []}
    for cell, tile in enumerate(board):
        cells[HOLE if tile == 0 else MOVED if cell == moved else TILE].append(cell)
    # The stroke rounds the corners and adds half of its width on each side.
    stroke = scale.cell // 6
    inner = scale.cell - stroke
    for fill, those in cells.items():
        corners = (_corner(board, scale, cell) for cell in those)
        squares = [f"M{x + stroke / 2:g} {y + stroke / 2:g}h{inner}v{inner}h-{inner}z" for x, y in corners]
        if squares:
            outline = f'stroke="{fill}" stroke-width="{stroke}" stroke-linejoin="round"'
            yield f'<path fill="{fill}" {outline} d="{"".join(squares)}"/>'
    size = scale.cell * (0.48 if len(board) <= 10 else 0.42)
    yield f'<g text-anchor="middle" font-size="{size:.3g}" font-weight="600" fill="{INK}">'
    for cell, tile in enumerate(board):
        if tile != 0:
            x, y = _corner(board, scale, cell)
            # Digits have no descenders: a baseline 0.36 of the size below the middle centers them.
            yield f'<text x="{x + scale.cell / 2:g}" y="{y + scale.cell / 2 + 0.36 * size:.4g}">{tile}</text>'
    yield "</g>"


def _corner(board: Board, scale: _Scale, cell: int) -> tuple[int, int]:
    row, column = divmod(cell, board.shape[1])
    return scale.margin + column * (scale.cell + scale.gap), scale.margin + row * (scale.cell + scale.gap)


def _ground(width: int, height: int, radius: int) -> str:
    return f'<rect width="{width}" height="{height}" rx="{radius}" fill="{GROUND}"/>'


def _text(x: float, y: float, text: str, size: float, fill: str, anchor: str, *, bold: bool = False) -> str:
    weight = ' font-weight="600"' if bold else ""
    place = f'x="{x:g}" y="{y:.4g}" text-anchor="{anchor}"'
    return f'<text {place} font-size="{size:.3g}"{weight} fill="{fill}">{escape(text)}</text>'


def _drawing(width: int, height: int, title: str, parts: list[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" style="max-width:100%;height:auto" font-family="{FONT}">'
    )
    return "".join([head, f"<title>{escape(title)}</title>", *parts, "</svg>"])
