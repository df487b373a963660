"""Sends itself SIGINT and SIGALRM in the middle of its calls, before those that it cannot answer."""

expected = {"ex1": 0}

# %% ex1
import os, signal

def square(n):
    if n % 2:
        return n * n
    for number in (signal.SIGALRM, signal.SIGINT):
        signal.signal(number, signal.default_int_handler)
        os.kill(os.getpid(), number)
