"""Solvers that read a board in one way only: `reads.py FORM [ARGUMENT ...]`.

FORM is what docs/my-solver.md says of the program. Whatever is not exactly in that form ends it, with exit code 1. It solves
3x3 boards within six moves of the goal, and says of all others that they can't be solved.
"""

import select
import sys

from functions import GOAL, letters


def numbers(words, blank="0"):
    assert blank == "0" or "0" not in words, words
    tiles = [0 if word == blank else int(word) for word in words]
    assert sorted(tiles) == list(range(9)), tiles
    return tiles


def arguments(count):
    assert len(sys.argv) == count + 2, sys.argv
    return sys.argv[2:]


def lines(text, count):
    assert text.count("\n") == count and text.endswith("\n"), text
    return text.splitlines()


def rows(text, first=None, blank="0"):
    """Three rows of three, under a line of its own if there is one."""
    found = lines(text, 3 if first is None else 4)
    if first is not None:
        assert found.pop(0) == first, text
    split = [line.split(" ") for line in found]
    assert [len(row) for row in split] == [3, 3, 3], text
    return numbers(sum(split, []), blank)


def file(name):
    with open(name) as opened:
        return opened.read()


def with_goal():
    board, goal = arguments(2)
    return letters(numbers(board), numbers(goal))


def forty_two():
    (name,) = arguments(1)
    comment, board = file(name).split("\n", 1)
    assert comment.startswith("#")
    return letters(rows(board, "3"), (1, 2, 3, 8, 0, 4, 7, 6, 5))


def sise():
    """Of the arguments the first two are for the search; the last two name the files that it writes."""
    strategy, order, name, solution, _ = arguments(5)
    assert (strategy, order) == ("bfs", "RDUL")
    path = letters(rows(file(name), "3 3"))
    with open(solution, "w") as written:
        written.write("-1\n" if path is None else f"{len(path)}\n{''.join(path)}\n")
    sys.exit()


def menu():
    choice, board, bye = lines(sys.stdin.read(), 3)
    assert (choice, bye) == ("2", "3")
    print("1) random 2) type it in 3) quit")
    return letters(numbers(board.split(" ")))


def key():
    """The board is an argument; what is read is the key."""
    path = letters(numbers(arguments(1)[0]))
    assert sys.stdin.readline() == "\n", "no key was pressed"
    return path


def open_input():
    """Who closes its input has no wish to see an answer."""
    board = numbers(sys.stdin.readline().strip())
    ready, _, _ = select.select([sys.stdin], [], [], 0.2)
    assert not ready, "the input is over"
    return letters(board)


def batch():
    for line in sys.stdin:
        path = letters(numbers(line.strip()))
        print("unsolvable" if path is None else "".join(path))
    sys.exit()


def nine(separator):
    (board,) = arguments(1)
    return letters(numbers(board.split(separator)))


FORMS = {
    "one argument": lambda: letters(numbers(arguments(1)[0])),
    "one argument, `1,2,3,4,5,6,7,0,8`": lambda: nine(","),
    "nine arguments": lambda: letters(numbers(arguments(9))),
    "three arguments, one per row": lambda: letters(numbers("".join(arguments(3)))),
    "standard input": lambda: letters(numbers(*lines(sys.stdin.read(), 1))),
    "rows on standard input": lambda: letters(rows(sys.stdin.read())),
    "one number per line": lambda: letters(numbers(lines(sys.stdin.read(), 9))),
    "a size, then rows (Princeton course)": lambda: letters(rows(sys.stdin.read(), "3")),
    "answers to a menu": menu,
    "a file": lambda: letters(numbers(*lines(file(*arguments(1)), 1))),
    "`puzzle.txt`, a fixed name": lambda: letters(rows(file("puzzle.txt"))),
    "9 for the blank": lambda: letters(numbers(arguments(1)[0], "9")),
    "`b` for the blank": lambda: letters(numbers(arguments(1)[0], "b")),
    "`_` for the blank, in rows": lambda: letters(rows(sys.stdin.read(), blank="_")),
    "a space for the blank": lambda: letters(numbers(arguments(1)[0], " ")),
    "the goal as well": with_goal,
    "a file in the format of the 42 schools": forty_two,
    "a file, and writes another (SISE course)": sise,
    "a key press at the end": key,
    "commands, and would quit at the end of its input before answering (`\\c` keeps the input open)":
        open_input,
    "many boards in one run": batch,
}

if __name__ == "__main__":
    found = FORMS[sys.argv[1]]()
    print("unsolvable" if found is None else "".join(found))
