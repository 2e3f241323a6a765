"""A right solver: A* with the Manhattan distance, to 123456780.

Boards are arguments, or lines of the standard input. It prints the moves of the blank, or "unsolvable".
"""

import heapq
import sys

GOAL = "123456780"
STEPS = (("U", -3), ("D", 3), ("L", -1), ("R", 1))


def successors(board):
    blank = board.index("0")
    for name, step in STEPS:
        to = blank + step
        if 0 <= to < 9 and (abs(step) == 3 or to // 3 == blank // 3):
            cells = list(board)
            cells[blank], cells[to] = cells[to], cells[blank]
            yield name, "".join(cells)


def manhattan(board):
    pairs = ((place, int(tile) - 1) for place, tile in enumerate(board) if tile != "0")
    return sum(abs(a // 3 - b // 3) + abs(a % 3 - b % 3) for a, b in pairs)


def solve(board):
    """The moves and the number of boards expanded; no moves if there are none."""
    tiles = [tile for tile in board if tile != "0"]
    inversions = sum(a > b for nth, a in enumerate(tiles) for b in tiles[nth:])
    if inversions % 2:
        return None, 0
    queue, best, expanded = [(manhattan(board), 0, board, "")], {board: 0}, 0
    while queue:
        _, cost, state, path = heapq.heappop(queue)
        if state == GOAL:
            return path, expanded
        if cost > best[state]:
            continue
        expanded += 1
        for name, after in successors(state):
            if cost + 1 < best.get(after, 99):
                best[after] = cost + 1
                heapq.heappush(queue, (cost + 1 + manhattan(after), cost + 1, after, path + name))
    return None, expanded


def main(answer):
    for board in sys.argv[1:] or sys.stdin.read().split():
        print(answer(board), flush=True)


def right(board):
    moves, _ = solve(board)
    return "unsolvable" if moves is None else moves


if __name__ == "__main__":
    main(right)
