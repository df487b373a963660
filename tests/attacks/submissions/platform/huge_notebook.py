"""Hands in a file of a gigabyte, all of it a hole."""

expected = {"ex1": 0, "ex2": 0, "ex3": 0, "ex4": 0, "ex5": 0, "ex6": 0, "ex7": 0, "ex8": 0}

# %% hand in
import os
path.touch()
os.truncate(path, 1 << 30)
