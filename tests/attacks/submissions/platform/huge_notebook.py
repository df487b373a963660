"""Hands in a file of a gigabyte, all of it a hole."""

expected = {"*": 0}

# %% hand in
import os
path.touch()
os.truncate(path, 1 << 30)
