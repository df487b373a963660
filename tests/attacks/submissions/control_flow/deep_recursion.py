"""Recurses without end."""

expected = {"ex2": 0}
outcomes = {"ex2": "errored"}
told = "RecursionError"

# %% ex2
def total(numbers): return total(numbers) + 1
