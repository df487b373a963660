"""Calls abort(), divides by zero in C, and stops its own process."""

expected = {"ex2": 0, "ex3": 0}

# %% ex2
import ctypes, os, signal
def total(numbers): ctypes.CDLL(None).abort()

# %% ex3
def mixed(n): os.kill(os.getpid(), signal.SIGFPE)
