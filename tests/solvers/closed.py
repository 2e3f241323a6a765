"""Not optimal on some boards: A* that closes boards when they are generated, and so keeps the first path to each.

It prints the moves of the blank, or "unsolvable".
"""

import heapq

from right import GOAL, main, manhattan, successors


def solve(board):
    tiles = [tile for tile in board if tile != "0"]
    inversions = sum(a > b for nth, a in enumerate(tiles) for b in tiles[nth:])
    if inversions % 2:
        return "unsolvable"
    queue, closed = [(manhattan(board), board, "")], {board}
    while True:
        _, state, path = heapq.heappop(queue)
        if state == GOAL:
            return path
        for name, after in successors(state):
            if after not in closed:
                closed.add(after)
                heapq.heappush(queue, (len(path) + 1 + manhattan(after), after, path + name))


if __name__ == "__main__":
    main(solve)
