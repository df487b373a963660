"""Raises KeyboardInterrupt and sends itself the signals that interrupt or end a process."""

expected = {"ex1": 0, "ex2": 0}

# %% ex1
def square(n): raise KeyboardInterrupt

# %% ex2
import os, signal
def total(numbers):
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.kill(os.getpid(), signal.SIGINT)
    return -1
