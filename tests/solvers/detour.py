"""Not optimal on some boards: where the blank starts in the middle, it first goes up and down again.

It prints the boards expanded, then the moves.
"""

from right import main, solve


def answer(board):
    moves, expanded = solve(board)
    if moves is None:
        return "unsolvable"
    if board[4] == "0":
        moves = "UD" + moves
    return f"expanded: {expanded}\n{moves}"


if __name__ == "__main__":
    main(answer)
