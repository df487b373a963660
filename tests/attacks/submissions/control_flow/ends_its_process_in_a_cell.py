"""Calls os._exit(0) in a cell of its own, before anything is tested."""

expected = {"ex2": 0}

# %% ex2
import os
os._exit(0)
def total(numbers): return sum(numbers)
