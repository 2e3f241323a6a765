"""Measures the speed of the package on one thread. All measured answers are checked.

    python bindings/python/benches/speed.py
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import TypeVar

import numpy as np

import tilebase

GOAL = "123456780"
SUM_OF_DISTANCES = 3_986_672
BOARDS = 1_000_000
T = TypeVar("T")


def plain_search() -> dict[str, int]:
    """The distances of all boards, by a simple breadth-first search."""
    neighbors = [
        [cell + step for step, there in ((-3, cell > 2), (3, cell < 6), (-1, cell % 3 > 0), (1, cell % 3 < 2)) if there]
        for cell in range(9)
    ]
    distances = {GOAL: 0}
    queue = deque([GOAL])
    while queue:
        board = queue.popleft()
        blank = board.index("0")
        for cell in neighbors[blank]:
            tiles = list(board)
            tiles[blank], tiles[cell] = tiles[cell], "0"
            following = "".join(tiles)
            if following not in distances:
                distances[following] = distances[board] + 1
                queue.append(following)
    return distances


def best(what: str, number: int, work: Callable[[], T], times: int = 7) -> T:
    """Prints the best of several runs, in wall-clock and CPU time: the machine may be busy."""
    clock, processor = [], []
    for _ in range(times):
        begun, used = time.perf_counter(), time.process_time()
        result = work()
        clock.append(time.perf_counter() - begun)
        processor.append(time.process_time() - used)
    rate = number / min(processor) / 1e6
    print(f"{what:50} {min(clock) * 1e3:9.1f} ms {min(processor) * 1e3:9.1f} ms of CPU {rate:8.2f} million/s")
    return result


def fifteen() -> None:
    """Heuristics and pattern databases of 4x4; all on one thread."""
    boards = tilebase.sample(BOARDS, shape=(4, 4), seed=1)
    goal = np.append(np.arange(1, 16), 0)
    steps = np.zeros((16, 16), np.int16)
    for cell, tile in enumerate(goal):
        steps[tile] = [0 if tile == 0 else abs(at // 4 - cell // 4) + abs(at % 4 - cell % 4) for at in range(16)]
    expected = steps[boards, np.arange(16)].sum(axis=1)
    for name in tilebase.heuristics.__all__:
        found = best(f"{name}(boards), a million of 4x4", BOARDS, lambda: getattr(tilebase.heuristics, name)(boards))
        assert name == "misplaced" or (found >= expected).all() and (name != "manhattan" or (found == expected).all())
    wide = boards.astype(np.int64)
    best("manhattan(boards), as 64-bit integers", BOARDS, lambda: tilebase.heuristics.manhattan(wide))
    database = tilebase.PatternDatabase.build((4, 4), [1, 2, 3, 5, 6, 7])
    entries = best("lookup_many(boards), six tiles of 4x4", BOARDS, lambda: database.lookup_many(boards))
    assert (entries[:1000] == [database.lookup(board) for board in boards[:1000]]).all()
    for preset in ("6-6-3", "5-5-5"):
        solver = tilebase.Solver((4, 4), preset=preset)
        bounds = best(f"lower_bounds(boards), {preset}", BOARDS, lambda: solver.lower_bounds(boards))
        assert (bounds >= expected).all()


def main() -> None:
    every, distances = tilebase.all_boards(), tilebase.all_distances()
    assert int(distances.sum()) == SUM_OF_DISTANCES
    drawn = np.random.default_rng(1).integers(0, len(every), BOARDS)
    batch = every[drawn]
    strings = ["".join(map(str, board)) for board in every.tolist()]

    found = best("distances(batch), a million random boards", BOARDS, lambda: tilebase.distances(batch))
    assert (found == distances[drawn]).all()
    total = best("sum(map(distance, strings)), every board", len(strings), lambda: sum(map(tilebase.distance, strings)))
    assert total == SUM_OF_DISTANCES
    following, legal = best("neighbors(batch), a million boards", BOARDS, lambda: tilebase.neighbors(batch))
    assert following.shape == (BOARDS, 4, 9) and int(legal.sum()) == int(tilebase.neighbors(every)[1][drawn].sum())
    actions = best("optimal_actions(batch), every board", len(every), lambda: tilebase.optimal_actions(every))
    assert int((~actions.any(axis=1)).sum()) == 1
    table = best("Table.build((3, 3))", len(every), lambda: tilebase.Table.build((3, 3)))
    assert (table.as_array() == distances).all()
    fifteen()
    plain = best("the same by a plain search in Python", len(every), plain_search, times=3)
    assert sum(plain.values()) == SUM_OF_DISTANCES and len(plain) == len(every)


if __name__ == "__main__":
    main()
