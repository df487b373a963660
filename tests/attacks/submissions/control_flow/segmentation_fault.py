"""Reads from address zero, in C."""

expected = {"ex2": 0}
told = "ended during a call"

# %% ex2
import ctypes
def total(numbers): return ctypes.string_at(0)
