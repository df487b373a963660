"""Returns booleans and floats where the test expects integers."""

expected = {"ex3": 0}

# %% ex3
def mixed(n): return float((n * 31 + 7) % 1009)
