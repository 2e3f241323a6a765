# Correct: A*. It prints words, with other lines around the answer.
import heapq
import sys

STEPS = {"Up": -3, "Down": 3, "Left": -1, "Right": 1}


def manhattan(board):
    places = ((place, int(tile) - 1) for place, tile in enumerate(board) if tile != "0")
    return sum(abs(a // 3 - b // 3) + abs(a % 3 - b % 3) for a, b in places)


def solve(start, goal="123456780"):
    tiles = [tile for tile in start if tile != "0"]
    if sum(a > b for nth, a in enumerate(tiles) for b in tiles[nth:]) % 2:
        return None
    queue, best = [(manhattan(start), 0, start, [])], {start: 0}
    while queue:
        _, cost, board, path = heapq.heappop(queue)
        if board == goal:
            return path
        blank = board.index("0")
        for name, step in STEPS.items():
            to = blank + step
            if 0 <= to < 9 and (abs(step) == 3 or to // 3 == blank // 3):
                cells = list(board)
                cells[blank], cells[to] = cells[to], cells[blank]
                after = "".join(cells)
                if cost + 1 < best.get(after, 99):
                    best[after] = cost + 1
                    heapq.heappush(queue, (cost + 1 + manhattan(after), cost + 1, after, path + [name]))
    return None


print("Welcome to my 8-puzzle solver!")
path = solve(sys.argv[1])
if path is None:
    print("No solution exists.")
else:
    for move in path:
        print(move)
    print(f"Solution found in {len(path)} moves.")
