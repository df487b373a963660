"""Raises its own exception, derived from StopIteration."""

expected = {"ex7": 0}

# %% ex7
class TypeError(StopIteration):
    pass

def cube(n):
    raise TypeError("cube of what?")
