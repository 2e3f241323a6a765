"""The classes of DeepXube that its pickles name: names and attributes alone."""


class State:
    pass


class NPState(State):
    __slots__ = ["tiles", "hash"]


class NPGoal:
    pass


class NPAction:
    pass
