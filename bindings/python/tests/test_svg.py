"""Drawings, as seen by readers, screen readers and notebooks."""

from __future__ import annotations

import itertools
from xml.etree import ElementTree

import pytest

import tilebase
from tilebase import Board, Path

SVG = "{http://www.w3.org/2000/svg}"
SHAPES: list[tuple[int, int]] = list(itertools.product(range(2, 6), range(2, 6)))


def drawn(thing: Board | Path) -> ElementTree.Element:
    return ElementTree.fromstring(thing._repr_svg_())


def texts(element: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]


def cards(path: Path) -> list[ElementTree.Element]:
    return drawn(path).findall(f"{SVG}g")


@pytest.mark.parametrize("shape", SHAPES)
def test_a_board_has_each_tile_where_it_lies(shape: tuple[int, int]) -> None:
    board = Board(tilebase.scramble(1, steps=200, shape=shape, seed=1)[0], shape)
    root = drawn(board)
    assert texts(root) == [str(tile) for tile in board if tile]
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    places = [(float(text.get("x", -1)), float(text.get("y", -1))) for text in root.iter(f"{SVG}text")]
    for (x, y), cell in zip(places, (cell for cell, tile in enumerate(board) if tile)):
        row, column = divmod(cell, shape[1])
        assert column / shape[1] < x / width < (column + 1) / shape[1]
        assert row / shape[0] < y / height < (row + 1) / shape[0]


def test_a_drawing_has_a_text_alternative() -> None:
    root = drawn(Board("867254301"))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "The board 867254301"
    title = drawn(tilebase.solve("123745086")).findtext(f"{SVG}title")
    assert title == "A path of 4 moves from 123745086 to 123456780: URRD"


@pytest.mark.parametrize("thing", [Board("123456780"), tilebase.solve("867254301")])
def test_a_drawing_leaves_the_page_around_it_alone(thing: Board | Path) -> None:
    root = drawn(thing)
    assert not list(root.iter(f"{SVG}style"))
    assert not [element for element in root.iter() if element.get("id") or element.get("class")]
    # The drawing has its own background, as large as the drawing or as each of its boards.
    grounds = [card.find(f"{SVG}rect") for card in (cards(thing) if isinstance(thing, Path) else [root])]
    assert all(ground is not None and ground.get("fill") for ground in grounds)


def test_a_path_shows_all_boards_and_marks_moved_tiles() -> None:
    path = tilebase.solve("867254301")
    all_cards = cards(path)
    assert len(all_cards) == 32
    for number, (card, board) in enumerate(zip(all_cards, path.boards())):
        numbers = [text for text in texts(card)][2 if number else 1 :]
        assert numbers == [str(tile) for tile in board if tile]
        marked = [part for part in card.iter(f"{SVG}path") if part.get("fill") == "#f6c453"]
        assert len(marked) == (1 if number else 0)
        if number:
            assert texts(card)[:2] == [str(number), f"{path[number - 1]} {dict(zip('UDLR', '↑↓←→'))[path[number - 1]]}"]
    assert texts(all_cards[0])[0] == "start"


def test_the_marked_tile_is_the_one_that_moved() -> None:
    path = Path("123456780", "UL")
    for card, tile, board in zip(cards(path)[1:], path.tiles_moved, path.boards()[1:]):
        marked = next(part for part in card.iter(f"{SVG}path") if part.get("fill") == "#f6c453")
        x, y = (float(number) for number in marked.get("d", "").removeprefix("M").split("h")[0].split())
        row, column = divmod(board.index(tile), 3)
        assert (row, column) == ((y - 5) // 24, (x - 5) // 24)


@pytest.mark.parametrize("moves", [39, 40, 41, 119])
def test_a_long_path_has_its_ends_and_the_number_between(moves: int) -> None:
    path = Path("1230", ("ULDR" * 30)[:moves])
    found = [texts(card)[0] for card in cards(path)]
    assert len(found) <= 40
    if moves == 39:
        assert found == ["start", *map(str, range(1, 40))]
    else:
        gap = found.index("…")
        assert found[:gap] == ["start", *map(str, range(1, 20))]
        assert found[gap + 1 :] == [str(number) for number in range(moves - 18, moves + 1)]
        assert texts(cards(path)[gap])[1] == str(moves + 1 - 39)


def test_boards_stand_in_rows_and_do_not_overlap() -> None:
    for shape in SHAPES:
        path = Path(Board([*range(1, shape[0] * shape[1]), 0], shape), "ULDR" * 8)
        root = drawn(path)
        width = float(root.get("width", 0))
        assert width <= 760
        places = [card.get("transform", "") for card in root.findall(f"{SVG}g")]
        assert len(set(places)) == 33


def test_no_moves_are_one_board() -> None:
    root = drawn(Path("123456780", ""))
    assert len(root.findall(f"{SVG}g")) == 1
    assert root.findtext(f"{SVG}title") == "A path of 0 moves from 123456780 to 123456780"
