"""Forks as often as it can beside its kernel, and its children do the same."""

expected = {"ex1": 0}
harms_itself = True

# %% ex1
import os, time

def square(n):
    until = time.time() + 1
    for _ in range(8):  # no more than 256 processes, should nothing stop it
        try:
            os.fork()
        except OSError:
            break
    while time.time() < until:
        time.sleep(0.1)
    return None
