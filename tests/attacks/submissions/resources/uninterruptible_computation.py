"""Computes for minutes inside C, where no signal handler of Python's runs."""

expected = {"ex1": 0}
outcomes = {"ex1": "timed_out"}

# %% ex1
def square(n): return 7 ** (7 ** 12)
