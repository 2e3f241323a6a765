"""Dataset cards of `pdb-solve label --card`: the lines of Python in a card read its data."""

from __future__ import annotations

import csv
import importlib
import os
import re
from pathlib import Path
from typing import Any

import pytest

import tilebase

# Written by `pdb-solve label -n 30 --seed 6 --shard-size 20 --what paths --card`.
FOLDERS = Path(__file__).parent / "label_folders"

READERS = ["tilebase", "datasets", "pandas", "polars", "duckdb"]


def expected_rows() -> list[tuple[str, int, str]]:
    rows = []
    for path in sorted((FOLDERS / "card-csv").glob("*.csv")):
        with path.open(newline="") as file:
            rows += [(row["board"], int(row["length"]), row["path"]) for row in csv.DictReader(file)]
    return rows


def rows_of(found: Any, library: str) -> list[tuple[str, int, str]]:
    """The rows that a library has read."""
    if library == "tilebase":
        labels = found.load()
        texts = ["".join(map(str, board)) for board in labels.boards.tolist()]
        return list(zip(texts, labels.lengths.tolist(), [path.decode() for path in labels.paths]))
    if library == "duckdb":
        return [(str(board), int(length), str(path)) for board, length, path in found.fetchall()]
    columns = [found[name] for name in ("board", "length", "path")]
    return list(zip(*(column.to_list() if hasattr(column, "to_list") else column for column in columns)))


@pytest.mark.parametrize("library", READERS)
@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_lines_of_a_card_read_the_data(
    form: str, library: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Before `datasets` is imported.
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    pytest.importorskip(library)
    if (form, library) == ("parquet", "pandas"):
        # pandas needs it to read Parquet.
        pytest.importorskip("pyarrow")
    folder = FOLDERS / f"card-{form}"
    _, _, rest = (folder / "README.md").read_text().partition("```python\n")
    lines = [line for line in rest.partition("```")[0].splitlines() if line.startswith(f"{library}.")]
    if not lines and (form, library) == ("parquet", "tilebase"):
        pytest.skip("the package does not read Parquet")
    [line] = lines
    monkeypatch.chdir(folder)
    rows = rows_of(eval(line, {library: importlib.import_module(library), "os": os}), library)
    expected = expected_rows()
    # pandas reads one file.
    assert rows == (expected[:20] if library == "pandas" else expected)
    assert any(board.startswith("0") for board, _, _ in rows)


def test_the_number_of_rows_in_a_card_is_right() -> None:
    for form in ("csv", "parquet"):
        card = (FOLDERS / f"card-{form}" / "README.md").read_text()
        found = re.search(r"num_examples: (\d+)", card)
        assert found and int(found[1]) == len(expected_rows()) == 30
    assert all(tilebase.distance(board) == length for board, length, _ in expected_rows())
