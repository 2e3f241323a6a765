"""Ctrl-C ends long work, and the process continues."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

LONG = {
    "solve": 'tilebase.solve("0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1")',
    "distance": 'tilebase.distance("0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1")',
    "check": 'tilebase.check("0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1", 80)',
    "distances": "tilebase.distances(tilebase.sample(10**5, shape=(4, 4), seed=1))",
    "a named search": 'tilebase.search("0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1", "ida", "manhattan")',
    "a heuristic in Python": 'tilebase.search("0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1", "astar", lambda tiles: 0)',
    "a heuristic in C": 'tilebase.search("0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1", "astar", len)',
    "a heuristic on arrays": """tilebase.search(
        "0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1", "astar", tilebase.heuristics.manhattan, batch_size=1000)""",
    "build": "[tilebase.Table.build((3, 4)) for _ in range(100)]",
    "on_level": "[tilebase.Table.build((3, 4), on_level=print) for _ in range(100)]",
    "Solver": 'tilebase.Solver((5, 5), preset="6-6-6-6", folder="none")',
    "Solver.solve_many": 'tilebase.Solver((4, 4), folder="none").solve_many(BOARDS)',
    "PatternDatabase": "tilebase.PatternDatabase.build((4, 4), range(1, 9))",
    "PatternDatabase.lookup_many": "while True: DATABASE.lookup_many(BOARDS)",
    "walking_distance": "while True: tilebase.heuristics.walking_distance(BOARDS)",
    "5x5": "tilebase.solve(range(24, -1, -1))",
    "anytime": "tilebase.anytime([0, 2, 1, *range(3, 100)], timeout=600)",
    "anytime of a 5x5": "tilebase.anytime([0, *range(1, 25)], timeout=600)",
    "scramble": "tilebase.scramble(10**7, steps=10**6)",
    "short calls": 'while True: tilebase.distance("867254301")',
}

# Tell the parent when the work begins: an earlier signal would interrupt the import.
PROGRAM = """
import signal, sys, time, tilebase
# A shell that runs the tests in the background has made them ignore the signal.
signal.signal(signal.SIGINT, signal.default_int_handler)
BOARDS = tilebase.sample(10**5, shape=(4, 4), seed=1)
DATABASE = tilebase.PatternDatabase.build((4, 4), [1, 2, 3])
try:
    print("begun", file=sys.stderr, flush=True)
    {work}
except KeyboardInterrupt:
    print("interrupted", time.monotonic(), file=sys.stderr, flush=True)
    assert tilebase.distance("867254301") == 31
    sys.exit(7)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT for one process")
@pytest.mark.parametrize("work", LONG)
def test_control_c_ends_long_work(work: str) -> None:
    program = [sys.executable, "-c", PROGRAM.format(work=LONG[work])]
    with subprocess.Popen(program, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "begun\n"
        try:
            # The work is under way by then; if not, the signal interrupts it anyway.
            process.wait(0.3)
        except subprocess.TimeoutExpired:
            pass
        sent = time.monotonic()
        process.send_signal(signal.SIGINT)
        rest = process.stderr.read()
        assert process.wait() == 7 and rest.startswith("interrupted"), rest
        # The duration depends on the system, so it is shown but not tested.
        print(f"{work}: {1000 * (float(rest.split()[1]) - sent):.0f} ms")


BUILDS = {
    "Solver": "tilebase.Solver((5, 5))",
    "Solver that saves": "tilebase.Solver((5, 5), save=True)",
    "Solver with a callback": "tilebase.Solver((5, 5), on_progress=lambda progress: None)",
    "solve": "tilebase.solve(range(24, -1, -1))",
    "check": "tilebase.check(range(24, -1, -1), 100)",
    "distances": "tilebase.distances([list(range(24, -1, -1))])",
    "lower_bounds": "tilebase.lower_bounds([list(range(24, -1, -1))])",
    "optimal_actions": "tilebase.optimal_actions([list(range(24, -1, -1))], timeout=1000)",
    "a second thread": """[*(threading.Thread(target=lambda: tilebase.Solver((5, 5), timeout=1), daemon=True).start()
        for _ in range(1)), time.sleep(0.1), tilebase.Solver((5, 5))]""",
}

# A thread sends the signal to its own process. Processor time, unlike time, does not depend on other processes.
INTERRUPTED = """
import os, signal, sys, threading, time, tilebase
signal.signal(signal.SIGINT, signal.default_int_handler)
tilebase.configure(folder=sys.argv[1])
sent = []
def send():
    time.sleep(0.2)
    sent.append(time.process_time())
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=send).start()
try:
    {work}
except KeyboardInterrupt:
    print(time.process_time() - sent[0])
    try:
        tilebase.Solver((5, 5), timeout=0)
    except tilebase.LimitReached:
        sys.exit(7)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT for one process")
@pytest.mark.parametrize("work", BUILDS)
def test_control_c_ends_a_build(work: str, tmp_path: Path) -> None:
    program = [sys.executable, "-c", INTERRUPTED.format(work=BUILDS[work]), str(tmp_path)]
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    assert done.returncode == 7, done.stdout + done.stderr
    # A build takes at least 9 seconds of processor time.
    assert float(done.stdout) < 8
