#!/usr/bin/env python3
"""Looks distances up in a full table of the encoding `byte`, and in its exports.

    pdb-gen build -o t.pdb
    pdb-gen export t.pdb -o t.csv
    pdb-gen export t.pdb -o t.npy
    pdb-gen export t.pdb -o t-boards.npy --as npy-boards
    python3 examples/read_table.py t.pdb --csv t.csv --npy t.npy --npy-boards t-boards.npy 638541720 867254301

Prints each board with its distance, once all files agree on it; --all looks at every board of the table instead. The
standard library is enough. The file format is described in docs/format.md, the index in docs/board-index.md.
"""

import argparse
import ast
import csv
import math
import sqlite3
import struct
import sys
import zlib


class Table:
    """A table file, read as docs/format.md describes it."""

    def __init__(self, file):
        with open(file, "rb") as opened:
            data = opened.read()
        magic, version, header_len, checksum = struct.unpack_from("<8sIII", data)
        assert magic == b"\x89TILE\r\n\x1a" and version == 1, f"{file} is not a table of version 1"
        head_len = -(-(20 + header_len) // 4096) * 4096
        assert zlib.crc32(data[20:head_len], zlib.crc32(data[:16])) == checksum, f"the head of {file} is damaged"

        self._data, self._place = data, 20
        self.rows, self.columns = self._take("B"), self._take("B")
        self.goal = self._take_list("B")
        pattern = self._take_list("B")
        _metric, encoding = self._take("B"), self._take("B")
        entries, payload_offset, _payload_len = self._take("Q"), self._take("Q"), self._take("Q")
        chunk_len = self._take("I")
        self.histogram = self._take_list("Q")
        checksums = self._take_list("I")

        self.distances = data[payload_offset:]
        assert len(pattern) == len(self.goal) - 1, f"{file} is the table of a pattern"
        assert encoding == 0 and len(self.distances) == entries, f"{file} has not a byte for each entry"
        for nth, expected in enumerate(checksums):
            chunk = self.distances[nth * chunk_len : (nth + 1) * chunk_len]
            assert zlib.crc32(chunk) == expected, f"chunk {nth} of {file} is damaged"

        # A tile's label is its place in the goal, not counting the blank.
        self._label = {tile: label for label, tile in enumerate(tile for tile in self.goal if tile != 0)}

    def _take(self, kind):
        (value,) = struct.unpack_from("<" + kind, self._data, self._place)
        self._place += struct.calcsize("<" + kind)
        return value

    def _take_list(self, kind):
        return [self._take(kind) for _ in range(self._take("Q"))]

    def index_of(self, board):
        """Returns the index of a board (tiles row by row), or None if it can't reach the goal."""
        blank = board.index(0)
        arrangement = [self._label[tile] for tile in board if tile != 0]
        tiles = len(arrangement)
        rank = inversions = 0
        for place, label in enumerate(arrangement):
            smaller_behind = sum(other < label for other in arrangement[place + 1 :])
            rank += smaller_behind * math.factorial(tiles - 1 - place)
            inversions += smaller_behind
        # A slide along a column moves a tile past columns - 1 others; one along a row past none.
        # So the parity of the inversions depends only on the blank's row.
        rows_apart = abs(blank // self.columns - self.goal.index(0) // self.columns)
        if inversions % 2 != rows_apart * (self.columns - 1) % 2:
            return None
        return blank * (math.factorial(tiles) // 2) + rank // 2


def read_npy(file):
    """Returns the type, the number, and the bytes of an array file's items, without using NumPy."""
    with open(file, "rb") as opened:
        data = opened.read()
    magic, header_len = struct.unpack_from("<8sH", data)
    assert magic == b"\x93NUMPY\x01\x00", f"{file} is not an array file of version 1.0"
    header = ast.literal_eval(data[10 : 10 + header_len].decode("ascii"))
    (items,) = header["shape"]
    return header["descr"], items, data[10 + header_len :]


def distances_of_npy(file):
    """Returns the distances by index."""
    descr, items, data = read_npy(file)
    assert descr == "|u1" and len(data) == items
    return data


def records_of_npy(file):
    """Returns pairs of board and distance by index, from an array of records."""
    descr, items, data = read_npy(file)
    (board, byte, (cells,)), distance = descr
    assert (board, byte, distance) == ("board", "|u1", ("distance", "|u1"))
    assert len(data) == items * (cells + 1)
    records = (data[start : start + cells + 1] for start in range(0, len(data), cells + 1))
    return [(list(record[:cells]), record[cells]) for record in records]


def import_csv(file):
    """Loads the lines of a CSV export into an in-memory database, like `.import --csv --skip 1`.

    The column of boards must be text: as a number, 012345678 would lose its zero.
    """
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE distances (board TEXT PRIMARY KEY, distance INTEGER NOT NULL)")
    with open(file, newline="", encoding="ascii") as opened:
        lines = csv.reader(opened)
        assert next(lines) == ["board", "distance"]
        database.executemany("INSERT INTO distances VALUES (?, ?)", lines)
    return database


def read_board(text):
    """Parses digits, or numbers separated by commas."""
    return [int(tile) for tile in (text.split(",") if "," in text else text)]


def write_board(board):
    return ("" if len(board) <= 10 else ",").join(map(str, board))


def distance_in(database, text):
    row = database.execute("SELECT distance FROM distances WHERE board = ?", (text,)).fetchone()
    return row and row[0]


def check_with_numpy(table, npy, npy_boards):
    """Checks that NumPy loads the same data. Returns False if it is not installed."""
    try:
        import numpy
    except ImportError:
        return False
    if npy:
        array = numpy.load(npy)
        assert array.dtype == numpy.uint8 and array.tobytes() == table.distances
    if npy_boards:
        array = numpy.load(npy_boards)
        assert array["board"].shape == (len(table.distances), len(table.goal))
        assert array["distance"].tobytes() == table.distances
        assert [(board.tolist(), distance) for board, distance in array[:1000]] == records_of_npy(npy_boards)[:1000]
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table")
    parser.add_argument("boards", nargs="*", metavar="BOARD")
    parser.add_argument("--csv", metavar="FILE")
    parser.add_argument("--npy", metavar="FILE")
    parser.add_argument("--npy-boards", metavar="FILE")
    parser.add_argument("--all", action="store_true", help="every board of the CSV, and print their number")
    args = parser.parse_intermixed_args()

    table = Table(args.table)
    npy = args.npy and distances_of_npy(args.npy)
    records = args.npy_boards and records_of_npy(args.npy_boards)
    database = args.csv and import_csv(args.csv)

    def distance_of(text):
        board = read_board(text)
        index = table.index_of(board)
        distance = None if index is None else table.distances[index]
        if database:
            assert distance_in(database, text) == distance, f"the CSV disagrees on {text}"
        if npy and index is not None:
            assert npy[index] == distance, f"the array of distances disagrees on {text}"
        if records and index is not None:
            assert records[index] == (board, distance), f"the array of records disagrees on {text}"
        return distance

    if args.all:
        if not database:
            parser.error("--all takes the boards from --csv")
        boards = [text for (text,) in database.execute("SELECT board FROM distances")]
        found = [0] * len(table.histogram)
        for text in boards:
            found[distance_of(text)] += 1
        assert found == table.histogram, "the histogram of the head does not count the boards"
        print(f"{len(boards)} boards agree")
    for text in args.boards:
        distance = distance_of(text)
        print(f"{text}: {'unsolvable' if distance is None else distance}")
    if (args.npy or args.npy_boards) and not check_with_numpy(table, args.npy, args.npy_boards):
        print("numpy.load: not checked, NumPy is not installed", file=sys.stderr)


if __name__ == "__main__":
    main()
