"""Submits a sparse file of a gigabyte."""

expected = {"*": 0}

# %% hand in
import os
path.touch()
os.truncate(path, 1 << 30)
