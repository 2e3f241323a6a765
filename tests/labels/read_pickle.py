"""Reads a pickle of labels as the program would that it is for, and writes it as CSV.

    python3 read_pickle.py deepcubea labels-00000.pkl

Every path is made move by move, by the rule of the programs: U is the tile below the blank going up.
"""

import os
import pickle
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
try:
    import numpy

    has_numpy = True
except ModuleNotFoundError:
    sys.path.insert(0, os.path.join(HERE, "standin"))
    import numpy

    has_numpy = False

MOVES = ["U", "D", "L", "R"]
# From the blank to the tile that goes.
FROM_BLANK = {"U": (1, 0), "D": (-1, 0), "L": (0, 1), "R": (0, -1)}


def tiles_of(array):
    assert isinstance(array, numpy.ndarray) and array.dtype.name == "uint8" if has_numpy else True
    assert not has_numpy or array.flags.writeable
    return array.tolist()


def check_path(tiles, path, goal):
    tiles, side = list(tiles), round(len(tiles) ** 0.5)
    for move in path:
        blank = tiles.index(0)
        row, column = (place + step for place, step in zip(divmod(blank, side), FROM_BLANK[move]))
        assert 0 <= row < side and 0 <= column < side, "a move leads over the edge"
        tile = row * side + column
        tiles[blank], tiles[tile] = tiles[tile], 0
    assert tiles == goal, "a path leads elsewhere"


def main():
    program, file = sys.argv[1:]
    with open(file, "rb") as opened:
        data = pickle.load(opened)
    states = [tiles_of(state.tiles) for state in data["states"]]
    goal = [*range(1, len(states[0])), 0]
    assert all(state.hash is None for state in data["states"])
    if program == "deepcubea":
        expected, lengths, paths = {"states", "outputs", "solutions"}, data["outputs"], data.get("solutions")
        assert all(type(length) is int for length in lengths)
    else:
        expected, lengths, paths = {"states", "goals", "path_costs", "actions"}, data["path_costs"], None
        assert len(data["goals"]) == len(states) and all(tiles_of(g.tiles) == goal for g in data["goals"])
        assert all(type(length) is float and length == int(length) for length in lengths)
        if "actions" in data:
            paths = [[MOVES[action.action] for action in actions] for actions in data["actions"]]
    assert set(data) == expected - (set() if paths is not None else {"solutions", "actions"})
    assert len(states) == len(lengths)

    separator = "" if len(goal) <= 10 else ","
    quote = '"' if separator else ""
    print("board,length" if paths is None else "board,length,path")
    for nth, (tiles, length) in enumerate(zip(states, lengths)):
        fields = [quote + separator.join(map(str, tiles)) + quote, str(int(length))]
        if paths is not None:
            check_path(tiles, paths[nth], goal)
            assert len(paths[nth]) == length
            fields.append("".join(paths[nth]))
        print(",".join(fields))
    print("with NumPy" if has_numpy else "with a stand-in for NumPy", file=sys.stderr)


main()
