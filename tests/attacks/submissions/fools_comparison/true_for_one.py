"""Returns truth values and floats where the test wants integers."""

expected = {"ex3": 0}

# %% ex3
def mixed(n): return float((n * 31 + 7) % 1009)
