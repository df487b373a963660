"""Reads from address zero, in C."""

expected = {"ex2": 0}
told = "ended while the test was calling"

# %% ex2
import ctypes
def total(numbers): return ctypes.string_at(0)
