"""Solvers that are functions: every form of board, every kind of answer, and ways to fail.

They solve 3x3 boards within six moves of the goal, and say of all others that they can't be solved.
"""

import enum
import sys
from collections import deque

GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)
STEPS = {"U": -3, "D": 3, "L": -1, "R": 1}
WORDS = {"U": "up", "D": "down", "L": "left", "R": "right"}


def search(start, goal=GOAL):
    """The moves and the boards after them; None if there is no short path."""
    start, goal = tuple(start), tuple(goal)
    assert all(type(tile) is int for tile in start), start
    found, queue = {start: []}, deque([start])
    while queue:
        board = queue.popleft()
        if board == goal:
            return found[board]
        blank = board.index(0)
        for name, step in STEPS.items():
            to = blank + step
            if 0 <= to < 9 and (abs(step) == 3 or to // 3 == blank // 3) and len(found[board]) < 6:
                cells = list(board)
                cells[blank], cells[to] = cells[to], cells[blank]
                if tuple(cells) not in found:
                    found[tuple(cells)] = found[board] + [(name, tuple(cells))]
                    queue.append(tuple(cells))
    return None


def letters(board, goal=GOAL):
    path = search(board, goal)
    return None if path is None else [name for name, _ in path]


def flat(rows):
    return [tile for row in rows for tile in row]


# Forms of board.


def of_list(board):
    assert type(board) is list
    return letters(board)


def of_tuple(board):
    assert type(board) is tuple
    return letters(board)


def of_rows(board):
    assert type(board) is list and type(board[0]) is list
    return letters(flat(board))


def of_tuple_rows(board):
    assert type(board[0]) is tuple
    return letters(flat(board))


def of_string(board):
    return letters([int(tile) for tile in board.strip()])


def annotated(board: "tuple[tuple[int, ...], ...]"):
    return of_tuple_rows(board)


def annotated_in_part(puzzle: list, depth=30):
    return letters(flat(puzzle))


def with_goal(board, goal):
    return letters(flat(board), flat(goal))


def with_a_goal_if_asked(start, goal_state=None):
    return letters(start, goal_state)


def goal_first(goal, start):
    return letters(start, goal)


class Method:
    def solve(self, board):
        return letters(board)

    def by_name(self, board, goal):
        return letters(board, goal)

    @staticmethod
    def static(board):
        return letters(board)


class Made:
    def __init__(self, rows, verbose=False):
        self.board = flat(rows)

    def solve(self):
        return letters(self.board)


class MadeWithGoal:
    def __init__(self, goal):
        self.goal = goal

    def solve(self, board):
        return letters(board, self.goal)


# Blanks other than 0, and answers with them.


def with_underscore(board):
    if "_" not in board:
        return None
    return letters([0 if tile == "_" else int(tile) for tile in board])


def annotated_with_underscore(board: str):
    return with_underscore(board)


def with_nine(board):
    path = search([0 if tile == 9 else board[board.index(9)] and tile for tile in board])
    return None if path is None else [board] + [[tile or 9 for tile in tiles] for _, tiles in path]


def with_none(rows):
    board = flat(rows)
    return letters([tile or 0 for tile in board]) if None in board else []


# Classes that need more than a board.


class MadeWithHeuristic:
    def __init__(self, heuristic):
        self.heuristic = heuristic

    def solve(self, board):
        return self.heuristic(board)


class MadeWithCounter:
    def __init__(self, counter):
        self.counter = counter

    def solve(self, board):
        return self.counter(board)


def too_large_estimate(board):
    return 10 + board.index(0)


# Kinds of answer.


def text(board):
    path = letters(board)
    return "unsolvable" if path is None else "".join(path)


def words(board):
    path = letters(board)
    return path and tuple(WORDS[name] for name in path)


Move = enum.Enum("Move", "UP DOWN LEFT RIGHT")


def members(board):
    path = letters(board)
    return path and [Move[WORDS[name].upper()] for name in path]


def length(board):
    path = letters(board)
    return -1 if path is None else len(path)


def endless_length(board):
    path = letters(board)
    return float("inf") if path is None else float(len(path))


def pair(board):
    path = letters(board)
    return (path, None) if path is None else (path, len(path))


def path_and_states(board):
    return letters(board), 1234


def record(board):
    path = letters(board)
    return {"solvable": False} if path is None else {"path": path, "length": len(path), "time": 0.5}


def false(board):
    path = letters(board)
    return False if path is None else path


def boards(board):
    path = search(board)
    return path and [list(after) for _, after in path]


def boards_of_rows(board):
    path = search(board)
    return path and [[list(after[:3]), list(after[3:6]), list(after[6:])] for _, after in path]


def boards_as_text(board):
    path = search(board)
    return path and ["".join(map(str, after)) for _, after in path]


class Shown:
    def __init__(self, tiles):
        self.hidden = tiles

    def __str__(self):
        return "\n".join(" ".join(map(str, self.hidden[at : at + 3])) for at in (0, 3, 6))


def boards_that_show_themselves(board):
    path = search(board)
    return path and [Shown(after) for _, after in path]


def moves_and_boards(board):
    path = search(board)
    return path and [(None, list(board))] + [(name, list(after)) for name, after in path]


def tiles(board):
    path, found = search(board), []
    for _, after in path or []:
        found.append(board[after.index(0)])
        board = list(after)
    return None if path is None else found


def generator(board):
    yield from letters(board) or []


class Node:
    def __init__(self, state, parent):
        self.state, self.parent = state, parent


def nodes(board):
    node = Node(tuple(board), None)
    path = search(board)
    for _, after in path or []:
        node = Node(after, node)
    return None if path is None else node


def chatty(board):
    print("123456780 is what I look for\nR\nL")
    sys.stderr.write("unsolvable\n")
    return letters(board)


# Ways to fail.


def longer(board):
    path = letters(board)
    return path and ["L", "R"] + path if board.index(0) % 3 == 1 else path


def wrong_length(board):
    path = letters(board)
    return path and {"path": path, "length": len(path) + 1}


def fails(board):
    raise ValueError("no idea")


def hangs(board):
    while True:
        pass


def prints_only(board):
    print("".join(letters(board) or []))


def leaves(board):
    sys.exit(0)


def never_ends(board):
    while True:
        yield "U"


def asks(board):
    return input("Which board? ")


def wants_more(board, goal, heuristic):
    return []


NO_FUNCTION = 3

if __name__ == "__main__":
    sys.exit("only for the command line")
