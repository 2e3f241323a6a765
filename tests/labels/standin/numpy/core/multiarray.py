def _reconstruct(cls, shape, kind):
    assert shape == (0,) and kind == b"b"
    return cls()
