"""Calls os._exit(0) in its own cell, before anything is tested."""

expected = {"ex2": 0}

# %% ex2
import os
os._exit(0)
def total(numbers): return sum(numbers)
