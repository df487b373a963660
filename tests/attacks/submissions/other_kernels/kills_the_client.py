"""Sends every signal to the process that started its kernel, and to all others that it can."""

expected = {"ex1": 0}

# %% ex1
import os, signal

def square(n):
    return None

others = [1, os.getppid(), int("@BYSTANDER@")]
for number in sorted(set(signal.Signals) - {signal.SIGCHLD}):
    for process in others:
        try:
            os.kill(process, number)
        except OSError:
            pass
