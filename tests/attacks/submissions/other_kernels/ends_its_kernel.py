"""Ends its kernel in the middle of a cell, and in a call from a test."""

expected = {"ex1": 0}
outcomes = {"ex1": "errored"}

# %% ex1
import os

def square(n):
    os._exit(0)
