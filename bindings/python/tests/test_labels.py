"""Labeling boards, and reading folders that `pdb-solve label` wrote."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tilebase
from tilebase import Board, LabelError, Labels, label, open_labels

# Written by `pdb-solve label`.
FOLDERS = Path(__file__).parent / "label_folders"


def checked(labels: Labels, goal: Board, convention: str | None = "blank") -> None:
    """Checks all rows with the judge and the exact distances."""
    assert labels.boards.dtype == np.uint8 and labels.lengths.dtype == np.int16
    assert np.array_equal(tilebase.distances(labels.boards, goal, shape=goal.shape), labels.lengths)
    if labels.paths is not None:
        assert len(labels.paths) == len(labels)
        for board, path in zip(labels.boards, labels.paths):
            verdict = tilebase.check(Board(board, goal.shape), path.decode(), goal, convention=convention)  # type: ignore[arg-type]
            assert verdict.kind == "optimal"


@pytest.mark.parametrize("paths", [False, True])
@pytest.mark.parametrize("shape", [(2, 2), (3, 2), (3, 3), (4, 4)])
@pytest.mark.parametrize("goal", ["blank-last", "blank-first"])
def test_labels_are_exact(shape: tuple[int, int], goal: Any, paths: bool) -> None:
    count = 3 if shape == (4, 4) else 12
    labels = label(count, shape=shape, goal=goal, seed=4, paths=paths)
    assert len(labels) == len(labels.boards) == count and (labels.paths is not None) == paths
    checked(labels, tilebase.Solver(shape, goal).goal)
    again = label(labels.boards, shape=shape, goal=goal, paths=paths)
    assert np.array_equal(again.lengths, labels.lengths) and np.array_equal(again.boards, labels.boards)


def test_boards_are_given_in_any_form() -> None:
    boards = ["123456708", "867254301"]
    expected = label(boards)
    for given in ([Board(board) for board in boards], expected.boards, expected.boards.reshape(2, 3, 3), tuple(boards)):
        assert np.array_equal(label(given).lengths, [1, 31])
    assert len(label([])) == 0 and len(label(0)) == 0
    solver = tilebase.Solver((2, 3))
    assert label(5, seed=2, solver=solver).boards.shape == (5, 6)


def test_labels_are_a_data_set_of_pairs() -> None:
    labels = label(10, seed=1)
    board, length = labels[3]
    assert board.tolist() == labels.boards[3].tolist() and length == labels.lengths[3] and type(length) is int
    assert repr(labels) == "<Labels of 10 boards>"
    with pytest.raises(IndexError):
        labels[10]


def test_what_is_no_board_or_number_is_refused() -> None:
    for wrong in ("123456708", 2.5, None):
        with pytest.raises(TypeError):
            label(wrong)  # type: ignore[arg-type]
    with pytest.raises(tilebase.UnreachableError):
        label(["213456780"], paths=True)
    with pytest.raises(tilebase.BoardError):
        label([[1, 2, 3]])


@pytest.mark.parametrize(
    ("name", "shape", "rows", "content", "convention"),
    [
        ("npz", (3, 3), [3, 2], "paths", "blank"),
        ("npy", (2, 3), [22], "along-path", None),
        ("csv", (3, 3), [4], "paths", "tile"),
    ],
)
def test_folders_of_the_program_are_read(
    name: str, shape: tuple[int, int], rows: list[int], content: str, convention: str | None
) -> None:
    folder = open_labels(FOLDERS / name)
    assert (folder.shape, folder.content, folder.convention) == (shape, content, convention)
    assert len(folder) == sum(rows) and [len(labels) for labels in folder] == rows and folder.is_complete
    for labels in (*folder, folder.load()):
        checked(labels, folder.goal, folder.convention)


def test_an_incomplete_folder_has_its_finished_files(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    manifest = folder / "labels.jsonl"
    first, second, _ = manifest.read_text("utf-8").split("\n", 2)
    for rest in ("", '{"shard":1,"file":"labels-000'):
        manifest.write_text(f"{first}\n{second}\n{rest}", "utf-8")
        assert len(open_labels(folder)) == len(open_labels(folder).load()) == 3 and not open_labels(folder).is_complete
    manifest.write_text(f"{first}\n", "utf-8")
    assert len(open_labels(folder).load()) == 0


def test_damage_is_named(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    shard, manifest = folder / "labels-00001.npz", folder / "labels.jsonl"
    content, lines = shard.read_bytes(), manifest.read_text("utf-8")
    shard.write_bytes(content[:-1])
    with pytest.raises(LabelError, match="labels-00001.npz: expected .* bytes, found"):
        open_labels(folder).load()
    shard.write_bytes(bytes(len(content)))
    with pytest.raises(LabelError, match="labels-00001.npz is damaged"):
        open_labels(folder).load()
    for place in range(0, len(content), 7):
        shard.write_bytes(content[:place] + bytes([content[place] ^ 255]) + content[place + 1 :])
        try:
            open_labels(folder).load()
        except LabelError:
            pass
    shard.unlink()
    with pytest.raises(LabelError, match="labels-00001.npz is missing: run pdb-solve label again"):
        open_labels(folder).load()
    record = json.loads(lines.split("\n")[1])
    for wrong, message in [("{", "is damaged"), ("[]", "is damaged"), ("", "is damaged")]:
        manifest.write_text(f"{lines.split(chr(10))[0]}\n{wrong}\n", "utf-8")
        with pytest.raises(LabelError, match=message):
            open_labels(folder)
    manifest.write_text(f"{lines.split(chr(10))[0]}\n{json.dumps({**record, 'rows': 4})}\n", "utf-8")
    with pytest.raises(LabelError, match="expected 4 rows, found 3"):
        open_labels(folder).load()
    manifest.write_text('{"labels":1}\n', "utf-8")
    with pytest.raises(LabelError, match="a line has no boards, content, format, goal, moves, shape"):
        open_labels(folder)
    manifest.write_text(f"{lines.split(chr(10))[0]}\n{{}}\n", "utf-8")
    with pytest.raises(LabelError, match="a line has no boards, bytes, file, rows"):
        open_labels(folder)
    for text in ("", '{"labels":2}\n'):
        manifest.write_text(text, "utf-8")
        with pytest.raises(LabelError, match="version 1"):
            open_labels(folder)


def test_folders_of_other_kinds_are_refused(tmp_path: Path) -> None:
    with pytest.raises(LabelError, match="has the format deepcubea: expected one of npz, npy, csv"):
        open_labels(FOLDERS / "pickle")
    for folder in (tmp_path, tmp_path / "missing", FOLDERS / "csv" / "labels.jsonl"):
        with pytest.raises(LabelError, match="has no labels"):
            open_labels(folder)


def copied(folder: Path) -> Path:
    return Path(shutil.copytree(FOLDERS / "npz", folder / "npz"))
