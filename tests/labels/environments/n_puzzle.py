"""The classes of DeepCubeA that its pickles name: names and attributes alone."""


class State:
    pass


class NPuzzleState(State):
    __slots__ = ["tiles", "hash"]
