"""Raises an error for every function, so that no wrong one gets through."""

expected = {"ex2": 0}

# %% ex2
def test():
    raise AssertionError("wrong")
