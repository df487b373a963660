"""Sends every process that it can, its parents and a bystander first, a signal to end or stop."""

expected = {"ex1": 0}

# %% ex1
import os, signal

def square(n):
    for pid in (int("@BYSTANDER@"), os.getppid(), *range(os.getpid() - 20, os.getpid())):
        for number in (signal.SIGSTOP, signal.SIGKILL):
            try:
                if pid > 1:
                    os.kill(pid, number)
            except OSError:
                pass
    return None
