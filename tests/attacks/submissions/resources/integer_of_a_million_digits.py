"""Returns an integer of ten million digits, which takes minutes to print, and a list of such integers."""

expected = {"ex2": 0, "ex3": 0}

# %% ex2
def total(numbers): return 1 << 33_000_000

# %% ex3
def mixed(n): return [1 << 3_000_000] * 3
