"""Ends the test cell with a number, as nbgrader's partial credit does."""

expected = {"ex1": 0}

# %% ex1
import sys
sys.displayhook = lambda value: None

class Two(float):
    pass

def square(n):
    get_ipython().user_ns["_"] = 2
    return Two(2)

# %% after test_ex1
2
