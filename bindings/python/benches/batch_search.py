"""Measures how many states per second a batch search estimates, with the Manhattan distance on arrays.

    python bindings/python/benches/batch_search.py
"""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray

import tilebase
from tilebase.heuristics import manhattan
from tilebase.types import Cells

BOARD = "0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1"


def main() -> None:
    print("batch_size  states/s  states/s of CPU  expanded/s of CPU")
    for batch_size, expanded in ((1, 10_000), (100, 200_000), (10_000, 500_000)):
        rates = []
        for _ in range(3):
            states = 0

            def counting(boards: Cells) -> NDArray[np.int16]:
                nonlocal states
                states += len(boards)
                return np.asarray(manhattan(boards))

            begun, used = time.perf_counter(), time.process_time()
            try:
                tilebase.search(BOARD, "astar", counting, batch_size=batch_size, max_expanded=expanded)
            except tilebase.LimitReached as limit:
                assert limit.expanded == expanded
            seconds = time.perf_counter() - begun, time.process_time() - used
            rates.append((states / seconds[0], states / seconds[1], expanded / seconds[1]))
        best = [max(column) for column in zip(*rates, strict=True)]
        print(f"{batch_size:10,}{best[0]:10,.0f}{best[1]:17,.0f}{best[2]:19,.0f}")


if __name__ == "__main__":
    main()
