"""Submits a named pipe without a writer as a notebook."""

expected = {"*": 0}

# %% hand in
import os
os.mkfifo(path)
