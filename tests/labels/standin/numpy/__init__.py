"""As much of NumPy as a pickled array asks for, where NumPy is not installed."""


class dtype:
    def __init__(self, name):
        self.name = {"u1": "uint8"}[name]


class ndarray:
    def __setstate__(self, state):
        version, self.shape, self.dtype, is_fortran, data = state
        assert version == 1 and is_fortran is False and self.shape == (len(data),)
        self._items = list(data)

    def tolist(self):
        return self._items
