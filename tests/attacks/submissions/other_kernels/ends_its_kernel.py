"""Ends its kernel in the middle of a cell, and in the call of a test."""

expected = {"ex1": 0}
outcomes = {"ex1": "errored"}

# %% ex1
import os

def square(n):
    os._exit(0)
