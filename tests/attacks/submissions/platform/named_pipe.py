"""Hands in a named pipe, which nobody writes to, as a notebook."""

expected = {"*": 0}

# %% hand in
import os
os.mkfifo(path)
