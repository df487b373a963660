"""Loops forever in a call, and in a cell."""

expected = {"ex1": 0, "ex2": 0}
outcomes = {"ex1": "timed_out", "ex2": "timed_out"}

# %% ex1
def square(n):
    while True:
        pass

# %% ex2
while True:
    try:
        while True:
            pass
    except BaseException:
        pass
