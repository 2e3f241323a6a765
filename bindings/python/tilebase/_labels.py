"""Data sets of boards with their optimal lengths: solved here, or read from a folder of ``pdb-solve label``."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass
from operator import index
from os import PathLike, fspath
from pathlib import Path
from typing import Any, SupportsIndex, Union

import numpy as np
from numpy.typing import NDArray

from . import _tilebase
from ._tilebase import Board, Solver
from .errors import LabelError
from .types import Batch, Cells, GoalLike, Shape

__all__ = ["LabelFolder", "Labels", "label", "open_labels"]

_MANIFEST = "labels.jsonl"
_VERSION = 1
_FORMATS = ("npz", "npy", "csv")

# The keys that are read, of the first line of the manifest and of each other line.
_OF_DATA_SET = {"labels", "shape", "goal", "boards", "content", "format", "moves"}
_OF_SHARD = {"file", "boards", "rows", "bytes"}


@dataclass(frozen=True, eq=False)
class Labels:
    """Boards and the lengths of their optimal paths.

    ``len()`` and indexing work, and items are (board, length) pairs, so a PyTorch ``DataLoader`` accepts it as a
    map-style data set.

    >>> import tilebase
    >>> labels = tilebase.label(1000, seed=1)
    >>> len(labels), labels.boards.shape, labels.lengths.dtype
    (1000, (1000, 9), dtype('int16'))
    >>> labels[0]
    (array([6, 3, 2, 5, 1, 7, 8, 0, 4], dtype=uint8), 23)
    """

    boards: Cells
    """The boards, a uint8 array of shape (n, cells)."""
    lengths: NDArray[np.int16]
    """The length of an optimal path of each board, an int16 array of shape (n,)."""
    paths: NDArray[np.bytes_] | None = None
    """An optimal path of each board, as the letters of its moves, or None."""

    def __len__(self) -> int:
        return len(self.lengths)

    def __getitem__(self, place: SupportsIndex) -> tuple[Cells, int]:
        return self.boards[place], int(self.lengths[place])

    def __repr__(self) -> str:
        return f"<Labels of {len(self):,} boards{'' if self.paths is None else ', with paths'}>"


def label(
    boards: Union[SupportsIndex, Batch],
    *,
    shape: Shape | None = None,
    goal: GoalLike = None,
    seed: SupportsIndex | np.random.Generator | None = None,
    paths: bool = False,
    solver: Solver | None = None,
) -> Labels:
    """Solves random or given boards, and returns their optimal lengths as arrays.

    For millions of boards of 4x4 or more, use ``pdb-solve label``, which saves its progress, and read its files with
    open_labels.

    Parameters
    ----------
    boards
        The number of boards to draw uniformly from all that can reach the goal, or the boards: an integer array of
        shape (n, cells) or (n, rows, columns), or a list of boards.
    shape
        Rows and columns, as (3, 4) or "3x4"; by default, those of the goal, or 3x3.
    goal
        A board or the name of a goal; by default, the blank is last.
    seed
        An integer or a NumPy generator, for reproducible boards.
    paths
        Whether to return a path of each board as well.
    solver
        A Solver to use. Its shape and goal replace those above.

    Returns
    -------
    Labels
        The arrays boards, lengths and, if asked for, paths.

    Raises
    ------
    BoardError, ShapeError, GoalError
        If the boards, the shape, or the goal are invalid.
    UnreachableError
        If a board can't reach the goal.

    Examples
    --------
    >>> import tilebase
    >>> tilebase.label(["123456708", "867254301"], paths=True).paths
    array([b'R', b'UULDDRRUULDLDRRUULDLDRRUULLDDRR'], dtype='|S31')
    """
    solver = solver or Solver(shape, goal)
    if isinstance(boards, (list, tuple)) or isinstance(boards, np.ndarray) and boards.ndim:
        cells = np.array([Board(board, solver.shape).tiles for board in boards], np.uint8).reshape(-1, len(solver.goal))
    else:
        cells = _tilebase.sample(index(boards), shape=solver.shape, goal=solver.goal, seed=seed)  # type: ignore[arg-type]
    if not paths:
        return Labels(cells, solver.distances(cells))
    found = [result.moves for result in solver.solve_many(cells)]
    letters = np.array([str(path) for path in found], np.bytes_)
    return Labels(cells, np.array([len(path or ()) for path in found], np.int16), letters)


class LabelFolder:
    """A data set in a folder that ``pdb-solve label`` wrote as npz, npy, or CSV.

    ``len()`` is the number of rows. Iterating over it reads one file at a time. ``open_labels`` creates it.

    Parameters
    ----------
    folder
        The folder, as str or PathLike.

    Raises
    ------
    LabelError
        As for open_labels.

    Examples
    --------
    >>> import tilebase
    >>> folder = tilebase.open_labels("labels")  # doctest: +SKIP
    >>> len(folder), folder.shape, folder.content, folder.is_complete  # doctest: +SKIP
    (1000000, (4, 4), 'boards', True)
    """

    def __init__(self, folder: str | PathLike[str]) -> None:
        self._folder = Path(fspath(folder))
        try:
            lines = (self._folder / _MANIFEST).read_text("utf-8").split("\n")
        except (OSError, ValueError) as error:
            raise LabelError(f"{self._folder} has no labels: {_MANIFEST} can't be read: {error}") from error
        # A run that is being written, or was killed, may leave part of a line.
        records = [self._record(line) for line in lines[:-1]]
        if not records or records[0].get("labels") != _VERSION:
            raise LabelError(f"{self._folder / _MANIFEST} does not begin with a data set of version {_VERSION}")
        self._head, *self._shards = records
        for record, keys in [(self._head, _OF_DATA_SET), *((shard, _OF_SHARD) for shard in self._shards)]:
            missing = sorted(keys - record.keys())
            if missing:
                raise LabelError(f"{self._folder / _MANIFEST} is damaged: a line has no {', '.join(missing)}")
        if self._head["format"] not in _FORMATS:
            expected = ", ".join(_FORMATS)
            raise LabelError(f"{self._folder} has the format {self._head['format']}: expected one of {expected}")

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        rows, columns = str(self._head["shape"]).split("x")
        return int(rows), int(columns)

    @property
    def goal(self) -> Board:
        """The goal."""
        return Board(self._head["goal"], self.shape)

    @property
    def content(self) -> str:
        """The rows: "boards" (each with its length), "paths" (also a path), or "along-path"."""
        return str(self._head["content"])

    @property
    def convention(self) -> str | None:
        """Whether path letters name the moves of the "blank" or the "tile"; None without paths."""
        convention: str | None = self._head["moves"]
        return convention

    @property
    def is_complete(self) -> bool:
        """Whether the run that writes the folder has finished."""
        (source,) = self._head["boards"].values()
        return bool(source["count"] == sum(shard["boards"] for shard in self._shards))

    def __len__(self) -> int:
        return sum(shard["rows"] for shard in self._shards)

    def __iter__(self) -> Iterator[Labels]:
        return map(self._read, self._shards)

    def load(self) -> Labels:
        """Reads all files at once.

        Returns
        -------
        Labels
            The rows of all files. Iterate over the folder instead if they don't fit in memory.

        Raises
        ------
        LabelError
            If a file is missing, or does not match its description.

        Examples
        --------
        >>> import tilebase
        >>> labels = tilebase.open_labels("labels").load()  # doctest: +SKIP
        >>> labels  # doctest: +SKIP
        <Labels of 1,000,000 boards>
        """
        parts = list(self)
        if not parts:
            return Labels(np.empty((0, len(self.goal)), np.uint8), np.empty(0, np.int16))
        paths = [part.paths for part in parts if part.paths is not None]
        return Labels(
            np.concatenate([part.boards for part in parts]),
            np.concatenate([part.lengths for part in parts]),
            np.concatenate(paths) if paths else None,
        )

    def __repr__(self) -> str:
        return f"<LabelFolder {str(self._folder)!r}: {len(self):,} rows of {self._head['shape']}>"

    def _record(self, line: str) -> dict[str, Any]:
        try:
            record = json.loads(line)
        except ValueError as error:
            raise LabelError(f"{self._folder / _MANIFEST} is damaged: {error}") from error
        if not isinstance(record, dict):
            raise LabelError(f"{self._folder / _MANIFEST} is damaged: expected an object, found {line[:40]!r}")
        return record

    def _read(self, shard: dict[str, Any]) -> Labels:
        """The labels of one file. Its size and its rows must match the manifest."""
        path = self._folder / shard["file"]
        try:
            size = path.stat().st_size
            if size != shard["bytes"]:
                raise LabelError(f"{path}: expected {shard['bytes']} bytes, found {size}")
            labels = _READERS[self._head["format"]](path, self.shape)
        except FileNotFoundError as error:
            raise LabelError(f"{path} is missing: run pdb-solve label again to write it") from error
        except LabelError:
            raise
        # Damage has many exceptions: of zip archives, of decompression, of missing columns.
        except Exception as error:
            raise LabelError(f"{path} is damaged: {error}") from error
        if labels.boards.shape != (shard["rows"], len(self.goal)) or len(labels) != shard["rows"]:
            raise LabelError(f"{path}: expected {shard['rows']} rows, found {len(labels)}")
        return labels


def open_labels(folder: str | PathLike[str]) -> LabelFolder:
    """Opens a folder that ``pdb-solve label`` wrote.

    Parameters
    ----------
    folder
        The folder, with files in the formats npz, npy, or csv. If the run has not finished, only the complete files are
        read.

    Returns
    -------
    LabelFolder
        The data set, which reads its files when they are asked for.

    Raises
    ------
    LabelError
        If the folder has no labels, its description is damaged, or the format is not supported.

    Examples
    --------
    >>> import tilebase
    >>> folder = tilebase.open_labels("labels")  # doctest: +SKIP
    >>> for labels in folder:  # doctest: +SKIP
    ...     train(labels.boards, labels.lengths)
    """
    return LabelFolder(folder)


def _from_npz(path: Path, shape: tuple[int, int]) -> Labels:
    with np.load(path, allow_pickle=False) as arrays:
        paths = arrays["paths"] if "paths" in arrays else None
        return Labels(arrays["boards"], arrays["lengths"].astype(np.int16), paths)


def _from_npy(path: Path, shape: tuple[int, int]) -> Labels:
    rows = np.load(path, allow_pickle=False)
    paths = np.ascontiguousarray(rows["path"]) if "path" in rows.dtype.names else None
    return Labels(np.ascontiguousarray(rows["board"]), rows["length"].astype(np.int16), paths)


def _from_csv(path: Path, shape: tuple[int, int]) -> Labels:
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    boards = np.array([Board(row["board"], shape).tiles for row in rows], np.uint8)
    lengths = np.array([int(row["length"]) for row in rows], np.int16)
    return Labels(boards, lengths, np.array([row["path"] for row in rows], np.bytes_) if "path" in rows[0] else None)


_READERS = {"npz": _from_npz, "npy": _from_npy, "csv": _from_csv}
