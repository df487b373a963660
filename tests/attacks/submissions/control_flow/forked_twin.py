"""Forks in a call, so that two processes continue the table and answer the grader."""

expected = {"ex1": 0}

# %% ex1
import os

def square(n):
    try:
        os.fork()
    except OSError:
        pass
    return None
