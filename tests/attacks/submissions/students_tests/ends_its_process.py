"""Ends its process at the first function that it thinks is wrong."""

expected = {"ex2": 0}
outcomes = {"ex2": "errored"}

# %% ex2
import os

def test():
    if mixed([1, 2, 3]) != 14:
        os._exit(0)
