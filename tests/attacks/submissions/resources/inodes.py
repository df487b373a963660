"""Makes as many files and folders as it can."""

expected = {"ex1": 0}

# %% ex1
import os

def square(n):
    try:
        for number in range(20_000):
            os.mkdir(f"folder-{number}")
    except OSError:
        pass
    return None
