"""Threads and forked processes."""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import tilebase

FAR = "5 10 14 7 8 3 6 1 15 0 12 9 2 11 4 13"


def everything(number: int) -> list[Any]:
    """A sample of all functions that run on threads, each with a known result."""
    table = tilebase.Table.build((2, 5), threads=2)
    solver = tilebase.Solver((4, 4))
    database = tilebase.PatternDatabase.build((3, 3), [1, 2, 3, 4])
    boards = tilebase.sample(20_000, seed=number)
    return [
        int(table.histogram.sum()),
        int(tilebase.distances(boards).sum()),
        [result.length for result in solver.solve_many(tilebase.scramble(6, steps=20, shape=(4, 4), seed=number))],
        int(database.lookup_many(boards).sum()) + int(tilebase.heuristics.walking_distance(boards).sum()),
        str(tilebase.solve(FAR)),
        tilebase.search("867254301", "ida", "patterns").length,
        tilebase.count_solutions("638541720", "123456780"),
        tilebase.distance("102345678", goal="blank-first"),
    ]


def test_threads_have_the_answers_of_one() -> None:
    expected = [everything(number) for number in range(4)]
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(everything, [0, 1, 2, 3] * 3)) == expected * 3


def test_other_threads_go_on_meanwhile() -> None:
    ticks = []
    done = threading.Event()

    def tick() -> None:
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    begun = time.monotonic()
    tilebase.Table.build((3, 4))
    ended = time.monotonic()
    done.set()
    thread.join()
    assert sum(begun < when < ended for when in ticks) > 10


def test_a_heuristic_in_c_lets_other_threads_go_on() -> None:
    searches, enough = [0], threading.Event()

    def search() -> None:
        # The system decides how often other threads run, so this may need several searches.
        while not enough.is_set() and searches[0] < 100:
            searches[0] += 1
            with pytest.raises(tilebase.LimitReached):
                # `len` is not Python code, so only the search itself can release the interpreter.
                tilebase.search(FAR, heuristic=len, max_expanded=300_000)

    thread = threading.Thread(target=search)
    thread.start()
    turns: dict[int, int] = {}
    while thread.is_alive() and max(turns.values(), default=0) <= 5:
        turns[searches[0]] = turns.get(searches[0], 0) + 1
        time.sleep(0)
    enough.set()
    thread.join()
    turns.pop(0, None)
    assert max(turns.values(), default=0) > 5, "one or two turns are had between searches, and more only during one"


def test_an_array_that_is_written_into_meanwhile_does_no_harm() -> None:
    good = tilebase.sample(300_000, seed=5)
    boards, done = good.copy(), threading.Event()

    def spoil() -> None:
        while not done.is_set():
            boards[:] = 255
            boards[:] = good

    thread = threading.Thread(target=spoil)
    thread.start()
    try:
        for ask in (tilebase.distances, tilebase.optimal_actions, tilebase.neighbors) * 5:
            try:
                ask(boards)
            except (tilebase.BoardError, tilebase.UnreachableError):
                pass
    finally:
        done.set()
        thread.join()


def in_child(pipe: Any, number: int) -> None:
    pipe.send((os.getpid(), everything(number)))
    pipe.close()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork.*:DeprecationWarning")
def test_a_forked_child_has_threads_of_its_own() -> None:
    expected = everything(3)
    context = multiprocessing.get_context("fork")
    children = []
    for _ in range(3):
        here, there = context.Pipe()
        child = context.Process(target=in_child, args=(there, 3))
        child.start()
        children.append((child, here))
    for child, pipe in children:
        # A child that waits for threads of its parent would wait forever.
        assert pipe.poll(600), "the child hangs"
        process, answers = pipe.recv()
        assert process != os.getpid() and answers == expected
        child.join()
    assert everything(3) == expected


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork.*:DeprecationWarning")
def test_a_fork_in_the_middle_of_work_does_no_harm() -> None:
    done = threading.Event()

    def work() -> None:
        while not done.is_set():
            tilebase.distances(np.tile(tilebase.all_boards(), (2, 1)))
            tilebase.solve(FAR)

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        context = multiprocessing.get_context("fork")
        for _ in range(5):
            here, there = context.Pipe()
            child = context.Process(target=in_child, args=(there, 1))
            child.start()
            assert here.poll(600), "the child hangs"
            here.recv()
            child.join()
    finally:
        done.set()
        for thread in threads:
            thread.join()
