"""Forks in a call, so that two processes answer the examiner's next question."""

expected = {"ex1": 0}

# %% ex1
import os

def square(n):
    try:
        os.fork()
    except OSError:
        pass
    return None
